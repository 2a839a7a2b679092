;;; first_answer.el --- Ends as soon as a search has hits  -*- lexical-binding: t; -*-

;;; Code:

(require 'lsp-codebase)

(find-file (getenv "FILE"))
(lsp-codebase-mode 1)
(while (not (get-buffer "*xref*"))
  (ignore-errors (codebase-search "how is a password hashed"))
  (accept-process-output nil 0.1))

;;; first_answer.el ends here
