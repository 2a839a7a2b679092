; Definitions of Clojure: lists that begin with a defining word. Those behind `#_` are no symbols.

(dis_expr (list_lit . (sym_lit) . (sym_lit (sym_name) @name))) @scope
(list_lit . (sym_lit) @_define . (sym_lit (sym_name) @name) . (str_lit) @docstring
  (#match? @_define "^(ns|(s/)?defn-?|defmacro|defprotocol|defmulti)$"))
(source (list_lit . (sym_lit) @_define . (sym_lit (sym_name) @name) (#eq? @_define "ns")) @region.namespace)
(source (list_lit . (sym_lit) @_define . (quoting_lit (sym_lit (sym_name) @name)) (#eq? @_define "in-ns")) @region.namespace)
(list_lit . (sym_lit) @_define . (sym_lit (sym_name) @name) (#any-of? @_define "extend-type" "extend-protocol")) @scope
(list_lit . (sym_lit) @_define . (sym_lit (sym_name) @name)
  (#match? @_define "^([a-z]+/)?(defn-?|defmulti|defmethod|deftest|defcomponent|defnc?|defhandler|definline)$")) @definition.function
(list_lit . (sym_lit) @_define . (sym_lit (sym_name) @name) (#eq? @_define "defmacro")) @definition.macro
(list_lit . (sym_lit) @_define . (sym_lit (sym_name) @name) (#any-of? @_define "defprotocol" "definterface")) @definition.interface
(list_lit . (sym_lit) @_define . (sym_lit (sym_name) @name) (#any-of? @_define "defrecord" "deftype")) @definition.class
(list_lit . (sym_lit) @_define . (sym_lit (sym_name) @name) (#eq? @_define "defstruct")) @definition.struct
(list_lit . (sym_lit) @_define . (sym_lit (sym_name) @name)
  (#match? @_define "^([a-z]+/)?(def|defonce|defstate|def-)$")) @definition.variable
(list_lit . (sym_lit) @_define (list_lit . (sym_lit (sym_name) @name) . [(vec_lit) (list_lit . (vec_lit))]) @definition.method
  (#any-of? @_define "defprotocol" "defrecord" "deftype" "extend-type" "extend-protocol" "definterface" "reify"))

(comment) @comment
