; HTML: headings, ids, and what is embedded.

(element (start_tag (tag_name) @_tag) . (text) @name (#match? @_tag "^[hH][1-6]$")) @definition.heading
(attribute (attribute_name) @_id (quoted_attribute_value (attribute_value) @name) (#eq? @_id "id")) @definition.key
(script_element (start_tag) @language (raw_text) @embedded.javascript)
(style_element (start_tag) @language (raw_text) @embedded.css)

(comment) @comment
