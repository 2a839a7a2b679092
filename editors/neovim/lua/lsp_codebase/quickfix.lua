--- Items in the quickfix list, in the server's order.

local M = {}

--- Returns what an item says: the definition first, where its line does not name it.
local function text(item)
  local is_named = not item.label or item.text:find(item.name, 1, true)
  return is_named and item.text or ('%s: %s'):format(item.label, item.text)
end

--- Fills and opens the list; where there is nothing to show, says so.
---@param title string
---@param items table[]
function M.show(title, items)
  local entries = vim.tbl_map(function(item)
    return { filename = item.filename, lnum = item.lnum, col = item.col, text = text(item) }
  end, items)
  vim.fn.setqflist({}, ' ', { title = title, items = entries })
  if #items == 0 then
    require('lsp_codebase.client').tell('no hits for ' .. title:gsub('^Codebase: ', ''))
  else
    vim.cmd('botright copen')
  end
end

return M
