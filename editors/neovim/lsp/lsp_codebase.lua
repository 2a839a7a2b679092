---@brief
---
--- One language server for the whole codebase: workspace symbols over all languages, and hybrid code search. It runs
--- beside the servers of your languages, in every buffer of a folder with an `lsp-codebase.toml` or `.git`.
---
--- Install the server with `uv tool install .` or `pipx install .` in its checkout, put the plugin in `editors/neovim`
--- of that checkout on the 'runtimepath', and enable it:
---
--- ```lua
--- vim.lsp.enable('lsp_codebase')
--- ```
---
--- See `:help lsp-codebase`.

---@type vim.lsp.Config
return require('lsp_codebase.config').server_defaults()
