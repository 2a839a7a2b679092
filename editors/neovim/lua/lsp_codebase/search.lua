--- Searching: hits of a query, code like some lines, definitions by name.

local answer = require('lsp_codebase.answer')
local client = require('lsp_codebase.client')
local config = require('lsp_codebase.config')
local live = require('lsp_codebase.live')
local picker = require('lsp_codebase.picker')
local quickfix = require('lsp_codebase.quickfix')

local M = {}

local AGAIN_MS = 1000
local asked = 0 -- questions so far: an older one that waits for files gives way to a newer one

--- Where the user is, which decides between equals; taken before a picker has a window of its own.
---@return fun(server: table): table
local function place()
  local window, bufnr = vim.api.nvim_get_current_win(), vim.api.nvim_get_current_buf()
  return function(server)
    local is_there = vim.api.nvim_win_is_valid(window) and vim.api.nvim_win_get_buf(window) == bufnr
    if not is_there or vim.api.nvim_buf_get_name(bufnr) == '' then
      return {}
    end
    return vim.lsp.util.make_position_params(window, server.offset_encoding)
  end
end

--- Asks for the hits of a query; with `is_asked_once` the first of them are looked at again.
---@return fun() cancel
local function find_hits(query, limit, here, on_items, is_asked_once)
  return client.request('codebase/hybridSearch', function(server)
    local params = here(server)
    params.query, params.limit, params.pack = query, limit, 'none'
    params.effort = is_asked_once and 'thorough' or 'fast'
    return params
  end, function(result, server)
    on_items(answer.hits(result, server.offset_encoding), answer.title(query, result), result.index)
  end)
end

--- Asks for the definitions whose names match.
---@return fun() cancel
local function find_symbols(query, limit, here, on_items)
  return client.request('codebase/symbols', function(server)
    return { query = query, limit = limit, textDocument = here(server).textDocument }
  end, function(result, server)
    on_items(answer.symbols(result, server.offset_encoding), answer.title(query, result), result.index)
  end)
end

--- Lists what a question finds. While nothing is found it is asked again as files are read, unless another one follows.
local function ask_once(find, query, limit, here)
  local bufnr, is_told = vim.api.nvim_get_current_buf(), false
  asked = asked + 1
  local turn = asked
  local function ask()
    find(query, limit, here, function(items, title, index)
      if turn ~= asked then
        return
      elseif #items > 0 or not answer.is_unfinished(index) then
        return quickfix.show(title, items)
      elseif not is_told then
        is_told = true
        client.tell(('no hits yet for %s; it is asked again as files are read'):format(query))
      end
      vim.defer_fn(function()
        if turn == asked and vim.api.nvim_buf_is_valid(bufnr) then
          vim.api.nvim_buf_call(bufnr, ask) -- the codebase is that of the buffer
        end
      end, AGAIN_MS)
    end, true)
  end
  ask()
end

--- Shows what a question finds: asked now into the quickfix list, or live in a picker without a query or with `live`.
local function show(find, title, query, options)
  local limit, here = options.limit or config.values.limit, place()
  if query ~= '' and not options.live then
    return ask_once(find, query, limit, here)
  end
  local session = live.new(function(typed, on_items)
    if typed == '' and find == find_hits then
      return on_items({}, title) -- nothing is asked yet
    end
    return find(typed, limit, here, on_items)
  end)
  picker.show({ title = title, query = query, live = session, options = options.picker_options }, options.picker)
end

--- Searches by name, words or meaning.
---@param query? string without it, live in a picker
---@param options? { limit?: integer, live?: boolean, picker?: string, picker_options?: table }
function M.search(query, options)
  show(find_hits, 'Codebase', query or '', options or {})
end

--- Finds definitions by name.
---@param query? string without it, live in a picker
---@param options? { limit?: integer, live?: boolean, picker?: string, picker_options?: table }
function M.symbols(query, options)
  show(find_symbols, 'Symbols', query or '', options or {})
end

--- Shows a list where the options want it.
---@param title string
---@param items table[]
---@param options { live?: boolean, picker?: string, picker_options?: table }
function M.list(title, items, options)
  if options.live or options.picker then
    picker.show({ title = title, items = items, options = options.picker_options }, options.picker)
  else
    quickfix.show(title, items)
  end
end

--- Finds code like some lines of the current buffer, or like the definition under the cursor.
---@param options? { lines?: integer[], limit?: integer, live?: boolean, picker?: string }
function M.similar(options)
  options = options or {}
  local lines, here = options.lines, place()
  local name = vim.fn.fnamemodify(vim.api.nvim_buf_get_name(0), ':t')
  local subject = lines and ('like %s:%d-%d'):format(name, lines[1], lines[2])
    or ('like %s:%d'):format(name, vim.fn.line('.'))
  client.request('codebase/similar', function(server)
    local params = here(server)
    if not params.textDocument then
      params.textDocument = vim.lsp.util.make_text_document_params()
    end
    params.limit = math.min(options.limit or config.values.limit, 100)
    if lines then
      params.position = nil
      params.range = { start = { line = lines[1] - 1, character = 0 }, ['end'] = { line = lines[2], character = 0 } }
    end
    return params
  end, function(result, server)
    M.list(answer.title(subject, result), answer.hits(result, server.offset_encoding), options)
  end)
end

return M
