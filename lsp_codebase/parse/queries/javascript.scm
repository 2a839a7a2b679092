; inherits: ecma
(field_definition property: [(property_identifier) (private_property_identifier) (string)] @name value: [(arrow_function) (function_expression)]) @definition.method
(field_definition property: [(property_identifier) (private_property_identifier) (string)] @name) @definition.field
