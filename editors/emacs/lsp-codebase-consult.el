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
(declare-function consult--read "ext:consult")
(declare-function consult--async-split-initial "ext:consult")

(defun lsp-codebase-consult-search (ask initial)
  "Read a query, INITIAL at first, and go to the hit that is chosen.
ASK is called with the query and returns a cons cell: xref items, best first,
and a list of what there is to say."
  (let* ((origin (current-buffer))
         (item (consult--read
                (consult--dynamic-collection
                 (lambda (query)
                   (with-current-buffer origin (lsp-codebase--consult-candidates (funcall ask query)))))
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
  "Return the function by which consult shows and visits an xref item."
  (let ((jump (consult--jump-state)))
    (lambda (action item)
      (funcall jump action (and item (ignore-errors (xref-location-marker (xref-item-location item))))))))

(defun lsp-codebase--consult-candidates (found)
  "Return the items of FOUND as candidates, each of them unique.
What there is to say goes to the echo area."
  (when-let ((remarks (cdr found)))
    (let ((message-log-max nil)) (message "Codebase: %s" (string-join remarks "; "))))
  (let ((rank 0))
    (mapcar (lambda (item)
              (let ((location (xref-item-location item)))
                (propertize (format "%s  %s%s" (xref-item-summary item)
                                    (propertize (format "%s:%d" (xref-location-group location)
                                                        (xref-location-line location))
                                                'face 'completions-annotations)
                                    ;; Two hits may look alike: a character of no width and another code tells them apart.
                                    (propertize (string (+ #xf0000 (cl-incf rank))) 'invisible t 'display ""))
                            'lsp-codebase-item item)))
            (car found))))

(provide 'lsp-codebase-consult)
;;; lsp-codebase-consult.el ends here
