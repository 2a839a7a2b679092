--- `:Codebase`: its subcommands, and what each is given.

local client = require('lsp_codebase.client')

local M = {}

---@class lsp_codebase.Call
---@field text string what follows the subcommand
---@field bang boolean
---@field limit? integer the number before the subcommand
---@field lines? integer[] the range: its first and last line

--- Returns what is selected: some characters where Visual mode left just these lines, else whole lines.
local function selection(lines)
  local first, last = vim.fn.getpos("'<"), vim.fn.getpos("'>")
  local texts = vim.api.nvim_buf_get_lines(0, lines[1] - 1, lines[2], false)
  if vim.fn.visualmode() == 'v' and first[2] == lines[1] and last[2] == lines[2] then
    texts[#texts] = texts[#texts]:sub(1, last[3] + #vim.fn.matchstr(texts[#texts]:sub(last[3]), '.') - 1)
    texts[1] = texts[1]:sub(first[3])
  end
  return vim.trim(table.concat(texts, '\n'))
end

local function options(call)
  return { limit = call.limit, live = call.bang, lines = call.lines }
end

local function with_query(name)
  return function(call)
    local query = call.text == '' and call.lines and selection(call.lines) or call.text
    require('lsp_codebase.search')[name](query, options(call))
  end
end

local relations = { callers = 'caller', callees = 'callee' }

local function calls(call)
  local word, name = call.text:match('^(%S*)%s*(.*)$')
  if word ~= '' and not relations[word] then
    word, name = 'callers', call.text
  end
  require('lsp_codebase.calls').show(relations[word] or 'caller', name, options(call))
end

local function index(name, value)
  return function(call)
    require('lsp_codebase.index')[name](value or call.bang)
  end
end

--- What each subcommand does, by name.
---@type table<string, fun(call: lsp_codebase.Call)>
M.subcommands = {
  search = with_query('search'),
  symbols = with_query('symbols'),
  similar = function(call)
    require('lsp_codebase.search').similar(options(call))
  end,
  calls = calls,
  tree = function(call)
    require('lsp_codebase.tree').show({ dir = call.text, depth = call.limit, symbols = call.bang })
  end,
  context = function(call)
    require('lsp_codebase.context').yank({ query = call.text, limit = call.limit, lines = call.lines })
  end,
  history = function(call)
    require('lsp_codebase.history').show({ query = call.text, limit = call.limit, lines = call.lines })
  end,
  status = index('status'),
  doctor = index('doctor'),
  reindex = function()
    require('lsp_codebase.index').reindex()
  end,
  resume = index('reindex', true),
  stop = index('stop'),
  log = index('log'),
  restart = function()
    client.restart()
  end,
}

--- Returns the names of the subcommands, in order.
---@return string[]
function M.names()
  local names = vim.tbl_keys(M.subcommands)
  table.sort(names)
  return names
end

--- Runs a command of `nvim_create_user_command`. Without a subcommand a live search opens.
function M.run(command)
  local count, name, text = command.args:match('^(%d*)%s*(%S*)%s*(.-)%s*$')
  local subcommand = M.subcommands[name == '' and 'search' or name]
  if not subcommand then
    local known = table.concat(M.names(), ', ')
    return client.tell(('there is no subcommand %s; there are %s'):format(name, known), vim.log.levels.ERROR)
  end
  subcommand({
    text = text,
    bang = command.bang,
    limit = tonumber(count),
    lines = command.range > 0 and { command.line1, command.line2 } or nil,
  })
end

return M
