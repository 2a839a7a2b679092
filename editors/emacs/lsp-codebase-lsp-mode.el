;;; lsp-codebase-lsp-mode.el --- An add-on server of lsp-mode  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Registers the server with lsp-mode, beside the servers of the languages.  Where lsp-mode runs it, the commands of
;; lsp-codebase.el ask it through lsp-mode and start no process of their own.
;;
;;     (with-eval-after-load 'lsp-mode (require 'lsp-codebase-lsp-mode))

;;; Code:

(require 'lsp-codebase-server)
(require 'lsp-mode nil t)

(declare-function lsp-find-workspace "ext:lsp-mode")
(declare-function lsp-register-client "ext:lsp-mode")
(declare-function lsp-request "ext:lsp-mode")
(declare-function lsp-stdio-connection "ext:lsp-mode")
(declare-function lsp-workspaces "ext:lsp-mode")
(declare-function lsp--workspace-client "ext:lsp-mode")
(declare-function lsp--workspace-server-capabilities "ext:lsp-mode")
(declare-function lsp--client-server-id "ext:lsp-mode")
(declare-function make-lsp-client "ext:lsp-mode")
(defvar lsp--buffer-workspaces)
(defvar lsp--cur-workspace)
(defvar lsp-response-timeout)

(defun lsp-codebase--lsp-workspace ()
  "Return the workspace of our server that lsp-mode has for this buffer, or nil."
  (and (featurep 'lsp-mode)
       (or (seq-find (lambda (workspace) (eq (lsp--client-server-id (lsp--workspace-client workspace)) 'lsp-codebase))
                     (lsp-workspaces))
           (lsp-find-workspace 'lsp-codebase (or buffer-file-name default-directory)))))

(defun lsp-codebase--lsp-door ()
  "Return the door to the server that lsp-mode runs for this buffer, or nil."
  (when-let ((workspace (lsp-codebase--lsp-workspace)))
    (cons (apply-partially #'lsp-codebase--lsp-request workspace) (lsp-codebase--lsp-encoding workspace))))

(defun lsp-codebase--lsp-request (workspace method params)
  "Return the result of METHOD with PARAMS from WORKSPACE as property lists."
  (let ((lsp--buffer-workspaces (list workspace))
        (lsp--cur-workspace workspace)
        (lsp-response-timeout 60))
    (condition-case reason
        (lsp-codebase--to-plist
         (lsp-request (substring (symbol-name method) 1) (or params (make-hash-table))))
      (user-error (signal (car reason) (cdr reason)))
      (error (user-error "Codebase: %s" (error-message-string reason))))))

(defun lsp-codebase--lsp-encoding (workspace)
  "Return the encoding of positions that was agreed upon for WORKSPACE."
  (let ((capabilities (lsp-codebase--to-plist (lsp--workspace-server-capabilities workspace))))
    (or (plist-get capabilities :positionEncoding) "utf-16")))

(defun lsp-codebase--to-plist (value)
  "Return VALUE, JSON as lsp-mode reads it, with property lists for hash tables."
  (cond ((hash-table-p value)
         (let (plist)
           (maphash (lambda (key item)
                      (push (intern (concat ":" key)) plist)
                      (push (lsp-codebase--to-plist item) plist))
                    value)
           (nreverse plist)))
        ((or (vectorp value) (and (consp value) (not (keywordp (car value))))) ; lsp-mode makes a list of some
         (vconcat (mapcar #'lsp-codebase--to-plist value)))
        ((consp value) (mapcar #'lsp-codebase--to-plist value))
        (t value)))

(defun lsp-codebase--lsp-activate-p (file _mode)
  "Tell whether the server is of use for FILE: any file of a project is."
  (and file (not (file-remote-p file)) t))

(add-hook 'lsp-codebase-door-functions #'lsp-codebase--lsp-door)

(with-eval-after-load 'lsp-mode
  (lsp-register-client
   (make-lsp-client
    :new-connection (lsp-stdio-connection #'lsp-codebase--program)
    :activation-fn #'lsp-codebase--lsp-activate-p
    :server-id 'lsp-codebase
    :add-on? t
    :priority -2
    :initialization-options #'lsp-codebase--settings
    :custom-capabilities '((experimental . ((codebase . ((indexStatus . t))))))
    :notification-handlers
    (let ((table (make-hash-table :test #'equal)))
      (puthash "codebase/indexStatus" #'ignore table)
      table))))

(provide 'lsp-codebase-lsp-mode)
;;; lsp-codebase-lsp-mode.el ends here
