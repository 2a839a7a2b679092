;;; lsp-codebase-consult.el --- Hits while you type  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Search with consult: hits while you type, in the server's order, the one you are on shown in its file.  Loaded by
;; `codebase-search' when consult is installed.

;;; Code:

(require 'lsp-codebase-hits)
(require 'consult nil t)

(declare-function consult--dynamic-collection "ext:consult")
(declare-function consult--jump-state "ext:consult")
(declare-function consult--lookup-prop "ext:consult")
(declare-function consult--temporary-files "ext:consult")
(declare-function consult--read "ext:consult")
(declare-function consult--async-split-initial "ext:consult")

(defun lsp-codebase-consult-search (ask initial)
  "Read a query, INITIAL at first, and go to the hit that is chosen.
ASK is called with the query and returns what `lsp-codebase-show' shows."
  (let* ((origin (current-buffer))
         (root (lsp-codebase-current-root t))
         (item (consult--read
                (consult--dynamic-collection
                 (lambda (query)
                   (condition-case reason
                       (with-current-buffer origin (lsp-codebase--consult-candidates (funcall ask query) root))
                     (user-error (message "%s" (error-message-string reason)) nil))))
                :prompt "Codebase: "
                :initial (lsp-codebase--consult-initial initial)
                :category 'lsp-codebase-hit
                :history '(:input lsp-codebase-history)
                :require-match t
                :sort nil
                :add-history (thing-at-point 'symbol t)
                :lookup (apply-partially #'consult--lookup-prop 'lsp-codebase-item)
                :state (lsp-codebase--consult-state))))
    (when item (run-hooks 'xref-after-jump-hook))))

(defun lsp-codebase--consult-initial (text)
  "Return TEXT as the first input of an asynchronous consult command."
  (and text (if (fboundp 'consult--async-split-initial) (consult--async-split-initial text) text)))

(defun lsp-codebase--consult-state ()
  "Return the function by which consult shows and visits an xref item.
A file that is only shown is closed again."
  (let ((open (consult--temporary-files))
        (jump (consult--jump-state)))
    (lambda (action item)
      (let ((location (and item (xref-item-location item))))
        (unless location (funcall open))
        (funcall jump action
                 (pcase action
                   ((guard (null location)) nil)
                   ('preview (when-let ((buffer (funcall open (xref-file-location-file location))))
                               (lsp-codebase-marker-in location buffer)))
                   ('return (xref-location-marker location))))))))

(defun lsp-codebase--consult-candidates (found root)
  "Return the items of FOUND as candidates, each of them unique.
Their files are named from ROOT.  What there is to say goes to the echo area."
  (when-let ((remarks (plist-get found :remarks)))
    (let ((message-log-max nil)) (message "Codebase: %s" (string-join remarks "; "))))
  (seq-map-indexed
   (lambda (item rank)
     (let* ((location (xref-item-location item))
            (place (format "%s:%d" (file-relative-name (xref-file-location-file location) root)
                           (xref-location-line location))))
       (propertize (concat (xref-item-summary item) "  " (propertize place 'face 'completions-annotations)
                           ;; Two hits may look alike: an invisible character tells them apart.
                           (propertize (string (+ #xf0000 rank)) 'invisible t))
                   'lsp-codebase-item item)))
   (plist-get found :items)))

(provide 'lsp-codebase-consult)
;;; lsp-codebase-consult.el ends here
