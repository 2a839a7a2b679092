; Definitions of Tcl.

(namespace (word_list . (simple_word) . (simple_word) @name)) @definition.namespace
(command name: (simple_word) @_class arguments: (word_list . (simple_word) @_create . (simple_word) @name)
  (#eq? @_class "oo::class") (#eq? @_create "create")) @definition.class
(command name: (simple_word) @_method arguments: (word_list . (simple_word) @name . (braced_word) . (braced_word) .)
  (#eq? @_method "method")) @definition.method
(procedure name: (_) @name) @definition.function
(comment) @comment
