; Definitions of Scheme.

(list . (symbol) @_define . (list . (symbol) @name) (#any-of? @_define "define" "define*" "define-public" "define/contract" "define/public"
  "define/private" "define/override")) @definition.function
(list . (symbol) @_define . (symbol) @name . (list . (symbol) @_lambda)
  (#any-of? @_define "define" "define-public") (#any-of? @_lambda "lambda" "case-lambda")) @definition.function
(program (list . (symbol) @_define . (symbol) @name (#any-of? @_define "define" "define-public")) @definition.variable)
(list . (symbol) @_define . [(symbol) @name (list . (symbol) @name)]
  (#any-of? @_define "define-syntax" "define-syntax-rule" "define-macro" "defmacro")) @definition.macro
(list . (symbol) @_define . [(symbol) @name (list . (symbol) @name)]
  (#any-of? @_define "define-record-type" "define-class" "define-structure" "struct" "define-struct")) @definition.struct
(comment) @comment
(block_comment) @comment
