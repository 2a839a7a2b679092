; Definitions of Swift. The members of an extension belong to the type it extends, which it does not define itself.

(class_declaration declaration_kind: "enum" name: (type_identifier) @name) @definition.enum
(class_declaration declaration_kind: "struct" name: (type_identifier) @name) @definition.struct
(class_declaration declaration_kind: "extension" name: (_) @name) @declaration.extension
(class_declaration name: (type_identifier) @name) @definition.class
(protocol_declaration name: (type_identifier) @name) @definition.interface
(function_declaration name: (simple_identifier) @name . ["(" (type_parameters)]) @definition.function
(function_declaration name: _ @name . ["(" (type_parameters)]) @definition.operator
(protocol_function_declaration name: (simple_identifier) @name . ["(" (type_parameters)]) @definition.method
(protocol_function_declaration name: _ @name . ["(" (type_parameters)]) @definition.operator
(init_declaration name: "init" @name) @definition.constructor
(deinit_declaration "deinit" @name) @definition.method
(subscript_declaration "subscript" @name) @definition.method
(enum_entry name: (simple_identifier) @name) @definition.member
(class_body (property_declaration name: (pattern [(simple_identifier) @name (pattern (simple_identifier) @name)])) @definition.property)
(enum_class_body (property_declaration name: (pattern [(simple_identifier) @name (pattern (simple_identifier) @name)])) @definition.property)
(source_file (property_declaration name: (pattern [(simple_identifier) @name (pattern (simple_identifier) @name)])) @definition.variable)
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.property
(typealias_declaration name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type
(macro_declaration (simple_identifier) @name) @definition.macro

; Tests of Quick.
(call_expression (simple_identifier) @_group
  (call_suffix (value_arguments . (value_argument value: (line_string_literal) @name)) (lambda_literal))
  (#any-of? @_group "describe" "context" "sharedExamples" "fdescribe" "fcontext" "xdescribe" "xcontext")) @definition.group
(call_expression (simple_identifier) @_case
  (call_suffix (value_arguments . (value_argument value: (line_string_literal) @name)) (lambda_literal))
  (#any-of? @_case "it" "fit" "xit")) @definition.case

(comment) @comment
(multiline_comment) @comment
(import_declaration) @import
