; Astro components: the frontmatter as TypeScript, as Astro reads scripts, styles as CSS.

(frontmatter (frontmatter_js_block) @embedded.typescript)
(script_element (start_tag) @language (raw_text) @embedded.typescript)
(style_element (start_tag) @language (raw_text) @embedded.css)
(attribute (attribute_name) @_id (quoted_attribute_value (attribute_value) @name) (#eq? @_id "id")) @definition.key
(comment) @comment
