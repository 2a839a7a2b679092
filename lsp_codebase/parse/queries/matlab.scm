; Definitions of MATLAB.

(class_definition name: (identifier) @name) @definition.class
(function_definition name: (identifier) @name) @definition.function
(function_definition name: (identifier) @name . (function_arguments) . (comment) @docstring)
(property name: (identifier) @name) @definition.property
(events (identifier) @name @definition.event)
(enum . (identifier) @name) @definition.member
(comment) @comment
