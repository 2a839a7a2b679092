; Definitions of Starlark.

(function_definition name: (identifier) @name) @definition.function
(module (expression_statement (assignment left: (identifier) @name)) @definition.variable)
(module (expression_statement (call arguments: (argument_list (keyword_argument name: (identifier) @_name value: (string (string_content) @name)))
  (#eq? @_name "name"))) @definition.class)
(function_definition name: (identifier) @name body: (block . (expression_statement (string) @docstring)))
(comment) @comment
(module (expression_statement (call function: (identifier) @_load (#eq? @_load "load"))) @import)
