; inherits: ecma
(abstract_class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(type_alias_declaration name: (_) @name) @definition.alias
(enum_declaration name: (_) @name) @definition.enum
(enum_body name: [(property_identifier) (string)] @name @definition.member)
(enum_assignment name: [(property_identifier) (string)] @name) @definition.member
(internal_module name: (_) @name) @definition.namespace
(module name: (_) @name) @definition.module

; What is constant at top level has members, like an `enum`.
(program (lexical_declaration (variable_declarator value: (as_expression
  (object (pair key: [(property_identifier) (string)] @name
    value: [(string) (number) (template_string) (unary_expression) (true) (false) (object) (array) (identifier) (member_expression) (call_expression)])
    @definition.property) "const"))))
(export_statement (lexical_declaration (variable_declarator value: [
  (as_expression (object (pair key: [(property_identifier) (string)] @name
    value: [(string) (number) (template_string) (unary_expression) (true) (false) (object) (array) (identifier) (member_expression) (call_expression)])
    @definition.property) "const")
  (satisfies_expression (as_expression (object (pair key: [(property_identifier) (string)] @name
    value: [(string) (number) (template_string) (unary_expression) (true) (false) (object) (array) (identifier) (member_expression) (call_expression)])
    @definition.property) "const"))])))

(class_body (decorator) @lead)
(public_field_definition name: [(property_identifier) (private_property_identifier) (string)] @name value: [(arrow_function) (function_expression)]) @definition.method
(public_field_definition name: [(property_identifier) (private_property_identifier) (string)] @name) @definition.field
(method_definition (formal_parameters (required_parameter (accessibility_modifier) pattern: (identifier) @name) @definition.parameter))
(abstract_method_signature name: [(property_identifier) (private_property_identifier) (string)] @name) @declaration.method
(class_body (method_signature name: [(property_identifier) (private_property_identifier) (string)] @name) @declaration.method)
(interface_body (method_signature name: [(property_identifier) (private_property_identifier) (string)] @name) @definition.method)
(construct_signature "new" @name) @definition.constructor
(interface_body (property_signature name: [(property_identifier) (string)] @name) @definition.property)
(type_alias_declaration value: (object_type (property_signature name: [(property_identifier) (string)] @name) @definition.property))
(type_alias_declaration value: (object_type (method_signature name: [(property_identifier) (string)] @name) @definition.method))
(type_alias_declaration value: (generic_type (type_arguments (object_type (property_signature name: [(property_identifier) (string)] @name) @definition.property))))
(type_alias_declaration value: (generic_type (type_arguments (object_type (method_signature name: [(property_identifier) (string)] @name) @definition.method))))
(union_type (object_type (property_signature name: [(property_identifier) (string)] @name) @member.property))
(union_type (object_type (method_signature name: [(property_identifier) (string)] @name) @member.method))
(intersection_type (object_type (property_signature name: [(property_identifier) (string)] @name) @member.property))
(intersection_type (object_type (method_signature name: [(property_identifier) (string)] @name) @member.method))
(function_signature name: (identifier) @name) @declaration.function

(ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name))) @declaration.variable
(ambient_declaration (variable_declaration (variable_declarator name: (identifier) @name))) @declaration.variable
(internal_module body: (statement_block (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.variable))
