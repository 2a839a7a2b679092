" Doc.
function! s:Foo(x) abort
endfunction
let g:bar = 1
command! Baz echo 1
augroup X

const s:limit = 10
augroup END
