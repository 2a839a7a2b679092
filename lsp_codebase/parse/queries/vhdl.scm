; Definitions of VHDL.

(entity_declaration name: (_) @name) @definition.class
(architecture_body name: (_) @name) @definition.module
(package_declaration name: (_) @name) @definition.package
(package_body package: (_) @name) @scope
(component_declaration name: (_) @name) @definition.class
(configuration_declaration name: (_) @name) @definition.module
(function_body designator: (_) @name) @definition.function
(function_declaration designator: (_) @name) @declaration.function
(procedure_body designator: (_) @name) @definition.function
(procedure_declaration designator: (_) @name) @declaration.function
(process_statement (label (identifier) @name)) @definition.function
(full_type_declaration name: (_) @name (enumeration_type_definition)) @definition.enum
(enumeration_type_definition literal: (_) @name @definition.member)
(full_type_declaration name: (_) @name (record_type_definition)) @definition.struct
(element_declaration (identifier_list (identifier) @name)) @definition.field
(full_type_declaration name: (_) @name) @definition.type
(subtype_declaration name: (_) @name) @definition.type
(constant_declaration (identifier_list (identifier) @name)) @definition.constant
(signal_declaration (identifier_list (identifier) @name)) @definition.variable
(generic_clause (constant_interface_declaration (identifier_list (identifier) @name)) @definition.constant)
(signal_interface_declaration (identifier_list (identifier) @name)) @definition.field

(comment) @comment
(library_clause) @import
(use_clause) @import
