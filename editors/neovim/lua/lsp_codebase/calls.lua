--- Who calls a definition, and what it calls.

local answer = require('lsp_codebase.answer')
local client = require('lsp_codebase.client')
local search = require('lsp_codebase.search')

local M = {}

--- Returns the places of a call: of a caller each line that calls, of a callee its definition.
local function places(call, encoding)
  local name = call.name and answer.definition(call) or 'top level'
  if call.relation == 'callee' then
    return { answer.item(call.location.uri, call.location.range, name, encoding) }
  end
  return vim.tbl_map(function(site)
    local start = { line = site.line, character = 0 }
    local item = answer.item(call.location.uri, { start = start, ['end'] = start }, site.text, encoding)
    item.text = ('%s: %s'):format(name, site.text)
    return item
  end, call.sites)
end

local function title(relation, result, asked)
  local found = result.definition
  local name = found and answer.definition(found.definition) or asked
  local remarks = { answer.state(result.index) }
  if #result.others > 0 then
    table.insert(remarks, ('%d other definitions have this name'):format(#result.others))
  end
  if result.truncated then
    table.insert(remarks, 'there are more')
  end
  local tail = #remarks > 0 and (' (%s)'):format(table.concat(remarks, '; ')) or ''
  return ('%s of %s%s'):format(relation == 'caller' and 'Callers' or 'Callees', name, tail)
end

--- Lists the callers or callees of a definition: of `name`, or of that under the cursor.
---@param relation 'caller'|'callee'
---@param name? string
---@param options? { limit?: integer, live?: boolean, picker?: string }
function M.show(relation, name, options)
  options = options or {}
  local params = { relation = relation, limit = options.limit or 100 }
  if name and name ~= '' then
    params.name = name
  else
    params.uri, params.line = vim.uri_from_bufnr(0), vim.fn.line('.') - 1
  end
  client.request('codebase/calls', params, function(result, server)
    if not result.definition then
      local state = answer.state(result.index)
      return client.tell(
        ('there is no definition %s%s'):format(name or 'under the cursor', state and (' (%s)'):format(state) or '')
      )
    end
    local items = {}
    for _, call in ipairs(result.calls) do
      vim.list_extend(items, places(call, server.offset_encoding))
    end
    search.list(title(relation, result, name), items, options)
  end)
end

return M
