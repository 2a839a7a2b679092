;;; session.el --- What the scenarios share  -*- lexical-binding: t; -*-

;;; Commentary:

;; A scenario does what a user does, step by step, and writes what it saw as JSON to the file RESULT.

;;; Code:

(require 'json)
(require 'package)

;; Packages of Debian, or of the folder PACKAGES.
(setq package-user-dir (expand-file-name "elpa" (getenv "HOME"))
      package-directory-list (list (or (getenv "PACKAGES") "/usr/share/emacs/site-lisp/elpa")))
(package-initialize)

(defvar seen nil "What each step saw: an alist.")

(defmacro step (name &rest body)
  "Do BODY and keep its value under NAME; an error is kept as its message."
  (declare (indent 1))
  `(push (cons ,name (condition-case reason (progn ,@body)
                       (error (list :error (error-message-string reason)))))
         seen))

(defun write-seen ()
  "Write what was seen."
  (with-temp-file (getenv "RESULT")
    (insert (json-encode (nreverse seen)))))

(add-hook 'kill-emacs-hook #'write-seen)

(defun wait-until (what seconds test)
  "Wait until TEST returns non-nil and return that; WHAT is missed after SECONDS."
  (let ((deadline (+ (float-time) seconds)) value)
    (while (not (or (setq value (funcall test)) (> (float-time) deadline)))
      (accept-process-output nil 0.05)
      (sit-for 0.01))
    (or value (error "In %d s there was no %s" seconds what))))

(defun wait-for-index ()
  "Wait until the index of this buffer's project is complete."
  (wait-until "complete index" 300
              (lambda ()
                (let ((status (aref (lsp-codebase-request :codebase/status) 0)))
                  (and (equal (plist-get status :phase) "ready") (memq (plist-get status :stale) '(nil :json-false)))))))

(defun in-root (path)
  "Return PATH below the workspace."
  (expand-file-name path (getenv "WORKSPACE")))

(defun go-to (text)
  "Put point at TEXT."
  (goto-char (point-min))
  (search-forward text)
  (goto-char (match-beginning 0)))

(defun here ()
  "Return the file, the line and what follows point in the selected window."
  (with-current-buffer (window-buffer)
    (list :file (and buffer-file-name (file-relative-name buffer-file-name (getenv "WORKSPACE")))
          :line (line-number-at-pos)
          :column (current-column)
          :word (thing-at-point 'symbol t))))

(defun xref-page ()
  "Return the xref buffer: its lines, and what stands above them."
  (with-current-buffer "*xref*"
    (list :header header-line-format
          :lines (vconcat (split-string (buffer-substring-no-properties (point-min) (point-max)) "\n" t)))))

(defun open-first ()
  "Follow the first item of the xref buffer and tell where that is."
  (pop-to-buffer "*xref*")
  (goto-char (point-min))
  (xref-next-line)
  (xref-goto-xref)
  (here))

(defun open-when-found (name)
  "Search for NAME until the first hit is so called, and open it: what was typed just now takes the server a moment."
  (let ((origin (current-buffer)))
    (wait-until (format "hit for %s" name) 240
                (lambda ()
                  (with-current-buffer origin (codebase-search name))
                  (let ((place (open-first)))
                    (and (equal (plist-get place :word) name) place))))))

(defun said (form)
  "Evaluate FORM and return the last message it left."
  (let (last)
    (cl-letf (((symbol-function 'message)
               (lambda (format &rest values) (when format (setq last (apply #'format-message format values))))))
      (eval form t))
    last))

;;; session.el ends here
