; inherits: lua
(type_definition name: (identifier) @name) @definition.type
