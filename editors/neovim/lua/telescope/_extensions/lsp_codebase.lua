--- `:Telescope lsp_codebase`, and `:Telescope lsp_codebase symbols`.

local function exported(name)
  return function(options)
    local search = require('lsp_codebase.search')
    search[name](options.query or options.default_text, {
      live = true,
      picker = 'telescope',
      picker_options = options,
      limit = options.limit,
    })
  end
end

return require('telescope').register_extension({
  exports = {
    lsp_codebase = exported('search'),
    search = exported('search'),
    symbols = exported('symbols'),
    similar = function(options)
      require('lsp_codebase.search').similar({ picker = 'telescope', picker_options = options })
    end,
  },
})
