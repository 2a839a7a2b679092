--- Telescope: lists and live questions, with its preview.

local picker = require('lsp_codebase.picker')

local M = {}

local function entry(item)
  local line = picker.line(item)
  local place = #line:match('^%S*')
  return {
    value = item,
    ordinal = line,
    display = function()
      return line, { { { 0, place }, 'TelescopeResultsIdentifier' } }
    end,
    filename = item.filename,
    lnum = item.lnum,
    col = item.col,
    text = item.text,
  }
end

--- Returns a finder that asks for what stands in the prompt. Telescope drops what comes for an older prompt.
local function live_finder(live, on_title)
  local finder = {
    close = function()
      live.close()
    end,
  }
  return setmetatable(finder, {
    __call = function(_, prompt, process_result, process_complete)
      live.ask(prompt, function(items, title)
        on_title(title)
        for _, item in ipairs(items) do
          if process_result(entry(item)) then
            return
          end
        end
        process_complete()
      end)
    end,
  })
end

function M.show(view)
  local pickers, finders = require('telescope.pickers'), require('telescope.finders')
  local conf, sorters = require('telescope.config').values, require('telescope.sorters')
  local options = view.options or {}
  local shown
  local function on_title(title)
    if shown and shown.prompt_border then
      pcall(shown.prompt_border.change_title, shown.prompt_border, title)
    end
  end
  shown = pickers.new(options, {
    prompt_title = view.title,
    default_text = view.query,
    finder = view.live and live_finder(view.live, on_title)
      or finders.new_table({ results = view.items, entry_maker = entry }),
    sorter = view.live and sorters.empty() or conf.generic_sorter(options), -- the server's order is kept
    previewer = conf.qflist_previewer(options),
  })
  shown:find()
end

return M
