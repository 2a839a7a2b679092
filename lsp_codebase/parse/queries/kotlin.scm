; Definitions of Kotlin. The members of a companion object belong to its class.

(class_declaration "interface" (type_identifier) @name) @definition.interface
(class_declaration "enum" (type_identifier) @name) @definition.enum
(class_declaration (type_identifier) @name) @definition.class
(object_declaration (type_identifier) @name) @definition.class
(companion_object (type_identifier) @name) @definition.class
(enum_entry (simple_identifier) @name) @definition.member
(function_declaration receiver: (receiver_type (user_type (type_identifier) @container)) (simple_identifier) @name) @definition.function
(function_declaration receiver: (receiver_type (nullable_type (user_type (type_identifier) @container)))
  (simple_identifier) @name) @definition.function
(function_declaration (simple_identifier) @name) @definition.function
(secondary_constructor "constructor" @name) @definition.constructor
(class_body (property_declaration (variable_declaration (simple_identifier) @name)) @definition.property)
(source_file (property_declaration receiver: (receiver_type [
  (user_type (type_identifier) @container)
  (nullable_type (user_type (type_identifier) @container))
]) (variable_declaration (simple_identifier) @name)) @definition.property)
(source_file (property_declaration (variable_declaration (simple_identifier) @name)) @definition.variable)
(class_parameter (binding_pattern_kind) . (simple_identifier) @name) @definition.property
(type_alias (type_identifier) @name) @definition.type
(package_header (identifier) @name) @definition.package

(line_comment) @comment
(multiline_comment) @comment
(import_header) @import
