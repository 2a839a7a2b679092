; Definitions of Nim.

(proc_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol (_) @name)]) @definition.function
(func_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol (_) @name)]) @definition.function
(method_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol (_) @name)]) @definition.method
(iterator_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol (_) @name)]) @definition.function
(converter_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol (_) @name)]) @definition.function
(template_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol (_) @name)]) @definition.macro
(macro_declaration name: [(identifier) @name (accent_quoted) @name (exported_symbol (_) @name)]) @definition.macro
(type_declaration (type_symbol_declaration name: [(identifier) @name (exported_symbol (_) @name)]) (object_declaration)) @definition.struct
(type_declaration (type_symbol_declaration name: [(identifier) @name (exported_symbol (_) @name)]) (enum_declaration)) @definition.enum
(type_declaration (type_symbol_declaration name: [(identifier) @name (exported_symbol (_) @name)])) @definition.type
(field_declaration (symbol_declaration_list (symbol_declaration name: [(identifier) @name (exported_symbol (_) @name)]))) @definition.field
(variant_discriminator_declaration
  (symbol_declaration_list (symbol_declaration name: [(identifier) @name (exported_symbol (_) @name)]))) @definition.field
(enum_field_declaration (symbol_declaration name: (_) @name)) @definition.member
(const_section (variable_declaration
  (symbol_declaration_list (symbol_declaration name: [(identifier) @name (exported_symbol (_) @name)]))) @definition.constant)
(var_section (variable_declaration
  (symbol_declaration_list (symbol_declaration name: [(identifier) @name (exported_symbol (_) @name)]))) @definition.variable)
(let_section (variable_declaration
  (symbol_declaration_list (symbol_declaration name: [(identifier) @name (exported_symbol (_) @name)]))) @definition.variable)

; Tests of unittest.
(call function: (identifier) @_group (argument_list . (interpreted_string_literal) @name (statement_list))
  (#eq? @_group "suite")) @definition.group
(call function: (identifier) @_case (argument_list . (interpreted_string_literal) @name (statement_list))
  (#eq? @_case "test")) @definition.case

(comment) @comment
(block_comment) @comment
(documentation_comment) @comment
(import_statement) @import
