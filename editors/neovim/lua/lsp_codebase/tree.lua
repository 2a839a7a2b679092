--- The codebase as a tree in a scratch buffer; `gf` and `<CR>` open what stands under the cursor.

local answer = require('lsp_codebase.answer')
local client = require('lsp_codebase.client')
local picker = require('lsp_codebase.picker')
local scratch = require('lsp_codebase.scratch')

local M = {}

local INDENT = 2 -- columns a level, as the server draws it
local SYMBOL = '^%s*· (%S+) (.+)$'

local function level(line)
  return #line:match('^ *') / INDENT
end

--- Returns the name on a line: without the indentation, the size or note behind it, and the `/` of a directory.
local function name_of(line)
  return (line:gsub('^ *', ''):gsub('/%s.*$', '/'):gsub('/$', ''):gsub(' %(symbolic link%)$', ''))
end

--- Returns the path on a line of a tree, by the lines above it, and of a symbol's line the symbol too.
---@param lines string[]
---@param row integer from 1
---@return string? path
---@return string? symbol
function M.path(lines, row)
  local _, symbol = lines[row]:match(SYMBOL)
  local parts, below = {}, level(lines[row]) + 1
  for number = row, 1, -1 do
    local line = lines[number]
    if line ~= '' and level(line) < below and not (line:match(SYMBOL)) then
      table.insert(parts, 1, name_of(line))
      below = level(line)
    elseif line ~= '' and number == row then
      below = level(line)
    end
    if below == 0 then
      return table.concat(parts, '/'), symbol
    end
  end
end

--- Opens a file at the first definition of a name.
local function open_symbol(path, symbol, command)
  client.request('codebase/fileSymbols', { uri = vim.uri_from_fname(path) }, function(result, server)
    picker.open({ filename = path, lnum = 1, col = 1 }, command)
    for _, definition in ipairs(result.definitions) do
      if definition.name == symbol then
        local uri = vim.uri_from_fname(path)
        return picker.open(answer.item(uri, definition.selectionRange, symbol, server.offset_encoding))
      end
    end
  end)
end

local function open(command)
  local path, symbol = M.path(vim.api.nvim_buf_get_lines(0, 0, -1, false), vim.fn.line('.'))
  if not path or vim.fn.getftype(path) == '' then
    return client.tell('no file stands here')
  elseif symbol then
    open_symbol(path, symbol, command)
  else
    vim.cmd(('%s %s'):format(command, vim.fn.fnameescape(path)))
  end
end

--- Draws a directory, or all of the codebase.
---@param options? { dir?: string, depth?: integer, symbols?: boolean, max_tokens?: integer }
function M.show(options)
  options = options or {}
  local params = { maxDepth = options.depth, symbols = options.symbols, maxTokens = options.max_tokens }
  if options.dir and options.dir ~= '' then
    params.uri = vim.uri_from_fname((vim.fn.fnamemodify(options.dir, ':p'):gsub('(.)/$', '%1')))
  end
  client.request('codebase/directoryTree', params, function(result)
    local bufnr = scratch.show('lsp-codebase://tree', vim.split(result.text:gsub('\n$', ''), '\n'))
    for keys, command in pairs({
      gf = 'edit',
      ['<CR>'] = 'edit',
      ['<C-w>f'] = 'split',
      ['<C-w>gf'] = 'tabedit',
    }) do
      vim.keymap.set('n', keys, function()
        open(command)
      end, { buffer = bufnr, desc = 'Open what stands here' })
    end
  end)
end

return M
