; Definitions of GraphQL: schemas and operations.

(object_type_definition (name) @name) @definition.class
(interface_type_definition (name) @name) @definition.interface
(union_type_definition (name) @name) @definition.type
(enum_type_definition (name) @name) @definition.enum
(enum_value_definition (enum_value (name) @name)) @definition.member
(input_object_type_definition (name) @name) @definition.struct
(scalar_type_definition (name) @name) @definition.type
(directive_definition (name) @name) @definition.function
(object_type_extension (name) @name) @scope
(interface_type_extension (name) @name) @scope
(enum_type_extension (name) @name) @scope
(input_object_type_extension (name) @name) @scope
(field_definition (name) @name) @definition.field
(input_fields_definition (input_value_definition (name) @name) @definition.field)
(operation_definition (name) @name) @definition.function
(fragment_definition (fragment_name (name) @name)) @definition.function

(comment) @comment
(object_type_definition (description) @docstring (name) @name)
(interface_type_definition (description) @docstring (name) @name)
(enum_type_definition (description) @docstring (name) @name)
(input_object_type_definition (description) @docstring (name) @name)
(field_definition (description) @docstring (name) @name)
