; Definitions of Haxe.

(class_declaration name: (_) @name) @definition.class
(interface_declaration name: (_) @name) @definition.interface
(typedef_declaration name: (_) @name) @definition.type
(function_declaration name: (_) @name) @definition.function
(variable_declaration name: (_) @name) @definition.variable
(comment) @comment
(import_statement) @import
