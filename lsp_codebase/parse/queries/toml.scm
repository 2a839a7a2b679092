; TOML: tables and their keys.

(table [(bare_key) (dotted_key) (quoted_key)] @name) @definition.object
(table_array_element [(bare_key) (dotted_key) (quoted_key)] @name) @definition.object
(document (pair . (_) @name) @definition.key)
(table (pair . (_) @name) @definition.key)
(table_array_element (pair . (_) @name) @definition.key)

(comment) @comment
