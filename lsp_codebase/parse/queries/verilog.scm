; Definitions of Verilog and SystemVerilog.

(module_declaration (module_header (simple_identifier) @name)) @definition.module
(interface_declaration (interface_ansi_header (interface_identifier) @name)) @definition.interface
(interface_declaration (interface_nonansi_header (interface_identifier) @name)) @definition.interface
(program_declaration (program_ansi_header (program_identifier) @name)) @definition.module
(package_declaration (package_identifier) @name) @definition.package
(class_declaration (class_identifier) @name) @definition.class
(class_constructor_declaration "new" @name) @definition.constructor
(function_declaration (function_body_declaration (function_identifier) @name)) @definition.function
(class_method (function_prototype (function_identifier) @name)) @declaration.function
(class_method (task_prototype (task_identifier) @name)) @declaration.function
(struct_union_member (list_of_variable_decl_assignments (variable_decl_assignment . (simple_identifier) @name))) @definition.field
(udp_declaration (_ "primitive" . (simple_identifier) @name)) @definition.module
(seq_block (block_item_declaration (data_declaration
  (list_of_variable_decl_assignments (variable_decl_assignment . (simple_identifier) @name))))) @local
(task_declaration (task_body_declaration (task_identifier) @name)) @definition.function
(text_macro_definition (text_macro_name (text_macro_identifier) @name)) @definition.constant
(type_declaration (data_type (struct_union)) (simple_identifier) @name) @definition.struct
(type_declaration (data_type "enum") (simple_identifier) @name) @definition.enum
(type_declaration (simple_identifier) @name) @definition.type
(enum_name_declaration (enum_identifier) @name) @definition.member
(local_parameter_declaration (list_of_param_assignments (param_assignment (parameter_identifier) @name))) @definition.constant
(parameter_declaration (list_of_param_assignments (param_assignment (parameter_identifier) @name))) @definition.constant
(ansi_port_declaration (port_identifier) @name) @definition.field
(net_declaration (list_of_net_decl_assignments (net_decl_assignment . (simple_identifier) @name))) @definition.variable
(data_declaration (list_of_variable_decl_assignments (variable_decl_assignment . (simple_identifier) @name))) @definition.variable

(comment) @comment
