; Definitions of Emacs Lisp.

(function_definition name: (symbol) @name docstring: (string) @docstring)
(macro_definition name: (symbol) @name docstring: (string) @docstring)
(function_definition name: (symbol) @name) @definition.function
(macro_definition name: (symbol) @name) @definition.macro
(source_file (special_form "defconst" . (symbol) @name) @definition.constant)
(source_file (special_form "defvar" . (symbol) @name) @definition.variable)
(source_file (list . (symbol) @_define . (symbol) @name
  (#any-of? @_define "defcustom" "defgroup" "defface" "define-minor-mode" "define-derived-mode" "defvar-local")) @definition.variable)
(source_file (list . (symbol) @_define . (symbol) @name
  (#any-of? @_define "cl-defun" "cl-defmethod" "cl-defgeneric" "defalias" "defadvice" "ert-deftest")) @definition.function)
(source_file (list . (symbol) @_define . (symbol) @name (#any-of? @_define "cl-defstruct" "defclass")) @definition.class)
(comment) @comment
