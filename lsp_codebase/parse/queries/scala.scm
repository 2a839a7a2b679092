; Definitions of Scala 2 and 3.

(class_definition name: (_) @name) @definition.class
(object_definition name: (_) @name) @definition.class
(trait_definition name: (_) @name) @definition.interface
(enum_definition name: (_) @name) @definition.enum
(simple_enum_case name: (_) @name) @definition.member
(full_enum_case name: (_) @name) @definition.member
(package_object name: (_) @name) @definition.module
(package_clause name: (_) @name) @definition.package
(function_definition name: (_) @name) @definition.function
(function_declaration name: (_) @name) @definition.function
(val_definition pattern: [(identifier) @name (identifiers (identifier) @name) (tuple_pattern (identifier) @name)
  (case_class_pattern (identifier) @name)]) @definition.constant
(var_definition pattern: [(identifier) @name (identifiers (identifier) @name) (tuple_pattern (identifier) @name)]) @definition.variable
(val_declaration name: (identifier) @name) @definition.constant
(var_declaration name: (identifier) @name) @definition.variable
(class_parameter name: (identifier) @name) @definition.field
(compilation_unit (extension_definition parameters: (parameters . (parameter
  type: [(type_identifier) @name (generic_type . (type_identifier) @name)]))) @scope)
(type_definition name: (_) @name) @definition.type
(given_definition name: (_) @name) @definition.constant

(comment) @comment
(block_comment) @comment
(import_declaration) @import
