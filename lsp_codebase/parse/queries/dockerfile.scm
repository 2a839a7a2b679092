; Definitions of Dockerfiles: stages, arguments and environment.

(from_instruction as: (image_alias) @name) @definition.class
(arg_instruction name: (unquoted_string) @name) @definition.variable
(env_instruction (env_pair name: (unquoted_string) @name) @definition.variable)

(comment) @comment
