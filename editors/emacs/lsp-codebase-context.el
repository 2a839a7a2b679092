;;; lsp-codebase-context.el --- Code for a model  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Writes the hits of a search as Markdown that a language model can be given: each with its place, the lines that
;; enclose it and its callers and callees.

;;; Code:

(require 'lsp-codebase-hits)

(defcustom lsp-codebase-context-characters 24000
  "Most characters of code in a copied context; four are about a token."
  :group 'lsp-codebase
  :type 'natnum)

(defun lsp-codebase-context (query limit budget)
  "Return Markdown of up to LIMIT hits for QUERY.
They have at most BUDGET characters of code.  The value is a list of the text,
the number of hits and what there is to say."
  (let* ((answer (lsp-codebase-request :codebase/hybridSearch
                                       `(:query ,query :limit ,limit :pack "context" :maxChars ,budget
                                         :effort "thorough")))
         (hits (plist-get answer :hits)))
    (list (mapconcat #'lsp-codebase--context-of-hit hits "\n") (length hits) (lsp-codebase-remarks answer))))

(defun lsp-codebase-context-block (place language text)
  "Return TEXT in LANGUAGE as a block of Markdown under PLACE."
  (let ((fence "```"))
    (while (string-search fence text) (setq fence (concat fence "`")))
    (format "## %s\n%s%s\n%s\n%s\n" place fence (or language "") (string-trim-right text "\n+") fence)))

(defun lsp-codebase--context-of-hit (hit)
  "Return HIT as Markdown."
  (let* ((location (plist-get hit :location))
         (name (lsp-codebase-full-name hit))
         (related (mapconcat #'lsp-codebase--context-of-related (plist-get hit :related) "")))
    (concat (lsp-codebase-context-block
             (concat (lsp-codebase-context-place location) (and name (format " (%s)" (substring-no-properties name))))
             (plist-get hit :language)
             (lsp-codebase--context-text hit))
            related)))

(defun lsp-codebase-context-place (location)
  "Return LOCATION as a relative path with its lines."
  (let ((range (plist-get location :range)))
    (format "%s:%d-%d"
            (file-relative-name (lsp-codebase-path (plist-get location :uri)) (lsp-codebase-current-root))
            (1+ (plist-get (plist-get range :start) :line))
            (1+ (plist-get (plist-get range :end) :line)))))

(defun lsp-codebase--context-text (hit)
  "Return the text of HIT with the lines of its file that go with it."
  (let* ((own (list :range (plist-get (plist-get hit :location) :range) :text (or (plist-get hit :text) "")))
         (pieces (sort (cons own (append (plist-get hit :context) nil))
                       (lambda (a b) (< (lsp-codebase--first-line a) (lsp-codebase--first-line b))))))
    (mapconcat (lambda (piece) (plist-get piece :text)) pieces "\n")))

(defun lsp-codebase--first-line (piece)
  "Return the line where PIECE begins."
  (plist-get (plist-get (plist-get piece :range) :start) :line))

(defun lsp-codebase--context-of-related (related)
  "Return RELATED, a caller or callee, as a line of Markdown."
  (format "- %s: %s `%s`\n" (plist-get related :relation)
          (lsp-codebase-context-place (plist-get related :location))
          (plist-get related :preview)))

(provide 'lsp-codebase-context)
;;; lsp-codebase-context.el ends here
