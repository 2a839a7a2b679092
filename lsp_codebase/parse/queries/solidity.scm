; Definitions of Solidity.

(contract_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name) @definition.interface
(library_declaration name: (identifier) @name) @definition.class
(struct_declaration name: (identifier) @name) @definition.struct
(struct_member name: (identifier) @name) @definition.field
(enum_declaration name: (identifier) @name) @definition.enum
(enum_value) @name @definition.member
(function_definition name: (identifier) @name) @definition.function
(constructor_definition "constructor" @name) @definition.constructor
(fallback_receive_definition ["receive" "fallback"] @name) @definition.method
(modifier_definition name: (identifier) @name) @definition.method
(event_definition name: (identifier) @name) @definition.event
(error_declaration name: (identifier) @name) @definition.struct
(state_variable_declaration name: (identifier) @name) @definition.field
(constant_variable_declaration name: (identifier) @name) @definition.constant
(user_defined_type_definition name: (identifier) @name) @definition.type

(comment) @comment
(import_directive) @import
