; inherits: c
; A function that a macro makes is named by the macro's first argument (`SYSCALL_DEFINE3(read, ...) {`); tests of
; GoogleTest and its kin by the second.
(function_definition !type declarator: (function_declarator declarator: (identifier) @_macro
  parameters: (parameter_list . (parameter_declaration type: (type_identifier) @container) .
    (parameter_declaration type: (type_identifier) @name)))
  (#match? @_macro "^(TYPED_)?TEST(_[FP])?$")) @definition.test
(function_definition !type declarator: (function_declarator declarator: (identifier) @_macro
  parameters: (parameter_list . (parameter_declaration type: (type_identifier) @name)))
  (#match? @_macro "^BOOST_[A-Z_]*TEST_CASE(_TEMPLATE)?$")) @definition.test
(function_definition !type declarator: (function_declarator declarator: (identifier) @_macro
  parameters: (parameter_list . (parameter_declaration type: (type_identifier) @name)))
  (#match? @_macro "^[A-Z][A-Z0-9_]+$")) @definition.made
; Those of Catch2 and doctest are named by a string, and seen as a condition (`macros`).
(if_statement condition: (condition_clause value: (string_literal (string_content) @name))) @definition.test
(if_statement condition: (condition_clause value: (comma_expression left: (identifier) @container
  right: (string_literal (string_content) @name)))) @definition.test
(template_declaration (class_specifier name: [(type_identifier) @name (template_type name: (_) @name)] body: (_))) @definition.class
(template_declaration (struct_specifier name: [(type_identifier) @name (template_type name: (_) @name)] body: (_))) @definition.struct
; `A<T>::operator B<U>()`, of which the grammar takes `A<T>::operator` for the type.
(template_declaration (function_definition type: (qualified_identifier scope: (_) @container name: (_) @_operator)
  declarator: (function_declarator declarator: (template_function) @name)) (#eq? @_operator "operator")) @definition.function
(template_declaration (function_definition declarator: (_) @declarator)) @definition.function
(template_declaration (declaration declarator: (_) @declarator)) @definition.variable
(template_declaration (alias_declaration name: (_) @name)) @definition.type
(template_declaration (concept_definition name: (_) @name)) @definition.interface
(concept_definition name: (_) @name) @definition.interface
(class_specifier name: (type_identifier) @name body: (_)) @definition.class
(class_specifier name: (template_type name: (_) @name) body: (_)) @definition.class
(struct_specifier name: (template_type name: (_) @name) body: (_)) @definition.struct
(class_specifier name: (qualified_identifier scope: (_) @container name: (type_identifier) @name) body: (_)) @definition.class
(struct_specifier name: (qualified_identifier scope: (_) @container name: (type_identifier) @name) body: (_)) @definition.struct
(namespace_definition name: (_) @name) @definition.namespace
(alias_declaration name: (_) @name) @definition.type
(field_declaration_list (declaration declarator: (_) @declarator) @declaration.method)
(field_declaration_list (template_declaration (declaration declarator: (_) @declarator)) @declaration.method)
(field_declaration_list (access_specifier) @section)
