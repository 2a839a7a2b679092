--- lsp-codebase: the whole codebase, for Neovim. See `:help lsp-codebase`.

local M = {}

--- Takes options and attaches the server to the files that are opened. Commands work without it.
---@param options? table see `:help lsp-codebase-options`
function M.setup(options)
  local compat, config = require('lsp_codebase.compat'), require('lsp_codebase.config')
  config.set(options)
  compat.configure(config.values.server)
  require('lsp_codebase.client').enable()
end

local functions = {
  search = { 'search', 'search' },
  symbols = { 'search', 'symbols' },
  similar = { 'search', 'similar' },
  calls = { 'calls', 'show' },
  tree = { 'tree', 'show' },
  context = { 'context', 'yank' },
  history = { 'history', 'show' },
  status = { 'index', 'status' },
  doctor = { 'index', 'doctor' },
  reindex = { 'index', 'reindex' },
  stop = { 'index', 'stop' },
  restart = { 'client', 'restart' },
}

for name, place in pairs(functions) do
  M[name] = function(...)
    return require('lsp_codebase.' .. place[1])[place[2]](...)
  end
end

return M
