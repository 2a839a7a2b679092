; Definitions of Kotlin. The members of a companion object belong to its class.

(class_declaration "interface" (type_identifier) @name) @definition.interface
(class_declaration "enum" (type_identifier) @name) @definition.enum
(class_declaration (type_identifier) @name) @definition.class
(object_declaration (type_identifier) @name) @definition.class
(companion_object (type_identifier) @name) @definition.class
(enum_entry (simple_identifier) @name) @definition.member
(function_declaration receiver: (receiver_type (user_type (type_identifier) @container)) (simple_identifier) @name) @definition.function
(function_declaration receiver: (receiver_type (nullable_type (user_type (type_identifier) @container)))
  (simple_identifier) @name) @definition.function
(function_declaration (simple_identifier) @name) @definition.function
(secondary_constructor "constructor" @name) @definition.constructor
(class_body (property_declaration (variable_declaration (simple_identifier) @name)) @definition.property)
(source_file (property_declaration receiver: (receiver_type [
  (user_type (type_identifier) @container)
  (nullable_type (user_type (type_identifier) @container))
]) (variable_declaration (simple_identifier) @name)) @definition.property)
(source_file (property_declaration (variable_declaration (simple_identifier) @name)) @definition.variable)
(class_parameter (binding_pattern_kind) . (simple_identifier) @name) @definition.property
(type_alias (type_identifier) @name) @definition.type
(package_header (identifier) @name) @definition.package

(call_expression
  (navigation_expression (simple_identifier) @_tasks (navigation_suffix (simple_identifier) @_register))
  (call_suffix (value_arguments . (value_argument (string_literal) @name)))
  (#eq? @_tasks "tasks") (#any-of? @_register "register" "create")) @definition.function

; Tests of Kotest and of Spek. A sentence with a block is a test where it stands right in a specification or a group.
(call_expression (simple_identifier) @_group
  (call_suffix (value_arguments . (value_argument (string_literal) @name)) (annotated_lambda))
  (#any-of? @_group "describe" "context" "feature" "given" "Given" "`when`" "When" "fdescribe" "fcontext" "xdescribe" "xcontext")) @definition.group
(call_expression
  (navigation_expression (call_expression (simple_identifier) @_group (call_suffix (value_arguments . (value_argument (string_literal) @name)))))
  (call_suffix (annotated_lambda))
  (#any-of? @_group "describe" "context" "feature" "given" "Given" "`when`" "When" "fdescribe" "fcontext" "xdescribe" "xcontext")) @definition.group
(call_expression (simple_identifier) @_case
  (call_suffix (value_arguments . (value_argument (string_literal) @name)) (annotated_lambda))
  (#any-of? @_case "test" "it" "should" "then" "Then" "scenario" "ftest" "fit" "xtest" "xit" "xshould" "xscenario")) @definition.case
(call_expression
  (navigation_expression (call_expression (simple_identifier) @_case (call_suffix (value_arguments . (value_argument (string_literal) @name)))))
  (call_suffix (annotated_lambda))
  (#any-of? @_case "test" "it" "should" "then" "Then" "scenario" "ftest" "fit" "xtest" "xit" "xshould" "xscenario")) @definition.case
(constructor_invocation (value_arguments (value_argument (lambda_literal (statements
  (call_expression [(string_literal) @name (navigation_expression . (string_literal) @name)] (call_suffix (annotated_lambda))) @definition.case)))))
(anonymous_initializer (statements
  (call_expression [(string_literal) @name (navigation_expression . (string_literal) @name)] (call_suffix (annotated_lambda))) @definition.case))
(additive_expression . (string_literal) @name "-" (lambda_literal)) @definition.group
(additive_expression . (string_literal) "-" (lambda_literal (statements
  (call_expression [(string_literal) @name (navigation_expression . (string_literal) @name)] (call_suffix (annotated_lambda))) @definition.case)))
(infix_expression . (string_literal) @name (simple_identifier) @_group (lambda_literal)
  (#any-of? @_group "should" "when" "When" "`when`")) @definition.group
(infix_expression . (string_literal) (simple_identifier) @_group (lambda_literal (statements
  (call_expression [(string_literal) @name (navigation_expression . (string_literal) @name)] (call_suffix (annotated_lambda))) @definition.case))
  (#any-of? @_group "should" "when" "When" "`when`"))

(line_comment) @comment
(multiline_comment) @comment
(import_header) @import
