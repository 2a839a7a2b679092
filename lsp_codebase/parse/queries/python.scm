; Definitions of Python. A decorated definition spans its decorators. Of conditions every branch is read; locals are left
; out later.

(decorated_definition definition: (_) @_inner) @wrapper
(class_definition name: (identifier) @name) @definition.class
(decorated_definition
  (decorator [(identifier) @_decorator (attribute attribute: (identifier) @_decorator)])
  definition: (function_definition name: (identifier) @name) @declaration.function (#eq? @_decorator "overload"))
(function_definition name: (identifier) @name) @definition.function

(assignment left: (identifier) @name right: (lambda)) @definition.function
(module (assignment left: (identifier) @name) @definition.variable)
(module (assignment left: [(pattern_list (identifier) @name) (tuple_pattern (identifier) @name)]) @definition.variable)
(module (assignment right: (assignment left: (identifier) @name)) @definition.variable)
(module (assignment right: (assignment right: (assignment left: (identifier) @name))) @definition.variable)
([(if_statement (block (assignment left: (identifier) @name) @definition.variable))
  (elif_clause (block (assignment left: (identifier) @name) @definition.variable))
  (else_clause (block (assignment left: (identifier) @name) @definition.variable))
  (try_statement (block (assignment left: (identifier) @name) @definition.variable))
  (except_clause (block (assignment left: (identifier) @name) @definition.variable))])
(class_definition body: (block (assignment left: (identifier) @name) @definition.field))
(class_definition body: (block (assignment left: [(pattern_list (identifier) @name) (tuple_pattern (identifier) @name)]) @definition.field))
(class_definition body: (block (assignment right: (assignment left: (identifier) @name)) @definition.field))
(type_alias_statement left: (type [(identifier) @name (generic_type . (identifier) @name)])) @definition.type

(comment) @comment
(module . (comment)* . (string) @docstring)
(class_definition name: (_) @name body: (block . (string) @docstring))
(function_definition name: (_) @name body: (block . (string) @docstring))

(import_statement) @import
(import_from_statement) @import
(future_import_statement) @import
