; INI: sections and their keys.

(section (section_name (text) @name)) @definition.object
(setting (setting_name) @name) @definition.key
(comment) @comment
