; LaTeX: sectioning, labels, commands and environments.

(part text: (curly_group (text) @name)) @definition.module
(chapter text: (curly_group (text) @name)) @definition.module
(section text: (curly_group (text) @name)) @definition.module
(subsection text: (curly_group (text) @name)) @definition.module
(subsubsection text: (curly_group (text) @name)) @definition.module
(paragraph text: (curly_group (text) @name)) @definition.module
(label_definition name: (curly_group_label label: (label) @name)) @definition.key
(new_command_definition declaration: (curly_group_command_name command: (command_name) @name)) @definition.macro
(new_command_definition declaration: (command_name) @name) @definition.macro
(old_command_definition declaration: (command_name) @name (#not-eq? @name "\\csname")) @definition.macro
(environment_definition name: (curly_group_text (text) @name)) @definition.macro
(theorem_definition name: (curly_group_text_list (text) @name)) @definition.macro
(line_comment) @comment
(block_comment) @comment
