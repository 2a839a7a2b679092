; SCSS: what CSS has, and variables, mixins, functions, placeholders.

(rule_set (selectors (class_selector (class_name) @name))) @definition.class
(rule_set (selectors (id_selector (id_name) @name))) @definition.field
(rule_set (selectors (_ (class_selector (class_name) @name)))) @definition.class
(rule_set (selectors (placeholder (identifier) @name))) @definition.class
(rule_set (selectors (tag_name) @name)) @definition.class
(mixin_statement name: (identifier) @name) @definition.function
(function_statement name: (identifier) @name) @definition.function
(keyframes_statement (keyframes_name) @name) @definition.function
(stylesheet (declaration (property_name) @name (#match? @name "^([$]|--)")) @definition.variable)

(comment) @comment
(js_comment) @comment
(import_statement) @import
(use_statement) @import
