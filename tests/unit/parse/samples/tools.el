(defun foo (x) "Doc." x)
(defvar bar 1 "Doc")
(defmacro baz (y) y)
(defcustom qux 1 "d")
