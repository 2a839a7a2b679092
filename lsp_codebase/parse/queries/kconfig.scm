; Kconfig: the options of a build, which code reads as CONFIG_X. One without a type only changes a default.

(config name: (name) @name (type_definition)) @definition.constant
(menuconfig name: (name) @name (type_definition)) @definition.constant
(config name: (name) @name) @declaration.constant
(menuconfig name: (name) @name) @declaration.constant
(choice name: (name) @name) @definition.enum

(comment) @comment
(source) @import
