; Definitions of Ada.

(package_declaration name: (_) @name) @definition.package
(package_body name: (_) @name) @definition.package
(subprogram_body (procedure_specification name: (_) @name)) @definition.function
(subprogram_body (function_specification name: (_) @name)) @definition.function
(expression_function_declaration (function_specification name: (_) @name)) @definition.function
(subprogram_declaration (procedure_specification name: (_) @name)) @declaration.function
(subprogram_declaration (function_specification name: (_) @name)) @declaration.function
(full_type_declaration . (identifier) @name) @definition.type
(task_type_declaration . (identifier) @name) @definition.class
(object_declaration name: (_) @name) @definition.variable
(comment) @comment
(with_clause) @import
