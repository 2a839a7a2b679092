"""The messages about indexes: `codebase/status`, `reindex`, `clear`, `doctor` and `indexStatus`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from attrs import field, frozen
from lsprotocol.types import ProgressToken

from lsp_codebase.model import CheckState, Phase, Role


@frozen
class FolderParams:
    """`codebase/clear`: one folder, or all of them."""

    folder: str | None = None
    """URI of a workspace folder, or of anything in it. Without it: every folder."""


@frozen
class StatusParams:
    """`codebase/status`: of one folder, or of all of them."""

    folder: str | None = None
    """URI of a workspace folder, or of anything in it. Without it: every folder."""
    question: str | None = None
    """The coming question. While an index is made, files that hold its words are read first; ask for the answer
    once `seeking` is gone."""


@frozen
class ReindexParams:
    """`codebase/reindex`: one folder, or all of them."""

    folder: str | None = None
    """URI of a workspace folder, or of anything in it. Without it: every folder."""
    resume: bool = False
    """Go on with stopped work and look at every file again, instead of from nothing."""
    work_done_token: ProgressToken | None = None
    """Report the work as `$/progress` notifications, and answer at its end."""


@frozen
class FileCounts:
    """How many files the index knows, and how they fared."""

    indexed: int
    """Files in the index."""
    total: int
    """Indexed, skipped and failed files together, and while indexing those still to be read."""
    skipped: int
    """Files left out on purpose: binary, too large, links, usually holding credentials."""
    failed: int
    """Files that could not be read or parsed."""


@frozen
class VectorCounts:
    """How many chunks have a vector."""

    done: int
    """Chunks with a vector."""
    total: int
    """Chunks that are to have one."""
    model: str | None = None
    """The embedding model. Absent while the index is opened, and where there is none."""


@frozen
class Problem:
    """A file that is not in the index, or only as text, and why."""

    uri: str
    """URI of the file."""
    reason: str
    """Why, in a few words."""


@frozen
class SymbolsCut:
    """A `workspace/symbol` query that more definitions match than one answer may hold."""

    query: str
    """The query."""
    given: int
    """How many definitions were answered."""
    setting: str
    """The setting to raise to be given more."""


@frozen
class FileReads:
    """A file whose text is needed again and again."""

    uri: str
    """URI of the file."""
    reads: int
    """How often its text was needed."""


@frozen
class TextCache:
    """The texts of files that are kept in memory for `readFile` and for the lines of hits, and how well that served."""

    files: int
    """Files kept."""
    bytes: int
    """Their size on disk."""
    hits: int
    """How often a text was needed and kept, since the server started. One answer may need a text more than once."""
    misses: int
    """How often it had to be read from the disk: it was not kept, or had changed."""
    most_read: Sequence[FileReads]
    """At most 10 of the files kept that were needed more than once, the most needed first."""


@frozen
class HostClient:
    """A process that is served with an index."""

    name: str
    """The name that the client of that process gives itself, or the command that was run."""
    pid: int
    """Its process id."""


@frozen
class Host:
    """The process that has an index open and answers for other processes, too."""

    pid: int
    """Its process id."""
    clients: Sequence[HostClient]
    """All processes that it serves, itself first."""


@frozen
class IndexStatus:
    """The state of one index: how complete its answers are."""

    folder: str
    """URI of the workspace folder; `""` when none is open."""
    phase: str = field(metadata={"one_of": Phase})
    """The phase of its work."""
    files: FileCounts
    """The files of the folder."""
    chunks: int
    """Pieces of text in the index."""
    symbols: int
    """Definitions in the index."""
    vectors: VectorCounts
    """The vectors of the chunks."""
    generation: int
    """Grows with every commit of the index."""
    role: str = field(metadata={"one_of": Role})
    """Whether this process writes the index."""
    stale: bool
    """Whether changes are known, of files or of unsaved text, that are not yet in the index."""
    message: str | None = None
    """A message for the user: why indexing failed, why there are no vectors."""
    problems: Sequence[Problem] | None = None
    """At most 100 of the files that are not in the index, or only as text, those with rare reasons first. Sent by
    `codebase/status` only."""
    problems_total: int | None = None
    """How many such files there are. Sent with `problems`."""
    symbols_cut: SymbolsCut | None = None
    """The latest `workspace/symbol` query whose answer was cut. Sent by `codebase/status` only."""
    languages: Mapping[str, int] | None = None
    """Files of every language that the server knows, by its name, those with most files first. Sent by
    `codebase/status` only."""
    has_index: bool | None = None
    """`true`: it is being opened and will answer in a moment. Absent in other phases than `starting`, and where
    there was none."""
    seeking: bool | None = None
    """`true`: files for the `question` are still looked for or read, so that an answer would lack them. Absent
    otherwise."""
    commit: str | None = None
    """The commit that the indexed files were checked out from, as far as they were not changed. Absent without git's
    history. Sent by `codebase/status` only."""
    texts: TextCache | None = None
    """The texts kept in memory. Sent by `codebase/status` only."""
    host: Host | None = None
    """The processes served with this index. Absent where the answering process lets no other in. Sent by
    `codebase/status` only."""
    bytes_on_disk: int | None = None
    """The size of the index on disk. Sent by `codebase/status` only."""
    bytes_by_part: Mapping[str, int] | None = None
    """The same by the parts of the index, largest first: `chunks`, `words`, `vectors`, ...; parts come and go between
    releases. Sent by `codebase/status` only."""
    settings_problems: Sequence[str] | None = None
    """Faults of settings, as `window/showMessage` said them once; these settings keep their values. Absent without
    faults. Sent by `codebase/status` only."""


@frozen
class DoctorParams:
    """`codebase/doctor`."""

    folder: str | None = None
    """URI of a workspace folder, or of anything in it. Without it: every folder."""
    repair: bool = False
    """Repair damage. Nothing is lost by it: parts that cannot be mended are built again from the files."""
    work_done_token: ProgressToken | None = None
    """Report the work as `$/progress` notifications."""


@frozen
class Check:
    """One part of an index."""

    folder: str
    """URI of the workspace folder."""
    name: str
    """The part, such as `manifest`, `chunks`, `vectors` or `disk`; parts come and go between releases."""
    state: str = field(metadata={"one_of": CheckState})
    """How it is."""
    detail: str
    """The count, or the fault; for people."""


@frozen
class DoctorResult:
    """The answer of `codebase/doctor`."""

    checks: Sequence[Check]
    """The examined parts, in order, folder by folder."""
