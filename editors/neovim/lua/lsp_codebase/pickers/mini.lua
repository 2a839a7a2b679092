--- mini.pick: lists and live questions, with its preview.

local picker = require('lsp_codebase.picker')

local M = {}

local function to_item(item)
  return { text = picker.line(item), path = item.filename, lnum = item.lnum, col = item.col }
end

--- Returns what is called for each text that is typed, and again when the title changes.
local function matcher(live)
  local pick = require('mini.pick')
  local answered, found
  return function(_, _, typed)
    local query, tick = table.concat(typed), pick.get_querytick()
    local function set_items()
      pick.set_picker_items(found, { do_match = false, querytick = tick })
    end
    if query == answered then
      return set_items()
    end
    live.ask(query, function(items, title)
      answered, found = query, vim.tbl_map(to_item, items)
      pick.set_picker_opts({ source = { name = title } }) -- calls this function
    end)
  end
end

function M.show(view)
  local pick = require('mini.pick')
  local source = { name = view.title, items = vim.tbl_map(to_item, view.items or {}) }
  if view.live then
    source.match = matcher(view.live)
  end
  if view.query and view.query ~= '' then -- it can only be set once the picker is there
    vim.schedule(function()
      pick.set_picker_query(vim.fn.split(view.query, '\\zs'))
    end)
  end
  pick.start(vim.tbl_deep_extend('force', { source = source }, view.options or {}))
  if view.live then
    view.live.close()
  end
end

return M
