; Definitions of Protocol Buffers.

(package (full_ident) @name) @definition.package
(message (message_name) @name) @definition.struct
(enum (enum_name) @name) @definition.enum
(enum_field . (identifier) @name) @definition.member
(field (identifier) @name) @definition.field
(map_field (identifier) @name) @definition.field
(oneof . (identifier) @name) @definition.field
(oneof_field (identifier) @name) @definition.field
(service (service_name) @name) @definition.interface
(rpc (rpc_name) @name) @definition.method
(extend (full_ident) @name) @scope

(comment) @comment
(import) @import
