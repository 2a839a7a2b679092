; Definitions of C. Names come through the declarator chain; prototypes and `extern` are declarations.

(function_definition declarator: (_) @declarator) @definition.function
(struct_specifier name: (type_identifier) @name body: (_)) @definition.struct
(union_specifier name: (type_identifier) @name body: (_)) @definition.struct
(enum_specifier name: (type_identifier) @name body: (_)) @definition.enum
(enumerator name: (identifier) @name) @definition.member
(field_declaration declarator: (_) @declarator) @definition.field
(type_definition type: (struct_specifier body: (_)) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (union_specifier body: (_)) declarator: (type_identifier) @name) @definition.struct
(type_definition type: (enum_specifier body: (_)) declarator: (type_identifier) @name) @definition.enum
; `typedef struct Cart Cart;` is the name of what has its body elsewhere.
(type_definition type: [(struct_specifier name: (_) @_tag !body) (union_specifier name: (_) @_tag !body)
  (enum_specifier name: (_) @_tag !body)] declarator: (type_identifier) @name (#eq? @_tag @name)) @declaration.type
(type_definition declarator: (_) @declarator) @definition.type
(preproc_def name: (identifier) @name) @definition.constant
(preproc_function_def name: (identifier) @name) @definition.macro

(translation_unit (declaration declarator: (_) @declarator) @definition.variable)
(preproc_ifdef (declaration declarator: (_) @declarator) @definition.variable)
(preproc_if (declaration declarator: (_) @declarator) @definition.variable)
(preproc_else (declaration declarator: (_) @declarator) @definition.variable)
(preproc_elif (declaration declarator: (_) @declarator) @definition.variable)
(declaration_list (declaration declarator: (_) @declarator) @definition.variable)
(linkage_specification body: (declaration declarator: (_) @declarator) @definition.variable)

; Without a type a function looks like a call with a block behind it: one that a macro makes is named by the macro's
; first argument (`SYSCALL_DEFINE3(read, ...) {`), a method of a class of PHP by the second.
(translation_unit ((expression_statement (call_expression function: (identifier) @_macro
  arguments: (argument_list . (identifier) @container . (identifier) @name .))) @definition.made . (compound_statement) @end)
  (#any-of? @_macro "PHP_METHOD" "ZEND_METHOD"))
(translation_unit ((expression_statement (call_expression function: (identifier) @_macro
  arguments: (argument_list . (identifier) @name))) @definition.function . (compound_statement) @end)
  (#match? @_macro "^[A-Z][A-Z0-9_]+$"))
(translation_unit ((expression_statement (call_expression function: (identifier) @name)) @definition.function
  . (compound_statement) @end) (#match? @name "[a-z]") (#not-match? @name "^(if|for|while|switch|return|do|sizeof)$"))

(comment) @comment
(preproc_include) @import
