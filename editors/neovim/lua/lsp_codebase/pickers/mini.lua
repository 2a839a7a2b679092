--- mini.pick: lists and live questions, with its preview.

local picker = require('lsp_codebase.picker')

local M = {}

local function to_item(item)
  return { text = picker.line(item), path = item.filename, lnum = item.lnum, col = item.col }
end

function M.show(view)
  local pick = require('mini.pick')
  local source = { name = view.title, items = vim.tbl_map(to_item, view.items or {}) }
  if view.live then
    source.match = function(_, _, query)
      local tick = pick.get_querytick()
      view.live.ask(table.concat(query), function(items, title)
        pick.set_picker_opts({ source = { name = title } })
        pick.set_picker_items(vim.tbl_map(to_item, items), { do_match = false, querytick = tick })
      end)
    end
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
