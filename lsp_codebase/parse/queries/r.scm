; Definitions of R, with the classes and generics that `setClass` and its kin make.

(binary_operator lhs: (identifier) @name operator: ["<-" "=" "<<-"] rhs: (function_definition)) @definition.function
(binary_operator lhs: (string) @name operator: ["<-" "="] rhs: (function_definition)) @definition.function
(binary_operator lhs: (extract_operator lhs: (identifier) @container rhs: (identifier) @name)
  operator: ["<-" "="] rhs: (function_definition)) @definition.function
(binary_operator rhs: (call function: (_) @_class arguments: (arguments . argument: (argument value: (string) @name)))
  (#match? @_class "^(R6::)?(R6Class|setRefClass|setClass)$")) @local
(binary_operator lhs: (identifier) @name operator: "<-" rhs: (call function: (_) @_class)
  (#match? @_class "^(R6::)?(R6Class|setRefClass|setClass)$")) @definition.class
(program (binary_operator lhs: (identifier) @name operator: ["<-" "="]) @definition.variable)
(call function: (identifier) @_class arguments: (arguments . argument: (argument value: (string) @name))
  (#any-of? @_class "setClass" "setRefClass" "setClassUnion")) @definition.class
(call function: (identifier) @_generic arguments: (arguments . argument: (argument value: (string) @name))
  (#any-of? @_generic "setGeneric" "setMethod" "setReplaceMethod" "setValidity")) @definition.method
(argument name: (identifier) @name value: (function_definition)) @definition.method

; Tests of testthat.
(call function: (identifier) @_group
  arguments: (arguments . argument: (argument value: (string) @name) argument: (argument value: (braced_expression)))
  (#any-of? @_group "describe" "context")) @definition.group
(call function: (identifier) @_case
  arguments: (arguments . argument: (argument value: (string) @name) argument: (argument value: (braced_expression)))
  (#any-of? @_case "test_that" "it")) @definition.case

(comment) @comment
(call function: (identifier) @_library (#any-of? @_library "library" "require" "source")) @import
