-- Questions while the index is made, a stop and going on; and that a live question gives up the one before.

local session = dofile(vim.env.SESSION)

local function title_of(query)
  session.answered('Codebase search ' .. query)
  return session.notices[1] or vim.fn.getqflist({ title = 0 }).title
end

local function live_questions(seen)
  local sent = {}
  vim.api.nvim_create_autocmd('LspRequest', {
    callback = function(event)
      if event.data.request.method == 'codebase/symbols' then
        table.insert(sent, event.data.request.type)
      end
    end,
  })
  local client = require('lsp_codebase.client')
  local live = require('lsp_codebase.live').new(function(query, on_items)
    return client.request('codebase/symbols', { query = query, limit = 1000 }, function(answer)
      on_items(answer.hits, query)
    end)
  end)
  local answered = {}
  local function ask(query)
    live.ask(query, function(_, title)
      table.insert(answered, title)
    end)
  end
  for _, query in ipairs({ 'd', 'de', 'dec' }) do
    ask(query)
  end
  session.wait('one question', function()
    return #sent > 0
  end)
  ask('deco')
  session.wait('an answer', function()
    return #answered > 0
  end)
  vim.wait(500)
  seen.sent, seen.answered = sent, answered
end

session.play(function(seen)
  seen.titles = {}
  local is_ready
  repeat
    local title = title_of('decode')
    is_ready = title == 'Codebase: decode'
    table.insert(seen.titles, title)
    if title:find('still indexing', 1, true) and not seen.stopped then
      seen.stopped = session.told('Codebase stop')
      vim.cmd('Codebase resume')
    end
  until is_ready
  live_questions(seen)
end)
