"""Requests to the indexer: marked by any thread, taken by the indexer thread, which sleeps until there is any.

One lock guards all of it, the token of the work that follows included, so that no request falls between two others.
"""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable
from typing import NamedTuple

from lsp_codebase.model import CancelToken
from lsp_codebase.scan import is_rule_file

MOST_SINGLE = 300
"""Marked files; beyond, comparing everything costs less."""


class Taken(NamedTuple):
    """The marked work: everything, once more or `anew`, `asked` for by the user; or to clear the index.

    `cancel` ends the work on it.
    """

    clear: bool
    everything: bool
    anew: bool
    asked: bool
    cancel: CancelToken


class DirtySet:
    """Files (relative paths) or everything, once more or from nothing; damaged parts; whether to stop."""

    def __init__(self) -> None:
        self._wake = threading.Condition()
        self._over = threading.Event()
        self.over = CancelToken()
        """Cancelled once all work is to end: for work that a stop by the user leaves alone."""
        self._cancel = CancelToken()
        self._damaged: set[str] = set()  # to be repaired by the next opening
        self._repairing: set[str] = set()  # by an opening that is not yet done
        self.files: set[str] = set()
        self.everything = True
        self.anew = False
        self._is_asked = False  # whether everything was marked by the user
        self._is_doubt = False  # whether everything was marked by mere doubt
        self._is_held = False
        self._is_clearing = False  # asked for, and not yet done
        self._is_cleared = False  # or about to be: only a user marks anything
        self.count = 0
        """The number of all marks so far."""

    def add(self, paths: Iterable[str]) -> None:
        """Mark files; an ignore file, or very many, mark everything. Files of git itself are nobody's."""
        with self._wake:
            if self._is_cleared:
                return
            marked = {*paths}
            rules = {*filter(is_rule_file, marked)}
            files = {path for path in marked - rules if ".git" not in path.split("/")}
            if rules or files:
                self.everything |= self._is_held or bool(rules)  # stopped work goes on
                self._is_held = False
            self.files |= files
            self.everything |= len(self.files) > MOST_SINGLE
            self._notify()

    def add_everything(self, *, anew: bool = False, asked: bool = False) -> None:
        """Mark the whole root, `asked` by the user; if it is to be read `anew`, the work under way ends too."""
        with self._wake:
            if self._is_cleared and not (anew or asked):
                return
            self._is_held = self._is_doubt = self._is_cleared = False
            self._is_asked |= asked
            self.everything = True
            if anew:
                self.anew = True
                self._cancel.cancel()
            self._notify()

    def add_doubt(self) -> None:
        """Mark the whole root since it may have changed; not while the work is held."""
        with self._wake:
            if not (self._is_held or self._is_cleared):
                self._is_doubt |= not self.everything
                self.everything = True
                self._notify()

    def hold(self) -> None:
        """Begin nothing on mere doubt until a change or a request: the user stopped the work."""
        with self._wake:
            self._is_held = True
            self.everything &= not self._is_doubt

    def add_damage(self, names: Iterable[str]) -> None:
        """Have parts of the index made anew by opening it again, and the whole root compared with it."""
        with self._wake:
            self._damaged.update(names)
            self._is_cleared = False
            self.everything = True
            self._notify()

    def add_clearing(self) -> None:
        """Have the index emptied and end the work under way; from now on only the user's requests are marked."""
        with self._wake:
            self._is_clearing = self._is_cleared = self.everything = True
            self._cancel.cancel()
            self._notify()

    def end_clearing(self) -> None:
        """Note that the index is empty; it stays so unless a user asked for it meanwhile."""
        with self._wake:
            self._is_clearing = False
            if self._is_cleared:
                self.everything = False
                self.files.clear()

    @property
    def is_cleared(self) -> bool:
        """Whether the index is empty, or about to be, until a user asks for it."""
        with self._wake:
            return self._is_cleared

    @property
    def is_clearing(self) -> bool:
        """Whether the index is to be emptied and is not yet."""
        with self._wake:
            return self._is_clearing

    def cancel(self) -> None:
        """End the work under way, or marked work that is about to begin."""
        with self._wake:
            self._cancel.cancel()

    @property
    def is_over(self) -> bool:
        """Whether all work is to end."""
        return self._over.is_set()

    @property
    def is_marked(self) -> bool:
        """Whether anything is to be read."""
        with self._wake:
            return bool(self.everything or self.files)

    @property
    def is_asked(self) -> bool:
        """Whether the user asked for the whole root and the work on it has not begun."""
        with self._wake:
            return self.anew or self._is_asked

    @property
    def is_damaged(self) -> bool:
        """Whether an opening that makes something anew is asked for or under way."""
        with self._wake:
            return bool(self._damaged or self._repairing)

    def wait(self, seconds: float | None) -> bool:
        """Return whether anything is marked, as soon as it is, or after some time; from here on work can be cancelled.

        An earlier cancellation is done, and does not concern the present marks.
        """
        with self._wake:
            if not (self.everything or self.files or self.is_over):
                self._wake.wait(seconds)
            if not self.is_over:
                self._cancel = CancelToken()
            return bool(self.everything or self.files)

    def pause(self, seconds: float) -> None:
        """Wait for the next mark, whatever is marked already."""
        with self._wake:
            if not self.is_over:
                self._wake.wait(seconds)

    def rest(self, seconds: float) -> None:
        """Wait, whatever is marked meanwhile, but no longer than to the end."""
        self._over.wait(seconds)

    def end(self) -> None:
        """End the work under way and all that follows; wake all waiting threads."""
        with self._wake:
            self._over.set()
            self.over.cancel()
            self._cancel.cancel()
            self._wake.notify_all()

    def take(self) -> Taken:
        """Return the marked work; files stay unless everything includes them."""
        with self._wake:
            taken = Taken(self._is_clearing, self.everything, self.anew, self._is_asked, self._cancel)
            if self.everything:
                self.files.clear()
                self._is_held = False  # a rebuild ends the work under way as a stop does, and begins anew
            self.everything = self.anew = self._is_asked = self._is_doubt = False
            return taken

    def begin_repair(self) -> Collection[str]:
        """Return the parts that this opening must make anew: those asked for, and those that the last one left."""
        with self._wake:
            self._repairing |= self._damaged
            self._damaged = set()
            return frozenset(self._repairing)

    def end_repair(self) -> None:
        """Note that the opening is done; damage found meanwhile is for the next."""
        with self._wake:
            self._repairing = set()

    def take_everything(self) -> bool:
        """Return whether everything is to be compared with the index, once; the files are part of it.

        A request of the user is shown, so it is not taken here.
        """
        with self._wake:
            if self.anew or self._is_asked or not self.everything:
                return False
            self.everything = self._is_doubt = False
            self.files.clear()
            return True

    def take_files(self) -> Collection[str]:
        """Return the marked files, once."""
        with self._wake:
            taken, self.files = self.files, set()
            return taken

    def _notify(self) -> None:
        self.count += 1
        self._wake.notify()
