; Definitions of D.

(module_declaration (module_fqn) @name) @definition.module
(class_declaration (identifier) @name) @definition.class
(interface_declaration (identifier) @name) @definition.interface
(struct_declaration (identifier) @name) @definition.struct
(union_declaration (identifier) @name) @definition.struct
(enum_declaration (identifier) @name) @definition.enum
(enum_member . (identifier) @name) @definition.member
(anonymous_enum_declaration (enum_member . (identifier) @name) @definition.member)
(template_declaration (identifier) @name) @definition.class
(mixin_template_declaration (template_declaration (identifier) @name)) @definition.class
(function_declaration (identifier) @name) @definition.function
(auto_declaration . (_) . (identifier) @name) @definition.variable
(constructor (this) @name) @definition.constructor
(destructor (this) @name) @definition.destructor
(variable_declaration (declarator . (identifier) @name)) @definition.variable
(manifest_constant (manifest_declarator . (identifier) @name)) @definition.constant
(alias_declaration (alias_initializer . (identifier) @name)) @definition.type

(comment) @comment
(import_declaration) @import
