;;; first_answer.el --- Ends as soon as a search has hits  -*- lexical-binding: t; -*-

;;; Code:

(require 'lsp-codebase)

;; The tree need not be a checkout: it is the project.
(defconst tree default-directory)
(add-hook 'project-find-functions (lambda (_) (cons 'transient tree)))

(find-file (getenv "FILE"))
(lsp-codebase-mode 1)
(while (not (get-buffer "*xref*"))
  (ignore-errors (codebase-search "how is a password hashed"))
  (accept-process-output nil 0.1))

;;; first_answer.el ends here
