; Definitions of PowerShell.

(function_statement (function_name) @name) @definition.function
(class_statement . (simple_name) @name) @definition.class
(class_method_definition (simple_name) @name) @definition.method
(class_property_definition (variable) @name) @definition.property
(enum_statement (simple_name) @name) @definition.enum
(enum_member (simple_name) @name) @definition.member
(program (statement_list (pipeline (assignment_expression (left_assignment_expression (logical_expression
  (bitwise_expression (comparison_expression (additive_expression (multiplicative_expression (format_expression
    (range_expression (array_literal_expression (unary_expression [
      (variable) @name
      (expression_with_unary_operator (cast_expression (unary_expression (variable) @name)))
    ])))))))))))) @definition.variable))

; Tests of Pester.
(command command_name: (command_name) @_group command_elements: (command_elements . (command_argument_sep) .
  [(array_literal_expression (unary_expression (string_literal) @name)) (generic_token) @name]
  (array_literal_expression (unary_expression (script_block_expression))) .)
  (#match? @_group "^([Dd]escribe|[Cc]ontext)$")) @definition.group
(command command_name: (command_name) @_group command_elements: (command_elements . (command_argument_sep) . (command_parameter) . (command_argument_sep) .
  [(array_literal_expression (unary_expression (string_literal) @name)) (generic_token) @name]
  (array_literal_expression (unary_expression (script_block_expression))) .)
  (#match? @_group "^([Dd]escribe|[Cc]ontext)$")) @definition.group
(command command_name: (command_name) @_case command_elements: (command_elements . (command_argument_sep) .
  [(array_literal_expression (unary_expression (string_literal) @name)) (generic_token) @name]
  (array_literal_expression (unary_expression (script_block_expression))) .)
  (#match? @_case "^([Ii]t)$")) @definition.case
(command command_name: (command_name) @_case command_elements: (command_elements . (command_argument_sep) . (command_parameter) . (command_argument_sep) .
  [(array_literal_expression (unary_expression (string_literal) @name)) (generic_token) @name]
  (array_literal_expression (unary_expression (script_block_expression))) .)
  (#match? @_case "^([Ii]t)$")) @definition.case

(comment) @comment
