--- The index: how it is, and what can be done about it.

local answer = require('lsp_codebase.answer')
local client = require('lsp_codebase.client')
local compat = require('lsp_codebase.compat')
local scratch = require('lsp_codebase.scratch')

local M = {}

--- Returns the state of a folder as lines, the first of them a summary.
---@param status table an IndexStatus
---@return string[]
function M.lines(status)
  local files, vectors = status.files, status.vectors
  local name = vim.fn.fnamemodify(vim.uri_to_fname(status.folder), ':t')
  local lines = {
    ('%s: %s, %d of %d files, %d symbols, %d chunks'):format(
      name,
      status.phase,
      files.indexed,
      files.total,
      status.symbols,
      status.chunks
    ),
  }
  local function add(pattern, ...)
    table.insert(lines, '  ' .. pattern:format(...))
  end
  local state = answer.state(status)
  if state then
    add('%s', state)
  elseif status.message then
    add('%s', status.message)
  end
  if vectors.model and vectors.total > 0 then
    add('search by meaning: %d of %d chunks, by %s', vectors.done, vectors.total, vectors.model)
  end
  if files.skipped + files.failed > 0 then
    add('left out: %d on purpose, %d that could not be read', files.skipped, files.failed)
  end
  local client_names = vim.tbl_map(function(one)
    return one.name
  end, status.host and status.host.clients or {})
  if #client_names > 1 then
    add('serves %s', table.concat(client_names, ', '))
  end
  return lines
end

--- Shows how the index is; with `details` in a buffer that lists the files that are not in it.
---@param details? boolean
function M.status(details)
  client.request('codebase/status', {}, function(statuses)
    local lines = {}
    for _, status in ipairs(statuses) do
      vim.list_extend(lines, M.lines(status))
      for _, problem in ipairs(details and status.problems or {}) do
        table.insert(lines, ('  %s: %s'):format(vim.uri_to_fname(problem.uri), problem.reason))
      end
    end
    if details then
      scratch.show('lsp-codebase://status', lines)
    else
      vim.notify(table.concat(lines, '\n'))
    end
  end)
end

--- Checks the index against itself and the files; with `repair` puts right what is wrong.
---@param repair? boolean
function M.doctor(repair)
  client.request('codebase/doctor', { repair = repair or false }, function(result)
    local wrong = 0
    local lines = vim.tbl_map(function(check)
      wrong = wrong + (check.state == 'damaged' and 1 or 0)
      return ('%-9s %s: %s'):format(check.state, check.name, check.detail)
    end, result.checks)
    local advice = wrong > 0 and 'something is wrong; `:Codebase! doctor` puts it right' or 'nothing is wrong'
    scratch.show('lsp-codebase://doctor', vim.list_extend({ advice, '' }, lines))
  end)
end

--- Builds the index anew; with `resume` goes on with what was stopped. The server shows its progress.
---@param resume? boolean
function M.reindex(resume)
  client.request('codebase/reindex', { resume = resume or false }, function() end)
end

--- Stops the indexing that is under way.
function M.stop()
  local running = client.running(vim.api.nvim_get_current_buf())
  local tokens = running and compat.pending_tokens(running) or {}
  for _, token in ipairs(tokens) do
    compat.notify(running, 'window/workDoneProgress/cancel', { token = token })
  end
  client.tell(#tokens > 0 and 'indexing is stopped; `:Codebase resume` goes on' or 'nothing is being indexed')
end

--- Opens the log: what the server writes to its standard error stands in Neovim's own.
function M.log()
  vim.cmd('split ' .. vim.fn.fnameescape(compat.log_path()))
  vim.cmd('normal! G')
end

return M
