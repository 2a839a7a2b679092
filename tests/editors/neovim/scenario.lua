-- What a user does in Neovim with the shipped configuration. Run with `nvim --headless -S`; what every step saw is
-- left in the JSON file named by $RESULT.

local TIMEOUT_MS = 240000
local seen = { progress = {}, notices = {} }

vim.notify = function(text)
  table.insert(seen.notices, text)
end

vim.api.nvim_create_autocmd('LspProgress', {
  callback = function(args)
    table.insert(seen.progress, args.data.params.value)
  end,
})

local function wait(what, condition)
  assert(vim.wait(TIMEOUT_MS, condition, 20), 'timed out: ' .. what)
end

local function ended(times)
  return function()
    return #vim.tbl_filter(function(value)
      return value.kind == 'end'
    end, seen.progress) >= times
  end
end

local function symbols(query)
  local items
  vim.lsp.buf.workspace_symbol(query, {
    on_list = function(list)
      items = list.items
    end,
  })
  wait('symbols of ' .. query, function()
    return items ~= nil
  end)
  return items
end

-- Jumps to the first entry of the quickfix list and tells what stands under the cursor.
local function first_hit()
  vim.cmd('cc 1')
  local hit = { word = vim.fn.expand('<cword>'), file = vim.fn.expand('%:t'), line = vim.fn.line('.') }
  vim.cmd('cclose')
  return hit
end

local function search(query)
  vim.fn.setqflist({}, 'f')
  vim.cmd('LspCodebaseSearch ' .. query)
  wait('hits of ' .. query, function()
    return vim.fn.getqflist({ size = 0 }).size > 0
  end)
  local list = vim.fn.getqflist({ title = 0, items = 0 })
  local texts = vim.tbl_map(function(item)
    return item.text
  end, list.items)
  return { title = list.title, texts = texts, first = first_hit() }
end

local function run()
  vim.lsp.enable('lsp_codebase')
  vim.cmd.edit('json/decoder.py')
  wait('a client', function()
    return #vim.lsp.get_clients({ name = 'lsp_codebase' }) > 0
  end)
  local client = vim.lsp.get_clients({ name = 'lsp_codebase' })[1]
  seen.encoding = client.offset_encoding
  seen.root = client.root_dir
  wait('the end of indexing', ended(1))
  seen.first_run = vim.deepcopy(seen.progress)

  seen.symbols = symbols('scanstring')
  vim.cmd.edit('measure.js') -- Neovim 0.11 counts the columns of a symbol in the current buffer, whatever its file
  seen.measure = symbols('measureWidth')
  vim.cmd.edit('json/decoder.py')
  seen.search = search('measureWidth')
  seen.meaning = search('decode a json document')
  seen.noted = search('measureWidth lang:klingon').title
  seen.weak = search('zzqx flurb wombat').title

  vim.cmd.edit('json/decoder.py')
  vim.fn.append(vim.fn.line('$'), { '', '', 'def freshly_saved_function():', '    return 1' })
  vim.cmd.write()
  wait('the saved function', function()
    local answer = client:request_sync('workspace/symbol', { query = 'freshly_saved_function' }, TIMEOUT_MS)
    return #answer.result > 0
  end)
  seen.saved = symbols('freshly_saved_function')

  seen.notices = {}
  vim.cmd('LspCodebaseStatus')
  wait('a status', function()
    return #seen.notices > 0
  end)
  seen.status = seen.notices

  seen.progress = {}
  vim.cmd('LspCodebaseReindex')
  wait('the end of the second indexing', ended(1))
  seen.second_run = seen.progress
end

local ok, failure = pcall(run)
seen.failure = not ok and failure or nil
vim.fn.writefile({ vim.json.encode(seen) }, vim.env.RESULT)
vim.cmd('qall!')
