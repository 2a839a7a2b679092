--- The commits that touched some code, or did what some words say; `<CR>` shows the one under the cursor.

local answer = require('lsp_codebase.answer')
local client = require('lsp_codebase.client')
local root = require('lsp_codebase.root')
local scratch = require('lsp_codebase.scratch')

local M = {}

local SHORT = 10 -- digits of an id

--- Returns a commit as lines: what was done, then more of its message, then its files.
local function lines_of(commit)
  local lines = { '', ('%s %s %s'):format(commit.id:sub(1, SHORT), commit.time:sub(1, 10), commit.subject) }
  for line in vim.gsplit(commit.body or '', '\n') do
    if line ~= '' then
      table.insert(lines, '    ' .. line)
    end
  end
  for _, uri in ipairs(commit.files) do
    table.insert(lines, '  ' .. vim.fn.fnamemodify(vim.uri_to_fname(uri), ':~:.')) -- `gf` opens it
  end
  if commit.filesTotal > #commit.files then
    table.insert(lines, ('  and %d more'):format(commit.filesTotal - #commit.files))
  end
  return lines
end

--- Shows the commit that the cursor is at, as git prints it.
local function open_commit(folder)
  local row = vim.fn.search([[^\x\{10} ]], 'bcnW')
  local id = row > 0 and vim.fn.getline(row):match('^%x+')
  if not id then
    return client.tell('no commit stands here')
  end
  local shown = vim.fn.systemlist({ 'git', '-C', folder, 'show', '--stat', '--patch', '--no-color', id })
  scratch.show('lsp-codebase://commit', shown, 'git')
end

local function ask(subject, params, folder)
  client.request('codebase/history', params, function(result)
    local remarks = answer.remarks(result)
    if result.truncated then
      table.insert(remarks, 'there are more')
    end
    local tail = #remarks > 0 and (' (%s)'):format(table.concat(remarks, '; ')) or ''
    if #result.commits == 0 then
      return client.tell(('no commits of %s%s'):format(subject, tail))
    end
    local lines = { ('Commits of %s%s'):format(subject, tail) }
    for _, commit in ipairs(result.commits) do
      vim.list_extend(lines, lines_of(commit))
    end
    local bufnr = scratch.show('lsp-codebase://history', lines)
    vim.api.nvim_win_set_cursor(0, { 1, 0 })
    vim.keymap.set('n', '<CR>', function()
      open_commit(folder)
    end, { buffer = bufnr, desc = 'Show the commit' })
  end)
end

--- Lists commits: those whose messages hold the words of a query, or those that touched some lines, the definition
--- under the cursor, or else the file.
---@param options? { query?: string, lines?: integer[], limit?: integer }
function M.show(options)
  options = options or {}
  local folder = root.wanted(vim.api.nvim_get_current_buf())
  local params = { limit = options.limit or 50 }
  if options.query and options.query ~= '' then
    params.query = options.query
    return ask(options.query, params, folder)
  end
  local path = vim.api.nvim_buf_get_name(0)
  if path == '' then
    return client.tell('this buffer is no file; give words of the commit', vim.log.levels.ERROR)
  end
  local name = vim.fn.fnamemodify(path, ':t')
  params.textDocument = { uri = vim.uri_from_bufnr(0) }
  local lines = options.lines
  if lines then
    params.range = { start = { line = lines[1] - 1, character = 0 }, ['end'] = { line = lines[2], character = 0 } }
    return ask(('%s:%d-%d'):format(name, lines[1], lines[2]), params, folder)
  end
  local around = { uri = params.textDocument.uri, line = vim.fn.line('.') - 1, limit = 1 }
  client.request('codebase/definitions', around, function(result)
    local hit = result.hits[1]
    params.range = hit and hit.definition.range
    ask(hit and ('%s in %s'):format(answer.definition(hit.definition), name) or name, params, folder)
  end)
end

return M
