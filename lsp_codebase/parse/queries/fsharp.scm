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
(member_defn "val" (property_or_ident [(identifier) @name (_ (identifier) @name)])) @definition.property
(member_defn (additional_constr_defn "new" @name)) @definition.constructor
(member_defn (member_signature . (identifier) @name)) @declaration.method
(function_or_value_defn (function_declaration_left [(identifier) (op_identifier) (active_pattern)] @name)) @definition.function
(function_or_value_defn (value_declaration_left (identifier_pattern . (_) @name . (_)))) @definition.function
(function_or_value_defn (value_declaration_left "mutable" (identifier_pattern . (_) @name))) @definition.variable
(function_or_value_defn (value_declaration_left (identifier_pattern . (_) @name))) @definition.constant
(function_or_value_defn (value_declaration_left (repeat_pattern (identifier_pattern . (_) @name .)))) @definition.constant
(type_definition . (_) @_inner .) @wrapper
(type_definition . (attributes) . (_) @_inner .) @wrapper
(declaration_expression . (attributes) . (function_or_value_defn) @_inner .) @wrapper
(exception_definition exception_name: (_) @name) @definition.class

; Tests of Expecto.
(application_expression . (application_expression . (long_identifier_or_op) @_group . (const (string) @name)) . (list_expression)
  (#any-of? @_group "testList" "ftestList" "ptestList" "testSequenced")) @definition.group
(infix_expression . (application_expression . (long_identifier_or_op) @_case . (const (string) @name)) . (infix_op)
  (#any-of? @_case "testCase" "testCaseAsync" "testCaseTask" "ftestCase" "ptestCase" "testProperty" "testTheory")) @definition.case
(ce_expression . (application_expression . (long_identifier_or_op) @_case . (const (string) @name))
  (#any-of? @_case "test" "testAsync" "testTask" "ftest" "ptest")) @definition.case

(line_comment) @comment
(block_comment) @comment
(import_decl) @import
