; Definitions of Odin.

(procedure_declaration . (identifier) @name) @definition.function
(struct_declaration . (identifier) @name) @definition.struct
(enum_declaration . (identifier) @name) @definition.enum
(union_declaration . (identifier) @name) @definition.struct
(source_file (const_declaration . (identifier) @name) @definition.constant)
(source_file (variable_declaration . (identifier) @name) @definition.variable)
(struct_declaration (field . (identifier) @name) @definition.field)
(comment) @comment
(block_comment) @comment
(import_declaration) @import
