; Definitions of fish.

(function_definition name: (_) @name) @definition.function(command name: (word) @_alias . argument: (word) @name (#eq? @_alias "alias")) @definition.function
(program (command name: (word) @_set . argument: (word) @_global . argument: (word) @name
  (#eq? @_set "set") (#match? @_global "^-[gUx]+$")) @definition.variable)

(comment) @comment
