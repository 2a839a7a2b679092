; Definitions of GDScript.

(class_name_statement name: (name) @name) @definition.class
(class_definition name: (name) @name) @definition.class
(function_definition name: (name) @name) @definition.function
(constructor_definition "_init" @name) @definition.constructor
(signal_statement name: (name) @name) @definition.event
(const_statement name: (name) @name) @definition.constant
(variable_statement name: (name) @name) @definition.variable
(enum_definition name: (name) @name) @definition.enum
(enumerator left: (identifier) @name) @definition.member
(comment) @comment
