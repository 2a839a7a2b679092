; Definitions of shell scripts.

(function_definition name: (word) @name) @definition.function
(program (variable_assignment name: (variable_name) @name) @definition.variable)
(program (declaration_command (variable_assignment name: (variable_name) @name)) @definition.variable)

; Tests of Bats, as `dialects` writes them.
(compound_statement . (command name: (command_name (word) @_test) argument: [(string) (raw_string)] @name)
  (#eq? @_test ":t")) @definition.case

(comment) @comment
(command name: (command_name (word) @_source) (#any-of? @_source "source" ".")) @import
