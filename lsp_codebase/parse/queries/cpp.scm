; inherits: c
(template_declaration (class_specifier name: (_) @name body: (_))) @definition.class
(template_declaration (struct_specifier name: (_) @name body: (_))) @definition.struct
(template_declaration (function_definition declarator: (_) @declarator)) @definition.function
(template_declaration (declaration declarator: (_) @declarator)) @definition.variable
(template_declaration (alias_declaration name: (_) @name)) @definition.type
(template_declaration (concept_definition name: (_) @name)) @definition.interface
(concept_definition name: (_) @name) @definition.interface
(class_specifier name: (type_identifier) @name body: (_)) @definition.class
(class_specifier name: (template_type name: (_) @name) body: (_)) @definition.class
(class_specifier name: (qualified_identifier scope: (_) @container name: (_) @name) body: (_)) @definition.class
(namespace_definition name: (_) @name) @definition.namespace
(alias_declaration name: (_) @name) @definition.type
(field_declaration_list (declaration declarator: (_) @declarator) @declaration.method)
(field_declaration_list (template_declaration (declaration declarator: (_) @declarator)) @declaration.method)
(field_declaration_list (access_specifier) @section)
