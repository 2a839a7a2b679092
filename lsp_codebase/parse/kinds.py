"""The kind of symbol for each kind of definition that the queries and the modules of this room tell apart."""

from __future__ import annotations

from lsp_codebase.model import SymbolKind

KINDS = {
    "alias": SymbolKind.Class,
    "annotated": SymbolKind.Class,
    "case": SymbolKind.Method,
    "sentence": SymbolKind.Method,
    "class": SymbolKind.Class,
    "constant": SymbolKind.Constant,
    "constructor": SymbolKind.Constructor,
    "destructor": SymbolKind.Method,
    "enum": SymbolKind.Enum,
    "event": SymbolKind.Event,
    "extension": SymbolKind.Namespace,
    "field": SymbolKind.Field,
    "function": SymbolKind.Function,
    "group": SymbolKind.Namespace,
    "heading": SymbolKind.String,
    "interface": SymbolKind.Interface,
    "key": SymbolKind.Key,
    "macro": SymbolKind.Function,
    "made": SymbolKind.Function,
    "member": SymbolKind.EnumMember,
    "method": SymbolKind.Method,
    "module": SymbolKind.Module,
    "namespace": SymbolKind.Namespace,
    "object": SymbolKind.Object,
    "operator": SymbolKind.Operator,
    "package": SymbolKind.Package,
    "parameter": SymbolKind.Field,
    "property": SymbolKind.Property,
    "struct": SymbolKind.Struct,
    "test": SymbolKind.Function,
    "type": SymbolKind.Class,
    "variable": SymbolKind.Variable,
}
