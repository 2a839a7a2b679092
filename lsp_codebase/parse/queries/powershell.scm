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

(comment) @comment
