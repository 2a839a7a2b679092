; Markdown: headings, and fenced code in its own language.

(atx_heading heading_content: (inline) @name) @definition.heading
(setext_heading heading_content: (paragraph (inline) @name)) @definition.heading
(fenced_code_block (info_string (language) @language) (code_fence_content) @embedded.fence)
