;;; lsp-codebase-hits.el --- Hits as xref items  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Turns what the server finds into xref items, best first, and shows them with the user's `xref-show-xrefs-function'.

;;; Code:

(require 'lsp-codebase-server)
(require 'lsp-codebase-sync)
(require 'xref)

(cl-defstruct (lsp-codebase-location (:include xref-file-location) (:constructor lsp-codebase--make-location))
  "A place in a file: the column, which counts in `encoding', or `word' in the line."
  encoding word)

(cl-defmethod xref-location-marker ((location lsp-codebase-location))
  "Return the marker of LOCATION."
  (let ((file (xref-file-location-file location)))
    (unless (file-exists-p file)
      (user-error "Codebase: %s is gone" (abbreviate-file-name file)))
    (lsp-codebase-marker-in location (or (find-buffer-visiting file) (find-file-noselect file)))))

(defun lsp-codebase-marker-in (location buffer)
  "Return the marker of LOCATION in BUFFER, which shows its file."
  (with-current-buffer buffer
    (save-restriction
      (widen)
      (save-excursion
        (goto-char (point-min))
        (forward-line (1- (xref-file-location-line location)))
        (lsp-codebase--goto-column (xref-file-location-column location) (lsp-codebase-location-encoding location))
        (when-let ((word (lsp-codebase-location-word location)))
          (when (search-forward word (line-end-position) t) (goto-char (match-beginning 0))))
        (point-marker)))))

(defun lsp-codebase--goto-column (column encoding)
  "Go to COLUMN of this line, which counts in ENCODING."
  (let ((width (pcase encoding
                 ("utf-16" (lambda (char) (if (> char #xffff) 2 1)))
                 ("utf-8" (lambda (char) (string-bytes (string char))))
                 (_ (lambda (_char) 1)))))
    (while (and (> column 0) (not (eolp)))
      (cl-decf column (funcall width (char-after)))
      (forward-char))))

(defun lsp-codebase-location (uri start &optional word)
  "Return the place START, an LSP position, in the file of URI.
If WORD stands behind it in the line, that is the place."
  (lsp-codebase--make-location :file (lsp-codebase-path uri)
                               :line (1+ (plist-get start :line))
                               :column (plist-get start :character)
                               :encoding (lsp-codebase-encoding)
                               :word word))

(defun lsp-codebase-full-name (thing)
  "Return the name of THING behind that of its container.
THING is a hit or a definition; nil if it has no name."
  (when-let ((name (plist-get thing :name)))
    (concat (when-let ((container (plist-get thing :container)))
              (propertize (concat container ".") 'face 'shadow))
            (propertize name 'face 'font-lock-function-name-face))))

(defun lsp-codebase-hit-start (hit)
  "Return the place of HIT: its name, its first match or its beginning."
  (let ((matches (plist-get hit :matches)))
    (plist-get (or (plist-get hit :selectionRange)
                   (and (length> matches 0) (aref matches 0))
                   (plist-get (plist-get hit :location) :range))
               :start)))

(defun lsp-codebase-hit-item (hit)
  "Return HIT of a search as an xref item."
  (xref-make (string-join (delq nil (list (lsp-codebase-full-name hit) (plist-get hit :preview))) "  ")
             (lsp-codebase-location (plist-get (plist-get hit :location) :uri) (lsp-codebase-hit-start hit))))

(defun lsp-codebase-symbol-item (hit)
  "Return HIT, a definition, as an xref item."
  (let ((definition (plist-get hit :definition)))
    (xref-make (concat (lsp-codebase-full-name definition) "  "
                       (propertize (lsp-codebase-kind (plist-get definition :kind)) 'face 'shadow))
               (lsp-codebase-location (plist-get hit :uri)
                                      (plist-get (plist-get definition :selectionRange) :start)))))

(defun lsp-codebase-kind (kind)
  "Return the name of KIND, an LSP SymbolKind."
  (or (nth kind '("" "file" "module" "namespace" "package" "class" "method" "property" "field" "constructor" "enum"
                  "interface" "function" "variable" "constant" "string" "number" "boolean" "array" "object" "key"
                  "null" "enum member" "struct" "event" "operator" "type parameter"))
      ""))

;;; Showing

(defun lsp-codebase-remarks (answer)
  "Return what there is to say of ANSWER beside its hits, a list of sentences."
  (append (when (and (equal (plist-get answer :confidence) "none") (length> (plist-get answer :hits) 0))
            '("nothing matches well, these are the nearest"))
          (when-let ((progress (lsp-codebase-progress (plist-get answer :index)))) (list progress))
          (append (plist-get answer :notes) nil)))

;; What is shown is a property list: its :title, its xref :items, and the :remarks, sentences that go with them.

(defun lsp-codebase-show (ask)
  "Show what ASK finds, and what there is to say.
ASK is called in this buffer, and again to refresh."
  (let* ((origin (current-buffer))
         (found (funcall ask))
         (is-fresh t)
         (fetch (lambda ()
                  (unless is-fresh (setq found (with-current-buffer (if (buffer-live-p origin) origin (current-buffer))
                                                 (funcall ask))))
                  (setq is-fresh nil)
                  (plist-get found :items)))
         (said (string-join (cons (plist-get found :title) (plist-get found :remarks)) "; ")))
    (if (null (plist-get found :items))
        (message "Codebase: nothing found for %s" said)
      (xref-push-marker-stack)
      (let ((shown (funcall xref-show-xrefs-function fetch
                            `((window . ,(selected-window)) (display-action . nil) (auto-jump . nil)))))
        (when (and (bufferp shown) (buffer-live-p shown))
          (with-current-buffer shown
            (setq header-line-format (concat "Codebase: " (replace-regexp-in-string "%" "%%" said t t))))))
      (when (plist-get found :remarks) (message "Codebase: %s" said)))))

(provide 'lsp-codebase-hits)
;;; lsp-codebase-hits.el ends here
