--- Items in the quickfix list, in the server's order.

local M = {}

--- Fills and opens the list; where there is nothing to show, says so.
---@param title string
---@param items table[]
function M.show(title, items)
  local entries = vim.tbl_map(function(item)
    return { filename = item.filename, lnum = item.lnum, col = item.col, text = item.text }
  end, items)
  vim.fn.setqflist({}, ' ', { title = title, items = entries })
  if #items == 0 then
    require('lsp_codebase.client').tell('no hits for ' .. title:gsub('^Codebase: ', ''))
  else
    vim.cmd('botright copen')
  end
end

return M
