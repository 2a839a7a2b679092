-- What every scenario needs. A scenario begins with `local session = dofile(vim.env.SESSION)` and ends with
-- `session.play(function(seen) ... end)`: what it puts into `seen` is left in the JSON file named by $RESULT.
-- Works in Neovim 0.7 and newer.

local TIMEOUT_MS = 240000
local PAUSE_MS = 100
local session = { notices = {} }

vim.notify = function(text)
  table.insert(session.notices, text)
end

function session.wait(what, condition)
  assert(vim.wait(TIMEOUT_MS, condition, 20), 'timed out: ' .. what .. '\n' .. table.concat(session.notices, '\n'))
end

-- Runs a command and waits for the message that it leads to.
function session.told(command)
  session.notices = {}
  vim.cmd(command)
  session.wait('a message of ' .. command, function()
    return #session.notices > 0
  end)
  return session.notices[1]
end

-- Runs a command, or a function, and waits for the quickfix list that it leads to.
function session.listed(command)
  vim.fn.setqflist({}, 'f')
  if type(command) == 'function' then
    command()
  else
    vim.cmd(command)
  end
  session.wait('hits of ' .. tostring(command), function()
    return vim.fn.getqflist({ size = 0 }).size > 0
  end)
  local list = vim.fn.getqflist({ title = 0, items = 0 })
  local items = vim.tbl_map(function(item)
    return { file = vim.fn.bufname(item.bufnr), line = item.lnum, column = item.col, text = item.text }
  end, list.items)
  vim.cmd('cc 1')
  local first = { word = vim.fn.expand('<cword>'), file = vim.fn.expand('%:t'), line = vim.fn.line('.') }
  vim.cmd('cclose')
  return { title = list.title, items = items, first = first }
end

-- Runs a search and waits for its answer; returns its hits.
function session.answered(command)
  session.notices = {}
  vim.fn.setqflist({}, 'f')
  vim.cmd(command)
  session.wait('an answer to ' .. command, function()
    return vim.fn.getqflist({ size = 0 }).size > 0 or #session.notices > 0
  end)
  vim.cmd('cclose')
  return vim.fn.getqflist()
end

-- Asks until the index is complete; not as fast as it is answered, which no user does.
function session.indexed()
  session.wait('the index', function()
    local is_ready = vim.startswith(session.told('Codebase status'):match(': (%a+)'), 'ready')
    if not is_ready then
      vim.wait(PAUSE_MS)
    end
    return is_ready
  end)
end

-- Presses keys, as typed.
function session.press(keys)
  vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes(keys, true, false, true), 'xt', false)
end

function session.play(run)
  local seen = {}
  local ok, failure = xpcall(run, debug.traceback, seen)
  seen.failure = not ok and failure or nil
  seen.notices = session.notices
  seen.messages = vim.fn.execute('messages')
  vim.fn.writefile({ (vim.json and vim.json.encode or vim.fn.json_encode)(seen) }, vim.env.RESULT)
  vim.cmd('qall!')
end

return session
