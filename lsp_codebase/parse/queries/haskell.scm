; Definitions of Haskell. A signature and the equations below it are one symbol.

(header module: (module) @name) @definition.module
(data_type name: (name) @name) @definition.struct
(newtype name: (name) @name) @definition.struct
(type_synomym name: (name) @name) @definition.type
(type_family name: (name) @name) @definition.type
(data_family name: (name) @name) @definition.type
(pattern_synonym (signature synonym: (constructor) @name)) @definition.function
(pattern_synonym (equation synonym: [(constructor) @name (apply function: (constructor) @name)])) @definition.function
(class name: (name) @name) @definition.interface
(instance name: (name) @name) @scope
(data_constructor constructor: (prefix name: (constructor) @name)) @definition.member
(data_constructor constructor: (record name: (constructor) @name)) @definition.member
(data_constructor constructor: (infix operator: (_) @name)) @definition.member
(newtype_constructor name: (constructor) @name) @definition.member
(gadt_constructor name: (constructor) @name) @definition.member
(field name: (field_name) @name) @definition.field
(signature name: (variable) @name) @definition.function
(signature name: (prefix_id (operator) @name)) @definition.function
(signature names: (binding_list name: (variable) @name)) @definition.function
(function name: (variable) @name) @definition.function
(function name: (prefix_id (operator) @name)) @definition.function
(function (infix operator: (_) @name)) @definition.function
(declarations (bind name: (variable) @name) @definition.function)
(declarations (bind pattern: (tuple element: (variable) @name)) @definition.function)
(instance_declarations (bind name: (variable) @name) @definition.function)
(class_declarations (bind name: (variable) @name) @definition.function)

; Tests of Hspec and Tasty: `describe "Cart" $ do`, `testGroup "Cart" [`.
(infix left_operand: (apply function: (variable) @_group argument: (literal (string) @name)) operator: (operator)
  (#any-of? @_group "describe" "context" "fdescribe" "xdescribe")) @definition.group
(apply function: (apply function: (variable) @_group argument: (literal (string) @name)) argument: (list)
  (#eq? @_group "testGroup")) @definition.group
(infix left_operand: (apply function: (variable) @_case argument: (literal (string) @name)) operator: (operator)
  (#any-of? @_case "it" "specify" "prop" "fit" "xit" "testCase" "testProperty")) @definition.case
(apply function: (apply function: (variable) @_case argument: (literal (string) @name)) argument: (_)
  (#any-of? @_case "testCase" "testProperty")) @definition.case

(comment) @comment
(haddock) @comment
(imports) @import
