; Definitions of Zig. Types are constants that hold a container, or functions that return one.

(Decl (FnProto function: (IDENTIFIER) @name)
  (Block (Statement (AssignExpr "return" (ErrorUnionExpr (SuffixExpr (ContainerDecl))))))) @definition.struct
(Decl (FnProto function: (IDENTIFIER) @name)) @definition.function
(Decl (VarDecl variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType "struct")))))) @definition.struct
(Decl (VarDecl variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType "enum")))))) @definition.enum
(Decl (VarDecl variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType "union")))))) @definition.struct
(Decl (VarDecl variable_type_function: (IDENTIFIER) @name (ErrorUnionExpr (SuffixExpr (ErrorSetDecl))))) @definition.enum
(Decl (VarDecl "const" variable_type_function: (IDENTIFIER) @name)) @definition.constant
(Decl (VarDecl variable_type_function: (IDENTIFIER) @name)) @definition.variable
(ContainerField field_member: (IDENTIFIER) @name) @definition.field
(ContainerDecl (ContainerDeclType ["enum" "union"])
  (ContainerField . (ErrorUnionExpr (SuffixExpr variable_type_function: (IDENTIFIER) @name))) @definition.member)
(ErrorSetDecl field_constant: (IDENTIFIER) @name) @definition.member
(TestDecl (STRINGLITERALSINGLE) @name) @definition.test

(line_comment) @comment
(doc_comment) @comment
(container_doc_comment) @docstring
