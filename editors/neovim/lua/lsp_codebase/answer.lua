--- Answers of the server as items of Neovim's lists, and as words about them.

local M = {}

--- Returns how much is done of work that goes on.
local function percent(done, total)
  return total > 0 and math.min(99, math.floor(100 * done / total)) or 0
end

--- Returns how far the index is, where it is not complete: `still indexing, 34 %`.
---@param index table an IndexStatus
---@return string?
function M.state(index)
  local files, vectors = index.files, index.vectors
  if index.phase == 'starting' then
    return 'the index is being opened'
  elseif index.phase == 'scanning' then
    return 'still looking at the files'
  elseif index.phase == 'indexing' then
    return ('still indexing, %d %%'):format(percent(files.indexed + files.skipped + files.failed, files.total))
  elseif index.phase == 'embedding' then
    return ('found by words; meaning is ready to %d %%'):format(percent(vectors.done, vectors.total))
  elseif index.phase == 'failed' then
    return 'indexing failed' .. (index.message and ': ' .. index.message or '')
  elseif index.phase == 'disabled' then
    return 'indexing is off (the setting index.enabled)'
  end
end

--- Returns whether more may be found later.
---@param index table an IndexStatus
---@return boolean
function M.is_unfinished(index)
  return index.phase == 'starting' or index.phase == 'scanning' or index.phase == 'indexing'
end

--- Returns what is to be said of an answer: how the query was read, how far the index is.
---@return string[]
function M.remarks(result)
  local remarks = vim.tbl_map(function(note)
    return (note:gsub('%.$', ''))
  end, result.notes or {})
  if #remarks == 0 or result.index.phase ~= 'starting' then -- of that the notes tell more
    remarks[#remarks + 1] = M.state(result.index)
  end
  return remarks
end

--- Returns the title of a list of hits: the query, and all that is to be said.
---@param query string
---@param result table
---@return string
function M.title(query, result)
  local is_weak = result.confidence == 'none' and #(result.hits or {}) > 0
  local remarks = M.remarks(result)
  local tail = #remarks > 0 and (' (%s)'):format(table.concat(remarks, '; ')) or ''
  return (is_weak and 'Nothing matches well; nearest: ' or 'Codebase: ') .. query .. tail
end

--- Returns a range as an item; columns count bytes from 1.
---@param uri string
---@param range table
---@param text string
---@param encoding string
---@return table
function M.item(uri, range, text, encoding)
  local first, last = range.start, range['end']
  local item = { filename = vim.uri_to_fname(uri), lnum = first.line + 1, text = text, last_line = last.line + 1 }
  if encoding == 'utf-8' then
    item.col = first.character + 1
  else -- the line is needed to count; one by one, since it sorts what it is given
    item.col = vim.lsp.util.locations_to_items({ { uri = uri, range = range } }, encoding)[1].col
  end
  return item
end

--- Returns the name of a definition with what holds it and its kind: `Client.get (Method)`.
---@return string?
function M.definition(hit)
  if hit.name then
    local kind = vim.lsp.protocol.SymbolKind[hit.kind]
    return ('%s%s (%s)'):format(hit.container and hit.container .. '.' or '', hit.name, kind or 'definition')
  end
end

--- Returns the hits of a search as items: at the name of a definition, else at the first match, else at the start.
---@return table[]
function M.hits(result, encoding)
  return vim.tbl_map(function(hit)
    local is_line = result.mode == 'exact' or result.mode == 'regex'
    local match = hit.matches and hit.matches[1]
    local range = is_line and match or hit.selectionRange or match or hit.location.range
    local item = M.item(hit.location.uri, range, hit.preview, encoding)
    item.name, item.label = hit.name, M.definition(hit)
    return item
  end, result.hits)
end

--- Returns definitions as items, each at its name.
---@return table[]
function M.symbols(result, encoding)
  return vim.tbl_map(function(hit)
    local definition = hit.definition
    return M.item(hit.uri, definition.selectionRange, M.definition(definition), encoding)
  end, result.hits)
end

return M
