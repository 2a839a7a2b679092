; Definitions of Bicep. Decorators stand in lines of their own above what they decorate.

(parameter_declaration . (identifier) @name) @definition.variable
(variable_declaration . (identifier) @name) @definition.variable
(type_declaration . (identifier) @name) @definition.type
(user_defined_function name: (identifier) @name) @definition.function
(resource_declaration . (identifier) @name) @definition.class
(module_declaration . (identifier) @name) @definition.module
(output_declaration . (identifier) @name) @definition.property

(decorators) @lead
(comment) @comment
