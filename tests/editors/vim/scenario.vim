" What a user does in Vim; each answer is a line of JSON in $ANSWERS: its name, then the quickfix list.

function! Answer(name, value) abort
  call writefile([json_encode([a:name, a:value])], $ANSWERS, 'a')
endfunction

function! Hits() abort
  return map(getqflist(), {_, hit -> [bufname(hit.bufnr), hit.lnum, hit.col, hit.valid, hit.text]})
endfunction

function! Wait(condition) abort
  let l:waited = 0
  while l:waited < 2400 && !eval(a:condition)
    sleep 100m
    let l:waited += 1
  endwhile
endfunction

edit measure.js
CodebaseSearch measureWidth
call Answer('search', Hits())
cfirst
call Answer('opened', [expand('%'), getline('.')])

edit! json/decoder.py
call cursor(search('def raw_decode'), 1)
CodebaseSimilar
call Answer('similar', Hits())
wincmd p
call cursor(1, 1)
call search('JSONDecodeError')
CodebaseCallers
call Answer('callers', Hits())
wincmd p

enew!
call setline(1, ['function measureWidth(text) { return "$(touch owned)" + `touch owned`; }', "it's"])
let @z = 'kept'
execute "normal! ggVG\<Esc>"
execute "normal gv\<Plug>(codebase-search)"
call Answer('selection', Hits())
call Answer('register', @z)

CodebaseSearch path:nowhere measureWidth
call Answer('nothing', Hits())

if exists('$VIM_LSP')
  edit! measure.js
  call lsp#enable()
  call Wait('lsp#get_server_status("lsp-codebase") ==# "running"')
  call setqflist([])
  for s:attempt in range(60)
    LspWorkspaceSymbol measureWidth
    sleep 500m
    if !empty(getqflist()) | break | endif
  endfor
  call Answer('symbols', Hits())
  call lsp#stop_server('lsp-codebase')
endif
qall!
