--- fzf-lua: lists and live questions, with its preview.

local M = {}

--- Returns an item as fzf-lua reads places: `path:line:column: text`.
local function line(item)
  local path = vim.fn.fnamemodify(item.filename, ':.')
  local text = item.label and ('%s  %s'):format(item.label, item.text) or item.text
  return ('%s:%d:%d: %s'):format(path, item.lnum, item.col, text)
end

local function options(view)
  local fzf = require('fzf-lua')
  return vim.tbl_deep_extend('force', {
    prompt = '> ',
    query = view.query,
    previewer = 'builtin',
    actions = fzf.defaults.actions.files,
    winopts = { title = (' %s '):format(view.title) },
    fzf_opts = { ['--no-sort'] = true, ['--header-lines'] = view.live and 1 or nil }, -- the server's order is kept
  }, view.options or {})
end

--- Returns how fzf-lua is given the lines of a query. What the first says stands above the others.
local function contents(live)
  local close_last
  return function(arguments)
    local query = type(arguments) == 'table' and arguments[1] or arguments or ''
    return function(write)
      if close_last then
        close_last()
      end
      local is_closed = false
      local function close()
        if not is_closed then
          is_closed = true
          write(nil)
        end
      end
      close_last = close
      vim.schedule(function()
        live.ask(query, function(items, title)
          if is_closed then
            return
          end
          write(title)
          for _, item in ipairs(items) do
            write(line(item))
          end
          close()
        end)
      end)
    end
  end
end

function M.show(view)
  local fzf = require('fzf-lua')
  if view.live then
    fzf.fzf_live(contents(view.live), options(view))
  else
    fzf.fzf_exec(vim.tbl_map(line, view.items), options(view))
  end
end

return M
