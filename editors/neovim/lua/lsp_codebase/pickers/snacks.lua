--- snacks.nvim: lists and live questions, with its preview.

local picker = require('lsp_codebase.picker')

local M = {}

local function to_item(item)
  return {
    text = picker.line(item),
    file = item.filename,
    pos = { item.lnum, item.col - 1 },
    line = item.text,
    comment = item.label,
  }
end

--- Returns a finder that waits for the answer to what is typed. Snacks aborts it when that changes.
local function live_finder(live)
  return function(_, ctx)
    local query = ctx.filter.search
    return function(add)
      local async, found = ctx.async, nil
      async:on('abort', vim.schedule_wrap(live.close))
      vim.schedule(function()
        live.ask(query, function(items, title)
          found = items
          ctx.picker.title = title
          ctx.picker:update_titles()
          async:resume()
        end)
      end)
      while not found do
        async:suspend()
      end
      for _, item in ipairs(found) do
        add(to_item(item))
      end
    end
  end
end

function M.show(view)
  local options = {
    title = view.title,
    format = 'file',
    preview = 'file',
    live = view.live ~= nil,
    search = view.live and view.query or nil,
    show_empty = true,
    sort = { fields = { 'score:desc', 'idx' } }, -- the server's order is kept
  }
  if view.live then
    options.finder = live_finder(view.live)
  else
    options.items = vim.tbl_map(to_item, view.items)
  end
  require('snacks').picker.pick(vim.tbl_deep_extend('force', options, view.options or {}))
end

return M
