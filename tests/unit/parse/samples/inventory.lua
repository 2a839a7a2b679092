-- Items of a shop.
local M = {}
local util = require("shop.util")
local later = require "shop.later".defer
local cache = require("shop.cache").new()

---@class (exact) shop.Item: shop.Thing
---@field name string
---@alias Price number
---@enum shop.Color
local colors = { red = 1 }

M.VERSION = "1.0"
local MAX_ITEMS = 100

--- Adds an item.
-- @param name the name
function M.add(name, count)
  local function check(n) return n > 0 end
  return check(count)
end

function M:remove(name)
  self.items[name] = nil
end

M.find = function(name)
  return nil
end

local function helper(x)
  return x
end

local compute = function(a, b)
  return a + b
end

function global_function(...)
end

local Stack = {
  push = function(self, value) end,
  size = 0,
}

return M
