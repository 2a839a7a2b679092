;;; beside_eglot.el --- The commands in a buffer that eglot manages  -*- lexical-binding: t; -*-

;;; Code:

(load (expand-file-name "session.el" (file-name-directory load-file-name)))
(require 'eglot)
(require 'lsp-codebase)
(setq lsp-codebase-search-live nil
      eglot-server-programs `((python-mode . (,(getenv "PYTHON") ,(getenv "OTHER_SERVER"))))
      eglot-sync-connect 20)

(lsp-codebase-mode 1)
(find-file (in-root "json/decoder.py"))
(eglot-ensure)
(run-hooks 'post-command-hook)
(wait-until "eglot" 240 #'eglot-managed-p)
(wait-for-index)

(step "both" (list :eglot (eglot-managed-p) :codebase (and lsp-codebase-sync-mode t)
                   :server (process-name (jsonrpc--process (eglot-current-server)))))
(step "backend" (format "%s" (xref-find-backend)))
(go-to "def py_scanstring")
(step "definition_of_eglot" (xref-find-definitions "LSP identifier at point.") (here))
(step "search" (find-file (in-root "json/decoder.py")) (codebase-search "scanstring") (open-first))
(step "symbols_of_eglot" (find-file (in-root "json/decoder.py")) (xref-find-apropos "whatever") (xref-page))
(step "unsaved"
  (find-file (in-root "json/decoder.py"))
  (goto-char (point-max))
  (insert "\ndef beside_eglot_wombat():\n    pass\n")
  (open-when-found "beside_eglot_wombat"))
(set-buffer-modified-p nil)
(step "after_eglot"
  (eglot-shutdown (eglot-current-server))
  (find-file (in-root "json/encoder.py"))
  (list :managed (eglot-managed-p) :backend (format "%s" (xref-find-backend))
        :place (progn (codebase-search "scanstring") (open-first))))
;;; beside_eglot.el ends here
