-- The first question in a codebase that has no index: asked once.

local session = dofile(vim.env.SESSION)

session.play(function(seen)
  vim.cmd('Codebase search measureWidth')
  session.wait('hits', function()
    return vim.fn.getqflist({ size = 0 }).size > 0
  end)
  seen.title = vim.fn.getqflist({ title = 0 }).title
  seen.told = session.notices
end)
