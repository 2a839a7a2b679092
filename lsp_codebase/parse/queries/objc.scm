; inherits: c
; What an `@implementation` holds belongs to its class, but not the functions and variables of C in it.
(class_interface . (identifier) @name category: (identifier)) @scope
(class_interface . (identifier) @name . "(" . ")") @scope
(class_interface . (identifier) @name) @definition.class
(protocol_declaration . (identifier) @name) @definition.interface
(class_implementation . (identifier) @container
  (implementation_definition (method_definition (method_type) . (identifier) @name) @definition.method))
(class_implementation . (identifier) @container
  (implementation_definition (method_definition . (identifier) @name) @definition.method))
(class_implementation . (identifier) @container
  (instance_variables (instance_variable (struct_declaration (struct_declarator (_) @declarator))) @definition.field))
(method_declaration (method_type) . (identifier) @name) @declaration.method
(method_declaration . (identifier) @name) @declaration.method
(method_definition (method_type) . (identifier) @name) @definition.method
(method_definition . (identifier) @name) @definition.method
(property_declaration (struct_declaration (struct_declarator (_) @declarator))) @definition.property
(instance_variable (struct_declaration (struct_declarator (_) @declarator))) @definition.field
(implementation_definition (declaration declarator: (_) @declarator) @definition.variable)
