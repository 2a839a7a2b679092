;;; lsp-codebase-pages.el --- Pages to read about the index  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; What is indexed, what is not and why, and what the doctor found.

;;; Code:

(require 'lsp-codebase-hits)

(define-derived-mode lsp-codebase-page-mode special-mode "Codebase"
  "Show what the codebase server tells of its index."
  (setq-local truncate-lines t))

(defun lsp-codebase--show-page (name write)
  "Show the page NAME, whose text the function WRITE inserts."
  (let ((root (lsp-codebase-current-root t))
        (buffer (get-buffer-create name)))
    (with-current-buffer buffer
      (lsp-codebase-page-mode)
      (setq default-directory root lsp-codebase-root root)
      (setq-local revert-buffer-function
            (lambda (&rest _)
              (let ((text (with-temp-buffer ; so that an error leaves the page as it was
                            (setq default-directory root lsp-codebase-root root)
                            (funcall write)
                            (buffer-string)))
                    (inhibit-read-only t))
                (erase-buffer)
                (insert text)
                (goto-char (point-min)))))
      (revert-buffer))
    (pop-to-buffer buffer)))

(defun lsp-codebase--insert-line (label format &rest values)
  "Insert LABEL and VALUES in FORMAT as a line."
  (insert (format "%-10s " (propertize label 'face 'shadow)) (apply #'format format values) "\n"))

;;; Status

(defun lsp-codebase-show-status ()
  "Show what is indexed of this project."
  (lsp-codebase--show-page "*codebase-status*" #'lsp-codebase--write-status))

(defun lsp-codebase--write-status ()
  "Insert the state of each index."
  (seq-do #'lsp-codebase--insert-status (lsp-codebase-request :codebase/status)))

(defun lsp-codebase--insert-status (status)
  "Insert STATUS."
  (let ((files (plist-get status :files)) (vectors (plist-get status :vectors)))
    (insert (propertize (abbreviate-file-name (lsp-codebase-path (plist-get status :folder))) 'face 'bold) "\n")
    (lsp-codebase--insert-line "state" "%s" (or (lsp-codebase-progress status) "ready"))
    (lsp-codebase--insert-line "files" "%d of %d indexed, %d left out, %d failed"
                               (plist-get files :indexed) (plist-get files :total)
                               (plist-get files :skipped) (plist-get files :failed))
    (lsp-codebase--insert-line "content" "%d definitions, %d pieces of text"
                               (plist-get status :symbols) (plist-get status :chunks))
    (if-let ((model (plist-get vectors :model)))
        (lsp-codebase--insert-line "meaning" "%d of %d pieces, by %s"
                                   (plist-get vectors :done) (plist-get vectors :total) model)
      (when (equal (plist-get status :phase) "ready") (lsp-codebase--insert-line "meaning" "no model: words only")))
    (when-let ((message (plist-get status :message))) (lsp-codebase--insert-line "note" "%s" message))
    (when-let ((host (plist-get status :host)))
      (lsp-codebase--insert-line "served by" "process %d, for %s" (plist-get host :pid)
                                 (mapconcat (lambda (client) (plist-get client :name)) (plist-get host :clients) ", ")))
    (lsp-codebase--insert-line "languages" "%s" (lsp-codebase--languages (plist-get status :languages)))
    (seq-do #'lsp-codebase--insert-problem (plist-get status :problems))
    (insert "\n")))

(defun lsp-codebase--languages (counts)
  "Return the most frequent languages of COUNTS, a property list."
  (let ((shown (seq-take (seq-remove (lambda (pair) (eql (cadr pair) 0)) (seq-partition counts 2)) 10)))
    (mapconcat (lambda (pair) (format "%s %d" (substring (symbol-name (car pair)) 1) (cadr pair))) shown ", ")))

(defun lsp-codebase--insert-problem (problem)
  "Insert PROBLEM, a file that is not in the index, as a button."
  (let ((path (lsp-codebase-path (plist-get problem :uri))))
    (insert (format "%-10s " (propertize "not in it" 'face 'warning)))
    (insert-text-button (file-relative-name path) 'follow-link t 'action (lambda (_button) (find-file path)))
    (insert ": " (plist-get problem :reason) "\n")))

;;; Doctor

(defun lsp-codebase-show-doctor (repair)
  "Check the index of this project and show what was found.
With REPAIR put right what is wrong.  The value tells whether it is damaged."
  (let (damaged)
    (lsp-codebase--show-page
     "*codebase-doctor*"
     (lambda ()
       (let ((checks (plist-get (lsp-codebase-request :codebase/doctor (list :repair (if repair t :json-false)))
                                :checks)))
         (setq damaged (seq-some (lambda (check) (equal (plist-get check :state) "damaged")) checks))
         (seq-do (lambda (check)
                   (let ((state (plist-get check :state)))
                     (lsp-codebase--insert-line (plist-get check :name) "%-9s %s"
                                                (propertize state 'face (if (equal state "damaged") 'error 'success))
                                                (plist-get check :detail))))
                 checks))))
    damaged))

(provide 'lsp-codebase-pages)
;;; lsp-codebase-pages.el ends here
