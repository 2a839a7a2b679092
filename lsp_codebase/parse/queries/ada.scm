; Definitions of Ada.

(package_declaration name: (_) @name) @definition.package
(package_body name: (_) @name) @definition.package
(subprogram_body (procedure_specification name: (_) @name)) @definition.function
(subprogram_body (function_specification name: (_) @name)) @definition.function
(expression_function_declaration (function_specification name: (_) @name)) @definition.function
(subprogram_declaration (procedure_specification name: (_) @name)) @declaration.function
(subprogram_declaration (function_specification name: (_) @name)) @declaration.function
(full_type_declaration . (identifier) @name . (enumeration_type_definition)) @definition.enum
(enumeration_type_definition (identifier) @name @definition.member)
(full_type_declaration . (identifier) @name . (record_type_definition)) @definition.struct
(full_type_declaration . (identifier) @name . (interface_type_definition)) @definition.interface
(full_type_declaration . (identifier) @name) @definition.type
(private_type_declaration . (identifier) @name) @declaration.type
(subtype_declaration . (identifier) @name) @definition.type
(component_declaration (identifier) @name) @definition.field
(single_task_declaration . (identifier) @name) @definition.class
(task_body . (identifier) @name) @definition.class
(entry_declaration entry_name: (identifier) @name) @declaration.method
(protected_type_declaration . (identifier) @name) @definition.class
(single_protected_declaration . (identifier) @name) @definition.class
(protected_body . (identifier) @name) @definition.class
(entry_body . (identifier) @name) @definition.method
(exception_declaration . (identifier) @name) @definition.constant
(generic_instantiation "package" name: (_) @name) @definition.package
(generic_instantiation name: (_) @name) @definition.function
(subprogram_renaming_declaration (procedure_specification name: (_) @name)) @definition.function
(subprogram_renaming_declaration (function_specification name: (_) @name)) @definition.function
(subprogram_body_stub (procedure_specification name: (_) @name)) @declaration.function
(subprogram_body_stub (function_specification name: (_) @name)) @declaration.function
(object_declaration name: (_) @name "constant") @definition.constant
(number_declaration (identifier) @name) @definition.constant
(task_type_declaration . (identifier) @name) @definition.class
(object_declaration name: (_) @name) @definition.variable
(comment) @comment
(with_clause) @import
