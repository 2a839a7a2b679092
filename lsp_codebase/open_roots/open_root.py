"""One root that clients have open: its one codebase, its one watcher, and its clients."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from lsp_codebase.codebase import Codebase
from lsp_codebase.config import Option, Settings, as_opened, opened_otherwise
from lsp_codebase.index import Doorkeeper, IndexListener, WorkerPool, excluded
from lsp_codebase.model import Phase
from lsp_codebase.open_roots.listeners import Listeners
from lsp_codebase.open_roots.shared_documents import SharedDocuments
from lsp_codebase.paths import is_within
from lsp_codebase.scan import Watcher
from lsp_codebase.texts import FileTexts
from lsp_codebase.view import Overruled, View

_LAST_S = 1.0  # for the end of a watcher that no other follows

OnChanged = Callable[[Sequence[Path] | None], None]


class Member:
    """One client of an open root. Any thread may call."""

    def __init__(
        self, root: OpenRoot, settings: Settings, listener: IndexListener, on_changed: OnChanged, own: Overruled
    ) -> None:
        self._root = root
        self._own = own
        self.listener = listener
        self.on_changed = on_changed
        self.client_watches: bool | None = None  # None: it need not know of changes
        self.use(settings)

    def use(self, settings: Settings) -> None:
        """Answer with other settings, as far as the index need not be opened again for them."""
        root, self.settings = self._root, settings
        self.view = View(lambda: root.codebase, settings, own=self._own)

    @property
    def codebase(self) -> Codebase:
        """The codebase that all clients of the root share; another one after it was opened again."""
        return self._root.codebase

    @property
    def is_followed(self) -> bool:
        """Whether every change on disk is reported: by a client, or by a working watcher of ours."""
        return self._root.is_followed

    @property
    def unmet(self) -> tuple[str, ...]:
        """A sentence for each setting of this client that does not hold: the index was opened with another value."""
        with self._root.settled() as codebase:
            running = codebase.settings
            return tuple(_unmet(option, running, self) for option in opened_otherwise(running, self.settings))

    def start(self) -> None:
        """Begin indexing, if nobody has."""
        self._root.start(self)

    def watch(self, *, client_watches: bool) -> None:
        """Follow the disk from now on: all of it, or git alone where a client reports changes."""
        self._root.watch(self, client_watches=client_watches)

    def configure(self, settings: Settings) -> None:
        """Use other settings; an index that must be opened again for them is opened again if this client leads."""
        self._root.configure(self, settings)

    def leave(self) -> None:
        """Give the root back; all work stops if nobody else has it open. Returns at once, as a rule."""
        self._root.leave(self)

    def close(self) -> None:
        """Wait, some two seconds at most, until a root that was given back is closed, if nobody else has it open."""
        self._root.close_left()


class OpenRoot:
    """A root, and the clients that have it open: the first of them leads. Any thread may call.

    It is over when all have left; another one takes its place for who comes later. Opening, leaving and configuring
    may block, for the two seconds in which an index is closed.
    """

    def __init__(
        self, path: Path, pool: WorkerPool, texts: FileTexts, told: SharedDocuments, door: Doorkeeper | None
    ) -> None:
        self.path = path
        self.codebase: Codebase
        self._pool = pool
        self._texts = texts
        self._told = told
        self._door = door
        self._listeners = Listeners(path)
        self._lock = threading.Lock()
        self._members: tuple[Member, ...] = ()
        self._is_open = False
        self._is_started = False
        self._is_over = False
        self._watcher: Watcher | None = None
        self._watched: bool | None = None  # how the disk is followed: whether files are, too

    @property
    def is_followed(self) -> bool:
        """Whether every change on disk is reported."""
        watcher, files = self._watcher, self._watched
        return files is False or (watcher is not None and watcher.is_live)

    @property
    def is_over(self) -> bool:
        """Whether all have left and the index is closed."""
        return self._is_over

    @contextmanager
    def settled(self) -> Iterator[Codebase]:
        """Lend the codebase while it is not being opened again: meanwhile its settings are not the leader's."""
        with self._lock:
            yield self.codebase

    def join(self, settings: Settings, listener: IndexListener, on_changed: OnChanged, own: Overruled) -> Member | None:
        """Let one more client in; the first opens the index. None: all have left, and it is over."""
        with self._lock:
            self._close_left()
            if self._is_over:
                return None
            if not self._is_open:
                self._open(settings)
            member = Member(self, settings, listener, on_changed, own)
            self._listeners.add(listener, self.codebase.status if self._is_started else None)
            self._members = (*self._members, member)
            return member

    def start(self, member: Member) -> None:
        """Begin indexing, at a client's wish."""
        with self._lock:
            if member in self._members:
                self._is_started = True
                self.codebase.start()

    def leave(self, member: Member) -> None:
        """Let a client go; the last one stops all work, and `close_left` waits for that."""
        with self._lock:
            if member not in self._members:
                return
            self._members = tuple(one for one in self._members if one is not member)
            if self._members:
                self._listeners.remove(member.listener)
                self._follow()
            else:
                self.codebase.stop()  # and tell the last one so

    def leave_all(self) -> None:
        """Let all clients go."""
        for member in self._members:
            self.leave(member)

    def close_left(self) -> None:
        """Close the index if everybody has left."""
        with self._lock:
            self._close_left()

    def watch(self, member: Member, *, client_watches: bool) -> None:
        """Follow the disk for a client too."""
        with self._lock:
            member.client_watches = client_watches
            self._pool.stays_warm = True
            self._follow()

    def configure(self, member: Member, settings: Settings) -> None:
        """Use other settings of a client, as far as they are its own to choose."""
        with self._lock:
            if member not in self._members:
                return
            member.use(settings)
            running = self.codebase.settings
            if member is self._members[0] and opened_otherwise(running, settings):
                self._open_again(settings)
            else:
                self.codebase.configure(as_opened(running, settings))

    def mark_changed(self, paths: Iterable[Path]) -> None:
        """Have those of some files that lie below this root looked at soon."""
        below = [path for path in paths if is_within(path, self.path)]
        if below and self._is_open:
            self._tell_members(below)
            self.codebase.mark_changed(below)

    def _open(self, settings: Settings) -> None:
        codebase = Codebase(self.path, settings, self._pool, self._listeners, self._texts, self._door)
        self._told.begin(codebase)
        self.codebase = codebase
        self._is_open = True

    def _open_again(self, settings: Settings) -> None:
        """Open the index with other settings; meanwhile it answers as before."""
        earlier = self.codebase
        earlier.close()
        self._open(settings)
        earlier.let_go()
        if self._is_started:
            self.codebase.start()
        self._follow(anew=True)
        self._tell_members(None)

    def _close_left(self) -> None:
        if self._members or not self._is_open:
            return
        self._is_open = self._is_started = False
        self._told.end(self.codebase)
        self._follow()
        self.codebase.close()
        self.codebase.let_go()
        self._is_over = True  # last: from now on the root may be opened anew

    def _follow(self, *, anew: bool = False) -> None:
        """Follow the disk as the present clients need it.

        A frozen editor reports no file: no other client depends on its word. Once files are followed they stay so
        while any client is in: else an occasional asker would have all of them compared each time.
        """
        asked = [member.client_watches for member in self._members if member.client_watches is not None]
        files = (self._watched or not all(asked)) if asked else None
        if files == self._watched and not anew:
            return
        earlier, self._watcher, self._watched = self._watcher, None, files
        if files is not None:
            codebase, settings = self.codebase, self.codebase.settings
            self._watcher = Watcher(
                self.path,
                self.mark_changed,
                self._doubt,
                files=files,
                respect_gitignore=settings.index_respect_gitignore,
                exclude=excluded(self.path, settings),
                # listing many directories would delay the first questions: the names of the index
                may_begin=lambda: codebase.status().phase is not Phase.STARTING,
            )
            self._watcher.start()
        if earlier is not None:
            earlier.close(_LAST_S if files is None else 0)

    def _doubt(self) -> None:
        """Anything may have changed."""
        self._tell_members(None)
        self.codebase.look_again()

    def _tell_members(self, paths: Sequence[Path] | None) -> None:
        for member in self._members:
            member.on_changed(paths)


def _unmet(option: Option, running: Settings, member: Member) -> str:
    holds, wanted = (json.dumps(getattr(one, option.field)) for one in (running, member.settings))
    return (
        f"{option.key}: {wanted} does not hold for {member.codebase.root}, whose index another client opened "
        f"with {holds}; set it there, or open the folder again here once that client is gone"
    )
