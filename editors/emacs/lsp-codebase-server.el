;;; lsp-codebase-server.el --- The server of a project  -*- lexical-binding: t; -*-

;; SPDX-License-Identifier: MIT

;;; Commentary:

;; One process of `lsp-codebase' a project, spoken to with jsonrpc.el.  It stands beside eglot, which has room for one
;; server a mode, and shares nothing with it.  Another client of the same server, such as lsp-mode, takes over through
;; `lsp-codebase-door-functions'.

;;; Code:

(require 'cl-lib)
(require 'jsonrpc)
(require 'project)
(require 'subr-x)
(require 'url-util)

(defgroup lsp-codebase nil
  "Ranked symbols and code search over whole projects."
  :group 'tools
  :prefix "lsp-codebase-")

(defcustom lsp-codebase-command '("lsp-codebase" "--stdio")
  "The program of the server and its arguments.
A program without a directory is looked for in the variable `exec-path', then
in ~/.local/bin."
  :type '(repeat string))

(defcustom lsp-codebase-settings nil
  "Settings of the server, as an alist from dotted keys to values.
The keys are those of the server's README, such as \"index.exclude\".  A list of
strings is a list, t is true, nil is false.  The value in the buffer where a
server is started counts, so it may be directory-local; `codebase-restart'
applies another."
  :type '(alist :key-type string :value-type sexp))

(defcustom lsp-codebase-shutdown-delay 60
  "Seconds after which a project without an open file loses its server.
With nil it is kept until Emacs ends."
  :type '(choice (const :tag "Keep it" nil) natnum))

(defvar-local lsp-codebase-root nil
  "The root of the project of this buffer, where project.el does not tell.")
(put 'lsp-codebase-root 'safe-local-variable #'stringp)

(defvar lsp-codebase-door-functions nil
  "Functions that may answer in place of a server of our own.
Each is called with no arguments in the buffer that asks, and returns nil or a
cons cell: a function of a method and its params, which returns the result or
signals an error, and the encoding of positions.")

(defvar lsp-codebase-connected-functions nil
  "Functions called with a connection when its server is ready for documents.")

(defclass lsp-codebase-connection (jsonrpc-process-connection)
  ((root :initarg :root :reader lsp-codebase-connection-root :documentation "The root, with a slash at its end.")
   (state :initform 'starting :accessor lsp-codebase--state
          :documentation "`starting', `ready', `stopping', or the message of why it could not start.")
   (status :initform nil :accessor lsp-codebase--status :documentation "The latest IndexStatus.")
   (asked-at :initform (float-time) :accessor lsp-codebase--asked-at :documentation "When a request was last sent.")
   (last-id :initform nil :accessor lsp-codebase--last-id :documentation "The id of the latest request."))
  :documentation "The server of one project.")

(defvar lsp-codebase--connections (make-hash-table :test #'equal)
  "The connection of each root.")

(defvar lsp-codebase--logs (make-hash-table :test #'equal)
  "The buffer of the log of each root; it outlives its server.")

;;; Roots and names

(defun lsp-codebase-uri (file)
  "Return the URI of FILE."
  (let ((path (expand-file-name file)))
    (concat "file://" (unless (string-prefix-p "/" path) "/")
            (url-hexify-string path url-path-allowed-chars))))

(defun lsp-codebase-path (uri)
  "Return the path that URI names."
  (let ((path (decode-coding-string (url-unhex-string (string-remove-prefix "file://" uri)) 'utf-8)))
    (if (string-match-p "\\`/[a-zA-Z]:" path) (substring path 1) path)))

(defun lsp-codebase-current-root (&optional maybe-prompt)
  "Return the root of the project of this buffer.
Without one return nil, or with MAYBE-PROMPT ask for a project."
  (when (file-remote-p default-directory)
    (user-error "Codebase: %s is on another machine; run Emacs there" default-directory))
  (when-let ((root (or lsp-codebase-root
                       (locate-dominating-file default-directory "lsp-codebase.toml")
                       (when-let ((project (project-current))) (project-root project))
                       (when-let ((connection (lsp-codebase-connection-of default-directory)))
                         (lsp-codebase-connection-root connection))
                       (and maybe-prompt (project-root (project-current t))))))
    (file-name-as-directory (expand-file-name root))))

(defun lsp-codebase-connection-of (file)
  "Return the running connection of the innermost root that holds FILE, or nil."
  (let (found)
    (maphash (lambda (root connection)
               (when (and (string-prefix-p root (expand-file-name file))
                          (memq (lsp-codebase--state connection) '(starting ready))
                          (or (null found) (string-prefix-p (lsp-codebase-connection-root found) root)))
                 (setq found connection)))
             lsp-codebase--connections)
    found))

(defun lsp-codebase-ready-p (connection)
  "Tell whether the server of CONNECTION runs and may be told of documents."
  (and (eq (lsp-codebase--state connection) 'ready) (jsonrpc-running-p connection)))

(defun lsp-codebase-project-name (root)
  "Return the name of the project at ROOT."
  (file-name-nondirectory (directory-file-name root)))

;;; Start

(defun lsp-codebase--program ()
  "Return `lsp-codebase-command' with the path of its program."
  (pcase-let* ((`(,program . ,arguments) lsp-codebase-command)
               (exec-path (append exec-path (list (expand-file-name "~/.local/bin")))))
    (if-let ((path (executable-find program)))
        (cons path arguments)
      (user-error "Codebase: no program `%s' found; install it with `uv tool install .' or `pipx install .' in its \
checkout, or set `lsp-codebase-command'" program))))

(defun lsp-codebase-connect (root)
  "Return the connection of ROOT, whose server may still be starting."
  (let ((known (gethash root lsp-codebase--connections)))
    (if (and known (jsonrpc-running-p known)) known
      (lsp-codebase--start root))))

(defun lsp-codebase-prepare ()
  "Start the server of the project of this buffer without waiting for it.
Nothing is done where another client runs it."
  (unless (run-hook-with-args-until-success 'lsp-codebase-door-functions)
    (lsp-codebase-connect (lsp-codebase-current-root t))))

(defun lsp-codebase--start (root)
  "Start the server of ROOT and return its connection without waiting for it."
  (let* ((command (lsp-codebase--program))
         (name (format "lsp-codebase %s" (lsp-codebase-project-name root)))
         (connection
          (make-instance
           'lsp-codebase-connection
           :name name :root root
           :process (lambda ()
                      (let ((default-directory root))
                        (make-process :name name :command command :connection-type 'pipe :noquery t
                                      :coding 'utf-8-emacs-unix :stderr (get-buffer-create (format "*%s stderr*" name)))))
           :notification-dispatcher #'lsp-codebase--take
           :on-shutdown #'lsp-codebase--ended)))
    (puthash root connection lsp-codebase--connections)
    (puthash root (jsonrpc-stderr-buffer connection) lsp-codebase--logs)
    (ignore-errors ; it may have ended already: who waits for its start sees that
      (jsonrpc-async-request
       connection :initialize (lsp-codebase--initialize-params root)
       :timeout nil
       :success-fn (lambda (result) (lsp-codebase--started connection result))
       :error-fn (lambda (reason) (setf (lsp-codebase--state connection) (plist-get reason :message)))))
    connection))

(defun lsp-codebase--initialize-params (root)
  "Return what `initialize' says of this client and ROOT."
  `( :processId ,(emacs-pid)
     :clientInfo (:name "Emacs" :version ,emacs-version)
     :rootUri ,(lsp-codebase-uri root)
     :workspaceFolders [(:uri ,(lsp-codebase-uri root) :name ,(lsp-codebase-project-name root))]
     :initializationOptions ,(lsp-codebase--settings)
     :capabilities ( :general (:positionEncodings ["utf-32" "utf-16"]) ; a column is then one of the buffer
                     :workspace (:workspaceFolders t)
                     :textDocument (:synchronization (:didSave t))
                     :experimental (:codebase (:indexStatus t)))))

(defun lsp-codebase--started (connection result)
  "Take the RESULT of `initialize' for CONNECTION."
  (let ((capabilities (plist-get result :capabilities)))
    (if (not (plist-get (plist-get capabilities :experimental) :codebase))
        (progn
          (setf (lsp-codebase--state connection)
                (format "`%s' is not lsp-codebase; set `lsp-codebase-command'" (car lsp-codebase-command)))
          (delete-process (jsonrpc--process connection)))
      (setf (lsp-codebase--state connection) 'ready)
      (jsonrpc-notify connection :initialized (make-hash-table))
      (run-hook-with-args 'lsp-codebase-connected-functions connection))))

(defun lsp-codebase--settings ()
  "Return `lsp-codebase-settings' of this buffer as a hash table."
  (let ((table (make-hash-table :test #'equal)))
    (pcase-dolist (`(,key . ,value) lsp-codebase-settings)
      (puthash key (cond ((null value) :json-false)
                         ((consp value) (vconcat value))
                         (t value))
               table))
    table))

;;; What the server sends

(defun lsp-codebase--take (connection method params)
  "Take the notification METHOD with PARAMS of the server of CONNECTION."
  (pcase method
    ('codebase/indexStatus
     (setf (lsp-codebase--status connection) params)
     (force-mode-line-update t))
    ('window/showMessage (message "Codebase: %s" (plist-get params :message)))))

(defun lsp-codebase--ended (connection)
  "Forget CONNECTION, whose server has ended; say so if nobody asked for it."
  (let ((root (lsp-codebase-connection-root connection)))
    (when (eq (gethash root lsp-codebase--connections) connection)
      (remhash root lsp-codebase--connections)
      (when (eq (lsp-codebase--state connection) 'ready)
        (message "Codebase: the server of %s ended; the next command starts it again, `codebase-show-log' tells why"
                 (lsp-codebase-project-name root))))
    (force-mode-line-update t)))

;;; Requests

(defun lsp-codebase-encoding ()
  "Return the encoding of the positions that this buffer's answers hold."
  (or (cdr (run-hook-with-args-until-success 'lsp-codebase-door-functions)) "utf-32"))

(defun lsp-codebase-request (method &optional params)
  "Return the result of METHOD with PARAMS for the project of this buffer.
The server is started if it does not run.  Quitting cancels the request."
  (if-let ((door (run-hook-with-args-until-success 'lsp-codebase-door-functions)))
      (funcall (car door) method params)
    (let ((connection (lsp-codebase-connect (lsp-codebase-current-root t))))
      (lsp-codebase--wait-for-start connection)
      (lsp-codebase--ask connection method params))))

(defun lsp-codebase--wait-for-start (connection)
  "Wait until CONNECTION is ready; an error says why it never will be."
  (cl-flet ((is-starting () (and (eq (lsp-codebase--state connection) 'starting) (jsonrpc-running-p connection))))
    (when (is-starting)
      (with-temp-message (unless (active-minibuffer-window) "Codebase: starting the server...")
        (while (is-starting) (accept-process-output nil 0.05)))))
  (unless (eq (lsp-codebase--state connection) 'ready)
    (user-error "Codebase: the server did not start: %s; see `codebase-show-log'"
                (let ((state (lsp-codebase--state connection))) (if (stringp state) state "it ended")))))

(cl-defmethod jsonrpc-connection-send :before ((connection lsp-codebase-connection) &key id method &allow-other-keys)
  "Keep the ID of the latest request METHOD of CONNECTION."
  (when (and id method) (setf (lsp-codebase--last-id connection) id)))

(defun lsp-codebase--ask (connection method params)
  "Return the result of METHOD with PARAMS from CONNECTION."
  (run-hook-with-args 'lsp-codebase-before-request-functions connection)
  (setf (lsp-codebase--asked-at connection) (float-time))
  (let (outcome id)
    (jsonrpc-async-request connection method (or params (make-hash-table))
                           :timeout nil
                           :success-fn (lambda (result) (setq outcome (list result)))
                           :error-fn (lambda (reason) (setq outcome (list nil reason))))
    (setq id (lsp-codebase--last-id connection))
    (unwind-protect
        (while (not outcome) (accept-process-output nil 0.05))
      (unless outcome (jsonrpc-notify connection :$/cancelRequest (list :id id))))
    (pcase-let ((`(,result ,reason) outcome))
      (when reason (user-error "Codebase: %s" (plist-get reason :message)))
      result)))

(defvar lsp-codebase-before-request-functions nil
  "Functions called with a connection before a request is sent to it.")

;;; End

(defun lsp-codebase-stop (connection)
  "End the server of CONNECTION."
  (when (jsonrpc-running-p connection)
    (setf (lsp-codebase--state connection) 'stopping)
    (let ((inhibit-message t)) ; jsonrpc.el says that the server exited
      (ignore-errors
        (jsonrpc-request connection :shutdown nil :timeout 2)
        (jsonrpc-notify connection :exit nil)
        (with-timeout (2) (while (jsonrpc-running-p connection) (accept-process-output nil 0.02))))
      (jsonrpc-shutdown connection))))

(defun lsp-codebase-stop-all ()
  "End all servers."
  (mapc #'lsp-codebase-stop (hash-table-values lsp-codebase--connections)))

(add-hook 'kill-emacs-hook #'lsp-codebase-stop-all)

(provide 'lsp-codebase-server)
;;; lsp-codebase-server.el ends here
