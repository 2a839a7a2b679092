; Definitions of Zig. Types are constants that hold a container, or functions that return one. A name that is bound to an
; import, or to a thing of the same name elsewhere, defines nothing, unless `pub` gives it on.

("pub" @wrapper . (Decl) @_inner)

(Decl (FnProto function: (IDENTIFIER) @name)
  (Block (Statement (AssignExpr "return" (ErrorUnionExpr (SuffixExpr (ContainerDecl))))))) @definition.struct
(Decl (FnProto function: (IDENTIFIER) @name)) @definition.function
(Decl (VarDecl variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType ["struct" "union"])))))) @definition.struct
(Decl (VarDecl variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr (ContainerDecl (ContainerDeclType "enum")))))) @definition.enum
(Decl (VarDecl variable_type_function: (IDENTIFIER) @name (ErrorUnionExpr (SuffixExpr (ErrorSetDecl))))) @definition.enum
(Decl (VarDecl variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr . (BUILTINIDENTIFIER) @_builtin)) (#match? @_builtin "^.This$"))) @definition.struct
("pub" . (Decl (VarDecl "const" variable_type_function: (IDENTIFIER) @name)) @definition.constant)
((Decl (VarDecl "const" variable_type_function: (IDENTIFIER) @name)) @definition.constant
  (#not-match? @definition.constant "^const (\\w+) = (?:@import\\(\"[^\"]*\"\\)(?:\\.\\w+)*|(?:\\w+\\.)+\\1);$"))
(Decl (VarDecl "var" variable_type_function: (IDENTIFIER) @name)) @definition.variable

(ContainerField field_member: (IDENTIFIER) @name @definition.field (_) @end .)
(ContainerField !field_member (ErrorUnionExpr (SuffixExpr . variable_type_function: (IDENTIFIER) @name .)) @definition.member . (_) @end .)
(ContainerField !field_member (ErrorUnionExpr (SuffixExpr . variable_type_function: (IDENTIFIER) @name .)) @definition.member .)
(ErrorSetDecl field_constant: (IDENTIFIER) @name) @definition.member
(TestDecl (STRINGLITERALSINGLE) @name) @definition.test

((Decl (VarDecl)) @import (#match? @import "^const \\w+ = @import\\b"))
(line_comment) @comment
(doc_comment) @comment
(container_doc_comment) @docstring
