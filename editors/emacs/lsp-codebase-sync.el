;;; lsp-codebase-sync.el --- Unsaved text counts  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; Tells the server of a project which of its files are open, and what was typed into them.  Of a changed buffer the
;; lengths of the beginning and of the end that stayed the same are kept; what lies between goes to the server, in whole
;; lines, when typing pauses or a question is asked.

;;; Code:

(require 'lsp-codebase-server)

(defcustom lsp-codebase-sync-delay 0.5
  "Seconds without typing after which unsaved text is sent."
  :group 'lsp-codebase
  :type 'number)

(defcustom lsp-codebase-sync-max-size 2000000
  "Most characters of a buffer whose unsaved text is sent."
  :group 'lsp-codebase
  :type 'natnum)

(cl-defstruct (lsp-codebase--document (:copier nil))
  "A buffer as the server knows it."
  connection uri (version 0) size end head tail (growth 0))
;; `end' is the position behind the last character, as a line and a character.  `head' and `tail' count the characters
;; at the beginning and the end that have not changed since; nil while nothing has.  `growth' is by how much the
;; changes that were seen made the text longer.

(defvar-local lsp-codebase--document nil
  "What the server knows of this buffer, or nil.")

(defconst lsp-codebase--sync-hooks
  '((after-change-functions . lsp-codebase--note-change)
    (after-save-hook . lsp-codebase--saved)
    (after-revert-hook . lsp-codebase--reopen)
    (after-set-visited-file-name-hook . lsp-codebase--reopen)
    (kill-buffer-hook . lsp-codebase--close))
  "What `lsp-codebase-sync-mode' adds to the hooks of a buffer.")

;; Another major mode changes nothing for the server.
(put 'lsp-codebase--document 'permanent-local t)
(put 'lsp-codebase-sync-mode 'permanent-local t)
(pcase-dolist (`(_ . ,function) lsp-codebase--sync-hooks)
  (put function 'permanent-local-hook t))

(defvar lsp-codebase--sync-timer nil
  "Sends changes when typing pauses.")

(defvar lsp-codebase-sync-mode-map (make-sparse-keymap)
  "Keymap of `lsp-codebase-sync-mode'; it holds the menu.")

(define-minor-mode lsp-codebase-sync-mode
  "Keep the codebase server informed of this buffer.
It is turned on by itself in the files of a project whose server runs."
  :lighter (:eval (lsp-codebase-lighter))
  :keymap lsp-codebase-sync-mode-map
  (pcase-dolist (`(,hook . ,function) lsp-codebase--sync-hooks)
    (if lsp-codebase-sync-mode
        (add-hook hook function nil t)
      (remove-hook hook function t)))
  (if lsp-codebase-sync-mode (lsp-codebase--open) (lsp-codebase--close)))

(defun lsp-codebase-sync-this ()
  "Keep the server informed of this buffer.
Nothing is done without a file, or before the server of its project is ready."
  (when-let ((file (lsp-codebase--file))
             (connection (lsp-codebase-connection-of file)))
    (when (lsp-codebase-ready-p connection) (lsp-codebase-sync-mode 1))))

(defun lsp-codebase-sync-all (&rest _)
  "Tell the servers that became ready which of their files are open."
  (add-hook 'find-file-hook #'lsp-codebase-sync-this)
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer
      (setq lsp-codebase--document (and (lsp-codebase--known-p) lsp-codebase--document))
      (lsp-codebase-sync-this))))

(add-hook 'lsp-codebase-connected-functions #'lsp-codebase-sync-all)

(defun lsp-codebase--file ()
  "Return the file that this buffer visits, if a server may be told of it."
  (and buffer-file-name (null (buffer-base-buffer)) (not (file-remote-p buffer-file-name))
       (<= (buffer-size) lsp-codebase-sync-max-size)
       buffer-file-name))

(defun lsp-codebase--known-p ()
  "Tell whether this buffer is open in a server that runs."
  (and lsp-codebase--document
       (lsp-codebase-ready-p (lsp-codebase--document-connection lsp-codebase--document))))

;;; Messages

(defun lsp-codebase--notify (method params)
  "Send METHOD with PARAMS to the server of this buffer's document."
  (ignore-errors ; a server that ends just now must not keep a buffer from being saved or killed
    (jsonrpc-notify (lsp-codebase--document-connection lsp-codebase--document) method params)))

(defun lsp-codebase--text (from to)
  "Return the text between FROM and TO.
A byte that is no character becomes U+FFFD."
  (replace-regexp-in-string "[\x3fff80-\x3fffff]" "�" (buffer-substring-no-properties from to)))

(defun lsp-codebase--end ()
  "Return the position behind the last character of this widened buffer."
  (save-excursion
    (goto-char (point-max))
    (cons (1- (line-number-at-pos)) (- (point) (line-beginning-position)))))

(defun lsp-codebase--open ()
  "Tell the server that this buffer is open."
  (when-let ((file (and (not (lsp-codebase--known-p)) (lsp-codebase--file)))
             (connection (lsp-codebase-connection-of file)))
    (save-restriction
      (widen)
      (setq lsp-codebase--document
            (make-lsp-codebase--document :connection connection :uri (lsp-codebase-uri file)
                                         :size (buffer-size) :end (lsp-codebase--end)))
      (lsp-codebase--notify
       :textDocument/didOpen
       `(:textDocument ( :uri ,(lsp-codebase--document-uri lsp-codebase--document) :version 0
                         :languageId ,(string-remove-suffix "-mode" (symbol-name major-mode))
                         :text ,(lsp-codebase--text (point-min) (point-max))))))))

(defun lsp-codebase--close ()
  "Tell the server that this buffer is closed."
  (when (lsp-codebase--known-p)
    (lsp-codebase--notify :textDocument/didClose
                          `(:textDocument (:uri ,(lsp-codebase--document-uri lsp-codebase--document))))
    (lsp-codebase--stop-when-unused (lsp-codebase--document-connection lsp-codebase--document)))
  (setq lsp-codebase--document nil))

(defun lsp-codebase--reopen ()
  "Tell the server of this buffer anew: its text or its file is another."
  (lsp-codebase--close)
  (lsp-codebase--open))

(defun lsp-codebase--saved ()
  "Tell the server that this buffer was saved."
  (when (lsp-codebase--known-p)
    (lsp-codebase--flush)
    (lsp-codebase--notify :textDocument/didSave
                          `(:textDocument (:uri ,(lsp-codebase--document-uri lsp-codebase--document))))))

;;; Changes

(defun lsp-codebase--note-change (from to old-length)
  "Note that what lies between FROM and TO has replaced OLD-LENGTH characters."
  (when-let ((document lsp-codebase--document))
    (save-restriction
      (widen)
      (let ((head (- from (point-min))) (tail (- (point-max) to)))
        (cl-symbol-macrolet ((known-head (lsp-codebase--document-head document))
                             (known-tail (lsp-codebase--document-tail document)))
          (setf known-head (min head (or known-head head))
                known-tail (min tail (or known-tail tail)))))
      (cl-incf (lsp-codebase--document-growth document) (- to from old-length)))
    (unless (memq lsp-codebase--sync-timer timer-idle-list)
      (setq lsp-codebase--sync-timer
            (run-with-idle-timer lsp-codebase-sync-delay nil #'lsp-codebase--flush-all)))))

(defun lsp-codebase--flush-all (&optional connection)
  "Send what changed in all buffers, or in those of CONNECTION."
  (dolist (buffer (buffer-list))
    (when-let ((document (buffer-local-value 'lsp-codebase--document buffer)))
      (when (or (null connection) (eq connection (lsp-codebase--document-connection document)))
        (with-current-buffer buffer (lsp-codebase--flush))))))

(add-hook 'lsp-codebase-before-request-functions #'lsp-codebase--flush-all)

(defun lsp-codebase--flush ()
  "Send what changed in this buffer."
  (when (and (lsp-codebase--known-p) (lsp-codebase--changed-p))
    (save-restriction
      (widen)
      (let ((document lsp-codebase--document))
        (lsp-codebase--notify
         :textDocument/didChange
         `( :textDocument ( :uri ,(lsp-codebase--document-uri document)
                            :version ,(cl-incf (lsp-codebase--document-version document)))
            :contentChanges [,(lsp-codebase--change document)]))
        (setf (lsp-codebase--document-size document) (buffer-size)
              (lsp-codebase--document-end document) (lsp-codebase--end)
              (lsp-codebase--document-head document) nil
              (lsp-codebase--document-tail document) nil
              (lsp-codebase--document-growth document) 0)))))

(defun lsp-codebase--changed-p ()
  "Tell whether the text of this buffer is another than the server's."
  (or (lsp-codebase--document-head lsp-codebase--document)
      (/= (buffer-size) (lsp-codebase--document-size lsp-codebase--document))))

(defun lsp-codebase--change (document)
  "Return the change from DOCUMENT to this widened buffer.
If changes were made that nobody was told of, it is the whole text."
  (if (or (null (lsp-codebase--document-head document))
          (/= (buffer-size) (+ (lsp-codebase--document-size document) (lsp-codebase--document-growth document))))
      (list :text (lsp-codebase--text (point-min) (point-max)))
    (save-excursion
      (goto-char (+ (point-min) (lsp-codebase--document-head document)))
      (let* ((from (line-beginning-position))
             (first-line (1- (line-number-at-pos from)))
             (old-end (lsp-codebase--document-end document))
             (is-to-end (progn
                          (goto-char (- (point-max) (lsp-codebase--document-tail document)))
                          (not (search-forward "\n" nil 'move))))
             (last-lines (- (car (lsp-codebase--end)) (1- (line-number-at-pos)))))
        `( :range ( :start (:line ,first-line :character 0)
                    :end ,(if is-to-end
                              `(:line ,(car old-end) :character ,(cdr old-end))
                            `(:line ,(- (car old-end) last-lines) :character 0)))
           :text ,(lsp-codebase--text from (point)))))))

;;; End

(defun lsp-codebase--stop-when-unused (connection)
  "Stop the server of CONNECTION if no file of it is open in a while."
  (when lsp-codebase-shutdown-delay
    (run-with-timer
     lsp-codebase-shutdown-delay nil
     (lambda ()
       (unless (or (lsp-codebase--used-p connection)
                   (< (- (float-time) (lsp-codebase--asked-at connection)) lsp-codebase-shutdown-delay))
         (lsp-codebase-stop connection))))))

(defun lsp-codebase--used-p (connection)
  "Tell whether a buffer is open in the server of CONNECTION."
  (seq-some (lambda (buffer)
              (when-let ((document (buffer-local-value 'lsp-codebase--document buffer)))
                (eq connection (lsp-codebase--document-connection document))))
            (buffer-list)))

;;; Mode line

(defun lsp-codebase-progress (status)
  "Return how far the index is by STATUS, such as \"still indexing, 34 %\".
Nil means that it is complete."
  (let ((files (plist-get status :files)) (vectors (plist-get status :vectors)))
    (cl-flet ((percent (done total) (/ (* 100 done) (max 1 total))))
      (pcase (plist-get status :phase)
        ("starting" "opening the index")
        ((or "scanning" "indexing")
         (format "still indexing, %d %%"
                 (percent (+ (plist-get files :indexed) (plist-get files :skipped) (plist-get files :failed))
                          (plist-get files :total))))
        ("embedding"
         (format "found by words, %d %% by meaning"
                 (percent (plist-get vectors :done) (plist-get vectors :total))))
        ("failed" (format "indexing failed: %s" (plist-get status :message)))
        ("disabled" "indexing is off: set index.enabled")))))

(defun lsp-codebase-lighter ()
  "Return what the mode line says of the index of this buffer."
  (when (lsp-codebase--known-p)
    (let ((progress (lsp-codebase-progress
                     (lsp-codebase--status (lsp-codebase--document-connection lsp-codebase--document)))))
      (propertize (concat " Codebase"
                          (and progress (if (string-match "[0-9]+" progress)
                                            (format ":%s%%%%" (match-string 0 progress))
                                          "…")))
                  'help-echo (concat "Codebase: " (or progress "ready"))))))

(provide 'lsp-codebase-sync)
;;; lsp-codebase-sync.el ends here
