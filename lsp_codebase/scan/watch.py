"""Our own eyes on a root, for clients that do not watch files: a thread that reports changes.

Where the system watches directories one by one (Linux), ignored ones are not watched, except those with tracked
files; elsewhere the root is watched as a whole and their events are dropped. Of git's directories, those of the
root and of submodules and clones inside, only their own entries are watched, and where the root is in none its own.
Without any watch left, and now and then in any case, everything is to be compared: queues overflow, and network drives
tell nothing.
"""

from __future__ import annotations

import logging
import os
import socket
import sys
import threading
import time
from collections.abc import Callable, Collection, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_codebase.scan.directories import is_kept_directory, kept_directories
from lsp_codebase.scan.git import LISTING_S
from lsp_codebase.scan.ignore import IgnoreRules, is_rule_file
from lsp_codebase.scan.inotify import ADDED, MODIFIED, Inotify
from lsp_codebase.scan.repositories import Repositories
from lsp_codebase.scan.tracked import Tracked, list_tracked, together
from lsp_codebase.scan.walk import COARSE_NS

if TYPE_CHECKING:
    from watchfiles._rust_notify import RustNotify

logger = logging.getLogger(__name__)

_STEP_MS = 50  # a batch ends after this long without another event; but on Linux, also how often the thread wakes
_BATCH_MS = 400
_LOOK_UP_MS = 5_000  # between looks at the clock and at the root itself,
_GONE_LOOK_UP_MS = 500  # which may come back
_SWEEP_S = 300.0
_POLL_S = 10.0
_POLL_S_PER_DIRECTORY = 0.01  # a sweep of 80,000 files in 5,000 directories takes half a second: 1 % of the time
_GLANCE_SHARE = 0.01  # of the time goes into looking at directories: 100,000 take 0.2 s, so they are seen every 20 s
_GLANCE_S = 30.0  # between such looks, at most
_MOST_DIRECTORIES = 50_000  # the watches of a user are shared by all programs

WATCHES_ONE_BY_ONE = sys.platform.startswith("linux")


