; Definitions of Emacs Lisp.

(function_definition name: (symbol) @name docstring: (string) @docstring)
(macro_definition name: (symbol) @name docstring: (string) @docstring)
(function_definition name: (symbol) @name) @definition.function
(macro_definition name: (symbol) @name) @definition.macro
(source_file (special_form "defconst" . (symbol) @name) @definition.constant)
(source_file (special_form "defvar" . (symbol) @name) @definition.variable)
(source_file (list . (symbol) @_define . (symbol) @name
  (#any-of? @_define "defcustom" "defgroup" "defface" "defvar-local")) @definition.variable)
(source_file (list . (symbol) @_define . (symbol) @name
  (#any-of? @_define "cl-defun" "cl-defmethod" "cl-defgeneric" "defadvice" "ert-deftest"
    "define-minor-mode" "define-globalized-minor-mode" "define-derived-mode" "define-inline" "cl-defsubst")) @definition.function)
(source_file (list . (symbol) @_define . (quote (symbol) @name) (#eq? @_define "defalias")) @definition.function)
(source_file (list . (symbol) @_define . (list . (symbol) @name) (#eq? @_define "cl-defstruct")) @definition.class)
(source_file (list . (symbol) @_define . (symbol) @name (#any-of? @_define "cl-defstruct" "defclass")) @definition.class)
(comment) @comment
