; Definitions of Prisma schemas.

(model_block (identifier) @name) @definition.class
(model_field field_name: (identifier) @name) @definition.field
(enum_block . (identifier) @name) @definition.enum
(comment) @comment
