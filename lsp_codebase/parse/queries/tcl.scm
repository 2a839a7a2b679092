; Definitions of Tcl.

(namespace (word_list . (simple_word) . (simple_word) @name)) @definition.namespace
(procedure name: (_) @name) @definition.function
(comment) @comment
