; Definitions of Rego. Rules of one name below each other are one symbol.

(module (package) . (ref) @name) @definition.package
(rule (rule_head . (var) @name)) @definition.function

(comment) @comment
(import) @import
