; Definitions of R, with the classes and generics that `setClass` and its kin make.

(binary_operator lhs: (identifier) @name operator: ["<-" "=" "<<-"] rhs: (function_definition)) @definition.function
(binary_operator lhs: (string) @name operator: ["<-" "="] rhs: (function_definition)) @definition.function
(binary_operator lhs: (identifier) @name operator: "<-" rhs: (call function: (_) @_class)
  (#match? @_class "^(R6::)?(R6Class|setRefClass|setClass)$")) @definition.class
(program (binary_operator lhs: (identifier) @name operator: ["<-" "="]) @definition.variable)
(call function: (identifier) @_class arguments: (arguments . argument: (argument value: (string) @name))
  (#any-of? @_class "setClass" "setRefClass" "setClassUnion")) @definition.class
(call function: (identifier) @_generic arguments: (arguments . argument: (argument value: (string) @name))
  (#any-of? @_generic "setGeneric" "setMethod" "setReplaceMethod" "setValidity")) @definition.method
(argument name: (identifier) @name value: (function_definition)) @definition.method

(comment) @comment
(call function: (identifier) @_library (#any-of? @_library "library" "require" "source")) @import
