"""The table of settings: the only place where a default, a range and a description are written.

The table of docs/settings.md, the VS Code `configuration` section, the LSP4IJ `settings.schema.json` and the schema of
`lsp-codebase.toml` are generated from it and tests hold them equal.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from typing import Any, TypeVar

from lsp_codebase.model import bounds
from lsp_codebase.nearest import not_one_of

SECTION = "lspCodebase"
VARIABLES = "LSP_CODEBASE_"
"""The beginning of the names of our environment variables."""

_SECRET = re.compile(r"//[^/]*(?::.*)?@|[?#]")
"""A name and password in an address, or the text behind its path: the signature of a shared link."""

T = TypeVar("T")


class Applies(Enum):
    """The step after which a changed setting holds."""

    AT_ONCE = "whoever uses it looks it up each time"
    TO_WORKERS = "the pool of worker processes is resized"
    ON_OPENING = "every folder is opened again with it"


AT_ONCE, TO_WORKERS, ON_OPENING = Applies


class TextKind(Enum):
    """The kind of a text, or of the words of a list."""

    ANYTHING = "any text"
    GLOBS = "globs, which have to be readable"
    LANGUAGES = "languages, by any of their names"
    ADDRESSES = "addresses: they hold colons, and are shown, so they may hold nothing secret"


def _option(
    applies: Applies,
    default: T,
    doc: str,
    minimum: int | None = None,
    maximum: int | None = None,
    choices: tuple[str, ...] = (),
    *,
    holds: TextKind = TextKind.ANYTHING,
    may_root: bool = False,
    root_maximum: int | None = None,
) -> T:
    """Declare one setting; its facts beside the name go into `OPTIONS`."""
    limits = {"minimum": minimum, "maximum": maximum, "choices": choices, "holds": holds}
    trust = {"may_root": may_root, "root_maximum": root_maximum}
    return field(default=default, metadata={"applies": applies, "doc": doc, **limits, **trust})


@dataclass(frozen=True, slots=True)
class Settings:
    """Resolved settings. People write `index_max_file_bytes` as `index.maxFileBytes`.

    Settings in the file of a root (`may_root`) were written by anybody: they decide which files of that root are
    indexed and how, and name no program, no model and no place.
    """

    index_enabled: bool = _option(
        ON_OPENING,
        True,
        "Index the workspace. Off: every request answers empty, with phase `disabled`, unless `team.server` answers.",
    )
    index_location: str = _option(ON_OPENING, "", "Folder that holds the indexes. Empty: the user's cache directory.")
    index_workers: int = _option(
        TO_WORKERS, 0, "Worker processes for indexing. 0: all cores but one, two of two cores, at most 8.", 0, 64
    )
    index_max_file_bytes: int = _option(
        ON_OPENING,
        1_000_000,
        "Larger files are skipped (bytes). Code that people wrote, as its lines show, may be four times as large.",
        1_000,
        100_000_000,
        may_root=True,
        root_maximum=10_000_000,  # every worker holds such a file and its tree in memory
    )
    index_include_generated: bool = _option(
        ON_OPENING,
        True,
        "Index generated and minified files and lock files too; they rank lower. Off: they are left out.",
        may_root=True,
    )
    index_exclude: tuple[str, ...] = _option(
        ON_OPENING,
        (),
        "Globs, relative to the folder, of files never indexed, as in a `.gitignore`.",
        holds=TextKind.GLOBS,
        may_root=True,
    )
    index_languages: tuple[str, ...] = _option(
        ON_OPENING,
        (),
        "Index only files of these languages, by any name that `lsp-codebase languages` lists. Empty: of all.",
        holds=TextKind.LANGUAGES,
        may_root=True,
    )
    index_exclude_languages: tuple[str, ...] = _option(
        ON_OPENING, (), "Index no files of these languages.", holds=TextKind.LANGUAGES, may_root=True
    )
    index_respect_gitignore: bool = _option(
        ON_OPENING,
        True,
        "Leave out what `.gitignore` leaves out, and checkouts that lie in their own repository (`git worktree`).",
        may_root=True,
    )
    index_history: bool = _option(
        ON_OPENING,
        True,
        "Read the messages of git's commits: files that like commits changed rank higher.",
        may_root=True,
    )
    index_debounce_ms: int = _option(AT_ONCE, 100, "Quiet time after a change before it is indexed (ms).", 0, 10_000)
    index_content_store_mb: int = _option(
        ON_OPENING,
        1_000,
        "Size limit of the parse cache (MB), which all branches and checkouts of this user share: no content is parsed "
        "twice, nor embedded twice by a model that takes long. 0: none is kept.",
        0,
        1_000_000,
    )
    chunks_max_chars: int = _option(
        ON_OPENING, 1_200, "Size at which a chunk is split (characters).", 200, 20_000, may_root=True
    )
    embedding_model: str = _option(
        ON_OPENING,
        "builtin",
        "`builtin`, `none`, `hash` (a bag of tokens, without any model), or with the extra `models` a fastembed model "
        "name or a local directory (`/…`, `./…`, `~/…`) with `model.onnx`, `tokenizer.json` and "
        "`tokenizer_config.json`. A model is downloaded only when named here.",
    )
    embedding_threads: int = _option(ON_OPENING, 1, "Threads of the embedding model.", 1, 64)
    rerank_model: str = _option(
        AT_ONCE,
        "builtin",
        "What looks again at the first hits of a thorough question: `builtin`, `none`, or with the extra `models` a "
        "reranker or sentence transformer that fastembed lists, or a local directory as for `embedding.model`. A model "
        "is downloaded only when named here.",
    )
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
    team_store: str = _option(
        ON_OPENING,
        "",
        "Bucket or folder that a team shares: `s3://…`, `az://…`, `gs://…` or `file:///…`; needs the extra `team`. "
        "What others published there of contents you have is not parsed again. Credentials are those of the "
        "environment. Empty: none.",
        holds=TextKind.ADDRESSES,
    )
    team_publish: bool = _option(
        ON_OPENING, False, "Publish to `team.store` what is parsed here. Off: nothing is ever uploaded."
    )
    team_key: str = _option(
        ON_OPENING,
        "",
        "Public Ed25519 key (base64), or a file with it: what it did not sign in `team.store` is as not there. Empty: "
        "whoever can write there is believed, within what can be checked.",
    )
    team_server: tuple[str, ...] = _option(
        ON_OPENING,
        (),
        "Addresses of `serve --http` (`https://…`, or `http://` on this machine) that answer for folders with "
        "`index.enabled` off; of these only what is changed here is indexed. The token is that of "
        "`LSP_CODEBASE_TEAM_TOKEN`. Empty: none.",
        holds=TextKind.ADDRESSES,
    )
    log_level: str = _option(
        AT_ONCE, "warning", "Least level that is logged.", choices=("debug", "info", "warning", "error")
    )
    log_file: str = _option(AT_ONCE, "", "Log to this file too. Empty: standard error only.")

    def __post_init__(self) -> None:
        """Write paths out in full: the processes that read files and embed texts stand in another folder."""
        for name in ("index_location", "log_file"):
            object.__setattr__(self, name, getattr(self, name) and _in_full(getattr(self, name)))
        for name in ("embedding_model", "rerank_model"):
            value = getattr(self, name).strip()
            object.__setattr__(self, name, _in_full(value) if value.startswith((".", "~")) else value)


def _in_full(path: str) -> str:
    return os.path.abspath(os.path.expanduser(path))


@dataclass(frozen=True, slots=True)
class Option:
    """One key that people may set, of the `Settings` attribute `field`. `minimum` and `maximum` are inclusive."""

    field: str
    default: Any
    doc: str
    applies: Applies
    minimum: int | None = None
    maximum: int | None = None
    choices: tuple[str, ...] = ()
    holds: TextKind = TextKind.ANYTHING
    may_root: bool = False
    root_maximum: int | None = None

    @property
    def key(self) -> str:
        """The key as people write it, dotted under the section: `index_max_file_bytes` -> `index.maxFileBytes`."""
        group, first, *rest = self.field.split("_")
        return f"{group}.{first}" + "".join(word.capitalize() for word in rest)

    @property
    def json_type(self) -> str:
        """The JSON Schema type name of the default."""
        kinds = {bool: "boolean", int: "integer", str: "string", tuple: "array"}
        return kinds[type(self.default)]

    @property
    def variable(self) -> str:
        """The environment variable: `index_max_file_bytes` -> `LSP_CODEBASE_INDEX_MAX_FILE_BYTES`."""
        return VARIABLES + self.field.upper()

    def from_text(self, text: str) -> object:
        """Return the meaning of a text of the environment or the command line, yet to be `read`.

        JSON where that fits; a list may be written as `PATH` is, one of addresses with commas or blanks.
        """
        kind = self.json_type
        try:
            value = json.loads(text)
        except (ValueError, RecursionError):
            value = text
        if kind == "array" and not isinstance(value, list):
            addresses = self.holds is TextKind.ADDRESSES
            return [part for part in (re.split(r"[,\s]", text) if addresses else text.split(os.pathsep)) if part]
        if kind == "boolean":
            return {"true": True, "1": True, "false": False, "0": False}.get(text.lower(), text)
        return text if kind == "string" and not isinstance(value, str) else value

    def read(self, value: object, *, of_root: bool = False) -> Any:
        """Return `value` as this option's type, or raise `ValueError` with the reason; a root's file has less room."""
        kind = self.json_type
        if kind == "array":
            if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
                raise ValueError("must be a list of strings")
            self._check_addresses(value)
            return tuple(value)
        if kind == "boolean":
            if not isinstance(value, bool):
                raise ValueError("must be true or false")
            return value
        if kind == "string":
            if not isinstance(value, str):
                raise ValueError("must be a string")
            if "\0" in value or not _is_encodable(value):  # no place on disk and no name of a model
                raise ValueError("holds a character that no name can hold")
            self._check_addresses([value])
            if self.choices and value not in self.choices:
                raise ValueError(not_one_of(value, self.choices))
            return value
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise ValueError("must be a number")
        assert self.minimum is not None
        assert self.maximum is not None
        if not self.minimum <= value <= self.maximum:  # nor is NaN, nor the infinity of JSON's `1e400`
            raise ValueError(f"must be between {self.minimum} and {self.maximum}")
        if of_root and self.root_maximum is not None and value > self.root_maximum:
            raise ValueError(f"must be at most {self.root_maximum} in the file of a folder")
        if value != int(value):
            raise ValueError("must be a whole number")
        return int(value)

    def _check_addresses(self, words: Iterable[str]) -> None:
        if self.holds is TextKind.ADDRESSES and any(map(_SECRET.search, words)):
            raise ValueError("an address with a name, a password or a query in it is refused, as settings are shown")


def _is_encodable(text: str) -> bool:
    try:
        os.fsencode(text)
    except UnicodeEncodeError:
        return False
    return True


OPTIONS = tuple(Option(row.name, row.default, **row.metadata) for row in fields(Settings))

GROUPS = frozenset(option.key.partition(".")[0] for option in OPTIONS)
"""The first parts of our options' keys."""


def touched(before: Settings, after: Settings) -> frozenset[Applies]:
    """Return the steps after which the changed settings hold."""
    changed = (option for option in OPTIONS if getattr(before, option.field) != getattr(after, option.field))
    return frozenset(option.applies for option in changed)


def opened_otherwise(opened: Settings, wanted: Settings) -> tuple[Option, ...]:
    """Return the options for which an `opened` index must be opened again to be as `wanted`."""
    on_opening = (option for option in OPTIONS if option.applies is Applies.ON_OPENING)
    return tuple(one for one in on_opening if getattr(opened, one.field) != getattr(wanted, one.field))


def as_opened(opened: Settings, wanted: Settings) -> Settings:
    """Return the `wanted` settings, but with those of opening as in `opened`."""
    return replace(wanted, **{one.field: getattr(opened, one.field) for one in opened_otherwise(opened, wanted)})
