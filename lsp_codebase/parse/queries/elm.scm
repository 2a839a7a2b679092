; Definitions of Elm. An annotation and the value below it are one symbol.

(module_declaration name: (_) @name) @definition.module
(type_alias_declaration name: (_) @name) @definition.struct
(type_declaration name: (_) @name) @definition.enum
(union_variant name: (_) @name) @definition.member
(field_type name: (_) @name) @definition.field
(type_annotation name: (_) @name) @definition.function
(value_declaration (function_declaration_left . (lower_case_identifier) @name)) @definition.function
(port_annotation name: (_) @name) @declaration.function

(line_comment) @comment
(block_comment) @comment
(import_clause) @import
