; Definitions of OCaml, implementation and interface.

(module_definition (module_binding . (module_name) @name)) @definition.module
(module_type_definition (module_type_name) @name) @definition.interface
(value_definition . (let_binding pattern: [(value_name) @name (parenthesized_operator (_) @name)] (parameter)) .) @definition.function
(value_definition . (let_binding pattern: (value_name) @name body: [(fun_expression) (function_expression)]) .) @definition.function
(let_binding pattern: [(value_name) @name (parenthesized_operator (_) @name)] (parameter)) @definition.function
(let_binding pattern: (value_name) @name body: [(fun_expression) (function_expression)]) @definition.function
(value_definition (let_binding pattern: (parenthesized_operator (_) @name))) @definition.function
(compilation_unit (value_definition (let_binding pattern: (value_name) @name)) @definition.constant)
(structure (value_definition (let_binding pattern: (value_name) @name)) @definition.constant)
(compilation_unit (value_definition (let_binding pattern: (tuple_pattern (value_name) @name))) @definition.constant)
(structure (value_definition (let_binding pattern: (tuple_pattern (value_name) @name))) @definition.constant)
(compilation_unit (value_definition (let_binding pattern: (parenthesized_pattern (tuple_pattern (value_name) @name)))) @definition.constant)
(structure (value_definition (let_binding pattern: (parenthesized_pattern (tuple_pattern (value_name) @name)))) @definition.constant)
(value_definition (let_binding pattern: (tuple_pattern (parenthesized_operator (_) @name)))) @definition.function
(value_specification (value_name) @name) @declaration.function
(external (value_name) @name) @definition.function
(type_binding name: (type_constructor) @name body: (record_declaration)) @definition.struct
(type_binding name: (type_constructor) @name body: (variant_declaration)) @definition.enum
(type_binding name: (type_constructor) @name) @definition.type
(exception_definition (constructor_declaration (constructor_name) @name)) @definition.class
(constructor_declaration (constructor_name) @name) @definition.member
(field_declaration (field_name) @name) @definition.field
(class_definition (class_binding (class_name) @name)) @definition.class
(class_type_definition (class_type_binding (class_type_name) @name)) @definition.interface
(method_definition (method_name) @name) @definition.method
(method_specification (method_name) @name) @declaration.method
(instance_variable_definition (instance_variable_name) @name) @definition.field

; Tests of ppx_inline_test: `let%expect_test "prints" =`.
(value_definition (attribute_id) @_case (let_binding pattern: (string) @name)
  (#any-of? @_case "test" "test_unit" "test_module" "expect_test")) @definition.case

(comment) @comment
(open_module) @import
