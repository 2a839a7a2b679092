"""One indexed root, open once in a process. It joins the rooms, it decides nothing.

A client sees it through a `View`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_codebase.config import Settings
from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.index import (
    Doorkeeper,
    Indexer,
    IndexListener,
    Place,
    Repairs,
    Work,
    WorkerPool,
    present_history,
    wait_while,
)
from lsp_codebase.indexes import Published, State
from lsp_codebase.live import ChangedFiles, OpenDocuments, RecentFiles
from lsp_codebase.location import IndexSize, index_directory
from lsp_codebase.model import CancelToken, Check, CheckState, Document, Edit, IndexStatus, Phase
from lsp_codebase.paths import path_below, relative_to
from lsp_codebase.search import KeptNames, KeptPieces
from lsp_codebase.texts import MOST_BYTES, FileTexts

if TYPE_CHECKING:
    from lsp_codebase.remote import TeamIndex


class Codebase:
    """The index of one root. Every method may be called from any thread."""

    def __init__(
        self,
        root: Path,
        settings: Settings,
        pool: WorkerPool,
        listener: IndexListener,
        texts: FileTexts | None = None,
        door: Doorkeeper | None = None,
        read_from: Path | None = None,
    ) -> None:
        """`read_from` is the directory of a published index, which is only read.

        Where the index is off and a team's server is set, the server answers, and local changes are indexed.
        """
        self.root = root
        self.settings = settings
        is_served = not settings.index_enabled and bool(settings.team_server)
        self._is_indexed = settings.index_enabled or is_served
        self.team: TeamIndex | None = None
        if is_served:
            from lsp_codebase.remote import TeamIndex  # with HTTP and TLS

            self.team = TeamIndex(root, settings.team_server, self.look_again)
        self._published = Published()
        self._texts = texts or FileTexts()
        self.recent = RecentFiles()
        self.kept_pieces, self.kept_names = KeptPieces(), KeptNames()
        place = self._place(read_from)
        self.opened_index = place.directory if self._is_indexed else None
        """The directory of the index that this opens."""
        self._size = IndexSize(place.directory)
        self._indexer = Indexer(root, settings, pool, listener, self._published, None if self.team else door, place)
        self._repairs = Repairs(root, self._indexer)
        self._documents = OpenDocuments(root, settings, pool, self._indexer, self.file_lines, self._published)
        # A published index is of files that are not here.
        has_files = self._is_indexed and read_from is None
        changed = ChangedFiles(root, settings, pool, self._indexer, self.file_texts)
        self._changed_files = changed if has_files else None

    def _place(self, read_from: Path | None) -> Place:
        if read_from is not None:
            return Place(read_from, is_published=True)
        own = index_directory(self.root, self.settings.index_location)
        if self.team is None:
            return Place(own)
        return Place(own.with_name(f"changes-{own.name}"), narrow=self.team.narrow)

    def configure(self, settings: Settings) -> None:
        """Use settings from now on that change nothing in how the index is opened."""
        self.settings = settings
        self._indexer.configure(settings)
        self._documents.configure(settings)
        if self._changed_files is not None:
            self._changed_files.configure(settings)

    def put_off(self) -> None:
        """Read at most a few changed files, and put off the rest until it is needed; call it before `start`."""
        self._indexer.gate.put_off()

    def start(self) -> None:
        """Begin indexing in the background."""
        if self._is_indexed:
            self._indexer.start()

    def stop(self) -> None:
        """Ask all work to stop for good; returns at once."""
        self._documents.stop()
        self._indexer.stop()
        if self.team is not None:
            self.team.close()

    def close(self) -> None:
        """Stop indexing and release the index within about two seconds. A published index answers on."""
        self._documents.stop()
        self._indexer.close()

    def let_go(self) -> None:
        """Answer no more questions: keep no file of the index mapped except for questions under way."""
        self.kept_pieces = KeptPieces()
        self._published.close()

    # -- questions

    def asked(self, until: float, cancel: CancelToken) -> AbstractContextManager[None]:
        """Hold a question back while the index is being opened, until a time on the monotonic clock.

        Raises:
            Cancelled: while waiting.
        """
        return self._indexer.gate.question(until, cancel)

    def state(self, cancel: CancelToken, path: str | None = None) -> State:
        """Return the state that answers a question asked now; wait a moment for freshly typed text.

        A question about one file names its `path`, and waits for no other.

        Raises:
            Cancelled: while waiting.
        """
        return self._documents.state(cancel, path)

    def with_present(self, state: State, paths: Iterable[str], cancel: CancelToken) -> State:
        """Return a state that knows these files as they are now; the same state if it does, or if no files are here.

        Raises:
            IndexUnavailable: if one cannot be read.
            Cancelled: while reading.
        """
        return self._changed_files.in_front(state, paths, cancel) if self._changed_files is not None else state

    def with_new_commits(self, state: State, cancel: CancelToken) -> State:
        """Return a state that knows the commits up to the checked-out one; the same state if it does.

        Raises:
            Cancelled: while reading.
        """
        if state.history is None:
            return state
        history = present_history(self.root, state.history, cancel)
        return state if history is state.history else replace(state, history=history)

    def changed(self, paths: Iterable[str], state: State) -> Mapping[str, bool]:
        """Return the files (relative) that differ from a state's knowledge, and whether each is here."""
        return self._changed_files.changed(paths, state) if self._changed_files is not None else {}

    def with_own(self, state: State, own: Mapping[Path, Document]) -> State:
        """Return a state with the documents of one client in place of those of others."""
        placed = ((path_below(path, self.root), document) for path, document in own.items())
        inside = {path: document for path, document in placed if path is not None}
        return self._documents.with_own(state, inside) if inside else state

    def is_behind(self, state: State) -> bool:
        """Whether a state does not know all typed text."""
        return self._documents.is_behind(state)

    def as_typed(self, state: State) -> State:
        """Return a state with every text as it is typed, to look through; the words of unread texts are not known."""
        return self._documents.as_typed(state)

    def edits(self, path: str, state: State) -> Sequence[Edit]:
        """Return the edits typed into a file after the text that a state answers from, oldest first."""
        return self._documents.edits(path, state)

    def note_asked(self, text: str) -> None:
        """Have the files that a question is about indexed soon."""
        self._indexer.interest.note_asked(text)

    def symbols_below(self, directory: str) -> int:
        """Return the number of symbols indexed below a directory (relative, with "/")."""
        return self._published.state.names.count_below(directory)

    def document(self, path: Path) -> Document | None:
        """Return the open document that stands in for a file."""
        return self._documents.document(relative_to(path, self.root))

    def lines(self, path: Path) -> Sequence[bytes]:
        """Return the lines of a file, as its open document has them, as UTF-8 without line ends; may read the file."""
        document = self.document(path)
        if document is not None:
            return document.text()
        lines = self.file_lines(relative_to(path, self.root))
        return [line.encode("utf-8", "surrogatepass") for line in lines]

    @property
    def published(self) -> State:
        """The present source of answers; nothing is waited for."""
        return self._published.state

    @property
    def serial(self) -> int:
        """A number that grows with every change of the answers."""
        return self._published.state.serial

    def status(self) -> IndexStatus:
        """Return the completeness of the index; cheap, part of every answer."""
        if not self._is_indexed:
            return IndexStatus(str(self.root), Phase.DISABLED)
        return self._told(self._indexer.reporter.status(), self.published)

    def status_of(self, state: State) -> IndexStatus:
        """Return the completeness of the index, for an answer from this state of it."""
        return self._told(self._indexer.reporter.status_of(state), state) if self._is_indexed else self.status()

    def full_status(self, question: str | None = None) -> IndexStatus:
        """Return the status with the files that could not be indexed, and the reasons.

        While an index is made, files that hold the words of the `question` are read first, and the status tells whether
        more of them may come.
        """
        if not self._is_indexed:
            return self.status()
        status = self._told(self._indexer.reporter.full_status(), self.published)
        if question is None or not status.is_unread:
            return status
        self.note_asked(question)
        return replace(status, seeking=self._indexer.interest.is_unmet)

    def bytes_by_part(self) -> Mapping[str, int]:
        """Return the bytes that each part of the index takes on disk, largest first."""
        status = self.status()  # while much is read, a commit is no reason to count again
        is_ready = status.phase is Phase.READY
        return self._size.parts(status.generation if is_ready else status.phase, waits=is_ready)

    def _told(self, status: IndexStatus, state: State) -> IndexStatus:
        """Return a status that knows of typed text, and says, if nothing else, why a team's server is silent."""
        if not status.stale and self._documents.is_reading(state):
            status = replace(status, stale=True)
        problem = self.team.problem if self.team is not None else None
        return replace(status, message=status.message or problem) if problem else status

    def stored_status(self, cancel: CancelToken) -> IndexStatus | None:
        """Return the full status of the index on disk, None if there is none; nothing is begun.

        Raises:
            IndexUnavailable: if it cannot be read, or is another version's.
            Cancelled: if asked to stop.
        """
        return self._indexer.stored_status(cancel) if self._is_indexed else self.status()

    @property
    def work(self) -> Work:
        """The work of this process for the index since it was opened."""
        return self._indexer.reporter.work

    # -- changes

    def open_document(self, path: Path, document: Document) -> None:
        """Answer from an open document where it differs from its file; returns at once."""
        if self._is_indexed:
            relative = relative_to(path, self.root)
            self.recent.note(relative)
            self._indexer.interest.note_opened(relative)
            self._documents.open(relative, document)

    def document_changed(self, path: Path) -> None:
        """Hear that the user edited or saved an open document; returns at once."""
        relative = relative_to(path, self.root)
        self.recent.note(relative)
        self._documents.change(relative)

    def close_document(self, path: Path, document: Document) -> None:
        """Answer from the file again; returns at once."""
        self._documents.close(relative_to(path, self.root), document)

    def mark_changed(self, paths: Iterable[Path]) -> None:
        """Have files looked at soon that anybody changed on disk; returns at once."""
        changed = [relative_to(path, self.root) for path in paths]
        if self.team is not None:
            self.team.note_changed(changed)
        self._indexer.mark_changed(changed)
        for relative in changed:
            self._documents.change(relative)

    def refresh(self) -> None:
        """Resume stopped work, and have everything compared with the index soon; returns at once."""
        self._indexer.refresh()

    def look_again(self) -> None:
        """Have everything compared with the index soon, unless the user stopped that; returns at once."""
        self._indexer.look_again()

    def reindex(self, *, resume: bool = False) -> None:
        """Throw the index away and build it again in the background; with `resume` do a `refresh` instead.

        Raises:
            IndexUnavailable: if this process only reads it, or has none.
        """
        if not self._is_indexed:
            raise IndexUnavailable(f"{self.root} is not indexed: index.enabled is false", "set it to true")
        self._indexer.check_writable()
        self.refresh() if resume else self._indexer.rebuild()

    def clear(self, cancel: CancelToken) -> None:
        """Delete the index from the disk; nothing is indexed before `reindex`, or the next start.

        Raises:
            IndexUnavailable: if this process only reads it, or it cannot be written.
            Cancelled: if asked to stop; the index is deleted all the same.
        """
        if self._is_indexed:
            self._indexer.check_writable()
        self._indexer.clear()
        wait_while(lambda: self._indexer.is_clearing, cancel)
        status = self.status()
        if status.phase is Phase.FAILED:
            raise IndexUnavailable(status.message or "the index cannot be deleted", "the log says more")

    def doctor(self, cancel: CancelToken, *, repair: bool = False) -> tuple[Check, ...]:
        """Check the index against its manifest, itself and the files; repair it if asked to.

        Raises:
            Cancelled: if asked to stop.
        """
        found = self._indexer.examine(cancel)
        if not (repair and any(check.state is CheckState.DAMAGED for check in found)):
            return found
        if not self._is_indexed:
            return (*found, self._repairs.skipped("index.enabled is false; set it to true"))
        return self._repairs.repaired(found, cancel)

    def cancel_indexing(self) -> None:
        """Stop the indexing under way; committed files stay."""
        self._indexer.cancel()

    def wait_until_idle(self, cancel: CancelToken) -> IndexStatus:
        """Block until the index is ready, has failed, or is closed.

        Raises:
            Cancelled: if asked to stop.
        """
        if self._is_indexed:
            self._repairs.wait_until_idle(cancel)
        return self.status()

    def file_lines(self, path: str) -> Sequence[str]:
        """Return the lines of a file (relative) as it is on disk, none if it cannot be read; may read it."""
        return self._texts.lines(self.root, path, self._most_bytes)

    def file_texts(self, paths: Sequence[str]) -> list[bytes]:
        """Return the texts of files (relative) as they are on disk, as UTF-8, to look through; reads the files."""
        return self._texts.utf8(self.root, paths, self._most_bytes)

    @property
    def _most_bytes(self) -> int:
        return max(MOST_BYTES, self.settings.index_max_file_bytes)

    def reading(self, state: State) -> AbstractContextManager[None]:
        """Have an index repaired, once, if a question finds it unreadable.

        Raises:
            IndexUnavailable: in place of the store's error.
        """
        return self._repairs.reading(state)
