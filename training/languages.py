"""Which files are read, in which grammar, and which nodes of it are definitions."""

from __future__ import annotations

from dataclasses import dataclass

_JS = (
    "function_declaration", "generator_function_declaration", "class_declaration", "method_definition",
    "variable_declarator", "assignment_expression", "pair",
)  # fmt: skip
_TS = (
    *_JS, "interface_declaration", "abstract_class_declaration", "enum_declaration", "type_alias_declaration",
    "method_signature", "function_signature", "property_signature", "abstract_method_signature",
)  # fmt: skip


@dataclass(frozen=True)
class Language:
    name: str
    grammar: str
    suffixes: tuple[str, ...]
    definitions: tuple[str, ...]
    comments: tuple[str, ...] = ("comment",)


LANGUAGES = (
    Language("python", "python", (".py",), ("function_definition", "class_definition")),
    Language("javascript", "javascript", (".js", ".mjs", ".cjs", ".jsx"), _JS),
    Language("typescript", "typescript", (".ts", ".mts"), _TS),
    Language("typescript", "tsx", (".tsx",), _TS),
    Language("go", "go", (".go",), ("function_declaration", "method_declaration", "type_declaration")),
    Language(
        "rust", "rust", (".rs",),
        ("function_item", "struct_item", "enum_item", "trait_item", "macro_definition", "type_item"),
        ("line_comment", "block_comment"),
    ),
    Language("c", "c", (".c",), ("function_definition", "struct_specifier")),
    Language(
        "cpp", "cpp", (".cc", ".cpp", ".cxx", ".h", ".hpp", ".hh", ".mm"),
        ("function_definition", "class_specifier", "struct_specifier", "enum_specifier"),
    ),
    Language(
        "java", "java", (".java",),
        ("method_declaration", "constructor_declaration", "class_declaration", "interface_declaration",
         "enum_declaration"),
        ("line_comment", "block_comment"),
    ),
    Language(
        "kotlin", "kotlin", (".kt",), ("function_declaration", "class_declaration", "object_declaration"),
        ("line_comment", "multiline_comment", "comment", "block_comment"),
    ),
    Language(
        "csharp", "csharp", (".cs",),
        ("method_declaration", "constructor_declaration", "class_declaration", "interface_declaration",
         "struct_declaration", "enum_declaration"),
    ),
    Language("ruby", "ruby", (".rb",), ("method", "singleton_method", "class", "module")),
    Language(
        "php", "php", (".php",),
        ("function_definition", "method_declaration", "class_declaration", "interface_declaration",
         "trait_declaration"),
    ),
    Language(
        "swift", "swift", (".swift",),
        ("function_declaration", "class_declaration", "protocol_declaration", "init_declaration"),
        ("comment", "multiline_comment"),
    ),
    Language(
        "scala", "scala", (".scala",),
        ("function_definition", "class_definition", "object_definition", "trait_definition"),
        ("comment", "block_comment"),
    ),
    Language("bash", "bash", (".sh", ".bash", ".zsh"), ("function_definition",)),
    Language("lua", "lua", (".lua",), ("function_declaration", "function_statement")),
)  # fmt: skip

BY_SUFFIX = {suffix: language for language in LANGUAGES for suffix in language.suffixes}

# Code that is not the project's own, or not written by people.
SKIPPED_FOLDERS = frozenset((
    "vendor", "_vendor", "vendored", "third_party", "third-party", "thirdparty", "3rdparty", "node_modules",
    "external", "externals", "extern", "deps", "dist", "build", "cjs", "esm", "umd", "es5", "es6", "_cjs", "_esm",
    "lib.esm", "lib.commonjs", "_types", ".pc", "debian", "generated", "gen", "locale", "locales", "i18n",
    "minified", "bundle", "bundles", "packages_vendor", "debug", ".git", "jsr",
))  # fmt: skip
DECLARATIONS = ".d.ts"
SKIPPED_ENDINGS = (
    ".min.js", "_pb2.py", "_pb2_grpc.py", ".pb.go", ".pb.h", ".pb.cc", ".bundle.js", ".g.cs", ".designer.cs",
    "_generated.go", ".umd.js", ".generated.ts", "zz_generated.deepcopy.go",
)  # fmt: skip
