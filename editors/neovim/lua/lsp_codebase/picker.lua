--- Which picker shows a list, and what every picker shows of an item.

local config = require('lsp_codebase.config')

local M = {}

--- What a picker needs to be there. `select` is Neovim's own.
local modules = { telescope = 'telescope', ['fzf-lua'] = 'fzf-lua', snacks = 'snacks', mini = 'mini.pick' }

--- Returns whether a picker is installed, and for fzf-lua its program.
---@param name string
---@return boolean
function M.is_installed(name)
  if name == 'select' then
    return true
  elseif name == 'fzf-lua' and vim.fn.executable('fzf') == 0 and vim.fn.executable('sk') == 0 then
    return false
  end
  return (pcall(require, modules[name]))
end

--- Returns the picker to use: the one that is set, else the first that is installed.
---@return string
function M.chosen()
  if config.values.picker ~= 'auto' then
    return config.values.picker
  end
  for _, name in ipairs(config.PICKERS) do
    if M.is_installed(name) then
      return name
    end
  end
end

--- Returns an item as a line: `src/net.py:12  Client.get (Method)  def get(self):`.
---@return string
function M.line(item)
  local place = ('%s:%d'):format(vim.fn.fnamemodify(item.filename, ':~:.'), item.lnum)
  return table.concat({ place, item.label or '', item.text }, '  '):gsub('    ', '  ')
end

--- Jumps to an item, as `command` opens files; the place before is in the jump list.
---@param item table
---@param command? string
function M.open(item, command)
  vim.cmd("normal! m'")
  vim.cmd(('%s %s'):format(command or 'edit', vim.fn.fnameescape(item.filename)))
  local row = math.min(item.lnum, vim.api.nvim_buf_line_count(0)) -- the file may be shorter by now
  vim.api.nvim_win_set_cursor(0, { row, item.col - 1 })
  vim.cmd('normal! zvzz')
end

--- Shows items, or asks `live` as the user types.
---@param view { title: string, query?: string, items?: table[], live?: lsp_codebase.Live, options?: table }
---@param name? string the picker; without it the one that is set
function M.show(view, name)
  name = name or M.chosen()
  if not M.is_installed(name) then
    return require('lsp_codebase.client').tell(name .. ' is not installed; see :help lsp-codebase-pickers')
  end
  require('lsp_codebase.pickers.' .. name:gsub('%W', '_')).show(view)
end

return M
