-- `:Codebase history`: of the definition under the cursor, of a range, by words; a commit and a file are opened from it.

local session = dofile(vim.env.SESSION)

-- Runs a command and waits for the buffer that it shows.
local function shown(command, name)
  if type(command) == 'string' then
    vim.cmd(command)
  else
    command()
  end
  session.wait('the buffer ' .. name, function()
    return vim.fn.bufname('%') == name
  end)
  local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  vim.cmd('close')
  return lines
end

local history = 'lsp-codebase://history'

session.play(function(seen)
  require('lsp_codebase').setup({})
  session.indexed()
  vim.cmd('edit money.py')
  vim.fn.search('return', 'cw')
  seen.of_definition = shown('Codebase history', history)
  seen.of_range = shown('1,1Codebase history', history)
  seen.by_words = shown('Codebase history charge the customer', history)
  seen.of_nothing = session.told('Codebase history xyzzyqqq')
  vim.cmd('edit money.py')
  vim.cmd('Codebase 1 history')
  session.wait('the commits', function()
    return vim.fn.bufname('%') == history
  end)
  seen.cut = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  vim.fn.search('Round to cents', 'w')
  seen.commit = shown(function()
    session.press('<CR>')
  end, 'lsp-codebase://commit')
  vim.fn.search('^  money', 'w')
  session.press('wgf')
  seen.opened = vim.fn.expand('%:t')
end)
