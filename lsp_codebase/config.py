"""What a client may configure: one table of options, and the settings resolved from it.

`OPTIONS` is the only place where a key, its default, its unit and its documentation are written. The README table, the
VS Code `configuration` section and the LSP4IJ `settings.schema.json` are generated from it and tests hold them equal.

Words: *options* are what was received, of any shape; *settings* are resolved, complete and frozen.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from typing import Any

from lsp_codebase import globs

SECTION = "lspCodebase"


@dataclass(frozen=True, slots=True)
class Option:
    """One key a client may send. `key` is dotted under the section; `minimum` and `maximum` are inclusive."""

    key: str
    default: Any
    doc: str
    minimum: float | None = None
    maximum: float | None = None
    choices: tuple[str, ...] = ()
    holds_globs: bool = False

    @property
    def field(self) -> str:
        """The name of the `Settings` attribute: `index.maxFileBytes` -> `index_max_file_bytes`."""
        return "".join("_" + c.lower() if c.isupper() else "_" if c == "." else c for c in self.key)

    @property
    def json_type(self) -> str:
        """The JSON Schema type name of the default."""
        kinds = {bool: "boolean", int: "integer", float: "number", str: "string", tuple: "array"}
        return kinds[type(self.default)]

    def read(self, value: object) -> Any:
        """Return `value` as this option's type, or raise `ValueError` with the reason."""
        kind = self.json_type
        if kind == "array":
            if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
                raise ValueError("must be a list of strings")
            return tuple(value)
        if kind == "boolean":
            if not isinstance(value, bool):
                raise ValueError("must be true or false")
            return value
        if kind == "string":
            if not isinstance(value, str):
                raise ValueError("must be a string")
            if self.choices and value not in self.choices:
                raise ValueError("must be one of " + ", ".join(self.choices))
            return value
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError("must be a number")
        if kind == "integer" and value != int(value):
            raise ValueError("must be a whole number")
        if (self.minimum is not None and value < self.minimum) or (self.maximum is not None and value > self.maximum):
            raise ValueError(f"must be between {self.minimum} and {self.maximum}")
        return int(value) if kind == "integer" else float(value)


OPTIONS: tuple[Option, ...] = (
    Option("index.enabled", True, "Index the workspace. Off: every request answers empty, with phase `disabled`."),
    Option("index.location", "", "Folder that holds the indexes. Empty: the user's cache directory."),
    Option(
        "index.workers",
        0,
        "Worker processes for indexing. 0: one for each core but one, both of two, at most 8.",
        0,
        64,
    ),
    Option("index.maxFileBytes", 1_000_000, "Larger files are skipped (bytes).", 1_000, 100_000_000),
    Option(
        "index.maxLineChars",
        5_000,
        "A file with a longer line, most of it in long lines, is minified: it has no symbols and counts as generated "
        "(characters).",
        100,
        10_000_000,
    ),
    Option("index.maxDepth", 1_000, "Deeper levels of a syntax tree are not looked at (levels).", 10, 100_000),
    Option("index.parseTimeoutMs", 2_000, "A file that takes longer to parse is cut by lines (ms).", 10, 60_000),
    Option(
        "index.includeGenerated",
        True,
        "Index generated and minified files and lock files too; they rank lower. Off: they are left out.",
    ),
    Option(
        "index.exclude",
        (),
        "Globs, relative to the folder, of files never indexed, as in a `.gitignore`.",
        holds_globs=True,
    ),
    Option("index.respectGitignore", True, "Leave out what `.gitignore` leaves out."),
    Option("index.debounceMs", 100, "Quiet time after a change before it is indexed (ms).", 0, 10_000),
    Option(
        "index.contentStoreMb",
        1_000,
        "Most disk space for what is known of file contents, shared by all branches, work trees and checkouts of this "
        "user, so that none is parsed or embedded twice (MB). 0: nothing is shared.",
        0,
        1_000_000,
    ),
    Option("chunks.maxChars", 1_200, "Size at which a chunk is split (characters).", 200, 20_000),
    Option(
        "embedding.model",
        "builtin",
        "`builtin`, `none`, `hash` (a bag of tokens, without any model), a fastembed model name, or a local directory "
        "with `model.onnx`, `tokenizer.json` and `tokenizer_config.json`. A model is downloaded only when named here.",
    ),
    Option("embedding.threads", 1, "Threads of the embedding model.", 1, 64),
    Option("embedding.batchSize", 32, "Chunks embedded at once.", 1, 1_024),
    Option("symbols.maxResults", 128, "Most symbols in one `workspace/symbol` answer.", 1, 10_000),
    Option(
        "symbols.outline",
        False,
        "Answer `textDocument/documentSymbol`, the outline of a file. Off: the server of its language answers it.",
    ),
    Option("log.level", "warning", "Least level that is logged.", choices=("debug", "info", "warning", "error")),
    Option("log.file", "", "Log to this file too. Empty: standard error only."),
)

