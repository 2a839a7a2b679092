; Definitions of Gleam.

(function name: (identifier) @name) @definition.function
(type_definition (type_name name: (type_identifier) @name)) @definition.enum
(data_constructor name: (constructor_name) @name) @definition.member
(type_alias (type_name name: (type_identifier) @name)) @definition.type
(constant name: (identifier) @name) @definition.constant
(comment) @comment
(module_comment) @comment
(statement_comment) @comment
(import) @import
