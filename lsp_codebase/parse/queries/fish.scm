; Definitions of fish.

(function_definition name: (_) @name) @definition.function
(comment) @comment
