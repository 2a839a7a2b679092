; inherits: c
(class_interface . (identifier) @name category: (identifier)) @scope
(class_interface . (identifier) @name) @definition.class
(class_implementation . (identifier) @name) @scope
(protocol_declaration . (identifier) @name) @definition.interface
(method_declaration (method_type) . (identifier) @name) @declaration.method
(method_definition (method_type) . (identifier) @name) @definition.method
(method_declaration . (identifier) @name) @declaration.method
(method_definition . (identifier) @name) @definition.method
(property_declaration (struct_declaration (struct_declarator (_) @declarator))) @definition.property
(instance_variable (struct_declaration (struct_declarator (_) @declarator))) @definition.field
(implementation_definition (declaration declarator: (_) @declarator) @definition.variable)
