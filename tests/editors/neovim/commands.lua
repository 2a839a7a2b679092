-- `:Codebase` in every version of Neovim: from the start screen, on ranges, with a bang, into registers and buffers.

local session = dofile(vim.env.SESSION)

local function lines()
  return vim.api.nvim_buf_get_lines(0, 0, -1, false)
end

local function wait_for_buffer(name)
  session.wait('the buffer ' .. name, function()
    return vim.fn.bufname('%') == name
  end)
  return lines()
end

local function go_to(file, pattern)
  vim.cmd('edit ' .. file)
  vim.cmd('filetype detect')
  assert(vim.fn.search(pattern, 'cw') > 0, pattern)
end

-- Returns how often the plugin merges tables while something is done.
local function merges_of(action)
  local count, own = 0, { tbl_extend = vim.tbl_extend, tbl_deep_extend = vim.tbl_deep_extend }
  for name, merge in pairs(own) do
    vim[name] = function(...)
      count = count + (debug.getinfo(2, 'S').source:find('lua/lsp_codebase', 1, true) and 1 or 0)
      return merge(...)
    end
  end
  action()
  for name, merge in pairs(own) do
    vim[name] = merge
  end
  return count
end

session.play(function(seen)
  local settings = { lspCodebase = { index = { exclude = { 'json/tool.py' } } } }
  require('lsp_codebase').setup({ server = { settings = settings } })
  seen.version = vim.version().minor
  seen.on_start_screen = vim.fn.bufname('%') == ''
  seen.status_first = session.told('Codebase status')
  session.indexed()
  seen.merges = merges_of(function()
    session.told('Codebase status')
    seen.search = session.listed('Codebase search measureWidth')
  end)
  seen.limited = #session.listed('Codebase 3 search decode a document').items
  seen.old_name = session.listed('LspCodebaseSearch measureWidth').title
  seen.weak = session.listed('Codebase search zzqx flurb wombat').title
  seen.noted = session.listed('Codebase search measureWidth lang:klingon').title
  seen.none = session.told('Codebase search measureWidth path:nowhere')
  seen.excluded = session.told('Codebase search main path:tool.py')
  seen.unknown = session.told('Codebase serch x')

  go_to('json/decoder.py', 'def raw_decode')
  local first = vim.fn.line('.')
  seen.similar_here = session.listed('Codebase similar')
  go_to('json/decoder.py', 'def raw_decode')
  vim.keymap.set('x', 'gs', '<Plug>(codebase-similar)')
  seen.similar_range = session.listed(function()
    session.press('Vjjjgs')
  end)
  seen.range = { first, first + 3 }
  go_to('json/decoder.py', 'def raw_decode')
  session.press('wwve<Esc>')
  seen.selected = session.listed("'<,'>Codebase search").title
  seen.symbols = session.listed('Codebase symbols JSONDec')

  go_to('json/decoder.py', 'def raw_decode')
  seen.callers = session.listed('Codebase calls')
  go_to('json/decoder.py', 'def raw_decode')
  seen.callees = session.listed('Codebase calls callees')
  seen.callers_by_name = session.listed('Codebase calls callers JSONDecoder.raw_decode')
  seen.calls_of_nothing = session.told('Codebase calls no_such_name_at_all')

  go_to('json/decoder.py', 'def raw_decode')
  vim.api.nvim_buf_set_lines(0, -1, -1, false, { 'def typed_and_not_saved():', '    return 1' })
  repeat -- a question waits for what was just typed, but not long
    local found = session.answered('Codebase symbols typed_and_not_saved')
  until #found > 0
  seen.unsaved = session.listed('Codebase symbols typed_and_not_saved').first
  vim.cmd('edit!')

  go_to('json/decoder.py', 'def raw_decode')
  seen.context_told = session.told('Codebase context')
  seen.context = vim.fn.getreg('"')
  session.told('2,4Codebase context')
  seen.context_lines = vim.fn.getreg('"')
  session.told('Codebase context how is a document decoded')
  seen.context_query = vim.fn.getreg('"')

  vim.cmd('edit measure.js')
  vim.cmd('Codebase! tree')
  seen.tree = wait_for_buffer('lsp-codebase://tree')
  assert(vim.fn.search('decoder.py', 'cw') > 0)
  session.press('gf')
  seen.opened = vim.fn.expand('%:p')
  vim.cmd('wincmd p')
  vim.cmd('Codebase! tree')
  wait_for_buffer('lsp-codebase://tree')
  assert(vim.fn.search('Class JSONDecodeError', 'cw') > 0)
  session.press('<CR>')
  session.wait('the definition', function()
    return vim.fn.expand('<cword>') == 'JSONDecodeError'
  end)
  seen.opened_line = vim.fn.getline('.')
  vim.cmd('silent only')

  vim.cmd('Codebase! status')
  seen.status = wait_for_buffer('lsp-codebase://status')
  vim.cmd('Codebase doctor')
  seen.doctor = wait_for_buffer('lsp-codebase://doctor')
  vim.cmd('silent only | enew')

  seen.subcommands = vim.fn.getcompletion('Codebase ', 'cmdline')
  seen.filters = vim.fn.getcompletion('Codebase search la', 'cmdline')
  seen.languages = vim.fn.getcompletion('Codebase search x lang:', 'cmdline')
  seen.kinds = vim.fn.getcompletion('Codebase search x kind:cl', 'cmdline')
  seen.paths = vim.fn.getcompletion('Codebase search x -path:js', 'cmdline')

  seen.stopped = session.told('Codebase stop')
  vim.cmd('Codebase log')
  seen.log = vim.fn.expand('%:t')
  vim.cmd('close')
  vim.cmd('edit measure.js')
  seen.restarted = session.told('Codebase restart')
  seen.after_restart = session.listed('Codebase search measureWidth').first
  vim.cmd('Codebase reindex')
  session.indexed()
  seen.after_reindex = session.listed('Codebase search measureWidth').first
end)
