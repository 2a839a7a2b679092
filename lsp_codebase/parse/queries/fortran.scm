; Definitions of Fortran.

(module (module_statement (name) @name)) @definition.module
(submodule (submodule_statement (name) @name)) @definition.module
(program (program_statement (name) @name)) @definition.module
(subroutine (subroutine_statement name: (name) @name)) @definition.function
(function (function_statement name: (name) @name)) @definition.function
(derived_type_definition (derived_type_statement (type_name) @name)) @definition.struct
(derived_type_procedures (procedure_statement (procedure_kind) @_kind declarator: (method_name) @name) @declaration.method
  (#not-match? @_kind "^[gG][eE][nN][eE][rR][iI][cC]$"))
(derived_type_procedures (procedure_statement declarator: (binding (binding_name) @name)) @declaration.method)
(module_procedure (module_procedure_statement name: (name) @name)) @definition.function
(block_data (block_data_statement (name) @name)) @definition.module
(interface (interface_statement (operator (operator_name) @name))) @definition.operator
(enumerator_statement declarator: (init_declarator left: (identifier) @name)) @definition.constant
(enumerator_statement declarator: (identifier) @name) @definition.constant
(interface (interface_statement (name) @name)) @definition.interface
(module (variable_declaration (type_qualifier) declarator: (init_declarator left: (identifier) @name)) @definition.constant)
(module (variable_declaration declarator: (init_declarator left: (identifier) @name)) @definition.variable)
(module (variable_declaration declarator: (identifier) @name) @definition.variable)
(derived_type_definition (variable_declaration declarator: (identifier) @name) @definition.field)
(derived_type_definition (variable_declaration declarator: (init_declarator left: (identifier) @name)) @definition.field)

(comment) @comment
(use_statement) @import
