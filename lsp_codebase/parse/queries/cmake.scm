; Definitions of CMake: functions, macros, targets, options and variables. A condition around them hides nothing.

(function_def (function_command (argument_list . (argument) @name))) @definition.function
(macro_def (macro_command (argument_list . (argument) @name))) @definition.macro
(normal_command (identifier) @_project (argument_list . (argument) @name) (#match? @_project "(?i)^project$")) @definition.module
(source_file (normal_command (identifier) @_target (argument_list . (argument) @name)
  (#match? @_target "(?i)^(add_library|add_executable|add_custom_target)$")) @definition.class)
(source_file (normal_command (identifier) @_set (argument_list . (argument) @name)
  (#match? @_set "(?i)^(set|option)$")) @definition.variable)
(body (normal_command (identifier) @_target (argument_list . (argument) @name)
  (#match? @_target "(?i)^(add_library|add_executable|add_custom_target)$") (#not-match? @name "[$]")) @definition.class)
(if_condition (body (normal_command (identifier) @_set (argument_list . (argument) @name)
  (#match? @_set "(?i)^(set|option)$")) @definition.variable))
(source_file (normal_command (identifier) @_test (argument_list . (argument (unquoted_argument) @_name) . (argument) @name)
  (#match? @_test "(?i)^add_test$") (#eq? @_name "NAME")) @definition.function)

(line_comment) @comment
(bracket_comment) @comment
(normal_command (identifier) @_include (#match? @_include "(?i)^(include|find_package)$")) @import
