-- What a user does in the first second of a session in Neovim: asks once, of an index that is there. Run and read like
-- `scenario.lua`.

local TIMEOUT_MS = 240000
local seen = { notices = {} }

vim.notify = function(text)
  table.insert(seen.notices, text)
end

local function wait(what, condition)
  assert(vim.wait(TIMEOUT_MS, condition, 5), 'timed out: ' .. what)
end

local function run()
  vim.lsp.enable('lsp_codebase')
  vim.cmd.edit('json/decoder.py')
  wait('a client', function()
    return #vim.lsp.get_clients({ name = 'lsp_codebase' }) > 0
  end)
  local begin = vim.uv.hrtime()
  local client = vim.lsp.get_clients({ name = 'lsp_codebase' })[1]
  local answer = client:request_sync('workspace/symbol', { query = 'scanstring' }, TIMEOUT_MS)
  seen.symbols = vim.tbl_map(function(symbol)
    return symbol.name
  end, answer.result)
  vim.cmd('LspCodebaseSearch measureWidth')
  wait('an answer', function()
    return vim.fn.getqflist({ size = 0 }).size > 0 or #seen.notices > 0
  end)
  seen.milliseconds = (vim.uv.hrtime() - begin) / 1e6
  seen.hits = vim.tbl_map(function(item)
    return item.text
  end, vim.fn.getqflist())
end

local ok, failure = pcall(run)
seen.failure = not ok and failure or nil
vim.fn.writefile({ vim.json.encode(seen) }, vim.env.RESULT)
vim.cmd('qall!')
