;;; lsp-codebase.el --- Search a whole codebase by name, words or meaning  -*- lexical-binding: t; -*-

;; Version: 0.1.0
;; Package-Requires: ((emacs "28.1"))
;; Keywords: tools, languages, matching, convenience
;; URL: https://github.com/lsp-codebase/lsp-codebase
;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Commands of the server lsp-codebase: search by name, words or meaning, definitions by name in all languages, similar
;; code, callers and callees, the directories of a project and context for a model.
;;
;;     (require 'lsp-codebase)
;;     (global-set-key (kbd "C-c b") lsp-codebase-command-map)
;;
;; It stands beside eglot and any server of a language: it speaks to its own server, one a project.  With lsp-mode that
;; server can be an add-on: see lsp-codebase-lsp-mode.el.

;;; Code:

(require 'lsp-codebase-context)
(require 'lsp-codebase-hits)
(require 'lsp-codebase-pages)
(require 'lsp-codebase-server)
(require 'lsp-codebase-symbols)
(require 'lsp-codebase-sync)
(require 'lsp-codebase-tree)
(require 'easymenu)

(declare-function lsp-codebase-consult-search "lsp-codebase-consult")

(defcustom lsp-codebase-limit 30
  "Most hits of a search, of similar code and of callers."
  :group 'lsp-codebase
  :type '(integer :match (lambda (_widget value) (<= 1 value 100))))

(defcustom lsp-codebase-search-live t
  "Whether `codebase-search' shows hits while you type, if consult is installed."
  :group 'lsp-codebase
  :type 'boolean)

(defvar lsp-codebase-history nil
  "What was searched for.")

;;; Start

;;;###autoload
(define-minor-mode lsp-codebase-mode
  "Start the codebase server of a project when one of its files is opened.
Without this mode it is started by the first command."
  :global t
  :group 'lsp-codebase
  (if lsp-codebase-mode
      (add-hook 'find-file-hook #'lsp-codebase--start-here)
    (remove-hook 'find-file-hook #'lsp-codebase--start-here))
  (when lsp-codebase-mode
    (dolist (buffer (buffer-list))
      (with-current-buffer buffer (when buffer-file-name (lsp-codebase--start-here))))))

(defun lsp-codebase--start-here ()
  "Start the server of the project of this file, without waiting for it."
  (condition-case reason
      (when (and (lsp-codebase--file) (lsp-codebase-current-root)) (lsp-codebase-prepare))
    (user-error
     (lsp-codebase-mode -1) ; once is enough
     (message "%s" (error-message-string reason)))))

;;; Search

(defun lsp-codebase--region ()
  "Return the text of the active region, or nil."
  (when (use-region-p) (buffer-substring-no-properties (region-beginning) (region-end))))

(defun lsp-codebase--place ()
  "Return the params that tell where the user is."
  (append (when buffer-file-name
            `( :textDocument (:uri ,(lsp-codebase-uri buffer-file-name))
               :position (:line ,(1- (line-number-at-pos nil t)) :character 0)))
          (list :openDocuments (vconcat (delq nil (mapcar #'lsp-codebase--open-uri (seq-take (buffer-list) 50)))))))

(defun lsp-codebase--open-uri (buffer)
  "Return the URI of the file that BUFFER visits, or nil."
  (when-let ((file (buffer-file-name buffer)))
    (unless (file-remote-p file) (lsp-codebase-uri file))))

(defun lsp-codebase--search (query)
  "Return what to show for QUERY."
  (lsp-codebase--hits query :codebase/hybridSearch
                      `(:query ,query :limit ,lsp-codebase-limit :pack "none" ,@(lsp-codebase--place))))

(defun lsp-codebase--hits (title method params)
  "Return what to show under TITLE: the hits of METHOD with PARAMS."
  (let ((answer (lsp-codebase-request method params)))
    (list :title title
          :items (mapcar #'lsp-codebase-hit-item (plist-get answer :hits))
          :remarks (lsp-codebase-remarks answer))))

(defun lsp-codebase--read-query ()
  "Read what to search for; the region or the symbol at point is the default."
  (let* ((default (or (lsp-codebase--region) (thing-at-point 'symbol t)))
         (query (read-string (format-prompt "Codebase" default) nil 'lsp-codebase-history default)))
    (if (string-blank-p query) (user-error "Codebase: type a name, some words, or what the code does") query)))

;;;###autoload
(defun codebase-search (&optional query)
  "Search the codebase for QUERY by name, words or meaning, best first.
With consult the hits are shown while you type, each in its file; with a
prefix argument, or without consult, they go to an xref buffer.  In a query
lang:python, path:src, -word, \"a phrase\" and the like filter the hits."
  (interactive
   (list (unless (and (not current-prefix-arg) lsp-codebase-search-live (require 'consult nil t))
           (lsp-codebase--read-query))))
  (if (null query)
      (progn
        (require 'lsp-codebase-consult)
        (lsp-codebase-prepare) ; what keeps it from starting is told before anything is read
        (lsp-codebase-consult-search #'lsp-codebase--search (lsp-codebase--region)))
    (lsp-codebase-show (lambda () (lsp-codebase--search query)))))

;;;###autoload
(defun codebase-symbols ()
  "Go to a definition by its name, in any language of the project."
  (interactive)
  (let ((item (lsp-codebase-read-symbol "Definition: ")))
    (xref-push-marker-stack)
    (let ((marker (xref-location-marker (xref-item-location item))))
      (pop-to-buffer-same-window (marker-buffer marker))
      (goto-char marker)
      (run-hooks 'xref-after-jump-hook))))

;;;###autoload
(defun codebase-similar ()
  "Find code like the region, or like the definition at point."
  (interactive)
  (let ((params `( :textDocument (:uri ,(lsp-codebase--this-uri))
                   :limit ,lsp-codebase-limit
                   ,@(if (use-region-p)
                         `(:range ,(lsp-codebase--region-range))
                       `(:position ,(lsp-codebase--line (point)))))))
    (lsp-codebase-show (lambda () (lsp-codebase--hits "similar code" :codebase/similar params)))))

(defun lsp-codebase--this-uri ()
  "Return the URI of this file."
  (if buffer-file-name (lsp-codebase-uri buffer-file-name) (user-error "Codebase: this buffer visits no file")))

(defun lsp-codebase--line (position)
  "Return the beginning of the line of POSITION as LSP has it."
  `(:line ,(1- (line-number-at-pos position t)) :character 0))

(defun lsp-codebase--region-range ()
  "Return the lines of the region as LSP has them."
  (list :start (lsp-codebase--line (region-beginning))
        :end (lsp-codebase--line (max (region-beginning) (1- (region-end)))))) ; not the line behind a last newline

;;; Calls

;;;###autoload
(defun codebase-callers (&optional name)
  "List the calls of NAME.
By default that is the symbol at point, or the definition around it.
With a prefix argument read the name."
  (interactive (lsp-codebase--read-name "Callers of: "))
  (lsp-codebase--show-calls "caller" name))

;;;###autoload
(defun codebase-callees (&optional name)
  "List what NAME calls.
By default that is the symbol at point, or the definition around it.
With a prefix argument read the name."
  (interactive (lsp-codebase--read-name "Callees of: "))
  (lsp-codebase--show-calls "callee" name))

(defun lsp-codebase--read-name (prompt)
  "Return a list of a name read with PROMPT, if there is a prefix argument."
  (when current-prefix-arg (list (read-string prompt (thing-at-point 'symbol t) 'lsp-codebase-history))))

(defun lsp-codebase--show-calls (relation name)
  "Show the calls with RELATION to NAME, or to what is at point."
  (let* ((at-point (and (null name) (thing-at-point 'symbol t)))
         (around (and (null name) buffer-file-name
                      (list :uri (lsp-codebase--this-uri) :line (1- (line-number-at-pos nil t)))))
         (questions (delq nil (list (and (or name at-point) (list :name (or name at-point))) around))))
    (unless questions (user-error "Codebase: no symbol at point; a prefix argument asks for a name"))
    (lsp-codebase-show (lambda () (lsp-codebase--calls relation questions)))))

(defun lsp-codebase--calls (relation questions)
  "Return what to show of the calls with RELATION to a definition.
That is the first of QUESTIONS, lists of params, which names one."
  (let (answer)
    (while (and questions (null (plist-get answer :definition)))
      (setq answer (lsp-codebase-request
                    :codebase/calls `(:relation ,relation :limit ,lsp-codebase-limit ,@(pop questions)))))
    (unless (plist-get answer :definition) (user-error "Codebase: no definition of that name, or around point"))
    (let ((name (plist-get (plist-get (plist-get answer :definition) :definition) :name))
          (others (length (plist-get answer :others))))
      (list :title (format "%ss of %s" relation name)
            :items (mapcan (if (equal relation "caller")
                               (apply-partially #'lsp-codebase--caller-items name)
                             #'lsp-codebase--callee-items)
                           (append (plist-get answer :calls) nil))
            :remarks (append (when (> others 0) (list (format "%d other definitions have this name" others)))
                             (lsp-codebase-remarks answer))))))

(defun lsp-codebase--caller-items (callee call)
  "Return the lines of CALL that call CALLEE, a name, as xref items."
  (let ((uri (plist-get (plist-get call :location) :uri)))
    (mapcar (lambda (site)
              (xref-make (lsp-codebase--call-summary call site)
                         (lsp-codebase-location uri (list :line (plist-get site :line) :character 0) callee)))
            (plist-get call :sites))))

(defun lsp-codebase--callee-items (call)
  "Return the definition that is called in CALL as a list of one xref item."
  (let ((location (plist-get call :location)))
    (list (xref-make (lsp-codebase--call-summary call (seq-first (plist-get call :sites)))
                     (lsp-codebase-location (plist-get location :uri)
                                            (plist-get (plist-get location :range) :start)
                                            (plist-get call :name))))))

(defun lsp-codebase--call-summary (call site)
  "Return a line about CALL at SITE."
  (string-join (delq nil (list (lsp-codebase-full-name call) (plist-get site :text))) "  "))

;;; Pages

;;;###autoload
(defun codebase-tree (&optional directory)
  "Show the tree of the project, or with a prefix argument that of DIRECTORY."
  (interactive (when current-prefix-arg (list (read-directory-name "Tree of: "))))
  (lsp-codebase-tree-show (or directory (lsp-codebase-current-root t))))

;;;###autoload
(defun codebase-copy-context (query &optional budget)
  "Copy code for QUERY as Markdown that a language model can be given.
An active region is copied itself and is the query.  A prefix argument asks
for BUDGET, the most characters of code."
  (interactive
   (list (or (lsp-codebase--region) (lsp-codebase--read-query))
         (when current-prefix-arg (read-number "Most characters: " lsp-codebase-context-characters))))
  (pcase-let* ((selection (lsp-codebase--selection-as-context))
               (`(,text ,count ,remarks)
                (lsp-codebase-context (substring query 0 (min 10000 (length query))) 10
                                      (min 200000 (or budget lsp-codebase-context-characters)))))
    (kill-new (concat selection text))
    (message "%s" (string-join (cons (format "Codebase: copied %d %s%s" count (ngettext "hit" "hits" count)
                                             (if selection " and the region" ""))
                                     remarks)
                               "; "))))

(defun lsp-codebase--selection-as-context ()
  "Return the active region as a block of Markdown, or nil."
  (when-let ((text (and buffer-file-name (lsp-codebase--region))))
    (concat (lsp-codebase-context-block
             (lsp-codebase-context-place
              `(:uri ,(lsp-codebase--this-uri)
                :range ,(lsp-codebase--region-range)))
             nil text)
            "\n")))

;;;###autoload
(defun codebase-status ()
  "Show what is indexed of this project, and what is not and why."
  (interactive)
  (lsp-codebase-show-status))

;;;###autoload
(defun codebase-doctor ()
  "Check the index of this project, and offer to mend it."
  (interactive)
  (when (and (lsp-codebase-show-doctor nil) (y-or-n-p "The index is damaged; mend it? "))
    (lsp-codebase-show-doctor t)))

;;;###autoload
(defun codebase-reindex ()
  "Throw the index of this project away and build it again."
  (interactive)
  (when (y-or-n-p (format "Build the index of %s anew? " (lsp-codebase-project-name (lsp-codebase-current-root t))))
    (lsp-codebase-request :codebase/reindex)
    (message "Codebase: building the index; the mode line shows how far it is")))

;;;###autoload
(defun codebase-restart ()
  "Start the server of this project anew."
  (interactive)
  (let ((root (lsp-codebase-current-root t)))
    (when-let ((connection (gethash root lsp-codebase--connections))) (lsp-codebase-stop connection))
    (lsp-codebase--wait-for-start (lsp-codebase-connect root))
    (message "Codebase: the server of %s is started" (lsp-codebase-project-name root))))

;;;###autoload
(defun codebase-show-log ()
  "Show the log of the server of this project."
  (interactive)
  (let ((log (gethash (lsp-codebase-current-root t) lsp-codebase--logs)))
    (if (buffer-live-p log) (pop-to-buffer log)
      (user-error "Codebase: no server was started for this project"))))

;;; Keys

;;;###autoload (autoload 'lsp-codebase-command-map "lsp-codebase" nil nil 'keymap)
(defvar lsp-codebase-command-map
  (let ((map (make-sparse-keymap)))
    (pcase-dolist (`(,key . ,command)
                   '(("b" . codebase-search) ("s" . codebase-symbols) ("m" . codebase-similar)
                     ("r" . codebase-callers) ("e" . codebase-callees) ("t" . codebase-tree)
                     ("w" . codebase-copy-context) ("i" . codebase-status) ("g" . codebase-reindex)
                     ("d" . codebase-doctor) ("R" . codebase-restart) ("l" . codebase-show-log)))
      (define-key map key command))
    map)
  "Keymap of the commands, to be bound to a prefix.")
(fset 'lsp-codebase-command-map lsp-codebase-command-map)

(easy-menu-define nil lsp-codebase-sync-mode-map "Menu of the codebase."
  '("Codebase"
    ["Search" codebase-search]
    ["Go to Definition by Name" codebase-symbols]
    ["Similar Code" codebase-similar]
    ["Callers" codebase-callers]
    ["Callees" codebase-callees]
    ["Tree" codebase-tree]
    ["Copy Context" codebase-copy-context]
    "--"
    ["Status" codebase-status]
    ["Rebuild Index" codebase-reindex]
    ["Doctor" codebase-doctor]
    ["Restart Server" codebase-restart]
    ["Show Log" codebase-show-log]))

(provide 'lsp-codebase)
;;; lsp-codebase.el ends here
