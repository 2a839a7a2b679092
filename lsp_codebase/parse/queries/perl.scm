; Definitions of Perl. A `package` statement holds what follows it.

(package_statement name: (package) @name (block)) @definition.package
(package_statement name: (package) @name) @region.package
(class_statement name: (package) @name) @region.class
(subroutine_declaration_statement name: (bareword) @name) @definition.function
(method_declaration_statement name: (bareword) @name) @definition.method
(use_statement module: (package) @_constant (list_expression . (autoquoted_bareword) @name)
  (#eq? @_constant "constant")) @definition.constant
(use_statement module: (package) @_constant (anonymous_hash_expression (list_expression (autoquoted_bareword) @name))
  (#eq? @_constant "constant")) @definition.constant
(ambiguous_function_call_expression function: (function) @_has . [
  (autoquoted_bareword) @name
  (string_literal content: (string_content) @name)
  (interpolated_string_literal content: (string_content) @name)
] . "=>" (#eq? @_has "has")) @definition.property
(source_file (expression_statement (assignment_expression
  left: (variable_declaration variable: (scalar (varname) @name)) right: (anonymous_subroutine_expression))) @definition.function)
(source_file (expression_statement (assignment_expression
  left: (variable_declaration (_ (varname) @name)))) @definition.variable)
(source_file (expression_statement (variable_declaration (_ (varname) @name))) @definition.variable)

; Tests of Test::More.
(ambiguous_function_call_expression function: (function) @_case . [(string_literal) (interpolated_string_literal)] @name
  (anonymous_subroutine_expression) (#eq? @_case "subtest")) @definition.case
(function_call_expression function: (function) @_case (list_expression . [(string_literal) (interpolated_string_literal)] @name
  (anonymous_subroutine_expression)) (#eq? @_case "subtest")) @definition.case

(comment) @comment
(pod) @comment
(use_statement) @import
