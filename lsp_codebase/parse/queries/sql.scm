; Definitions of SQL. Of a procedure the grammar sees `SET name=""`, of a trigger `SET name TO""`, with blanks between the
; quotes.

(create_table (keyword_table) (object_reference name: (identifier) @name)) @definition.struct
(alter_table (object_reference name: (identifier) @container)
  (add_column (column_definition name: (identifier) @name) @definition.field))
(column_definition name: (identifier) @name) @definition.field
(create_view (keyword_view) (object_reference name: (identifier) @name)) @definition.struct
(create_materialized_view (keyword_view) (object_reference name: (identifier) @name)) @definition.struct
(create_function (keyword_function) . (object_reference name: (identifier) @name)) @definition.function
(create_trigger (keyword_trigger) . (object_reference name: (identifier) @name)) @definition.event
(create_index column: (identifier) @name) @definition.key
(create_type (keyword_type) . (object_reference name: (identifier) @name) (enum_elements)) @definition.enum
(enum_elements enum_element: (literal) @name @definition.member)
(create_type (keyword_type) . (object_reference name: (identifier) @name)) @definition.type
(create_sequence (keyword_sequence) (object_reference name: (identifier) @name)) @definition.variable
(create_schema (keyword_schema) . (identifier) @name) @definition.namespace
(create_schema (keyword_exists) . (identifier) @name) @definition.namespace
(create_database (keyword_database) . (identifier) @name) @definition.namespace
(create_database (keyword_exists) . (identifier) @name) @definition.namespace
(set_statement (object_reference name: (identifier) @name) . (literal) @_text (#match? @_text "^\"\\s*\"$")) @definition.function
(set_statement (object_reference name: (identifier) @name) . (keyword_to) . (literal) @_text (#match? @_text "^\"\\s*\"$")) @definition.event

(comment) @comment
(marginalia) @comment
