; Definitions of WGSL.

(struct_declaration name: (identifier) @name) @definition.struct
(struct_member (variable_identifier_declaration name: (identifier) @name)) @definition.field
(function_declaration name: (identifier) @name) @definition.function
(global_constant_declaration (variable_identifier_declaration name: (identifier) @name)) @definition.constant
(global_variable_declaration (variable_declaration (variable_identifier_declaration name: (identifier) @name))) @definition.variable

(line_comment) @comment
(block_comment) @comment
