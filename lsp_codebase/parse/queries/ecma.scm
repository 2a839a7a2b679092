; What JavaScript and TypeScript have in common. An exported definition spans its `export`.

(export_statement declaration: (_) @_inner) @wrapper

(class_declaration name: (_) @name) @definition.class
(function_declaration name: (identifier) @name) @definition.function
(generator_function_declaration name: (identifier) @name) @definition.function
(method_definition name: [(property_identifier) (private_property_identifier) (string)] @name) @definition.method
(method_definition name: (computed_property_name (member_expression)) @name) @definition.method
(method_definition name: (computed_property_name (string (string_fragment) @name))) @definition.method
(export_statement "default" @name value: [(arrow_function) (function_expression !name) (generator_function !name)]) @definition.function
(export_statement "default" @name value: (class !name)) @definition.class

; What brings in a module is an import, as those are that take it apart.
(program (_ (variable_declarator name: (identifier) @name value: [
  (call_expression function: (identifier) @_require)
  (member_expression object: (call_expression function: (identifier) @_require))]) @local (#eq? @_require "require")))
; `exports.draw = function draw() {}` is one function.
(variable_declarator name: (_) @_outer value: [(function_expression name: (_) @name) (class name: (_) @name)] @local (#eq? @_outer @name))
(pair key: (_) @_outer value: [(function_expression name: (_) @name) (class name: (_) @name)] @local (#eq? @_outer @name))
(assignment_expression left: (member_expression property: (_) @_outer)
  right: [(function_expression name: (_) @name) (class name: (_) @name)] @local (#eq? @_outer @name))
; Nor does `const Button = memo(function Button() {})` define two.
(variable_declarator name: (_) @_outer value: (call_expression arguments: (arguments [
  (function_expression name: (_) @name)
  (call_expression arguments: (arguments (function_expression name: (_) @name)))] @local)) (#eq? @_outer @name))
(lexical_declaration (variable_declarator name: (identifier) @name value: (call_expression arguments: (arguments [
  (function_expression name: (_) @_own)
  (call_expression arguments: (arguments (function_expression name: (_) @_own)))]))) (#eq? @name @_own)) @definition.function

(lexical_declaration
  (variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)])) @definition.function
(variable_declaration
  (variable_declarator name: (identifier) @name value: [(arrow_function) (function_expression) (generator_function)])) @definition.function
(lexical_declaration (variable_declarator name: (identifier) @name value: (class))) @definition.class
(variable_declaration (variable_declarator name: (identifier) @name value: (class))) @definition.class
(program (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.variable)
(program (variable_declaration (variable_declarator name: (identifier) @name)) @definition.variable)
(export_statement (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.variable)
(export_statement (variable_declaration (variable_declarator name: (identifier) @name)) @definition.variable)
(program ([(lexical_declaration (variable_declarator name: [(object_pattern) (array_pattern)] @destructured value: (_) @_value))
  (variable_declaration (variable_declarator name: [(object_pattern) (array_pattern)] @destructured value: (_) @_value))]
  @definition.variable (#not-match? @_value "^[( ]*(await +)?(import|require)\\b")))
(export_statement (lexical_declaration (variable_declarator name: [(object_pattern) (array_pattern)] @destructured)) @definition.variable)

(function_expression name: (identifier) @name) @definition.function

(pair key: (property_identifier) @name value: (object)) @scope
(pair key: [(property_identifier) (string)] @name value: [(arrow_function) (function_expression) (generator_function)]) @definition.method
; Of `module.exports = class Name {}` the name is `Name`.
(assignment_expression
  left: (member_expression object: (_) @container property: (property_identifier) @name)
  right: [(arrow_function) (function_expression !name) (generator_function !name)]) @definition.function
(assignment_expression
  left: (member_expression object: (_) @container property: (property_identifier) @name) @_left
  right: [(function_expression name: (_)) (generator_function name: (_))] (#not-eq? @_left "module.exports")) @definition.function
(assignment_expression
  left: (member_expression object: (_) @container property: (property_identifier) @name) right: (class !name)) @definition.class
(assignment_expression
  left: (member_expression object: (_) @container property: (property_identifier) @name) @_left
  right: (class name: (_)) (#not-eq? @_left "module.exports")) @definition.class
(assignment_expression
  left: (member_expression object: (_) @name property: (property_identifier) @_property) right: (object)
  (#eq? @_property "prototype")) @scope
(program (expression_statement (assignment_expression
  left: (member_expression object: (_) @_object property: (property_identifier) @name)
  right: [(number) (string) (template_string) (regex) (true) (false) (object) (array) (new_expression)]
  (#any-of? @_object "exports" "module.exports")) @definition.variable))
(assignment_expression
  left: (member_expression object: (_) @container property: (property_identifier) @name) right: (object)
  (#not-match? @container "^(module|(module\\.)?exports)$") (#not-eq? @name "prototype")) @scope
(program (expression_statement (assignment_expression
  left: (identifier) @name right: [(arrow_function) (function_expression)]) @definition.function))
(class name: (_) @name) @definition.class

; `$: double = count * 2` of Svelte.
(program (labeled_statement label: (statement_identifier) @_reactive body: (expression_statement (assignment_expression
  left: (identifier) @name)) (#eq? @_reactive "$")) @definition.variable)

; Tests of Mocha, Jest, Vitest, Playwright and Node: `describe.only(...)`, `test.describe(...)` and `it.each(...)(...)`, too.
(call_expression function: [
    (identifier) @_group
    (member_expression object: (identifier) @_group)
    (member_expression object: (identifier) property: (property_identifier) @_group)
    (call_expression function: (member_expression object: (identifier) @_group))
  ] arguments: (arguments . [(string) (template_string)] @name [(arrow_function) (function_expression)])
  (#any-of? @_group "describe" "context" "suite" "fdescribe" "xdescribe" "xcontext")) @definition.group
(call_expression function: [
    (identifier) @_case
    (member_expression object: (identifier) @_case)
    (member_expression object: (identifier) property: (property_identifier) @_case)
    (call_expression function: (member_expression object: (identifier) @_case))
  ] arguments: (arguments . [(string) (template_string)] @name [(arrow_function) (function_expression)])
  (#any-of? @_case "it" "test" "specify" "fit" "ftest" "xit" "xtest" "xspecify")) @definition.case

(comment) @comment
(import_statement) @import
