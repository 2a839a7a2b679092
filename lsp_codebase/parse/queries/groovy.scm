; Definitions of Groovy. The grammar knows only words and blocks: the word in front tells what is defined.

(command (unit . (identifier) @_kind .) . (unit . (identifier) @name .) (#any-of? @_kind "class" "trait")) @definition.class
(command (unit . (identifier) @_kind .) . (block . (unit . (identifier) @name .)) (#any-of? @_kind "class" "trait")) @definition.class
(command (unit . (identifier) @_kind .) . (unit . (identifier) @name .) (#any-of? @_kind "interface")) @definition.interface
(command (unit . (identifier) @_kind .) . (block . (unit . (identifier) @name .)) (#any-of? @_kind "interface")) @definition.interface
(command (unit . (identifier) @_kind .) . (block . (unit . (identifier) @name .)) (#eq? @_kind "enum")) @definition.enum
(command (unit . (identifier) @_kind .) . (block . (unit . (identifier) @name .)) (#eq? @_kind "task")) @definition.function
(command . (unit . (identifier) @_package .) . (unit) @name (#eq? @_package "package")) @definition.package
(command (unit) . (block . (unit . (func . (identifier) @name)))) @definition.function
(command (unit . (identifier) @_final .) . (unit . (identifier)) . (unit . (identifier) @name .) . (operators)
  (#eq? @_final "final")) @definition.constant

(line_comment) @comment
(block_comment) @comment
(command . (unit . (identifier) @_import .) (#eq? @_import "import")) @import
