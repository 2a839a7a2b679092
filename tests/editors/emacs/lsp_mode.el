;;; lsp_mode.el --- The server as an add-on of lsp-mode  -*- lexical-binding: t; -*-

;;; Code:

(load (expand-file-name "session.el" (file-name-directory load-file-name)))
(require 'lsp-mode)
(require 'lsp-codebase)
(require 'lsp-codebase-lsp-mode)
(setq lsp-codebase-search-live nil
      lsp-session-file (expand-file-name "session" (getenv "HOME"))
      lsp-server-install-dir (getenv "HOME")
      lsp-auto-guess-root t
      lsp-enable-file-watchers nil
      lsp-disabled-clients '(pyls pylsp mspyls)
      lsp-warn-no-matched-clients nil
      lsp-codebase-settings '(("symbols.maxResults" . 3)))
(lsp-register-client
 (make-lsp-client :new-connection (lsp-stdio-connection (list (getenv "PYTHON") (getenv "OTHER_SERVER")))
                  :major-modes '(python-mode) :server-id 'other))

(find-file (in-root "json/decoder.py"))
(lsp)
(defun running ()
  (sort (mapcar (lambda (workspace) (format "%s" (lsp--client-server-id (lsp--workspace-client workspace))))
                (seq-filter (lambda (workspace) (eq (lsp--workspace-status workspace) 'initialized)) (lsp-workspaces)))
        #'string<))
(step "servers" (wait-until "two servers" 240 (lambda () (and (= 2 (length (running))) (vconcat (running))))))
(wait-for-index)
(step "own_processes" (hash-table-count lsp-codebase--connections))
(step "encoding" (lsp-codebase-encoding))
(step "search" (codebase-search "measureWidth") (open-first))
(step "search_from_a_file_of_no_server" (find-file (in-root "measure.js")) (codebase-search "scanstring") (open-first))
(find-file (in-root "json/decoder.py"))
(step "symbols"
  (vconcat (mapcar (lambda (hit) (gethash "name" hit)) (lsp-request "workspace/symbol" '(:query "scanstring")))))
(step "definition_of_the_other" (go-to "py_scanstring") (lsp-find-definition) (here))
(step "settings" (length (plist-get (lsp-codebase-request :codebase/symbols '(:query "j")) :hits)))
(step "unsaved"
  (find-file (in-root "json/decoder.py"))
  (goto-char (point-max))
  (insert "\ndef add_on_wombat():\n    pass\n")
  (open-when-found "add_on_wombat"))
(find-file (in-root "json/decoder.py"))
(step "similar" (go-to "def py_scanstring") (codebase-similar) (xref-page))
(find-file (in-root "calls.py"))
(go-to "wombat_price")
(step "callers" (codebase-callers) (open-first))
(step "wrong" (codebase-search (make-string 10001 ?x)))
(step "status" (codebase-status) (with-current-buffer (window-buffer) (buffer-string)))
(step "own_processes_at_the_end" (hash-table-count lsp-codebase--connections))
(mapc (lambda (buffer) (with-current-buffer buffer (set-buffer-modified-p nil))) (buffer-list))
;;; lsp_mode.el ends here
