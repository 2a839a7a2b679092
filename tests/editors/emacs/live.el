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
(global-set-key (kbd "C-c z") (lambda () (interactive) (find-file (in-root "calls.py")) (goto-char (point-max))))
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

(defun chosen ()
  "Return which candidate of the minibuffer is chosen."
  (with-selected-window (active-minibuffer-window) vertico--index))

(defun files ()
  "Return the names of all buffers that visit a file."
  (vconcat (mapcar #'buffer-name (seq-filter #'buffer-file-name (buffer-list)))))

(defun server-text ()
  "Return what the server takes for the text of calls.py, without telling it of any change."
  (let ((lsp-codebase-before-request-functions nil))
    (with-current-buffer (get-file-buffer (in-root "calls.py"))
      (plist-get (lsp-codebase-request :codebase/readFile (list :uri (lsp-codebase-uri buffer-file-name))) :text))))

;;; live.el ends here
