; CSS: classes, ids, custom properties, animations, media.

(rule_set (selectors (class_selector (class_name) @name))) @definition.class
(rule_set (selectors (pseudo_class_selector . (class_name) @name (#eq? @name "root")))) @definition.class
(rule_set (selectors (id_selector (id_name) @name))) @definition.field
(rule_set (selectors (_ (class_selector (class_name) @name)))) @definition.class
(rule_set (selectors (_ (id_selector (id_name) @name)))) @definition.field
(rule_set (selectors (tag_name) @name)) @definition.class
(keyframes_statement (keyframes_name) @name) @definition.function
(declaration (property_name) @name (#match? @name "^--")) @definition.variable

(comment) @comment
(import_statement) @import
