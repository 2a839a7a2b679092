;;; lsp-codebase-tree.el --- The directories of a project  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; A buffer with the server's tree of a directory: the parts a reader most likely wants, within a budget, as buttons.

;;; Code:

(require 'lsp-codebase-hits)

(defcustom lsp-codebase-tree-characters 10000
  "Most characters of a tree at first."
  :group 'lsp-codebase
  :type 'natnum)

(defvar-local lsp-codebase--tree-directory nil "The directory that is shown.")
(defvar-local lsp-codebase--tree-budget nil "Most characters of this tree.")
(defvar-local lsp-codebase--tree-symbols nil "Whether definitions are shown under their files.")

(defvar lsp-codebase-tree-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map (make-composed-keymap button-buffer-map special-mode-map))
    (define-key map "^" #'lsp-codebase-tree-up)
    (define-key map "s" #'lsp-codebase-tree-toggle-symbols)
    (define-key map "+" #'lsp-codebase-tree-more)
    (define-key map "-" #'lsp-codebase-tree-less)
    map)
  "Keymap of `lsp-codebase-tree-mode'.")

(define-derived-mode lsp-codebase-tree-mode special-mode "Codebase-Tree"
  "Show the directories of a project; RET opens a file or goes into a directory.
\\{lsp-codebase-tree-mode-map}"
  (setq-local revert-buffer-function #'lsp-codebase--tree-refresh))

(defun lsp-codebase-tree-show (directory)
  "Show the tree of DIRECTORY in a buffer of its project."
  (let* ((root (lsp-codebase-current-root t))
         (buffer (get-buffer-create (format "*codebase-tree %s*" (lsp-codebase-project-name root)))))
    (with-current-buffer buffer
      (unless (derived-mode-p 'lsp-codebase-tree-mode)
        (lsp-codebase-tree-mode)
        (setq lsp-codebase--tree-budget lsp-codebase-tree-characters))
      (setq default-directory root
            lsp-codebase-root root
            lsp-codebase--tree-directory (file-name-as-directory (expand-file-name directory)))
      (lsp-codebase--tree-refresh))
    (pop-to-buffer buffer)))

(defun lsp-codebase--tree-refresh (&rest _)
  "Ask for the tree again and draw it."
  (let ((answer (lsp-codebase-request
                 :codebase/directoryTree
                 `( :uri ,(lsp-codebase-uri lsp-codebase--tree-directory) :format "json"
                    :maxChars ,lsp-codebase--tree-budget
                    :symbols ,(if lsp-codebase--tree-symbols t :json-false))))
        (line (line-number-at-pos))
        (inhibit-read-only t))
    (erase-buffer)
    (seq-do (lambda (node) (lsp-codebase--tree-insert node 0)) (plist-get answer :roots))
    (goto-char (point-min))
    (forward-line (1- line))
    (setq header-line-format
          (format "%s%s" (abbreviate-file-name lsp-codebase--tree-directory)
                  (if (length> (plist-get answer :cutBy) 0) "  (cut: + shows more)" "")))))

(defun lsp-codebase--tree-insert (node depth)
  "Insert NODE of the answer and what is below it, at DEPTH."
  (let* ((path (lsp-codebase-path (plist-get node :uri)))
         (is-directory (equal (plist-get node :kind) "directory"))
         (omitted (plist-get node :omitted)))
    (insert (make-string (* 2 depth) ?\s))
    (insert-text-button (concat (plist-get node :name) (when is-directory "/"))
                        'face (if is-directory 'font-lock-function-name-face 'default)
                        'follow-link t
                        'help-echo path
                        'action (lambda (_button)
                                  (if is-directory (lsp-codebase-tree-show path) (find-file-other-window path))))
    (when omitted (insert (propertize (format "  … %d more" omitted) 'face 'shadow)))
    (when-let ((reason (plist-get node :error))) (insert (propertize (concat "  " reason) 'face 'error)))
    (insert "\n")
    (seq-do (lambda (symbol) (lsp-codebase--tree-insert-symbol symbol path (1+ depth))) (plist-get node :symbols))
    (seq-do (lambda (child) (lsp-codebase--tree-insert child (1+ depth))) (plist-get node :children))))

(defun lsp-codebase--tree-insert-symbol (symbol path depth)
  "Insert SYMBOL of the file PATH at DEPTH."
  (insert (make-string (* 2 depth) ?\s))
  (insert-text-button (plist-get symbol :name)
                      'face 'default
                      'follow-link t
                      'action (lambda (_button)
                                (find-file-other-window path)
                                (goto-char (point-min))
                                (forward-line (plist-get symbol :line))))
  (insert (propertize (concat "  " (lsp-codebase-kind (plist-get symbol :kind))) 'face 'shadow) "\n"))

(defun lsp-codebase-tree-up ()
  "Show the directory above, within the project."
  (interactive nil lsp-codebase-tree-mode)
  (when (equal lsp-codebase--tree-directory lsp-codebase-root)
    (user-error "Codebase: this is the root of the project"))
  (lsp-codebase-tree-show (file-name-directory (directory-file-name lsp-codebase--tree-directory))))

(defun lsp-codebase-tree-toggle-symbols ()
  "Show the top-level definitions of each file, or hide them."
  (interactive nil lsp-codebase-tree-mode)
  (setq lsp-codebase--tree-symbols (not lsp-codebase--tree-symbols))
  (revert-buffer))

(defun lsp-codebase-tree-more ()
  "Show a tree of twice the size."
  (interactive nil lsp-codebase-tree-mode)
  (setq lsp-codebase--tree-budget (min 1000000 (* 2 lsp-codebase--tree-budget)))
  (revert-buffer))

(defun lsp-codebase-tree-less ()
  "Show a tree of half the size."
  (interactive nil lsp-codebase-tree-mode)
  (setq lsp-codebase--tree-budget (max 200 (/ lsp-codebase--tree-budget 2)))
  (revert-buffer))

(provide 'lsp-codebase-tree)
;;; lsp-codebase-tree.el ends here
