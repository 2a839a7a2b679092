; Definitions of Scala 2 and 3.

; Of a block that the body of a type runs: a closure, a loop, a branch.
(block [
  (val_definition pattern: [(identifier) @name (identifiers (identifier) @name) (tuple_pattern (identifier) @name)
    (case_class_pattern (identifier) @name)])
  (var_definition pattern: [(identifier) @name (identifiers (identifier) @name) (tuple_pattern (identifier) @name)])
] @local)
(indented_block [
  (val_definition pattern: [(identifier) @name (identifiers (identifier) @name) (tuple_pattern (identifier) @name)
    (case_class_pattern (identifier) @name)])
  (var_definition pattern: [(identifier) @name (identifiers (identifier) @name) (tuple_pattern (identifier) @name)])
] @local)
(case_clause [
  (val_definition pattern: [(identifier) @name (identifiers (identifier) @name) (tuple_pattern (identifier) @name)
    (case_class_pattern (identifier) @name)])
  (var_definition pattern: [(identifier) @name (identifiers (identifier) @name) (tuple_pattern (identifier) @name)])
] @local)

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

; Tests of ScalaTest, munit, utest, specs2, ScalaCheck and ZIO.
(call_expression function: (call_expression function: (identifier) @_group arguments: (arguments . [
    (string) @name (interpolated_string_expression (interpolated_string) @name)
    (field_expression . [(string) @name (interpolated_string_expression (interpolated_string) @name)])
    (call_expression (field_expression . [(string) @name (interpolated_string_expression (interpolated_string) @name)]))
  ]))
  (#any-of? @_group "describe" "suite" "Feature" "feature")) @definition.group
(call_expression function: (call_expression function: (identifier) @_case arguments: (arguments . [
    (string) @name (interpolated_string_expression (interpolated_string) @name)
    (field_expression . [(string) @name (interpolated_string_expression (interpolated_string) @name)])
    (call_expression (field_expression . [(string) @name (interpolated_string_expression (interpolated_string) @name)]))
  ]))
  (#any-of? @_case "test" "it" "they" "ignore" "scenario" "Scenario" "property")) @definition.case
(infix_expression left: (call_expression function: (identifier) @_case arguments: (arguments . (string) @name))
  operator: (operator_identifier) @_minus right: (block) (#eq? @_case "test") (#eq? @_minus "-")) @definition.case
(assignment_expression left: (call_expression function: (identifier) @_case arguments: (arguments . (string) @name))
  (#eq? @_case "property")) @definition.case
(infix_expression left: (string) @name operator: [(identifier) (operator_identifier)] @_group right: (block)
  (#any-of? @_group "should" "must" "can" "when" "which" "that" "-")) @definition.group
(infix_expression left: [(string) @name (infix_expression left: (string) @name operator: (identifier) @_tag)]
  operator: (identifier) @_case (#any-of? @_case "in" "ignore") (#eq? @_tag "taggedAs")) @definition.case
(infix_expression left: (string) @name operator: (operator_identifier) @_case right: (block) (#eq? @_case ">>")) @definition.case
(infix_expression left: [
    (infix_expression operator: (identifier) @_verb) @name
    (infix_expression left: (infix_expression operator: (identifier) @_verb) @name operator: (identifier) @_tag)
  ] operator: (identifier) @_case
  (#any-of? @_verb "should" "must" "can") (#any-of? @_case "in" "ignore") (#eq? @_tag "taggedAs")) @definition.sentence

(comment) @comment
(block_comment) @comment
(import_declaration) @import
