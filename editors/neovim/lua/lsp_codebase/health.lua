--- `:checkhealth lsp_codebase`

local client = require('lsp_codebase.client')
local compat = require('lsp_codebase.compat')
local config = require('lsp_codebase.config')
local picker = require('lsp_codebase.picker')
local root = require('lsp_codebase.root')

local M = {}

local health = compat.health
local WAIT_MS = 5000
local MOST_PROBLEMS = 5

--- Checks that the program is there and that it is what it should be.
local function check_program()
  health.start('lsp-codebase: the program')
  local cmd = compat.server_field('cmd')
  if type(cmd) ~= 'table' then
    return health.info('the server is started by a function')
  end
  local obstacle = client.obstacle()
  if obstacle then
    return health.error(obstacle)
  end
  local path = vim.fn.exepath(cmd[1])
  local said = vim.trim(vim.fn.system({ path, '--version' }))
  if vim.v.shell_error == 0 and said:match('^lsp%-codebase %d') then
    health.ok(('%s, %s'):format(said, path))
  else
    health.error(('%s is another program: asked for its version it says %q'):format(path, said:sub(1, 200)))
  end
end

local function check_index(running)
  local statuses = compat.request_sync(running, 'codebase/status', vim.empty_dict(), WAIT_MS)
  if not statuses then
    return health.error('the server does not answer; `:Codebase log` may say why, `:Codebase restart` starts it anew')
  end
  for _, status in ipairs(statuses) do
    local report = status.phase == 'failed' and health.error
      or (status.phase == 'ready' or status.phase == 'embedding') and health.ok
      or health.warn
    report(table.concat(require('lsp_codebase.index').lines(status), '\n'))
    for number, problem in ipairs(status.problems or {}) do
      if number <= MOST_PROBLEMS then
        health.info(('not in the index: %s: %s'):format(vim.uri_to_fname(problem.uri), problem.reason))
      end
    end
    if (status.problemsTotal or 0) > MOST_PROBLEMS then
      health.info(('and %d others: `:Codebase! status` lists them'):format(status.problemsTotal - MOST_PROBLEMS))
    end
  end
end

--- Checks the clients that run and what their indexes hold.
local function check_clients()
  health.start('lsp-codebase: the index')
  local clients = compat.clients()
  if #clients == 0 then
    local wanted = root.wanted(vim.api.nvim_get_current_buf())
    health.info(('no server runs; the first `:Codebase` command starts it%s'):format(wanted and ' for ' .. wanted or ''))
  end
  for _, running in ipairs(clients) do
    local buffers = #vim.tbl_filter(function(bufnr)
      return vim.lsp.buf_is_attached(bufnr, running.id)
    end, vim.api.nvim_list_bufs())
    local version = running.server_info and running.server_info.version or running.initialized and '' or 'starting'
    health.ok(
      ('serves %s%s; attached to %d buffers, positions in %s'):format(
        running.config.root_dir,
        version and version ~= '' and (' (%s)'):format(version) or '',
        buffers,
        running.offset_encoding
      )
    )
    check_index(running)
  end
end

local function check_pickers()
  health.start('lsp-codebase: pickers')
  local chosen = picker.chosen()
  for _, name in ipairs(config.PICKERS) do
    local is_installed = picker.is_installed(name)
    if name == chosen and not is_installed then
      health.error(('%s is set and not installed'):format(name))
    else
      local state = is_installed and 'installed' or 'not installed'
      health.info(('%s: %s%s'):format(name, state, name == chosen and ', used' or ''))
    end
  end
end

function M.check()
  check_program()
  check_clients()
  check_pickers()
end

return M
