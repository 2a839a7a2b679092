; Definitions of Lua. `function M.add` and `function M:add` belong to `M`. A local name for a module that is required
; defines nothing. Types stand in comments alone: `---@class shop.Item: shop.Thing`.

(function_declaration name: (identifier) @name) @definition.function
(function_declaration name: (dot_index_expression table: (_) @container field: (identifier) @name)) @definition.function
(function_declaration name: (method_index_expression table: (_) @container method: (identifier) @name)) @definition.method
(assignment_statement
  (variable_list name: (dot_index_expression table: (_) @container field: (identifier) @name))
  (expression_list value: (function_definition))) @definition.function
(assignment_statement
  (variable_list name: (bracket_index_expression table: (_) @container field: (string content: (_) @name)))
  (expression_list value: (function_definition))) @definition.function
(variable_declaration (assignment_statement
  (variable_list name: (identifier) @name)
  (expression_list value: (function_definition)))) @definition.function
(assignment_statement (variable_list name: (identifier) @name) (expression_list value: (function_definition))) @definition.function
(field name: (identifier) @name value: (function_definition)) @definition.method
((chunk (variable_declaration (assignment_statement (variable_list name: (identifier) @name) (expression_list) @_values))
  @definition.variable) (#not-match? @_values "^require\\b *([(] *)?(\"[^\"]*\"|'[^']*') *[)]?([.]\\w+)*$"))
(chunk (variable_declaration (variable_list name: (identifier) @name)) @definition.variable)
(chunk (assignment_statement (variable_list name: (identifier) @name)) @definition.variable)
(chunk (assignment_statement (variable_list name: (dot_index_expression table: (identifier) @container field: (identifier) @name))) @definition.field)

((comment) @name @definition.annotated (#match? @name "^---? ?@(class|enum|alias) "))

((variable_declaration (assignment_statement (expression_list) @_values)) @import (#match? @_values "^require\\b"))

; Tests of Busted.
(function_call name: (identifier) @_group arguments: (arguments . (string) @name (function_definition))
  (#any-of? @_group "describe" "context" "insulate" "expose")) @definition.group
(function_call name: (identifier) @_case arguments: (arguments . (string) @name (function_definition))
  (#any-of? @_case "it" "spec" "test")) @definition.case

(comment) @comment
