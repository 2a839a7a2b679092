; Definitions of QML: objects are known by their ids.

(ui_object_definition initializer: (ui_object_initializer (ui_binding name: (identifier) @_id
  value: (expression_statement (identifier) @name))) (#eq? @_id "id")) @definition.object
(ui_inline_component name: (identifier) @name) @definition.class
(ui_property name: (identifier) @name) @definition.property
(ui_signal name: (identifier) @name) @definition.event
(function_declaration name: (identifier) @name) @definition.function
(enum_declaration name: (identifier) @name) @definition.enum
(enum_body name: (identifier) @name @definition.member)

(comment) @comment
(ui_import) @import
