; Definitions of Cap'n Proto.

(struct (type_identifier) @name) @definition.struct
(interface (type_identifier) @name) @definition.interface
(enum (enum_identifier) @name) @definition.enum
(enum_field (enum_member) @name) @definition.member
(field (field_identifier) @name) @definition.field
(union_field (field_identifier) @name) @definition.field
(method (method_identifier) @name) @definition.method
(const (const_identifier) @name) @definition.constant
(annotation (annotation_definition_identifier) @name) @definition.function

(comment) @comment
