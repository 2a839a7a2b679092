; Definitions of Rust. Attributes before an item belong to it; an `impl` is where its methods live, not a symbol. Those
; of a trait are as public as it is.

(function_item name: (identifier) @name) @definition.function
(function_signature_item name: (identifier) @name) @declaration.function
(struct_item name: (type_identifier) @name) @definition.struct
(union_item name: (type_identifier) @name) @definition.struct
(enum_item name: (type_identifier) @name) @definition.enum
(enum_variant name: (identifier) @name) @definition.member
(trait_item name: (type_identifier) @name) @definition.interface
(mod_item name: (identifier) @name body: (_)) @definition.module
(mod_item name: (identifier) @name) @declaration.module
(const_item name: (identifier) @name) @definition.constant
(static_item name: (identifier) @name) @definition.variable
(type_item name: (type_identifier) @name) @definition.type
(associated_type name: (type_identifier) @name) @definition.type
(field_declaration name: (field_identifier) @name) @definition.field
(macro_definition name: (identifier) @name) @definition.macro
(impl_item trait: (_) type: (_) @name) @scope.public
(impl_item type: (_) @name) @scope

(line_comment) @comment
(block_comment) @comment
(attribute_item) @lead
(use_declaration) @import
(extern_crate_declaration) @import

; Macros hold items, and `bitflags!` what only looks like them.
(source_file (macro_invocation macro: (_) @_macro (token_tree) @embedded.rust (#not-match? @_macro "\\bbitflags$")))
(mod_item body: (declaration_list
  (macro_invocation macro: (_) @_macro (token_tree) @embedded.rust (#not-match? @_macro "\\bbitflags$"))))
(macro_invocation macro: (_) @_macro
  (token_tree "pub" @definition.struct . "struct" . (identifier) @name . ":" . (_) . (token_tree) @end)
  (#match? @_macro "\\bbitflags$"))
(macro_invocation macro: (_) @_macro
  (token_tree "struct" @definition.struct . (identifier) @name . ":" . (_) . (token_tree) @end)
  (#match? @_macro "\\bbitflags$"))
(macro_invocation macro: (_) @_macro
  (token_tree (token_tree "const" @definition.constant . (identifier) @name @end)) (#match? @_macro "\\bbitflags$"))
