--- The client of the codebase that one is in: started when it is first asked, and asked once it is ready.

local compat = require('lsp_codebase.compat')
local root = require('lsp_codebase.root')

local M = {}

local CANCELLED = -32800
local LOOK_EVERY_MS = 10
local is_enabled = false

---@param text string
---@param level? integer
function M.tell(text, level)
  vim.notify('lsp-codebase: ' .. text, level or vim.log.levels.INFO)
end

local function fail(text)
  M.tell(text, vim.log.levels.ERROR)
end

--- Returns why the server cannot be started, or nil.
---@return string?
function M.obstacle()
  local cmd = compat.server_field('cmd')
  if type(cmd) == 'table' and vim.fn.executable(cmd[1]) == 0 then
    return ('there is no program `%s` on PATH; install it with `uv tool install .` in a checkout of lsp-codebase, or '
      .. "name it: require('lsp_codebase').setup({ server = { cmd = { '/path/to/lsp-codebase', '--stdio' } } })"):format(
      cmd[1]
    )
  end
end

--- Attaches the server to a buffer that shows a file of a codebase; for Neovim before 0.11.
local function attach(bufnr)
  local found = root.of_buffer(bufnr)
  local client = found and not M.obstacle() and compat.start(found)
  if client then
    vim.lsp.buf_attach_client(bufnr, client.id)
  end
end

--- Lets the server see the files that are open, and those that will be.
function M.enable()
  if not is_enabled then
    is_enabled = true
    compat.enable(attach)
  end
end

--- Calls `callback(client)` once the client is initialized; says so when it ends before that.
local function when_ready(client, callback)
  if client.initialized then
    callback(client)
  elseif compat.is_stopped(client) then
    fail('the server has ended; `:Codebase log` shows why')
  else
    vim.defer_fn(function()
      when_ready(client, callback)
    end, LOOK_EVERY_MS)
  end
end

--- Calls `callback(client)` with the client of the codebase that a buffer is in; tells the user where there is none.
---@param bufnr integer
---@param callback fun(client: table)
function M.with(bufnr, callback)
  local obstacle = M.obstacle()
  if obstacle then
    return fail(obstacle)
  end
  local wanted = root.wanted(bufnr)
  if not wanted then
    return fail(('%s is no codebase; go into one (:cd), or open a file of it'):format(vim.fn.getcwd()))
  end
  M.enable()
  local client = compat.start(wanted)
  if not client then
    return fail('the server could not be started; `:Codebase log` shows why')
  end
  when_ready(client, callback)
end

--- Returns the client of the codebase that a buffer is in, if it runs already.
---@param bufnr integer
function M.running(bufnr)
  local wanted = root.wanted(bufnr)
  for _, client in ipairs(compat.clients()) do
    if client.config.root_dir == wanted and client.initialized then
      return client
    end
  end
end

--- Asks the server of the current buffer's codebase. An error is shown, unless the question was cancelled.
---@param method string
---@param params table|fun(client: table): table
---@param on_result fun(result: any, client: table)
---@return fun() cancel
function M.request(method, params, on_result)
  local bufnr = vim.api.nvim_get_current_buf()
  local is_cancelled, id, asked = false, nil, nil
  M.with(bufnr, function(client)
    if is_cancelled then
      return
    end
    asked = client
    local filled = type(params) == 'function' and params(client) or params
    id = compat.request(client, method, next(filled) and filled or vim.empty_dict(), function(err, result)
      if is_cancelled or err and err.code == CANCELLED then
        return
      elseif err then
        fail(err.message)
      else
        on_result(result, client)
      end
    end, bufnr)
  end)
  return function()
    is_cancelled = true
    if id and not compat.is_stopped(asked) then
      compat.cancel(asked, id)
    end
  end
end

--- Stops the server of the current codebase and starts it anew, for the buffers it was attached to.
function M.restart()
  local bufnr = vim.api.nvim_get_current_buf()
  local old = M.running(bufnr)
  if not old then
    return M.with(bufnr, function()
      M.tell('started')
    end)
  end
  local attached = vim.tbl_filter(function(buffer)
    return vim.lsp.buf_is_attached(buffer, old.id)
  end, vim.api.nvim_list_bufs())
  local function go_on()
    if not compat.is_stopped(old) then
      return vim.defer_fn(go_on, LOOK_EVERY_MS)
    end
    local new = compat.start(old.config.root_dir)
    if new then
      when_ready(new, function(client)
        for _, buffer in ipairs(attached) do
          vim.lsp.buf_attach_client(buffer, client.id)
        end
        M.tell('restarted')
      end)
    end
  end
  compat.stop(old)
  go_on()
end

return M
