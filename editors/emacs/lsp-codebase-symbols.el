;;; lsp-codebase-symbols.el --- Names by completion and xref  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Definitions by name: live completion in the server's order, and an xref backend for buffers that have no better one.

;;; Code:

(require 'lsp-codebase-hits)

(defcustom lsp-codebase-use-xref t
  "Whether xref asks the server in buffers where nothing but tags would answer."
  :group 'lsp-codebase
  :type 'boolean)

(defconst lsp-codebase--symbol-limit 100
  "Most definitions that are asked for while a name is typed.")

(defun lsp-codebase--find-symbols (query limit)
  "Return up to LIMIT definitions for QUERY, best first."
  (plist-get (lsp-codebase-request
              :codebase/symbols
              `(:query ,query :limit ,limit
                ,@(when buffer-file-name `(:textDocument (:uri ,(lsp-codebase-uri buffer-file-name))))))
             :hits))

;;; Completion

(defun lsp-codebase-symbol-candidates (query)
  "Return completion candidates for QUERY, best first.
Each has its xref item as a text property."
  (let ((seen (make-hash-table :test #'equal)))
    (mapcar (lambda (hit)
              (let* ((item (lsp-codebase-symbol-item hit))
                     (location (xref-item-location item))
                     (definition (plist-get hit :definition))
                     (name (substring-no-properties (lsp-codebase-full-name definition)))
                     (times (cl-incf (gethash name seen 0))))
                (propertize (if (= times 1) name (format "%s<%d>" name times))
                            'lsp-codebase-item item
                            'lsp-codebase-annotation
                            (format "  %s  %s:%d" (lsp-codebase-kind (plist-get definition :kind))
                                    (file-relative-name (xref-file-location-file location)
                                                        (lsp-codebase-current-root))
                                    (xref-file-location-line location)))))
            (lsp-codebase--find-symbols query lsp-codebase--symbol-limit))))

(defun lsp-codebase--symbol-table (buffer)
  "Return a completion table of the names that the server of BUFFER finds."
  (let (asked candidates)
    (cl-flet ((find (query)
                (unless (equal query asked)
                  (setq candidates (with-current-buffer buffer (lsp-codebase-symbol-candidates query))
                        asked query))
                candidates))
      (lambda (input predicate action)
        (pcase action
          ('metadata `(metadata (category . lsp-codebase-symbol)
                                (display-sort-function . identity)
                                (cycle-sort-function . identity)
                                (annotation-function . ,(lambda (candidate)
                                                          (get-text-property 0 'lsp-codebase-annotation candidate)))))
          ('lambda (and (member input candidates) t))
          ('t (find input))
          (`(boundaries . ,_) nil)
          (_ (try-completion input (find input) predicate)))))))

;; The server matches what is typed better than any prefix does: completion takes its list as it is.
(defun lsp-codebase--style-try (input table predicate _point)
  "Complete INPUT to itself if TABLE has any name for it that fits PREDICATE."
  (when (all-completions input table predicate) (cons input (length input))))

(defun lsp-codebase--style-all (input table predicate _point)
  "Return all that TABLE has for INPUT that fits PREDICATE, in its order."
  (all-completions input table predicate))

(add-to-list 'completion-styles-alist
             '(lsp-codebase lsp-codebase--style-try lsp-codebase--style-all "What the codebase server finds."))
(add-to-list 'completion-category-defaults '(lsp-codebase-symbol (styles lsp-codebase)))

(defun lsp-codebase-read-symbol (prompt)
  "Read a name with completion and PROMPT, and return its xref item."
  (let* ((table (lsp-codebase--symbol-table (current-buffer)))
         (name (completing-read prompt table nil nil nil 'lsp-codebase-history (thing-at-point 'symbol t)))
         (candidates (all-completions name table)))
    (or (get-text-property 0 'lsp-codebase-item name)
        (get-text-property 0 'lsp-codebase-item (or (car (member name candidates)) (car candidates) ""))
        (user-error "Codebase: no name like %s" name))))

;;; xref

(defun lsp-codebase-xref-backend ()
  "Return our xref backend, unless this buffer has another.
A tags table is another; the mere possibility of one is not."
  (when (and lsp-codebase-use-xref
             (not (bound-and-true-p tags-file-name))
             (not (bound-and-true-p tags-table-list))
             (null (remq t (remq 'lsp-codebase-xref-backend xref-backend-functions))))
    'lsp-codebase))

(defun lsp-codebase--add-xref-backend ()
  "Let xref ask the server in this buffer, or no more."
  (if lsp-codebase-sync-mode
      (add-hook 'xref-backend-functions #'lsp-codebase-xref-backend nil t)
    (remove-hook 'xref-backend-functions #'lsp-codebase-xref-backend t)))

(put 'lsp-codebase-xref-backend 'permanent-local-hook t)
(add-hook 'lsp-codebase-sync-mode-hook #'lsp-codebase--add-xref-backend)

(cl-defmethod xref-backend-identifier-completion-table ((_backend (eql lsp-codebase)))
  "Return a completion table of all names."
  (lsp-codebase--symbol-table (current-buffer)))

(cl-defmethod xref-backend-definitions ((_backend (eql lsp-codebase)) identifier)
  "Return the definitions called IDENTIFIER."
  (mapcar #'lsp-codebase-symbol-item
          (plist-get (lsp-codebase-request :codebase/definitions (list :name identifier)) :hits)))

(cl-defmethod xref-backend-apropos ((_backend (eql lsp-codebase)) pattern)
  "Return the definitions for PATTERN, best first."
  (mapcar #'lsp-codebase-symbol-item (lsp-codebase--find-symbols pattern lsp-codebase--symbol-limit)))

(provide 'lsp-codebase-symbols)
;;; lsp-codebase-symbols.el ends here
