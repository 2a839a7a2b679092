; Definitions of Vim script.

(function_definition (function_declaration name: (scoped_identifier (identifier) @name))) @definition.function
(function_definition (function_declaration name: (identifier) @name)) @definition.function
(script_file (let_statement . (scoped_identifier (identifier) @name)) @definition.variable)
(script_file (let_statement . (identifier) @name) @definition.variable)
(command_statement name: (command_name) @name) @definition.function
(script_file (const_statement . (identifier) @name) @definition.constant)
(script_file (const_statement . (scoped_identifier (identifier) @name)) @definition.constant)
((augroup_statement (augroup_name) @name) @definition.namespace (#not-match? @name "^[eE][nN][dD]$"))
(comment) @comment
