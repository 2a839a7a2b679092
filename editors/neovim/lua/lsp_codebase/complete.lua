--- Completion of `:Codebase`: subcommands, filters and their values.

local client = require('lsp_codebase.client')
local compat = require('lsp_codebase.compat')
local root = require('lsp_codebase.root')

local M = {}

local FILTERS = { 'lang:', 'path:', 'file:', 'kind:', '-lang:', '-path:', '-file:' }
local WAIT_MS = 500 -- a completion that takes longer is worse than none
local takes_query = { search = true, symbols = true, context = true }

--- Returns the languages of the codebase, those with most files first; none where no server runs yet.
local function languages()
  local running = client.running(vim.api.nvim_get_current_buf())
  local statuses = running and compat.request_sync(running, 'codebase/status', vim.empty_dict(), WAIT_MS) or {}
  local files = {}
  for _, status in ipairs(statuses) do
    for name, count in pairs(status.languages or {}) do
      files[name] = count > 0 and (files[name] or 0) + count or files[name]
    end
  end
  local names = vim.tbl_keys(files)
  table.sort(names, function(a, b)
    return files[a] > files[b] or files[a] == files[b] and a < b
  end)
  return names
end

local function kinds()
  local names = {}
  for number = 1, 26 do
    table.insert(names, vim.lsp.protocol.SymbolKind[number]:lower())
  end
  return names
end

--- Returns the directories and files below the root that begin so.
local function paths(lead)
  local folder = root.wanted(vim.api.nvim_get_current_buf())
  if not folder then
    return {}
  end
  return vim.tbl_map(function(path)
    return path:sub(#folder + 2)
  end, vim.fn.getcompletion(folder .. '/' .. lead, 'file'))
end

local values = { lang = languages, kind = kinds, path = paths, file = paths }

local function beginning(candidates, lead)
  return vim.tbl_filter(function(candidate)
    return vim.startswith(candidate, lead)
  end, candidates)
end

local function in_query(lead)
  local operator, filter, value = lead:match('^(-?)(%a+):(.*)$')
  if not values[filter] then
    return beginning(FILTERS, lead)
  end
  return vim.tbl_map(function(candidate)
    return ('%s%s:%s'):format(operator, filter, candidate)
  end, beginning(values[filter](value), value))
end

--- Returns what can stand at the end of a command line.
---@param lead string the word that is being typed
---@param line string the line up to the cursor
---@return string[]
function M.candidates(lead, line)
  local arguments = line:match('Codebase!?%s+%d*%s*(.*)$') or ''
  local name, rest = arguments:match('^(%S+)%s(.*)$')
  if not name then
    return beginning(require('lsp_codebase.commands').names(), lead)
  elseif takes_query[name] then
    return in_query(lead)
  elseif name == 'calls' and not rest:find('%s') then
    return beginning({ 'callers', 'callees' }, lead)
  elseif name == 'tree' then
    return vim.fn.getcompletion(lead, 'dir')
  end
  return {}
end

return M
