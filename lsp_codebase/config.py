"""What a client may configure: one table of settings, and how they are resolved from what was received.

`Settings` is the only place where a default, a range and a description are written. The README table, the VS Code
`configuration` section and the LSP4IJ `settings.schema.json` are generated from it and tests hold them equal.

Words: *options* are what was received, of any shape; *settings* are resolved, complete and frozen.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from typing import Any, TypeVar

from lsp_codebase import globs
from lsp_codebase.model import bounds
from lsp_codebase.nearest import did_you_mean, not_one_of

SECTION = "lspCodebase"

T = TypeVar("T")


class Applies(Enum):
    """What a changed setting takes to hold."""

    AT_ONCE = "whoever uses it looks it up each time"
    TO_WORKERS = "the pool of worker processes is resized"
    ON_OPENING = "every folder is opened again with it"


AT_ONCE, TO_WORKERS, ON_OPENING = Applies


def _option(
    applies: Applies,
    default: T,
    doc: str,
    minimum: int | None = None,
    maximum: int | None = None,
    choices: tuple[str, ...] = (),
    *,
    holds_globs: bool = False,
) -> T:
    """Declare one setting; what is said of it beside its name goes into `OPTIONS`."""
    limits = {"minimum": minimum, "maximum": maximum, "choices": choices, "holds_globs": holds_globs}
    return field(default=default, metadata={"applies": applies, "doc": doc, **limits})


@dataclass(frozen=True, slots=True)
class Settings:
    """Resolved settings. A client writes `index_max_file_bytes` as `index.maxFileBytes`."""

    index_enabled: bool = _option(
        ON_OPENING, True, "Index the workspace. Off: every request answers empty, with phase `disabled`."
    )
    index_location: str = _option(ON_OPENING, "", "Folder that holds the indexes. Empty: the user's cache directory.")
    index_workers: int = _option(
        TO_WORKERS, 0, "Worker processes for indexing. 0: one for each core but one, both of two, at most 8.", 0, 64
    )
    index_max_file_bytes: int = _option(ON_OPENING, 1_000_000, "Larger files are skipped (bytes).", 1_000, 100_000_000)
    index_include_generated: bool = _option(
        ON_OPENING,
        True,
        "Index generated and minified files and lock files too; they rank lower. Off: they are left out.",
    )
    index_exclude: tuple[str, ...] = _option(
        ON_OPENING, (), "Globs, relative to the folder, of files never indexed, as in a `.gitignore`.", holds_globs=True
    )
    index_respect_gitignore: bool = _option(ON_OPENING, True, "Leave out what `.gitignore` leaves out.")
    index_debounce_ms: int = _option(AT_ONCE, 100, "Quiet time after a change before it is indexed (ms).", 0, 10_000)
    index_content_store_mb: int = _option(
        ON_OPENING,
        1_000,
        "Most disk space for what is known of file contents, shared by all branches, work trees and checkouts of this "
        "user, so that none is parsed or embedded twice (MB). 0: nothing is shared.",
        0,
        1_000_000,
    )
    chunks_max_chars: int = _option(ON_OPENING, 1_200, "Size at which a chunk is split (characters).", 200, 20_000)
    embedding_model: str = _option(
        ON_OPENING,
        "builtin",
        "`builtin`, `none`, `hash` (a bag of tokens, without any model), a fastembed model name, or a local directory "
        "with `model.onnx`, `tokenizer.json` and `tokenizer_config.json`. A model is downloaded only when named here.",
    )
    embedding_threads: int = _option(ON_OPENING, 1, "Threads of the embedding model.", 1, 64)
    symbols_max_results: int = _option(AT_ONCE, 128, "Most symbols in one `workspace/symbol` answer.", *bounds.SYMBOLS)
    symbols_outline: bool = _option(
        AT_ONCE,
        False,
        "Answer `textDocument/documentSymbol`, the outline of a file. Off: the server of its language answers it.",
    )
    secrets_show: bool = _option(
        AT_ONCE,
        False,
        "Show the access tokens and private keys that stand inside of files. Off: every answer has `[redacted: …]` in "
        "their place. Files that are credentials by their name are never read.",
    )
    log_level: str = _option(
        AT_ONCE, "warning", "Least level that is logged.", choices=("debug", "info", "warning", "error")
    )
    log_file: str = _option(AT_ONCE, "", "Log to this file too. Empty: standard error only.")


@dataclass(frozen=True, slots=True)
class Option:
    """One key a client may send, of the `Settings` attribute `field`. `minimum` and `maximum` are inclusive."""

    field: str
    default: Any
    doc: str
    applies: Applies
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()
    holds_globs: bool = False

    @property
    def key(self) -> str:
        """What a client writes, dotted under the section: `index_max_file_bytes` -> `index.maxFileBytes`."""
        group, first, *rest = self.field.split("_")
        return f"{group}.{first}" + "".join(word.capitalize() for word in rest)

    @property
    def json_type(self) -> str:
        """The JSON Schema type name of the default."""
        kinds = {bool: "boolean", int: "integer", str: "string", tuple: "array"}
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
                raise ValueError(not_one_of(value, self.choices))
            return value
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError("must be a number")
        assert self.minimum is not None
        assert self.maximum is not None
        if not self.minimum <= value <= self.maximum:  # nor is NaN, nor the infinity that JSON's `1e400` is read as
            raise ValueError(f"must be between {self.minimum} and {self.maximum}")
        if value != int(value):
            raise ValueError("must be a whole number")
        return int(value)


OPTIONS = tuple(Option(row.name, row.default, **row.metadata) for row in fields(Settings))

GROUPS = frozenset(option.key.partition(".")[0] for option in OPTIONS)
"""What the keys of our options begin with."""


def touched(before: Settings, after: Settings) -> frozenset[Applies]:
    """Return what the settings that changed take to hold."""
    changed = (option for option in OPTIONS if getattr(before, option.field) != getattr(after, option.field))
    return frozenset(option.applies for option in changed)


def opened_otherwise(opened: Settings, wanted: Settings) -> tuple[Option, ...]:
    """Return the options for which an index that was `opened` must be opened again, so that it is as `wanted`."""
    on_opening = (option for option in OPTIONS if option.applies is Applies.ON_OPENING)
    return tuple(one for one in on_opening if getattr(opened, one.field) != getattr(wanted, one.field))


def as_opened(opened: Settings, wanted: Settings) -> Settings:
    """Return the settings that are `wanted`, with all that an index is opened with as it was `opened`."""
    return replace(wanted, **{one.field: getattr(opened, one.field) for one in opened_otherwise(opened, wanted)})


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
    settings = base or Settings()
    if received is None:
        return settings, ()
    if not isinstance(received, Mapping):
        return settings, (f"settings: expected an object, got {type(received).__name__}",)
    known = {option.key: option for option in OPTIONS}
    problems: list[str] = []
    for dotted, value in _flatten(received):
        key = dotted.removeprefix(SECTION + ".")
        option = known.get(key)
        if option is None:
            hint = did_you_mean(key, known) or "; see the settings table of the README"
            problems.append(f"{key}: unknown setting{hint}")
        elif value is not None:
            try:
                settings = replace(settings, **{option.field: option.read(value)})
            except ValueError as error:
                problems.append(f"{key}: {error}; keeping {json.dumps(getattr(settings, option.field))}")
            if option.holds_globs:
                settings, bad = _without_bad_globs(settings, option.field)
                problems += [f"{key}: {reason}; the others hold" for reason in bad]
    return settings, tuple(problems)


def _without_bad_globs(settings: Settings, field_name: str) -> tuple[Settings, list[str]]:
    """Return the settings without the globs of a field that cannot be read, and why each cannot."""
    written: tuple[str, ...] = getattr(settings, field_name)
    bad = {glob: reason for glob in written if (reason := globs.problem(glob)) is not None}
    kept = tuple(glob for glob in written if glob not in bad)
    changes: dict[str, Any] = {field_name: kept}
    return replace(settings, **changes), [*bad.values()]


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
