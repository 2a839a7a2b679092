"""The messages about directories and files: `codebase/listDirectory`, `listFiles` and `readFile`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from attrs import field, frozen
from lsprotocol.types import Range

from lsp_codebase.model import TreePreset, bounds


@frozen
class ListDirectoryParams:
    """`codebase/listDirectory`."""

    uri: str
    """URI of the directory."""
    page: int = field(default=1, metadata={"within": bounds.PAGES})
    """The page; the first is 1. One past the end is empty."""
    page_size: int = field(default=500, metadata={"within": bounds.PAGE_SIZE})
    """Entries in one page."""
    format: Literal["text", "json"] = "json"
    """With `text` the answer holds the page as lines too."""


@frozen
class DirectoryEntry:
    """One child of a directory."""

    name: str
    """Its name."""
    uri: str
    """Its URI."""
    is_directory: bool
    """Whether it is a directory, or a link to one."""
    is_symbolic_link: bool
    """Whether it is a symbolic link."""


@frozen
class ListDirectoryResult:
    """The answer of `codebase/listDirectory`."""

    children: Sequence[DirectoryEntry] | None
    """Everything in the directory, ignored and hidden entries too, directories first. `null`: the URI is no readable
    directory."""
    has_next_page: bool
    """Whether entries follow."""
    has_prev_page: bool
    """Whether this is not the first page."""
    items_remaining: int
    """Entries after this page."""
    text: str | None = None
    """The page as lines, with `format: "text"`."""


@frozen
class ListFilesParams:
    """`codebase/listFiles`."""

    max_results: int = field(metadata={"within": bounds.FILES})
    """Most files in the answer."""
    uri: str | None = None
    """URI of a directory. Without it: every workspace folder, in order."""
    preset: TreePreset = "default"
    """Leave out the directories, too, that this preset of `directoryTree` does not enter."""
    languages: Sequence[str] = ()
    """Only files of these languages, by any of their names."""
    min_bytes: int | None = field(default=None, metadata={"within": bounds.FILE_BYTES})
    """Only files at least so large."""
    max_bytes: int | None = field(default=None, metadata={"within": bounds.FILE_BYTES})
    """Only files at most so large."""
    include: Sequence[str] = ()
    """Only files that one of these globs matches."""
    exclude: Sequence[str] = ()
    """No files that these globs match."""


@frozen
class ListFilesResult:
    """The answer of `codebase/listFiles`."""

    uris: Sequence[str]
    """URIs of files: in each directory its files, then its sub-directories. Links are left out, and ignored files that
    git does not track."""
    truncated: bool
    """Whether there are more."""


@frozen
class ReadFileParams:
    """`codebase/readFile`."""

    uri: str
    """URI of the file."""
    range: Range | None = None
    """The part to read, cut off at the end of the text. Without it: the whole file."""
    max_chars: int = field(default=200_000, metadata={"within": bounds.FILE_CHARS})
    """Most characters of text; it is cut at a line end where there is one."""


@frozen
class ReadFileResult:
    """The answer of `codebase/readFile`."""

    text: str
    """The text, as it is open in the editor or else on disk. Lines end with a line feed. Credentials that stand in it
    are shown as `[redacted: …]`, unless the setting `secrets.show` is on."""
    range: Range
    """The range that `text` covers."""
    truncated: bool
    """Whether `maxChars` cut something."""
    encoding: str
    """How the file is encoded on disk, such as `utf-8` or `windows-1252`."""
