; Definitions of make: targets, variables and canned recipes.

(rule (targets (word) @name) (#not-match? @name "^[.%]")) @definition.function
(makefile (variable_assignment name: (word) @name) @definition.variable)
(conditional (variable_assignment name: (word) @name) @definition.variable)
(elsif_directive (variable_assignment name: (word) @name) @definition.variable)
(else_directive (variable_assignment name: (word) @name) @definition.variable)
(define_directive name: (word) @name) @definition.macro

(comment) @comment
(include_directive) @import
