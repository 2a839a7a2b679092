; Definitions of Pascal and Delphi.

(declUses (moduleName (identifier) @name)) @local
(moduleName (identifier) @name) @definition.module
(declType name: (_) @name type: (declClass)) @definition.class
(declType name: (_) @name type: (declIntf)) @definition.interface
(declType name: (_) @name type: (type (declEnum))) @definition.enum
(declType name: (_) @name) @definition.type
(defProc header: (declProc name: (genericDot lhs: (_) @container rhs: (_) @name))) @definition.method
(defProc header: (declProc name: (identifier) @name)) @definition.function
(declClass (declSection (declProc name: (identifier) @name) @declaration.method))
(declProc name: (identifier) @name) @declaration.function
(declField name: (identifier) @name) @definition.field
(declProp name: (identifier) @name) @definition.property
(declConst name: (identifier) @name) @definition.constant
(declVar name: (identifier) @name) @definition.variable
(declEnumValue name: (identifier) @name) @definition.member
(comment) @comment