GROUPS = frozenset(option.key.partition(".")[0] for option in OPTIONS)
"""What the keys of our options begin with."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Resolved settings, one attribute for each row of `OPTIONS` (a test holds the two equal)."""

    index_enabled: bool = True
    index_location: str = ""
    index_workers: int = 0
    index_max_file_bytes: int = 1_000_000
    index_max_line_chars: int = 5_000
    index_max_depth: int = 1_000
    index_parse_timeout_ms: int = 2_000
    index_include_generated: bool = True
    index_exclude: tuple[str, ...] = ()
    index_respect_gitignore: bool = True
    index_debounce_ms: int = 100
    index_content_store_mb: int = 1_000
    chunks_max_chars: int = 1_200
    embedding_model: str = "builtin"
    embedding_threads: int = 1
    embedding_batch_size: int = 32
    symbols_max_results: int = 128
    symbols_outline: bool = False
    log_level: str = "warning"
    log_file: str = ""


def _flatten(options: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in options.items():
        if isinstance(value, Mapping):
            yield from _flatten(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def resolve(received: object, base: Settings | None = None) -> tuple[Settings, Sequence[str]]:
    """Overlay received options on `base`; return the settings and one sentence for each option not understood.

    Nested and dotted keys are equal, with or without the section name. `None` (an absent value, in LSP) keeps what
    `base` says. A bad value keeps it too and is reported: a typo in an editor's configuration stops nothing.
    """
    base = base or Settings()
    if received is None:
        return base, ()
    if not isinstance(received, Mapping):
        return base, (f"settings: expected an object, got {type(received).__name__}",)
    known = {option.key: option for option in OPTIONS}
    values = {field.name: getattr(base, field.name) for field in fields(Settings)}
    problems: list[str] = []
    for dotted, value in _flatten(received):
        key = dotted.removeprefix(SECTION + ".")
        option = known.get(key)
        if option is None:
            problems.append(f"{key}: unknown setting; see the settings table of the README")
        elif value is not None:
            try:
                values[option.field] = option.read(value)
            except ValueError as error:
                problems.append(f"{key}: {error}; keeping {json.dumps(values[option.field])}")
            if option.holds_globs:
                bad = {glob: reason for glob in values[option.field] if (reason := globs.problem(glob)) is not None}
                problems += [f"{key}: {reason}; the others hold" for reason in bad.values()]
                values[option.field] = tuple(glob for glob in values[option.field] if glob not in bad)
    return Settings(**values), tuple(problems)


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema properties of every option, keyed by its full dotted name."""
    properties: dict[str, Any] = {}
    for option in OPTIONS:
        default = list(option.default) if isinstance(option.default, tuple) else option.default
        schema: dict[str, Any] = {"type": option.json_type, "default": default, "description": option.doc}
        if option.json_type == "array":
            schema["items"] = {"type": "string"}
        if option.choices:
            schema["enum"] = list(option.choices)
        if option.minimum is not None:
            schema["minimum"] = option.minimum
        if option.maximum is not None:
            schema["maximum"] = option.maximum
        properties[f"{SECTION}.{option.key}"] = schema
    return properties
