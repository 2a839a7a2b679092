-- Ends as soon as COMMAND, asked again each second, has put hits into the quickfix list.
-- NAME_OF_SERVER is set where a server has to be enabled first, as Neovim's own client does it.

local query = 'how is a password hashed'
local asked = -1000
local server = vim.env.NAME_OF_SERVER
if server ~= nil and server ~= '' then
  vim.lsp.enable(server)
  vim.cmd('edit ' .. vim.env.FILE)
end
vim.notify = function() end

local function has_hits()
  local now = vim.loop.now()
  if now - asked > 1000 then
    asked = now
    pcall(vim.cmd, vim.env.COMMAND .. ' ' .. query) -- unknown until the server is attached
  end
  return vim.fn.getqflist({ size = 0 }).size > 0
end

vim.cmd(vim.wait(300000, has_hits, 20) and 'qall!' or 'cquit')
