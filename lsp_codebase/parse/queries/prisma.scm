; Definitions of Prisma schemas.

(model_block (identifier) @name) @definition.class
(model_field field_name: (identifier) @name) @definition.field
(enum_block . (identifier) @name) @definition.enum
(enum_block "{" (identifier) @name @definition.member)
(key_value_block (identifier) @name) @definition.module
(comment) @comment
