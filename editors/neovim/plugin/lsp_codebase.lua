-- The commands and mappings of lsp-codebase, there before any buffer is opened; what they do is loaded at first use.

if vim.g.loaded_lsp_codebase then
  return
end
vim.g.loaded_lsp_codebase = true

if vim.fn.has('nvim-0.7') == 0 then
  vim.api.nvim_echo({ { 'lsp-codebase needs Neovim 0.7 or newer', 'WarningMsg' } }, true, {})
  return
end

vim.api.nvim_create_user_command('Codebase', function(command)
  require('lsp_codebase.commands').run(command)
end, {
  nargs = '*',
  bang = true,
  range = true,
  complete = function(lead, line, position)
    return require('lsp_codebase.complete').candidates(lead, line:sub(1, position))
  end,
  desc = 'Search the codebase, and what else lsp-codebase can do',
})

for name, subcommand in pairs({ Search = 'search', Status = 'status', Reindex = 'reindex' }) do
  vim.api.nvim_create_user_command('LspCodebase' .. name, function(command)
    vim.cmd(('Codebase %s %s'):format(subcommand, command.args))
  end, { nargs = '*', desc = ':Codebase ' .. subcommand })
end

local function map(modes, name, call, desc)
  vim.keymap.set(modes, ('<Plug>(codebase-%s)'):format(name), call, { desc = desc, silent = true })
end

-- `:` in Visual mode begins with the range; a count is the most hits that are asked for.
local function run(subcommand)
  return function()
    local count = vim.v.count > 0 and vim.v.count .. ' ' or ''
    vim.cmd(('Codebase %s%s'):format(count, subcommand))
  end
end

map('n', 'search', run('search'), 'Search the codebase')
map('x', 'search', ':Codebase search<CR>', 'Search the codebase for the selection')
map('n', 'word', function()
  run('search ' .. vim.fn.expand('<cword>'))()
end, 'Search the codebase for the word under the cursor')
map('n', 'symbols', run('symbols'), 'Find definitions by name')
map('n', 'similar', run('similar'), 'Find code like the definition under the cursor')
map('x', 'similar', ':Codebase similar<CR>', 'Find code like the selected lines')
map('n', 'callers', run('calls callers'), 'List what calls the definition under the cursor')
map('n', 'callees', run('calls callees'), 'List what the definition under the cursor calls')
map('n', 'tree', run('tree'), 'Draw the codebase')
map('n', 'context', run('context'), 'Copy the definition under the cursor with what it needs')
map('n', 'history', run('history'), 'List the commits of the definition under the cursor')
map('x', 'history', ':Codebase history<CR>', 'List the commits of the selected lines')
map('x', 'context', ':Codebase context<CR>', 'Copy the selected lines with their place')
