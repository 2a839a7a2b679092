; Definitions of Julia, long and short. A string in front of a definition documents it.

(module_definition name: (identifier) @name) @definition.module
(function_definition (signature (call_expression
  . [(identifier) @name (operator) @name (parametrized_type_expression . (identifier) @name)]))) @definition.function
(function_definition (signature (call_expression
  . (field_expression value: (_) @container
    [(identifier) @name (quote_expression [(operator) @name (parenthesized_expression (operator) @name)])] .)))) @definition.function
(function_definition (signature (typed_expression . (call_expression . (identifier) @name)))) @definition.function
(function_definition (signature (where_expression . (call_expression
  . [(identifier) @name (operator) @name (parametrized_type_expression . (identifier) @name)])))) @definition.function
(function_definition (signature (where_expression . (typed_expression . (call_expression . (identifier) @name))))) @definition.function
(function_definition (signature (where_expression . (call_expression
  . (field_expression value: (_) @container
    [(identifier) @name (quote_expression [(operator) @name (parenthesized_expression (operator) @name)])] .))))) @definition.function
(function_definition (signature (identifier) @name)) @declaration.function
(assignment . (call_expression
  . [(identifier) @name (operator) @name (parametrized_type_expression . (identifier) @name)])) @definition.function
(assignment . (call_expression
  . (field_expression value: (_) @container
    [(identifier) @name (quote_expression [(operator) @name (parenthesized_expression (operator) @name)])] .))) @definition.function
(assignment . (typed_expression . (call_expression . (identifier) @name))) @definition.function
(assignment . (where_expression . (call_expression
  . [(identifier) @name (operator) @name (parametrized_type_expression . (identifier) @name)]))) @definition.function
(assignment . (where_expression . (call_expression
  . (field_expression value: (_) @container
    [(identifier) @name (quote_expression [(operator) @name (parenthesized_expression (operator) @name)])] .)))) @definition.function
(macro_definition (signature (call_expression . (identifier) @name))) @definition.macro
(struct_definition (type_head (identifier) @name)) @definition.struct
(struct_definition (type_head (parametrized_type_expression . (identifier) @name))) @definition.struct
(struct_definition (type_head (binary_expression . (identifier) @name))) @definition.struct
(struct_definition (type_head (binary_expression . (parametrized_type_expression . (identifier) @name)))) @definition.struct
(struct_definition (block (identifier) @name @definition.field))
(struct_definition (block (typed_expression . (identifier) @name) @definition.field))
(struct_definition (block (assignment . [(identifier) @name (typed_expression . (identifier) @name)]) @definition.field))
(struct_definition (block (const_statement [(identifier) @name (typed_expression . (identifier) @name)
  (assignment . [(identifier) @name (typed_expression . (identifier) @name)])]) @definition.field))
(abstract_definition (type_head [(identifier) @name (parametrized_type_expression . (identifier) @name)])) @definition.interface
(abstract_definition (type_head (binary_expression . [(identifier) @name
  (parametrized_type_expression . (identifier) @name)]))) @definition.interface
(primitive_definition (type_head [(identifier) @name (binary_expression . (identifier) @name)])) @definition.type
(const_statement (assignment . (identifier) @name)) @definition.constant
(const_statement (assignment . (parametrized_type_expression . (identifier) @name))) @definition.type
(source_file (assignment . (identifier) @name) @definition.variable)
(module_definition (block (assignment . (identifier) @name) @definition.variable))
(macrocall_expression (macro_identifier (identifier) @_enum)
  (macro_argument_list . [(identifier) @name (typed_expression . (identifier) @name)]) (#eq? @_enum "enum")) @definition.enum
(macrocall_expression (macro_identifier (identifier) @_enum)
  (macro_argument_list [(identifier) @name (assignment . (identifier) @name)] @definition.member) (#eq? @_enum "enum"))
(macrocall_expression (macro_identifier (identifier) @_enum)
  (macro_argument_list (compound_statement (block [(identifier) @name (assignment . (identifier) @name)] @definition.member)))
  (#eq? @_enum "enum"))

; Tests: `@testset "adding" begin`.
(macrocall_expression (macro_identifier (identifier) @_group)
  (macro_argument_list (string_literal) @name [(compound_statement) (for_statement) (let_statement)])
  (#eq? @_group "testset")) @definition.group

(line_comment) @comment
(block_comment) @comment
((string_literal) @comment . [(function_definition) (struct_definition) (assignment) (macro_definition)
  (abstract_definition) (const_statement) (module_definition)])
(using_statement) @import
(import_statement) @import
