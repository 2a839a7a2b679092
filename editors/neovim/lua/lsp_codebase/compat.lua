--- The one place that knows how the versions of Neovim differ, 0.7 to 0.12.

local config = require('lsp_codebase.config')

local M = {}

M.NAME = 'lsp_codebase'

local has_methods = vim.fn.has('nvim-0.11') == 1 -- `client:request()`; before that `client.request()`
local has_configs = vim.fn.has('nvim-0.11') == 1 -- `vim.lsp.config` and `vim.lsp.enable`
local started = {} -- client ids by root, before 0.11

local function call(client, method, ...)
  if has_methods then
    return client[method](client, ...)
  end
  return client[method](...)
end

--- Sends a request; `handler(err, result)` gets the answer. Returns the id to cancel it by.
function M.request(client, method, params, handler, bufnr)
  local _, id = call(client, 'request', method, params, handler, bufnr)
  return id
end

--- Sends a request and waits for its answer; nil after `timeout_ms`, or where it is an error.
function M.request_sync(client, method, params, timeout_ms)
  local answer = call(client, 'request_sync', method, params, timeout_ms, vim.api.nvim_get_current_buf())
  return answer and answer.result
end

function M.cancel(client, id)
  call(client, 'cancel_request', id)
end

function M.notify(client, method, params)
  call(client, 'notify', method, params)
end

function M.is_stopped(client)
  return call(client, 'is_stopped')
end

function M.stop(client)
  call(client, 'stop')
end

--- Returns the clients of this server that run, those of other roots too.
function M.clients()
  local all = (vim.lsp.get_clients or vim.lsp.get_active_clients)()
  return vim.tbl_filter(function(client)
    return client.name == M.NAME and not M.is_stopped(client)
  end, all)
end

--- Returns the configuration of the server with what the user laid over it.
---@return table
local function server_config()
  if has_configs and vim.lsp.config[M.NAME] then
    return vim.lsp.config[M.NAME]
  end
  return vim.tbl_deep_extend('force', config.server_defaults(), config.values.server)
end

--- Returns one field of that configuration. Each question asks for some, and no tables are merged for it: a LuaJIT from
--- before September 2022, as Debian 12's Neovim 0.7 has, now and then compiles that wrongly after some hundred times
--- ("opt[59]: expected table, got number" in `vim.validate`).
---@param name string
function M.server_field(name)
  if has_configs and vim.lsp.config[M.NAME] then
    return vim.lsp.config[M.NAME][name]
  end
  local of_user = config.values.server[name]
  if of_user ~= nil then
    return of_user
  end
  return config.server_defaults()[name]
end

--- Takes the user's configuration of the server.
function M.configure(server)
  if has_configs and next(server) then
    vim.lsp.config(M.NAME, server)
  end
end

--- Returns the client of a root, started if there is none; it may not be initialized yet.
---@param root string
function M.start(root)
  local place = { name = M.NAME, root_dir = root }
  if has_configs then
    local id = vim.lsp.start(vim.tbl_extend('force', server_config(), place), { attach = false })
    return id and vim.lsp.get_client_by_id(id)
  end
  for _, client in ipairs(M.clients()) do
    if client.config.root_dir == root then
      return client
    end
  end
  local client = started[root] and vim.lsp.get_client_by_id(started[root])
  if not client or M.is_stopped(client) then
    local server = vim.tbl_extend('force', server_config(), place)
    -- 0.7 neither sends settings nor announces that it may be asked for them
    server.init_options = server.init_options or (server.settings or {}).lspCodebase
    started[root] = vim.lsp.start_client(server)
    client = started[root] and vim.lsp.get_client_by_id(started[root])
  end
  return client
end

--- Attaches the server to files that are opened from now on, and to those that are open. Before 0.11 `attach(bufnr)`
--- does it.
function M.enable(attach)
  if has_configs then
    vim.lsp.enable(M.NAME)
    return
  end
  local group = vim.api.nvim_create_augroup('lsp_codebase', { clear = true })
  vim.api.nvim_create_autocmd('FileType', {
    group = group,
    callback = function(event)
      attach(event.buf)
    end,
  })
  for _, bufnr in ipairs(vim.api.nvim_list_bufs()) do
    if vim.api.nvim_buf_is_loaded(bufnr) and vim.bo[bufnr].filetype ~= '' then
      attach(bufnr)
    end
  end
end

--- Returns the nearest folder, from `folder` upwards, that holds the first marker that is found at all.
---@param folder string
---@param markers string[]
---@return string?
function M.find_root(folder, markers)
  if has_configs then
    return vim.fs.root(folder, markers) -- as `vim.lsp.enable` does; before 0.11 it found the nearest of any marker
  end
  for _, marker in ipairs(markers) do
    local here, below = folder, nil
    repeat
      if vim.loop.fs_stat(here:gsub('/$', '') .. '/' .. marker) then
        return here
      end
      here, below = vim.fn.fnamemodify(here, ':h'), here
    until here == below
  end
end

--- Returns the tokens of the work that a server shows as under way.
---@return (string|integer)[]
function M.pending_tokens(client)
  if client.progress then -- 0.10
    return vim.tbl_keys(client.progress.pending)
  end
  local tokens = {}
  for token, progress in pairs(client.messages.progress) do
    if not progress.done then
      table.insert(tokens, token)
    end
  end
  return tokens
end

--- Returns the file that holds what the server writes to its standard error.
---@return string
function M.log_path()
  if vim.lsp.log and vim.lsp.log.get_filename then
    return vim.lsp.log.get_filename()
  end
  return vim.lsp.get_log_path()
end

local health = vim.health or require('health')

--- The functions of a health check: start, ok, info, warn, error.
M.health = {}
for _, name in ipairs({ 'start', 'ok', 'info', 'warn', 'error' }) do
  M.health[name] = health[name] or health['report_' .. name] -- the second before 0.10
end

return M
