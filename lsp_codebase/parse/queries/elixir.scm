; Definitions of Elixir. Its definitions are calls; `@doc` is a comment, `@spec` and `@impl` belong to what follows. What
; implements a protocol belongs to its type: to the module around it, where none is named.

(call target: (identifier) @_define (arguments . (alias) @name) (do_block . (unary_operator operand: (call target: (identifier) @_doc)) @docstring)
  (#any-of? @_define "defmodule" "defprotocol") (#eq? @_doc "moduledoc"))
(call target: (identifier) @_define (arguments . (alias) @name) (#eq? @_define "defmodule")) @definition.module
(call target: (identifier) @_define (arguments . (alias) @name) (#eq? @_define "defprotocol")) @definition.interface
(call target: (identifier) @_define (arguments . (alias) (keywords . (pair value: (alias) @name))) (#eq? @_define "defimpl")) @scope
(call target: (identifier) @_define (arguments . (alias) @name (keywords . (pair value: (list)))) (#eq? @_define "defimpl")) @scope
(call target: (identifier) @_define
  (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: (call target: (identifier) @name) operator: "when")
    (binary_operator left: (identifier) @name operator: "when")
  ])
  (#any-of? @_define "def" "defp" "defdelegate" "defn" "defnp")) @definition.function
(call target: (identifier) @_define (arguments . (binary_operator left: (_) operator: _ @name))
  (#any-of? @_define "def" "defp" "defmacro") (#not-match? @name "^(when|\\\\\\\\)$")) @definition.operator
(call target: (identifier) @_define
  (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: (call target: (identifier) @name) operator: "when")
  ])
  (#any-of? @_define "defmacro" "defmacrop" "defguard" "defguardp")) @definition.macro
(call target: (identifier) @_define (arguments [
    (list (atom) @name @definition.field)
    (list (keywords (pair key: (keyword) @name) @definition.field))
    (keywords (pair key: (keyword) @name) @definition.field)
  ])
  (#any-of? @_define "defstruct" "defexception"))
(call target: (identifier) @_field (arguments . (atom) @name)
  (#any-of? @_field "field" "belongs_to" "has_many" "has_one" "many_to_many" "embeds_one" "embeds_many")) @definition.field
(unary_operator operator: "@" operand: (call target: (identifier) @_type
  (arguments . (binary_operator left: [(identifier) @name (call target: (identifier) @name)])))
  (#any-of? @_type "type" "typep" "opaque")) @definition.type
(unary_operator operator: "@" operand: (call target: (identifier) @_callback
  (arguments . (binary_operator left: (call target: (identifier) @name))))
  (#any-of? @_callback "callback" "macrocallback")) @declaration.method
(unary_operator operator: "@" operand: (call target: (identifier) @name (arguments))
  (#not-match? @name "^(doc|moduledoc|typedoc|spec|impl|typep?|opaque|(macro)?callback|behaviour|deprecated|since|dialyzer|compile|derive|(module|describe)?tag|(before|after)_compile|on_load|on_definition|external_resource|enforce_keys|optional_callbacks)$")) @definition.constant

; Tests of ExUnit.
(call target: (identifier) @_group (arguments . (string) @name) (do_block) (#eq? @_group "describe")) @definition.group
(call target: (identifier) @_case (arguments . (string) @name) (do_block)
  (#any-of? @_case "test" "property")) @definition.case

(comment) @comment
(unary_operator operator: "@" operand: (call target: (identifier) @_doc)
  (#any-of? @_doc "doc" "typedoc" "moduledoc")) @comment
(unary_operator operator: "@" operand: (call target: (identifier) @_spec)
  (#any-of? @_spec "spec" "impl" "deprecated" "since")) @lead
(call target: (identifier) @_import (#any-of? @_import "import" "alias" "use" "require")) @import
