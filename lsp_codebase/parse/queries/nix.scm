; Definitions of Nix: bindings.

(binding attrpath: (attrpath) @name expression: (function_expression)) @definition.function
(binding attrpath: (attrpath) @name) @definition.key
(comment) @comment
