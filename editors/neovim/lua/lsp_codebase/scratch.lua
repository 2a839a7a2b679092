--- Text in a window of its own that is no file.

local M = {}

--- Shows lines below; `q` closes them. The same name takes the place of what it showed before.
---@param name string
---@param lines string[]
---@param filetype? string
---@return integer bufnr
function M.show(name, lines, filetype)
  local bufnr = vim.fn.bufnr(('^%s$'):format(name))
  if bufnr == -1 then
    bufnr = vim.api.nvim_create_buf(false, true)
    vim.api.nvim_buf_set_name(bufnr, name)
  end
  vim.bo[bufnr].modifiable = true
  vim.api.nvim_buf_set_lines(bufnr, 0, -1, false, lines)
  vim.bo[bufnr].modifiable = false
  vim.bo[bufnr].bufhidden = 'hide' -- one can go back to it
  local window = vim.fn.bufwinid(bufnr)
  if window ~= -1 then
    vim.api.nvim_set_current_win(window)
  else
    vim.cmd('botright sbuffer ' .. bufnr)
  end
  if filetype then
    vim.bo[bufnr].filetype = filetype
  end
  vim.keymap.set('n', 'q', '<Cmd>close<CR>', { buffer = bufnr, nowait = true, desc = 'Close' })
  return bufnr
end

return M
