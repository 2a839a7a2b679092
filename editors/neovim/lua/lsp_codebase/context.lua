--- Code for a model, in a register: some lines with their place, a definition with what it needs, or what answers a
--- question.

local answer = require('lsp_codebase.answer')
local client = require('lsp_codebase.client')
local config = require('lsp_codebase.config')
local root = require('lsp_codebase.root')

local M = {}

local RELATIONS = { caller = 'called by', callee = 'calls' }

local function relative(path)
  local folder = root.wanted(vim.api.nvim_get_current_buf()) or vim.fn.getcwd()
  return path:sub(1, #folder + 1) == folder .. '/' and path:sub(#folder + 2) or vim.fn.fnamemodify(path, ':~')
end

--- Returns lines as a block of Markdown below their place.
local function block(path, first, last, heading, language, text)
  local fence = '```'
  while text:find(fence, 1, true) do
    fence = fence .. '`'
  end
  local name = heading and ('  %s'):format(heading) or ''
  return ('%s:%d-%d%s\n%s%s\n%s\n%s'):format(relative(path), first, last, name, fence, language, text, fence)
end

--- Returns a hit with its context around it and the calls to and from it below.
local function hit_block(hit)
  local parts = {}
  local path, range = vim.uri_to_fname(hit.location.uri), hit.location.range
  for _, piece in ipairs(hit.context or {}) do
    table.insert(parts, piece.text)
  end
  table.insert(parts, hit.text)
  local text = table.concat(parts, #parts > 1 and '\n…\n' or '')
  local out = { block(path, range.start.line + 1, range['end'].line + 1, answer.definition(hit), hit.language, text) }
  for _, one in ipairs(hit.related or {}) do
    local place = ('%s:%d'):format(relative(vim.uri_to_fname(one.location.uri)), one.location.range.start.line + 1)
    table.insert(out, ('%s %s  %s  %s'):format(RELATIONS[one.relation], answer.definition(one), place, one.preview))
  end
  return table.concat(out, '\n')
end

--- Puts text into the register that is set, and into the unnamed one; says how much it is.
local function yank(text, subject, remarks)
  local register = config.values.register
  if register == '+' and vim.fn.has('clipboard') == 0 then
    register = '"'
  end
  vim.fn.setreg('"', text)
  vim.fn.setreg(register, text)
  table.insert(remarks, 1, ('about %d tokens in register %s'):format(math.ceil(#text / 4), register))
  client.tell(('%s: %s'):format(subject, table.concat(remarks, '; ')))
end

--- Asks for hits with their context and yanks them.
local function yank_hits(params, subject)
  params.pack, params.maxChars = 'context', math.min(config.values.context_tokens * 4, 200000)
  params.effort = 'thorough'
  client.request('codebase/hybridSearch', params, function(result)
    local blocks = {}
    for _, hit in ipairs(result.hits) do
      if hit.text then
        table.insert(blocks, hit_block(hit))
      end
    end
    if #blocks == 0 then
      return client.tell(('no code for %s'):format(answer.title(subject, result):gsub('^Codebase: ', '')))
    end
    if result.confidence == 'none' then
      table.insert(blocks, 1, 'Nothing matches well; this is the nearest.')
    end
    yank(table.concat(blocks, '\n\n') .. '\n', subject, answer.remarks(result))
  end)
end

--- Yanks the lines of the current buffer, with their place.
local function yank_lines(first, last)
  local path = vim.api.nvim_buf_get_name(0)
  local text = table.concat(vim.api.nvim_buf_get_lines(0, first - 1, last, false), '\n')
  last = math.min(last, vim.api.nvim_buf_line_count(0))
  yank(block(path, first, last, nil, vim.bo.filetype, text) .. '\n', vim.fn.fnamemodify(path, ':t'), {})
end

--- Yanks the definition under the cursor, with what it uses, what it calls and what calls it.
local function yank_definition()
  local uri = vim.uri_from_bufnr(0)
  local path = vim.api.nvim_buf_get_name(0)
  client.request('codebase/definitions', { uri = uri, line = vim.fn.line('.') - 1, limit = 1 }, function(result)
    local hit = result.hits[1]
    if not hit then
      local state = answer.state(result.index)
      return client.tell('no definition is under the cursor' .. (state and (' (%s)'):format(state) or ''))
    end
    local definition = hit.definition
    local name = (definition.container and definition.container .. '.' or '') .. definition.name
    local escaped = relative(path):gsub('[%*%?%[%]{}\\!#]', '\\%0')
    yank_hits({ query = name, mode = 'symbol', include = { '/' .. escaped }, limit = 1 }, name)
  end)
end

--- Yanks code for a model.
---@param options? { query?: string, lines?: integer[], limit?: integer }
function M.yank(options)
  options = options or {}
  if options.query and options.query ~= '' then
    yank_hits({ query = options.query, limit = options.limit or 30 }, options.query)
  elseif options.lines then
    yank_lines(options.lines[1], options.lines[2])
  else
    yank_definition()
  end
end

return M
