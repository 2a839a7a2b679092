; Definitions of Odin.

(procedure_declaration . (attributes)? . (identifier) @name) @definition.function
(overloaded_procedure_declaration . (attributes)? . (identifier) @name) @definition.function
(struct_declaration . (attributes)? . (identifier) @name) @definition.struct
(enum_declaration . (attributes)? . (identifier) @name) @definition.enum
(enum_declaration "{" (identifier) @name @definition.member)
(union_declaration . (attributes)? . (identifier) @name) @definition.struct
(source_file (const_declaration . (attributes)? . (identifier) @name) @definition.constant)
(source_file (variable_declaration . (attributes)? . (identifier) @name) @definition.variable)
(source_file (var_declaration . (attributes)? . (identifier) @name) @definition.variable)
(struct_declaration (field (identifier) @name) @definition.field)
(comment) @comment
(block_comment) @comment
(import_declaration) @import
