--- Asks while someone types: once the keys rest, and never for two texts at once.

local config = require('lsp_codebase.config')

local M = {}

---@class lsp_codebase.Live
---@field ask fun(query: string, on_items: fun(items: table[], title: string))
---@field close fun()

--- Makes a live question of `source(query, on_items) -> cancel`. The answer to a text that was typed over is dropped.
---@param source fun(query: string, on_items: fun(items: table[], title: string)): fun()?
---@return lsp_codebase.Live
function M.new(source)
  local turn, cancel = 0, nil

  local function drop()
    turn = turn + 1
    if cancel then
      cancel()
      cancel = nil
    end
  end

  local function ask(query, on_items)
    drop()
    local own = turn
    vim.defer_fn(function()
      if own == turn then
        cancel = source(query, function(items, title)
          if own == turn then
            on_items(items, title)
          end
        end)
      end
    end, config.values.debounce_ms)
  end

  return { ask = ask, close = drop }
end

return M
