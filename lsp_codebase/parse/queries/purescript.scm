; Definitions of PureScript. A signature and the equations below it are one symbol.

(purescript name: (qualified_module) @name) @definition.module
(data name: (type) @name) @definition.enum
(data (constructor) @name @definition.member)
(newtype name: (type) @name) @definition.struct
(type_alias name: (type) @name) @definition.type
(class_declaration (class_head (class_name) @name)) @definition.interface
(signature name: (variable) @name) @definition.function
(function name: (variable) @name) @definition.function
(comment) @comment
(import) @import
