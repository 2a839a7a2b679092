-- `:checkhealth lsp_codebase` before and after the server runs, `:help`, and options that are wrong.

local session = dofile(vim.env.SESSION)

local function report()
  vim.cmd('checkhealth lsp_codebase')
  local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
  vim.cmd('bwipeout!')
  return table.concat(lines, '\n')
end

session.play(function(seen)
  seen.before = report()
  seen.wrong_name = select(2, pcall(require('lsp_codebase').setup, { limits = 3 }))
  seen.wrong_type = select(2, pcall(require('lsp_codebase').setup, { limit = '3' }))
  seen.wrong_picker = select(2, pcall(require('lsp_codebase').setup, { picker = 'fzf' }))
  require('lsp_codebase').setup({ picker = 'telescope' })
  session.indexed()
  seen.after = report()

  seen.link = { require('lsp_codebase.tree').path({ '/r/', '  src/ (1 file)', '    a (symbolic link)' }, 3) }
  local short = vim.fn.tempname()
  vim.fn.writefile({ 'one', 'two' }, short)
  require('lsp_codebase.picker').open({ filename = short, lnum = 9, col = 1 })
  seen.row = vim.fn.line('.')

  local docs = vim.fn.fnamemodify(vim.fn.tempname(), ':h') .. '/plugin/doc'
  vim.fn.mkdir(docs, 'p')
  local shipped = vim.api.nvim_get_runtime_file('doc/lsp_codebase.txt', false)[1]
  vim.fn.writefile(vim.fn.readfile(shipped), docs .. '/lsp_codebase.txt')
  vim.cmd('helptags ' .. docs) -- fails on a tag that is there twice
  vim.opt.runtimepath:append(vim.fn.fnamemodify(docs, ':h'))
  seen.tags = vim.tbl_map(function(line)
    return vim.split(line, '\t')[1]
  end, vim.fn.readfile(docs .. '/tags'))
  vim.cmd('help lsp-codebase')
  seen.help = vim.fn.expand('%:t')
  seen.help_text = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
  vim.cmd('close')
  seen.subcommands = require('lsp_codebase.commands').names()
  seen.plugs = vim.tbl_map(function(mapping)
    return mapping.lhs
  end, vim.tbl_filter(function(mapping)
    return mapping.lhs:match('codebase')
  end, vim.list_extend(vim.api.nvim_get_keymap('n'), vim.api.nvim_get_keymap('x'))))
end)
