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
(source_file (expression_statement (assignment_expression
  left: (variable_declaration variable: (scalar (varname) @name)) right: (anonymous_subroutine_expression))) @definition.function)
(source_file (expression_statement (assignment_expression
  left: (variable_declaration variable: (_ (varname) @name)))) @definition.variable)
(source_file (expression_statement (variable_declaration variable: (_ (varname) @name))) @definition.variable)

(comment) @comment
(pod) @comment
(use_statement) @import
