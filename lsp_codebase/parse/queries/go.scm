; Definitions of Go. A method belongs to the type of its receiver.

(function_declaration name: (identifier) @name) @definition.function
(method_declaration receiver: (parameter_list (parameter_declaration type: (_) @container)) name: (field_identifier) @name) @definition.method
(type_declaration . (type_spec name: (type_identifier) @name type: (struct_type)) .) @definition.struct
(type_declaration . (type_spec name: (type_identifier) @name type: (interface_type)) .) @definition.interface
(type_declaration . (type_spec name: (type_identifier) @name) .) @definition.type
(type_spec name: (type_identifier) @name type: (struct_type)) @definition.struct
(type_spec name: (type_identifier) @name type: (interface_type)) @definition.interface
(type_spec name: (type_identifier) @name) @definition.type
(type_alias name: (type_identifier) @name) @definition.type
(field_declaration name: (field_identifier) @name) @definition.field
(field_declaration !name type: [(type_identifier) @name (qualified_type name: (_) @name)
  (generic_type type: [(type_identifier) @name (qualified_type name: (_) @name)])]) @definition.field
(interface_type (type_elem . [(type_identifier) @name (qualified_type name: (_) @name)
  (generic_type type: [(type_identifier) @name (qualified_type name: (_) @name)])] .) @definition.field)
(method_elem name: (field_identifier) @name) @definition.method
(source_file (const_declaration (const_spec (identifier) @name) @definition.constant))
(source_file (var_declaration (var_spec name: (identifier) @name) @definition.variable))
(source_file (var_declaration (var_spec_list (var_spec name: (identifier) @name) @definition.variable)))
(call_expression function: (selector_expression operand: (identifier) @_tests field: (field_identifier) @_run)
  arguments: (argument_list . [(interpreted_string_literal) (raw_string_literal)] @name . (func_literal))
  (#any-of? @_tests "t" "b" "s" "tb") (#eq? @_run "Run")) @definition.case
(package_clause (package_identifier) @name) @definition.package

(comment) @comment
(import_declaration) @import
