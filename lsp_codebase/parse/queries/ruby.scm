; Definitions of Ruby, with the methods that accessors, delegation and `Struct.new` make.

(class name: (scope_resolution scope: (_) @container name: (_) @name)) @definition.class
(class name: [(constant) @name (scope_resolution !scope name: (_) @name)]) @definition.class
(module name: (scope_resolution scope: (_) @container name: (_) @name)) @definition.module
(module name: [(constant) @name (scope_resolution !scope name: (_) @name)]) @definition.module
(singleton_class value: (_) @name) @scope
(method name: (_) @name) @definition.method
(singleton_method object: (self) name: (_) @name) @definition.method
(singleton_method object: (identifier) name: (_) @name) @definition.method
(singleton_method object: (constant) @container name: (_) @name) @definition.method
(assignment left: (constant) @name right: (call receiver: (constant) @_base method: (identifier) @_new)
  (#any-of? @_base "Struct" "Class" "Data" "Module") (#any-of? @_new "new" "define")) @definition.class
(assignment left: (constant) right: (assignment left: (constant) @name)) @definition.constant
(assignment left: (constant) @name) @definition.constant
(assignment left: (scope_resolution scope: (_) @container name: (constant) @name)) @definition.constant
(assignment left: (left_assignment_list (constant) @name)) @definition.constant
(operator_assignment left: (constant) @name "||=") @definition.constant
(call method: (identifier) @_macro arguments: (argument_list (simple_symbol) @name)
  (#any-of? @_macro "attr_reader" "attr_writer" "attr_accessor" "attr" "mattr_accessor" "mattr_reader" "cattr_accessor"
    "class_attribute" "has_many" "has_one" "belongs_to" "has_and_belongs_to_many" "delegate" "has_one_attached"
    "has_many_attached" "enum")) @definition.property
(call method: (identifier) @_macro arguments: (argument_list . [
  (simple_symbol) @name
  (pair key: [(simple_symbol) (hash_key_symbol)] @name)
]) (#any-of? @_macro "define_method" "alias_method" "scope" "define_singleton_method" "task")) @definition.method
(call method: (identifier) @_macro arguments: (argument_list . (_) (simple_symbol) @name)
  (#any-of? @_macro "def_delegators" "def_instance_delegators")) @definition.method
(call method: (identifier) @_macro arguments: (argument_list . (_) . (simple_symbol)? . (simple_symbol) @name .)
  (#any-of? @_macro "def_delegator" "def_instance_delegator")) @definition.method
(alias name: (_) @name) @definition.method

; Tests of RSpec, of Minitest and of Rails.
(call method: (identifier) @_group
  arguments: (argument_list . [(string) (constant) (scope_resolution)] @name) block: (_)
  (#any-of? @_group "describe" "context" "feature" "shared_examples" "shared_examples_for" "shared_context"
    "fdescribe" "fcontext" "xdescribe" "xcontext")) @definition.group
(call method: (identifier) @_case arguments: (argument_list . (string) @name) block: (_)
  (#any-of? @_case "it" "specify" "example" "scenario" "test" "fit" "fspecify" "xit" "xspecify")) @definition.case

(body_statement (identifier) @section (#any-of? @section "private" "protected" "public" "module_function"))
(comment) @comment
(call method: (identifier) @_require (#any-of? @_require "require" "require_relative" "load" "autoload")) @import
