; Definitions of Dart. A signature and its body are siblings: `@end` closes the definition.

(class_definition name: (identifier) @name) @definition.class
(mixin_declaration (identifier) @name) @definition.class
(extension_declaration name: (identifier) @name) @definition.class
(extension_type_declaration name: (_) @name) @definition.class
(enum_declaration name: (identifier) @name) @definition.enum
(enum_constant name: (identifier) @name) @definition.member
(class_definition (mixin_application_class . (identifier) @name)) @definition.class
(type_alias (type_identifier) @name . ["=" (type_parameters) (formal_parameter_list)]) @definition.type

((method_signature (function_signature name: (identifier) @name)) @definition.method . (function_body) @end)
((method_signature (getter_signature name: (identifier) @name)) @definition.property . (function_body) @end)
((method_signature (setter_signature name: (identifier) @name)) @definition.property . (function_body) @end)
((method_signature (operator_signature "operator" . _ @name . (formal_parameter_list))) @definition.operator . (function_body) @end)
((method_signature (constructor_signature name: (identifier) @name .)) @definition.constructor . (function_body) @end)
((method_signature (constructor_signature name: (identifier) @name . parameters: (_))) @definition.constructor . (function_body) @end)
((method_signature (factory_constructor_signature (identifier) @name . (formal_parameter_list))) @definition.constructor . (function_body) @end)
(declaration (function_signature name: (identifier) @name)) @declaration.method
(declaration (getter_signature name: (identifier) @name)) @declaration.property
(declaration (setter_signature name: (identifier) @name)) @declaration.property
(declaration (constructor_signature name: (identifier) @name . parameters: (_))) @definition.constructor
(declaration (constant_constructor_signature (identifier) @name . (formal_parameter_list))) @definition.constructor
(declaration (redirecting_factory_constructor_signature (identifier) @name . (formal_parameter_list))) @definition.constructor
(declaration (static_final_declaration_list (static_final_declaration . (identifier) @name))) @definition.field
(declaration (initialized_identifier_list (initialized_identifier . (identifier) @name))) @definition.field

(program ((function_signature name: (identifier) @name) @definition.function . (function_body) @end))
(program ((getter_signature name: (identifier) @name) @definition.property . (function_body) @end))
(program ((setter_signature name: (identifier) @name) @definition.property . (function_body) @end))
(program "external" . (function_signature name: (identifier) @name) @declaration.function)
(program "external" . (getter_signature name: (identifier) @name) @declaration.property)
(program "external" . (setter_signature name: (identifier) @name) @declaration.property)
(local_function_declaration (lambda_expression (function_signature name: (identifier) @name))) @definition.function
(program (static_final_declaration_list (static_final_declaration . (identifier) @name) @definition.constant))
(program (initialized_identifier_list (initialized_identifier . (identifier) @name) @definition.variable))

; Tests of package:test and of Flutter.
(expression_statement (identifier) @_group . (selector (argument_part
  (arguments . (argument (string_literal) @name) (argument (function_expression)))))
  (#eq? @_group "group")) @definition.group
(expression_statement (identifier) @_case . (selector (argument_part
  (arguments . (argument (string_literal) @name) [(argument (function_expression)) (named_argument (function_expression))])))
  (#any-of? @_case "test" "testWidgets" "testGoldens" "blocTest" "patrolTest")) @definition.case

(annotation) @lead
(comment) @comment
(documentation_comment) @comment
(import_or_export) @import
