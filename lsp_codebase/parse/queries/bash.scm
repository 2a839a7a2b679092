; Definitions of shell scripts.

(function_definition name: (word) @name) @definition.function
(program (variable_assignment name: (variable_name) @name) @definition.variable)
(program (declaration_command (variable_assignment name: (variable_name) @name)) @definition.variable)

(comment) @comment
(command name: (command_name (word) @_source) (#any-of? @_source "source" ".")) @import
