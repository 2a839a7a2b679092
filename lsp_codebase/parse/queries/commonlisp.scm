; Definitions of Common Lisp.

(defun (defun_header keyword: (defun_keyword "defmacro") function_name: (_) @name)) @definition.macro
(defun (defun_header function_name: (_) @name)) @definition.function
(defun (defun_header function_name: (_) @name) . value: (str_lit) @docstring)
(source (list_lit . value: (sym_lit) @_define . value: (_) @name
  (#any-of? @_define "defvar" "defparameter")) @definition.variable)
(source (list_lit . value: (sym_lit) @_define . value: (_) @name (#eq? @_define "defconstant")) @definition.constant)
(source (list_lit . value: (sym_lit) @_define . value: (_) @name
  (#any-of? @_define "defclass" "define-condition")) @definition.class)
(source (list_lit . value: (sym_lit) @_define . value: (sym_lit) @name (#eq? @_define "defstruct")) @definition.struct)
(source (list_lit . value: (sym_lit) @_define . value: (_) @name (#eq? @_define "deftype")) @definition.type)
(source (list_lit . value: (sym_lit) @_define . value: (_) @name (#eq? @_define "defpackage")) @definition.package)
(comment) @comment
(block_comment) @comment
