---@brief
---
--- One language server for the whole codebase: workspace symbols over all languages, and hybrid code search.
---
--- Install the server with `uv tool install .` or `pipx install .` in its checkout, put this file on the 'runtimepath' as
--- `lsp/lsp_codebase.lua`, and enable it:
---
--- ```lua
--- vim.lsp.enable('lsp_codebase')
--- ```
---
--- It runs beside the servers of your languages, in every buffer of a folder with a `.lsp-codebase.toml` or `.git`.
---
--- Commands in those buffers:
--- - `:LspCodebaseSearch {query}` searches by name, words or meaning; the hits go to the quickfix list, best first.
--- - `:LspCodebaseStatus` shows what is indexed.
--- - `:LspCodebaseReindex` builds the index anew.

local search_limit = 50

--- Sends a request and calls `on_result` with what comes back; an error is shown.
---@param client vim.lsp.Client
---@param method string
---@param params table
---@param bufnr integer
---@param on_result fun(result: any)
local function request(client, method, params, bufnr, on_result)
  client:request(method, params, function(err, result)
    if err then
      vim.notify(('lsp-codebase: %s'):format(err.message), vim.log.levels.ERROR)
    else
      on_result(result)
    end
  end, bufnr)
end

--- Returns a hit as a quickfix item: at the name of a definition, else at the start of the hit.
---@param hit table
---@param encoding string
---@return vim.quickfix.entry
local function to_item(hit, encoding)
  local location = { uri = hit.location.uri, range = hit.selectionRange or hit.location.range }
  local item = vim.lsp.util.locations_to_items({ location }, encoding)[1] -- one by one: it sorts what it is given
  item.text = hit.preview
  return item
end

---@param client vim.lsp.Client
---@param bufnr integer
---@param query string
local function search(client, bufnr, query)
  local position = vim.lsp.util.make_position_params(0, client.offset_encoding)
  local params = {
    query = query,
    limit = search_limit,
    pack = 'none',
    textDocument = position.textDocument,
    position = position.position,
  }
  request(client, 'codebase/hybridSearch', params, bufnr, function(result)
    local items = {}
    for _, hit in ipairs(result.hits) do
      items[#items + 1] = to_item(hit, client.offset_encoding)
    end
    local is_weak = result.confidence == 'none' and #items > 0
    local notes = result.notes and (' (%s)'):format(table.concat(result.notes, '; ')) or ''
    local title = (is_weak and 'Nothing matches well; nearest: ' or 'Codebase: ') .. query .. notes
    vim.fn.setqflist({}, ' ', { title = title, items = items })
    if #items == 0 then
      vim.notify('lsp-codebase: no hits' .. notes)
    else
      vim.cmd('botright copen')
    end
  end)
end

---@param status table
---@return string
local function to_line(status)
  local files = status.files
  local line = ('%s: %s, %d of %d files, %d symbols, %d chunks'):format(
    vim.fs.basename(vim.uri_to_fname(status.folder)),
    status.phase,
    files.indexed,
    files.total,
    status.symbols,
    status.chunks
  )
  return status.message and ('%s (%s)'):format(line, status.message) or line
end

---@type vim.lsp.Config
return {
  cmd = { 'lsp-codebase', '--stdio' },
  root_markers = { '.lsp-codebase.toml', '.git' },
  workspace_required = true,
  on_attach = function(client, bufnr)
    vim.api.nvim_buf_create_user_command(bufnr, 'LspCodebaseSearch', function(command)
      search(client, bufnr, command.args)
    end, { nargs = '+', desc = 'Search the codebase by name, words or meaning' })

    vim.api.nvim_buf_create_user_command(bufnr, 'LspCodebaseStatus', function()
      request(client, 'codebase/status', vim.empty_dict(), bufnr, function(statuses)
        vim.notify(table.concat(vim.tbl_map(to_line, statuses), '\n'))
      end)
    end, { desc = 'Show what lsp-codebase has indexed' })

    vim.api.nvim_buf_create_user_command(bufnr, 'LspCodebaseReindex', function()
      request(client, 'codebase/reindex', vim.empty_dict(), bufnr, function() end) -- the server shows its progress
    end, { desc = 'Build the index of lsp-codebase anew' })
  end,
}
