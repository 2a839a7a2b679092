; Definitions of Thrift.

(struct_definition type: (identifier) @name) @definition.struct
(union_definition type: (identifier) @name) @definition.struct
(exception_definition . (identifier) @name) @definition.class
(enum_definition type: (identifier) @name) @definition.enum
(enum_definition (identifier) @name @definition.member)
(service_definition "service" . (identifier) @name) @definition.interface
(function_definition (identifier) @name) @definition.method
(const_definition (identifier) @name) @definition.constant
(typedef_definition (typedef_identifier) @name) @definition.type
(field (identifier) @name) @definition.field
(comment) @comment
