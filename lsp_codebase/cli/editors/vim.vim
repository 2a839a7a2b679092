" lsp-codebase in Vim 8.2 or newer. Save this as ~/.vim/plugin/lsp_codebase.vim.
"
" The commands need no plugin: hits go to the quickfix list. Where vim-lsp or yegappan/lsp is installed, its symbol search
" (:LspWorkspaceSymbolSearch, :LspSymbolSearch) knows the whole codebase, too, beside the servers of your languages.

if exists('g:loaded_lsp_codebase') || !executable('lsp-codebase')
  finish
endif
let g:loaded_lsp_codebase = 1

" Ask the program and show what it says: hits as places, sentences as they are. The last argument is never an option.
function! s:ask(command, argument) abort
  let l:words = ['lsp-codebase'] + a:command + ['--', a:argument]
  let l:lines = systemlist(join(map(l:words, 'shellescape(v:val)')))
  call setqflist([], ' ', {
        \ 'title': 'Codebase: ' . a:argument,
        \ 'lines': l:lines,
        \ 'efm': '%f:%l:%c: %m,%f:%l: %m',
        \ })
  botright copen
endfunction

function! s:selected() abort
  let [l:text, l:kind] = [getreg('z'), getregtype('z')]
  silent normal! gv"zy
  let l:selected = getreg('z')
  call setreg('z', l:text, l:kind)
  return l:selected
endfunction

function! s:lines(first, last) abort
  return expand('%') . ':' . a:first . (a:first == a:last ? '' : '-' . a:last)
endfunction

" By name, words or meaning, with filters: :CodebaseSearch lang:go retry with backoff
command! -nargs=+ CodebaseSearch call s:ask(['search', '--no-heading'], <q-args>)
" Code like the definition around the cursor, or like the lines of a range
command! -range CodebaseSimilar call s:ask(['similar', '--no-heading'], s:lines(<line1>, <line2>))
" The lines that call a definition: the one named, or the word under the cursor
command! -nargs=? CodebaseCallers call s:ask(['callers'], empty(<q-args>) ? expand('<cword>') : <q-args>)
xnoremap <silent> <Plug>(codebase-search) :<C-U>call <SID>ask(['search', '--no-heading'], <SID>selected())<CR>
nnoremap <silent> <Plug>(codebase-similar) :CodebaseSimilar<CR>

function! s:root() abort
  let l:path = lsp#utils#get_buffer_path()
  let l:root = lsp#utils#find_nearest_parent_file_directory(l:path, ['.git/', '.hg/', '.svn/', 'lsp-codebase.toml'])
  return empty(l:root) ? getcwd() : l:root
endfunction

augroup lsp_codebase
  autocmd!
  autocmd User lsp_setup call lsp#register_server({
        \ 'name': 'lsp-codebase',
        \ 'cmd': {_ -> ['lsp-codebase', '--stdio']},
        \ 'root_uri': {_ -> lsp#utils#path_to_uri(s:root())},
        \ 'allowlist': ['*'],
        \ })
  autocmd User LspSetup call LspAddServer([{
        \ 'name': 'lsp-codebase',
        \ 'path': 'lsp-codebase',
        \ 'args': ['--stdio'],
        \ 'filetype': getcompletion('', 'filetype'),
        \ 'rootSearch': ['.git/', '.hg/', '.svn/', 'lsp-codebase.toml'],
        \ 'features': {'workspaceSymbol': v:true},
        \ }])
augroup END
