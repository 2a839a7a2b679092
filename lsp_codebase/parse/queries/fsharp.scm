; Definitions of F#. The only case of a union without `|` or `of` is the name of another type. A type
; without a constructor that declares members is an interface.

(namespace name: (_) @name) @definition.namespace
(named_module name: (_) @name) @definition.module
(module_defn (identifier) @name) @definition.module
(record_type_defn (type_name type_name: (_) @name)) @definition.struct
(union_type_defn (type_name type_name: (_) @name) block: (union_type_cases) @_cases
  (#not-match? @_cases "[|]|\\sof\\s")) @definition.type
(union_type_defn (type_name type_name: (_) @name)) @definition.enum
(enum_type_defn (type_name type_name: (_) @name)) @definition.enum
(interface_type_defn (type_name type_name: (_) @name)) @definition.interface
(anon_type_defn (type_name type_name: (_) @name) block: (type_extension_elements (member_defn (member_signature)))
  (#not-match? @definition.interface "^[^=]*[(]")) @definition.interface
(anon_type_defn (type_name type_name: (_) @name)) @definition.class
(type_abbrev_defn (type_name type_name: (_) @name)) @definition.type
(delegate_type_defn (type_name type_name: (_) @name)) @definition.type
(type_extension (type_name type_name: (_) @name)) @scope
(record_field (identifier) @name) @definition.field
((union_type_cases (union_type_case (identifier) @name) @definition.member) @_cases (#match? @_cases "[|]|\\sof\\s"))
(enum_type_case (identifier) @name) @definition.member
(member_defn (method_or_prop_defn name: (property_or_ident method: (_) @name))) @definition.method
(member_defn (method_or_prop_defn name: (property_or_ident . (identifier) @name .))) @definition.method
(member_defn (member_signature . (identifier) @name)) @declaration.method
(function_or_value_defn (function_declaration_left [(identifier) (op_identifier) (active_pattern)] @name)) @definition.function
(function_or_value_defn (value_declaration_left (identifier_pattern . (_) @name . (_)))) @definition.function
(function_or_value_defn (value_declaration_left (identifier_pattern . (_) @name))) @definition.constant
(function_or_value_defn (value_declaration_left (repeat_pattern (identifier_pattern . (_) @name .)))) @definition.constant
(type_definition . (_) @_inner .) @wrapper
(type_definition . (attributes) . (_) @_inner .) @wrapper
(declaration_expression . (attributes) . (function_or_value_defn) @_inner .) @wrapper
(exception_definition exception_name: (_) @name) @definition.class

(line_comment) @comment
(block_comment) @comment
(import_decl) @import
