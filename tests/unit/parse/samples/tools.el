(defun foo (x) "Doc." x)
(defvar bar 1 "Doc")
(defmacro baz (y) y)
(defcustom qux 1 "d")

(cl-defstruct (tools-item (:copier nil)) name)
(defalias 'tools-old #'tools-new)
(define-derived-mode tools-view-mode special-mode "View")
