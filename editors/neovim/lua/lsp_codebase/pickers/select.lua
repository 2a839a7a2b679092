--- Neovim's own `vim.ui.select`, whatever draws it. It cannot ask as one types: the query is asked for first.

local picker = require('lsp_codebase.picker')

local M = {}

local function choose(title, items)
  if #items == 0 then
    return require('lsp_codebase.client').tell('no hits for ' .. title)
  end
  vim.ui.select(items, { prompt = title, format_item = picker.line, kind = 'lsp_codebase' }, function(item)
    if item then
      picker.open(item)
    end
  end)
end

function M.show(view)
  if view.items then
    return choose(view.title, view.items)
  end
  vim.ui.input({ prompt = view.title .. ': ', default = view.query }, function(query)
    if query and query ~= '' then
      view.live.ask(query, function(items, title)
        choose(title, items)
      end)
    end
  end)
end

return M
