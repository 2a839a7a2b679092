--- Which folder is the codebase of a buffer.

local compat = require('lsp_codebase.compat')

local M = {}

--- Returns the root that a folder lies in.
---@param folder string
---@return string?
function M.find(folder)
  return compat.find_root(folder, compat.server_field('root_markers') or {})
end

--- Returns the root of a buffer that shows a file.
---@param bufnr integer
---@return string?
function M.of_buffer(bufnr)
  local name = vim.api.nvim_buf_get_name(bufnr)
  if vim.bo[bufnr].buftype == '' and name ~= '' then
    return M.find(vim.fn.fnamemodify(name, ':p:h'))
  end
end

--- Returns the root that a command in a buffer is about: the buffer's, else that of the current directory, else that
--- directory; nil where this would be everything.
---@param bufnr integer
---@return string?
function M.wanted(bufnr)
  local here = vim.fn.getcwd()
  local found = M.of_buffer(bufnr) or M.find(here)
  if not found and here ~= vim.fn.expand('~') and here ~= vim.fn.fnamemodify(here, ':h') then
    found = here
  end
  return found
end

return M
