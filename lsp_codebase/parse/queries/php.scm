; Definitions of PHP.

(namespace_definition name: (_) @name) @definition.namespace
(class_declaration name: (name) @name) @definition.class
(interface_declaration name: (name) @name) @definition.interface
(trait_declaration name: (name) @name) @definition.interface
(enum_declaration name: (name) @name) @definition.enum
(enum_case name: (name) @name) @definition.member
(function_definition name: (name) @name) @definition.function
(method_declaration name: (name) @name) @definition.method
(property_declaration (property_element name: (variable_name (name) @name))) @definition.field
(property_promotion_parameter name: (variable_name (name) @name)) @definition.parameter
(const_declaration (const_element . (name) @name)) @definition.constant
(function_call_expression function: [(name) @_define (qualified_name (name) @_define)] arguments: (arguments
  . (argument [(string (string_content) @name) (encapsed_string . (string_content) @name .)]))
  (#eq? @_define "define")) @definition.constant
(program (expression_statement (assignment_expression left: (variable_name (name) @name)) @definition.variable))

; Tests of Pest.
(function_call_expression function: (name) @_group
  arguments: (arguments . (argument [(string) (encapsed_string)] @name) . (argument (anonymous_function)))
  (#eq? @_group "describe")) @definition.group
(function_call_expression function: (name) @_case
  arguments: (arguments . (argument [(string) (encapsed_string)] @name) . (argument [(anonymous_function) (arrow_function)]))
  (#any-of? @_case "it" "test")) @definition.case

(comment) @comment
(namespace_use_declaration) @import
