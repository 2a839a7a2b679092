; Svelte components: the script in its own language, styles as CSS; snippets.

(script_element (start_tag) @language (raw_text) @embedded.javascript)
(style_element (start_tag) @language (raw_text) @embedded.css)
(attribute (attribute_name) @_id (quoted_attribute_value (attribute_value) @name) (#eq? @_id "id")) @definition.key
(snippet_statement (snippet_start_expr (snippet_name) @name)) @definition.function
(comment) @comment
