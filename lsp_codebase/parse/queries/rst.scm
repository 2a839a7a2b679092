; reStructuredText: section titles, link targets, and code blocks in their own language.

(section (title) @name) @definition.heading
(directive name: (type) @_code body: (body (arguments) @language (content) @embedded.fence)
  (#any-of? @_code "code-block" "code" "sourcecode"))

(comment) @comment
