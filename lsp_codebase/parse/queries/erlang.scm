; Definitions of Erlang. The clauses of a function are merged.

(module_attribute name: (atom) @name) @definition.module
(fun_decl clause: (function_clause name: (atom) @name)) @definition.function
(pp_define lhs: (macro_lhs name: (_) @name args: (_))) @definition.macro
(pp_define lhs: (macro_lhs name: (_) @name)) @definition.constant
(record_decl name: (atom) @name) @definition.struct
(record_field name: (atom) @name) @definition.field
(type_alias name: (type_name name: (atom) @name)) @definition.type
(opaque name: (type_name name: (atom) @name)) @definition.type
(callback fun: (atom) @name) @declaration.function

(comment) @comment
(spec) @lead
(import_attribute) @import
(pp_include) @import
(pp_include_lib) @import
