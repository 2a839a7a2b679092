;;; failures.el --- What a user is told when something is wrong  -*- lexical-binding: t; -*-

;;; Code:

(load (expand-file-name "session.el" (file-name-directory load-file-name)))
(require 'lsp-codebase)
(setq lsp-codebase-search-live nil)

(find-file (in-root "calls.py"))
(let ((lsp-codebase-command '("no-such-program" "--stdio")))
  (step "missing" (codebase-search "wombat"))
  (step "missing_before_a_live_search"
    (let ((lsp-codebase-search-live t)) (call-interactively #'codebase-search)))
  (step "missing_with_the_mode" (said '(lsp-codebase-mode 1)))
  (step "mode_after_that" lsp-codebase-mode))
(let ((lsp-codebase-command '("false")))
  (step "ends_at_once" (codebase-search "wombat")))
(let ((lsp-codebase-command (list (getenv "PYTHON") (getenv "OTHER_SERVER"))))
  (step "another_program" (codebase-search "wombat")))
(step "right_again" (wait-for-index) (codebase-search "wombat_price") (open-first))
(step "remote"
  (with-temp-buffer
    (setq default-directory "/ssh:elsewhere:/src/")
    (codebase-status)))
(with-temp-buffer
  (step "no_file" (codebase-similar))
  (step "no_symbol" (codebase-callers)))
(step "outside_any_project"
  (let ((directory (make-temp-file "plain" t)))
    (with-temp-buffer
      (setq default-directory (file-name-as-directory directory))
      (setq lsp-codebase-root directory)
      (write-region "def lonely_wombat():\n    pass\n" nil (expand-file-name "alone.py" directory) nil 'quiet)
      (wait-for-index)
      (open-when-found "lonely_wombat"))))
(step "settings"
  (find-file (in-root "calls.py"))
  (setq lsp-codebase-settings '(("index.enabled" . nil)))
  (codebase-restart)
  (said '(codebase-search "wombat_price")))
(step "wrong_setting"
  (setq lsp-codebase-settings '(("index.exlude" . ("x/"))))
  (find-file (in-root "calls.py"))
  (let (shown)
    (cl-letf (((symbol-function 'message)
               (lambda (format &rest values) (push (apply #'format-message (or format "") values) shown))))
      (codebase-restart)
      (wait-until "warning" 240 (lambda () (seq-find (lambda (text) (string-search "exlude" text)) shown))))))
;;; failures.el ends here
