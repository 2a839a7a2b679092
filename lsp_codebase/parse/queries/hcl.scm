; Definitions of HCL and Terraform: a block is known by its last label, and lies in the one before it: `aws_vpc.main`.

(config_file (body (block (identifier) . (string_lit (template_literal) @container) . (string_lit (template_literal) @name)
  . (block_start)) @definition.class))
(config_file (body (block . (identifier) @_kind . (string_lit (template_literal) @name) . (block_start)) @definition.variable
  (#eq? @_kind "variable")))
(config_file (body (block . (identifier) @_kind . (string_lit (template_literal) @name) . (block_start)) @definition.module
  (#eq? @_kind "module")))
(config_file (body (block (identifier) (string_lit (template_literal) @name) . (block_start)) @definition.class))
(config_file (body (block . (identifier) @name . (block_start)) @definition.module))
(config_file (body (block . (identifier) @_locals (body (attribute (identifier) @name) @definition.variable))
  (#eq? @_locals "locals")))
(config_file (body (attribute (identifier) @name) @definition.variable))

(comment) @comment
