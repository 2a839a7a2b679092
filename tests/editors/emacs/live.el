;;; live.el --- A terminal session with consult, driven by keys  -*- lexical-binding: t; -*-

;;; Commentary:

;; The test types into the terminal and asks this session, through emacsclient, what it shows.

;;; Code:

(load (expand-file-name "session.el" (file-name-directory load-file-name)))
(require 'vertico)
(require 'consult)
(require 'lsp-codebase)
(setq inhibit-startup-screen t
      server-name (getenv "EMACS_SOCKET"))
(global-set-key (kbd "C-c b") lsp-codebase-command-map)
(vertico-mode 1)
(lsp-codebase-mode 1)
(find-file (in-root "json/decoder.py"))
(wait-for-index)
(require 'server)
(server-start)

(defun candidates ()
  "Return the candidates that the minibuffer shows."
  (with-selected-window (active-minibuffer-window)
    (vconcat (mapcar #'substring-no-properties vertico--candidates))))

(defun behind ()
  "Return the file and line that the window behind the minibuffer shows."
  (with-selected-window (or (minibuffer-selected-window) (selected-window))
    (list :file (and buffer-file-name (file-relative-name buffer-file-name (getenv "WORKSPACE")))
          :line (line-number-at-pos))))

;;; live.el ends here
