-- What is said where there is no program, where it is another one, and where everything would be indexed.

local session = dofile(vim.env.SESSION)

session.play(function(seen)
  seen.told = session.told('Codebase search x')
  vim.cmd('checkhealth lsp_codebase')
  seen.health = table.concat(vim.api.nvim_buf_get_lines(0, 0, -1, false), '\n')
end)
