; Definitions of OCaml interfaces.

(module_definition (module_binding . (module_name) @name)) @definition.module
(module_type_definition (module_type_name) @name) @definition.interface
(value_specification (value_name) @name) @declaration.function
(value_specification (parenthesized_operator (_) @name)) @declaration.function
(external (value_name) @name) @declaration.function
(type_binding name: (type_constructor) @name body: (record_declaration)) @definition.struct
(type_binding name: (type_constructor) @name body: (variant_declaration)) @definition.enum
(type_binding name: (type_constructor) @name) @definition.type
(exception_definition (constructor_declaration (constructor_name) @name)) @definition.class
(constructor_declaration (constructor_name) @name) @definition.member
(field_declaration (field_name) @name) @definition.field
(class_definition (class_binding (class_name) @name)) @definition.class
(class_type_definition (class_type_binding (class_type_name) @name)) @definition.interface
(method_specification (method_name) @name) @declaration.method

(comment) @comment
(open_module) @import
