--- What a user can set, and how the server is started.

local M = {}

local PICKERS = { 'telescope', 'fzf-lua', 'snacks', 'mini', 'select' }

local defaults = {
  limit = 50, -- most hits of one answer
  debounce_ms = 120, -- how long the keys rest before a live search asks
  picker = 'auto', -- 'auto', or one of PICKERS
  register = '+', -- where `:Codebase context` puts its text
  context_tokens = 6000, -- its budget, 4 bytes each
  server = {}, -- laid over `server_defaults`, as by `vim.lsp.config('lsp_codebase', ...)`
}

M.values = vim.deepcopy(defaults)
M.PICKERS = PICKERS

--- Returns a problem with the options of a user, or nil.
---@return string?
local function problem(options)
  for name, value in pairs(options) do
    local default = defaults[name]
    if default == nil then
      local known = vim.tbl_keys(defaults)
      table.sort(known)
      return ('there is no option `%s`; there are %s'):format(name, table.concat(known, ', '))
    elseif type(value) ~= type(default) then
      return ('`%s` must be a %s, is a %s'):format(name, type(default), type(value))
    end
  end
  local limit = options.limit or defaults.limit
  if limit < 1 or limit > 100 or limit % 1 ~= 0 then
    return '`limit` must be a whole number from 1 to 100'
  elseif options.picker and options.picker ~= 'auto' and not vim.tbl_contains(PICKERS, options.picker) then
    return ("`picker` must be 'auto' or one of %s"):format(table.concat(PICKERS, ', '))
  end
end

--- Takes the options of a user; one that cannot be read is an error that names it.
---@param options? table
function M.set(options)
  local wrong = problem(options or {})
  if wrong then
    error('lsp-codebase: setup: ' .. wrong, 0)
  end
  M.values = vim.tbl_deep_extend('force', vim.deepcopy(defaults), options or {})
end

--- Returns the server's command: from PATH, else from where uv and pipx install programs.
---@return string[]
local function command()
  local program = 'lsp-codebase'
  if vim.fn.executable(program) == 0 then
    local installed = vim.fn.expand('~/.local/bin/lsp-codebase')
    program = vim.fn.executable(installed) == 1 and installed or program
  end
  return { program, '--stdio' }
end

--- Returns how the server is started when a user says nothing else.
---@return table
function M.server_defaults()
  return {
    cmd = command(),
    root_markers = { 'lsp-codebase.toml', '.git', '.hg', '.jj', '.svn' },
    workspace_required = true,
  }
end

return M
