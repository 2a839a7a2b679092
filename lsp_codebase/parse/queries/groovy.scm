; Definitions of Groovy. The grammar knows only words and blocks: the word in front tells what is defined.

(command (unit . (identifier) @_kind .) . (unit . (identifier) @name .) (#any-of? @_kind "class" "trait")) @definition.class
(command (unit . (identifier) @_kind .) . (block . (unit . (identifier) @name .)) (#any-of? @_kind "class" "trait")) @definition.class
(command (unit . (identifier) @_kind .) . (unit . (identifier) @name .) (#any-of? @_kind "interface")) @definition.interface
(command (unit . (identifier) @_kind .) . (block . (unit . (identifier) @name .)) (#any-of? @_kind "interface")) @definition.interface
(command (unit . (identifier) @_kind .) . (unit . (identifier) @name .) (#eq? @_kind "enum")) @definition.enum
(command (unit . (identifier) @_kind .) . (block . (unit . (identifier) @name .)) (#eq? @_kind "enum")) @definition.enum
(command (unit . (identifier) @_kind .) . (block . (unit . (identifier) @name .)) (#eq? @_kind "task")) @definition.function
(command . (unit . (identifier) @_package .) . (unit) @name (#eq? @_package "package")) @definition.package
(command (unit . (identifier) @_kind .) . (unit . (identifier) @_class .) (block
  (command . (block . (unit . (func . (identifier) @name)))) @definition.constructor)
  (#any-of? @_kind "class" "enum") (#eq? @_class @name))
(command (unit . (identifier) @_kind .) . (block . (unit . (identifier) @_class .)
  (command . (block . (unit . (func . (identifier) @name)))) @definition.constructor)
  (#any-of? @_kind "class" "enum") (#eq? @_class @name))
(command (unit) . (block . (unit . (func . (identifier) @name)))) @definition.function
(command (unit . (identifier) @_kind .) (block (command (unit) @_type . (unit . (func . (identifier) @name) .) .) @declaration.method)
  (#any-of? @_kind "interface" "class" "trait") (#not-eq? @_type "new"))
(command (unit . (identifier) @_kind .) (block [
    (command . (unit . [(identifier) @name (func . (identifier) @name)] .) @definition.member . (arg_spliter))
    (command . (unit . [(identifier) @name (func . (identifier) @name)] .) @definition.member .)
    (command (arg_spliter) . (unit . [(identifier) @name (func . (identifier) @name)] .) @definition.member)
    (end_command . (unit . [(identifier) @name (func . (identifier) @name)] .) @definition.member . (arg_spliter))
    (end_command . (unit . [(identifier) @name (func . (identifier) @name)] .) @definition.member .)
    (end_command (arg_spliter) . (unit . [(identifier) @name (func . (identifier) @name)] .) @definition.member)
  ]) (#eq? @_kind "enum"))
(command (unit . (identifier) @_final .) . (unit . (identifier)) . (unit . (identifier) @name .) . (operators)
  (#eq? @_final "final")) @definition.constant
(command (unit . (identifier) @_kind .) (block [
    (command (unit) . (unit . (identifier) @name .) .)
    (command (unit) . (unit . (identifier) @name .) . (operators))
    (command (list) . (unit . (identifier) @name .))
    (command (unit) . (unit . (identifier) @name .) . (block . (operators)))
  ] @definition.field) (#any-of? @_kind "class" "trait" "enum"))

; What builds and pipelines register by name.
(command . (block . (unit . (func . (identifier) @_stage (arg_block . (string) @name .)))) (#eq? @_stage "stage")) @definition.function
(command . (block . (unit . (identifier) @_tasks . (func . (identifier) @_register (arg_block . (string) @name))))
  (#eq? @_tasks "tasks") (#any-of? @_register "register" "create")) @definition.function

; Features of Spock: `def "adds up"() {`
(command . (unit . (identifier) @_def .) . (block . (string) @name . (ERROR)) (#any-of? @_def "def" "void")) @definition.case

(line_comment) @comment
(block_comment) @comment
(command . (unit . (identifier) @_import .) (#eq? @_import "import")) @import
