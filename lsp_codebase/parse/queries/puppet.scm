; Definitions of Puppet.

(class_definition . [(class_identifier) (identifier)] @name) @definition.class
(defined_resource_type . [(class_identifier) (identifier)] @name) @definition.class
(function_declaration . [(class_identifier) (identifier)] @name) @definition.function
(type_declaration (class_identifier) @name) @definition.type
(node_definition (node_name (string (string_content) @name))) @definition.object
(class_definition (parameter_list (parameter (variable (identifier) @name)) @definition.field))
(defined_resource_type (parameter_list (parameter (variable (identifier) @name)) @definition.field))

(comment) @comment
(include_statement) @import