class Watcher:
    """Watches one root until it is closed. The callbacks are called on its thread."""

    def __init__(
        self,
        root: Path,
        on_changed: Callable[[Sequence[Path]], None],
        on_doubt: Callable[[], None],
        *,
        files: bool,
        respect_gitignore: bool = True,
        exclude: Sequence[str] = (),
        may_begin: Callable[[], bool] = lambda: True,
    ) -> None:
        """`on_changed` gets entries that came, went or changed; `on_doubt` is called when anything may have changed.

        Without `files` only git is watched: the client tells the rest. Nothing is looked at before it `may_begin`.
        """
        self._root = root
        self._on_changed = on_changed
        self._on_doubt = on_doubt
        self._files = files
        self._respect_gitignore = respect_gitignore
        self._exclude = exclude
        self._may_begin = may_begin
        self._directories: dict[str, None] = {}  # in order of discovery
        self._listed: dict[str, Tracked] = {}  # by repository
        self._tracked = Tracked()
        self._stop = threading.Event()
        self._bell, self._rope = socket.socketpair()  # closing one end wakes a waiter at the other
        self._thread = threading.Thread(target=self._run, name=f"watcher-{root.name}", daemon=True)
        self.is_live = False
        """Whether every change is reported: false until `on_doubt` told of those before, and while we poll instead."""

    def start(self) -> None:
        """Begin; returns at once. The first call is `on_doubt`, as soon as the watch stands."""
        self._thread.start()

    def close(self, timeout_s: float = 1.0) -> None:
        """End the thread."""
        self._stop.set()
        self._rope.close()
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join(timeout_s)
        if not self._thread.is_alive():
            self._bell.close()

    def _run(self) -> None:
        while not self._may_begin() and not self._stop.wait(_STEP_MS / 1_000):
            pass
        while not self._stop.is_set():
            try:
                self._look()
                self._watch()
            except Exception as error:  # limits of the system, a root that is gone, a broken file system
                logger.info("%s is compared now and then: it cannot be watched: %s", self._root, error)
                self.is_live = False
                self._poll()
        self._bell.close()

    def _look(self) -> None:
        self._rules = IgnoreRules(self._root, respect_gitignore=self._respect_gitignore, exclude=self._exclude)
        self._identity = _identity(self._root)
        one_by_one = self._files and WATCHES_ONE_BY_ONE
        self._listed_ns = time.time_ns() - COARSE_NS
        kept = kept_directories(self._rules)
        self._directories = dict.fromkeys(kept if one_by_one else ())
        if len(self._directories) > _MOST_DIRECTORIES:
            raise OSError(f"it has {len(self._directories):,} directories")
        self._git = Repositories(self._root, kept)
        self._listed = {}
        self._list_tracked(self._git.names)

    def _watch(self) -> None:
        """Report until the root itself or the ignore rules are replaced."""
        swept = time.monotonic()
        notify = self._notify()
        try:
            self._on_doubt()  # for changes before the watch stood
            self.is_live = True
            logger.debug("%s is watched", self._root)
            came: list[Path] | None = self._missed(self._changed_since())
            while _identity(self._root) == self._identity and not self._has_lost_sight(notify):
                while came:
                    old, notify = notify, self._notify()
                    self._on_changed(came)  # for entries that came into them before they were watched
                    late = old.watch(_STEP_MS, 1, 1, self._stop)  # its unread events would be lost with it
                    old.close()
                    missed = self._missed(came)
                    heard = self._report(late) if isinstance(late, set) else []
                    came = None if heard is None else missed + heard
                if came is None:
                    return
                look_up_ms = _LOOK_UP_MS if self._identity else _GONE_LOOK_UP_MS
                events = notify.watch(_BATCH_MS, _STEP_MS, look_up_ms, self._stop)
                if self._stop.is_set():
                    return
                # Even without events: git fills its directory after that is seen.
                came = self._report(events if isinstance(events, set) else ())
                if time.monotonic() - swept > _SWEEP_S:
                    if not self._files or self._rules.unreadable:
                        return  # nobody told of clones that came meanwhile, or of rules that can be read now
                    swept = time.monotonic()
                    self._on_doubt()
        finally:
            notify.close()

    def _changed_since(self) -> list[Path]:
        """Return the directories in which something came or went since they were listed."""
        return [Path(path) for path in self._directories if _changed_ns(path) >= self._listed_ns]

    def _missed(self, directories: Sequence[Path]) -> list[Path]:
        """Return directories below newly watched ones that were made after the listing and before the watch."""
        if not (self._files and WATCHES_ONE_BY_ONE):
            return []
        inner = {str(directory) for directory in directories}
        tops = [directory for directory in directories if str(directory.parent) not in inner]
        return [Path(path) for top in tops for path in self._enter(str(top))]

    def _notify(self) -> Inotify | RustNotify:
        if WATCHES_ONE_BY_ONE:
            own = [str(self._root)] if self._waits_for_git else []
            behind = self._tracked.directories if self._files else ()
            return Inotify([*self._git.directories, *own, *self._directories, *behind], self._bell.fileno())
        from watchfiles._rust_notify import RustNotify  # documented as its "Rust backend"; `watch` cannot take lists

        whole = [str(self._root)] if self._files or self._waits_for_git else []
        above = {str(path) for path in self._root.parents if self._files}  # they would be watched as a whole, too
        paths = [*(self._git.directories - above), *whole]
        return RustNotify([path for path in paths if os.path.isdir(path)], False, False, 0, self._files, True)

    @property
    def _waits_for_git(self) -> bool:
        """Whether the root is watched only for a repository that may come."""
        return not (self._files or self._git.is_around or self._identity is None)

    def _has_lost_sight(self, notify: Inotify | RustNotify) -> bool:
        """Whether the root, or git's directory, went: another in its place may have the very same number."""
        lost = notify.lost if isinstance(notify, Inotify) else ()
        return str(self._root) in lost or not self._git.directories.isdisjoint(lost)

    def _report(self, events: Iterable[tuple[int, str]]) -> list[Path] | None:
        """Report the meaning of events; return directories that came and are to be watched, or None: begin anew."""
        changed: list[Path] = []
        added: list[str] = []  # directories
        came: list[Path] = []
        of_git: set[str] = set()
        anew = False
        for kind, name in events:
            if os.path.dirname(name) in self._git.directories:
                of_git.add(name)
            elif kind == MODIFIED and not WATCHES_ONE_BY_ONE and os.path.isdir(name):
                continue  # Windows tells it of the folder of each entry that comes, goes or is replaced
            elif self._files and self._may_be_indexed(name):
                changed.append(Path(name))
                anew |= is_rule_file(name.replace(os.sep, "/"))
                if kind == ADDED and WATCHES_ONE_BY_ONE and os.path.isdir(name) and not os.path.islink(name):
                    added.append(name)
        self._leave(added)  # one that went and came again is not watched any more either
        for name in added:
            came += map(Path, [*self._enter(name), *self._tracked.directories_in(name)])
        if changed:
            self._on_changed(changed)
        news = self._git.hear(of_git)
        if news.indexes:
            came += self._look_at_tracked(news.indexes)
        if news.is_other_head:
            self._on_doubt()
        anew |= any(os.path.lexists(path / ".git") for path in came)  # a clone, which is to be followed, too
        return None if anew or news.is_anew else came

    def _list_tracked(self, repositories: Iterable[str]) -> None:
        """Note the tracked files of these, and those that no walk comes to, where files are watched."""
        if not self._respect_gitignore:
            return
        exclude = IgnoreRules(self._root, respect_gitignore=False, exclude=self._exclude)

        def is_entered(directory: str) -> bool:
            if not self._directories:
                return not self._files or is_kept_directory(self._rules, directory)
            return os.path.join(self._root, directory) in self._directories

        until = time.monotonic() + LISTING_S  # for all of them
        for repository in repositories:
            before = self._listed.get(repository, Tracked())
            listed = list_tracked(self._root, repository, exclude, is_entered, self._directories, before, until)
            self._listed[repository] = listed
        self._tracked = together(self._listed.values())

    def _look_at_tracked(self, repositories: Collection[str]) -> list[Path]:
        """Have all compared if these track other files, maybe ignored ones; return the directories to be watched."""
        before = self._tracked
        self._list_tracked(repositories)
        if before.names != self._tracked.names:
            self._on_doubt()
        return [Path(path) for path in self._tracked.directories - before.directories] if self._files else []

    def _leave(self, names: Iterable[str]) -> None:
        known = {name for name in names if name in self._directories}
        below = tuple(name + os.sep for name in known)
        for path in [path for path in self._directories if path in known or path.startswith(below)] if known else ():
            del self._directories[path]

    def _enter(self, name: str) -> list[str]:
        relative = os.path.relpath(name, self._root).replace(os.sep, "/")
        relative = "" if relative == "." else relative
        found = kept_directories(self._rules, relative) if is_kept_directory(self._rules, relative) else []
        new = [path for path in found if path not in self._directories]
        self._directories.update(dict.fromkeys(new))
        return new

    def _may_be_indexed(self, name: str) -> bool:
        """Whether a walk comes to an entry, or git tracks it or something in it."""
        if name in self._tracked.files or name in self._tracked.directories:
            return True
        directory = os.path.dirname(name)
        if WATCHES_ONE_BY_ONE:
            return directory in self._directories or directory not in self._tracked.directories
        relative = os.path.relpath(directory, self._root).replace(os.sep, "/")
        return is_kept_directory(self._rules, "" if relative == "." else relative)

    def _poll(self) -> None:
        """Have everything compared, and wait; the next try to watch comes after that.

        It comes sooner where something came, went or was replaced, as a directory tells; not where a file was
        written in place.
        """
        began_ns = time.time_ns() - COARSE_NS
        if not self._stop.is_set():
            self._on_doubt()
        until = time.monotonic() + min(max(_POLL_S, _POLL_S_PER_DIRECTORY * len(self._directories)), _SWEEP_S)
        pause_s = _POLL_S
        while (left_s := until - time.monotonic()) > 0 and not self._stop.wait(min(pause_s, left_s)):
            glanced = time.monotonic()
            now_ns = time.time_ns()  # some directories are dated later than that, for ever
            if any(began_ns <= _changed_ns(path) <= now_ns for path in self._directories):
                return
            pause_s = min(max(_POLL_S, (time.monotonic() - glanced) / _GLANCE_SHARE), _GLANCE_S)


def _changed_ns(directory: str) -> int:
    try:
        return os.stat(directory).st_mtime_ns
    except OSError:
        return 0


def _identity(root: Path) -> tuple[int, int] | None:
    try:
        info = os.stat(root)
    except OSError:
        return None
    return info.st_dev, info.st_ino
