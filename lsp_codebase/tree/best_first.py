"""Choosing entries by the likely wishes of a reader: for the preset `default`.

First every entry of the root, then directories are opened by weight for the room they take, nearest first, until a
share of the budget is used; then files are listed by the same measure; then the rest of the budget goes round again,
and last come symbols. A directory's files are listed one by one where that is affordable, else folded into globs,
else counted.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from itertools import count

from lsp_codebase.model import CancelToken
from lsp_codebase.tree import indented
from lsp_codebase.tree.budget import Budget
from lsp_codebase.tree.folder import Folder
from lsp_codebase.tree.folding import Folded, Glob, by_extension, fold, fold_by_extension, may_fold
from lsp_codebase.tree.glyphs import symbol_label
from lsp_codebase.tree.indented import INDENT, chain
from lsp_codebase.tree.outline import Branch, File, Run, SymbolsOf, sorted_folders, symbols_below
from lsp_codebase.tree.quoting import are_plain, natural
from lsp_codebase.tree.weights import CLOSED, Weights

# shares of the budget that directories, and directories with files, may use before the rest goes round; calibrated
# on the development repositories: more for directories shows few more of them and many fewer files
# (tests/benchmarks/tree_usefulness.py)
_SHARES = (0.55, 1.0)
_SHARES_WITH_SYMBOLS = (0.3, 0.6)
# a directory nearer to the root is opened before an equal one below it
_NEARER = 0.7
# one directory may take this part of what is left, so that the first large one does not take all
_LARGEST_PART = 0.2
_LEAST_PART = 200
# the share that the files of the root may take at first
_ROOT_FILES = 0.5
_MOST_SYMBOLS = 12
# with less room than a usual line there is no use in looking for one that fits
_USUAL_LINE = 16
# nor after so many directories in a row did not fit
_MOST_MISSES = 6


@dataclass(slots=True)
class _Place:
    """A directory that has a line: the last branch of its chain, its indentation level and its depth."""

    branch: Branch
    level: int
    depth: int


def names_fit(folder: Folder, room: int, max_depth: int) -> bool:
    """Whether lines for all that may be opened, without counts of closed directories, need no more room than this."""
    pending = [(folder, 0, 0)]  # with its level of indentation and its depth
    while pending and room >= 0:
        above, level, depth = pending.pop()
        if depth < max_depth:
            is_link = depth and not above.own_files and len(above.folders) == 1  # it shares its line with the next
            level += not is_link
            indent = len(INDENT) * level
            room -= len(above.joined) + indent * above.own_files
            room -= (1 if is_link else indent + 2) * len(above.folders)
            room -= sum([len(below.name) for below in above.folders])
            pending += [(below, level, depth + 1) for below in above.folders if below.name not in CLOSED]
    return room >= 0


def _largest_first(globs: Iterable[Glob]) -> list[Glob]:
    return sorted(globs, key=lambda line: (-len(line[1]), natural(line[0])))


@dataclass(slots=True)
class BestFirst:
    """Plans one root. Entries of the root have depth 1; `max_items` holds for every directory but the root."""

    budget: Budget
    weights: Weights
    max_depth: int
    max_items: int | None
    symbols_of: SymbolsOf | None
    cancel: CancelToken
    _places: list[_Place] = field(default_factory=list, init=False)
    _serial: count[int] = field(default_factory=count, init=False)

    def plan(self, folder: Folder) -> Branch | None:
        """Return the plan of a root, or None where not even its own line fits."""
        root = self._everything(folder)
        if root is not None:
            return root
        root = self._root(folder)
        if root is None or self.max_depth == 0 or folder.error:
            return root
        whole = self.budget.room
        self._open(self._places[0], whole)
        if self._lacks_files(self._places[0]):
            self._list_files(self._places[0], int(whole * _ROOT_FILES), partly=True)
        shares = _SHARES if self.symbols_of is None else _SHARES_WITH_SYMBOLS
        self._open_directories(int(whole * (1 - shares[0])), _LARGEST_PART)
        self._list_all_files(int(whole * (1 - shares[1])))
        self._add_symbols()
        self._unfold_directories()
        self._open_directories(0, 1.0)
        self._list_all_files(0, partly=True)
        return root

    def _root(self, folder: Folder) -> Branch | None:
        root = Branch(folder)
        if not self.budget.take(self.budget.line(indented.root_label(root)), 1):
            return None
        self._places = [_Place(root, 0, 0)]
        return root

    def _everything(self, folder: Folder) -> Branch | None:
        """Return a plan of all down to `max_depth`, or None, with the budget unchanged, where that is too much."""
        before = self.budget.room, self.budget.entries, self.budget.lacks_entries
        root = self._root(folder) if names_fit(folder, self.budget.room, self.max_depth) else None
        for place in self._places if root is not None else ():
            if place.depth >= self.max_depth:
                continue
            if place.branch.folder.entry_count:
                self._open(place, self.budget.room)
                self._list_files(place, self.budget.room)
            if place.branch.omitted:
                root = None
                break
        if root is not None and self.symbols_of is not None:
            self._add_symbols()
        if root is None:
            self.budget.room, self.budget.entries, self.budget.lacks_entries = before
        return root

    def _open_directories(self, floor: int, part: float) -> None:
        """Open closed directories, the best for their cost first, while more than `floor` is left."""
        heap = [self._ranked(place) for place in self._places if self._lacks_folders(place)]
        heapify(heap)
        misses = 0
        while heap and misses < _MOST_MISSES:
            self.cancel.check()
            _, _, place = heappop(heap)
            spare = self.budget.room - floor
            if spare < _USUAL_LINE:
                return
            known = len(self._places)
            self._open(place, min(spare, max(int(spare * part), _LEAST_PART)))
            misses = 0 if place.branch.opened else misses + 1
            for found in self._places[known:]:
                if self._lacks_folders(found):
                    heappush(heap, self._ranked(found))

    def _lacks_folders(self, place: _Place) -> bool:
        return not place.branch.opened and bool(place.branch.folder.folders) and place.depth < self.max_depth

    def _ranked(self, place: _Place) -> tuple[float, int, _Place]:
        folder = place.branch.folder
        worth = self.weights.total(folder) - self.weights.own(folder)
        return -worth * _NEARER**place.level / (1 + len(folder.folders)), next(self._serial), place

    def _open(self, place: _Place, room: int) -> None:
        """Give the sub-directories lines, if that costs at most `room`: one each, else folded, else the heaviest."""
        branch, level = place.branch, place.level + 1
        mark = self.budget.measure(indented.closed_mark(branch)) if place.depth else 0
        branch.opened = True
        self.weights.enter(branch.folder)
        links = [self._chain(folder, place.depth + 1) for folder in sorted_folders(branch.folder)]
        rest = self._rest_cost(level, 0, branch.folder.own_files)
        chosen, runs, cost = self._choose_folders(links, room + mark - rest, level, place.depth)
        branch.branches = [link[0] for link in chosen]
        branch.runs = runs
        cost += self._rest_cost(level, branch.more_folders, branch.more_files) - mark
        entries = sum(map(len, chosen))
        if (branch.folder.folders and not chosen and not runs) or cost > room or not self.budget.take(cost, entries):
            branch.opened, branch.branches, branch.runs = False, (), ()
            return
        self._add_places(chosen, level, place.depth)

    def _add_places(self, links: list[list[Branch]], level: int, depth: int) -> None:
        """Note the directories whose lines were taken, except those that stay closed in any case."""
        is_closed = self.weights.is_closed
        self._places += [_Place(link[-1], level, depth + len(link)) for link in links if not is_closed(link[-1].folder)]

    def _unfold_directories(self) -> None:
        """Replace globs by the directories they stand for, the best for their cost first, while that fits."""
        for _, _, place in sorted(self._ranked(place) for place in self._places if place.branch.runs):
            branch, level = place.branch, place.level + 1
            for run in [run for run in branch.runs if run.are_folders]:
                names = set(run.names)
                links = [self._chain(f, place.depth + 1) for f in branch.folder.folders if f.name in names]
                cost = sum(self._cost(indented.branch_label(link), level) for link in links)
                cost -= self._cost(indented.run_label(run), level)
                lines = len(links) + len(branch.branches) + len(branch.files) + len(branch.runs) - 1
                is_within = self.max_items is None or not place.depth or lines <= self.max_items
                if is_within and self.budget.take(cost, sum(map(len, links))):
                    branch.runs = [other for other in branch.runs if other is not run]
                    opened = [*branch.branches, *(link[0] for link in links)]
                    branch.branches = sorted(opened, key=lambda below: natural(below.folder.name))
                    self._add_places(links, level, place.depth)

    def _choose_folders(
        self, links: list[list[Branch]], room: int, level: int, depth: int
    ) -> tuple[list[list[Branch]], list[Run], int]:
        """Return the sub-directories that get a line, the globs for others, and the cost of all these lines."""
        most = self.max_items if self.max_items is not None and depth else len(links)
        indent, measure = len(INDENT) * level + 1, self.budget.measure
        costs = {link[0].folder.name: indent + measure(indented.branch_label(link)) for link in links}
        entries = sum(map(len, links))
        cost = sum(costs.values())
        if cost <= room and len(links) <= most and self.budget.has_entries(entries):
            return links, [], cost
        single, globs = fold(by_extension(costs))
        largest = sorted(_largest_first(globs)[:most], key=lambda line: natural(line[0]))
        runs = [Run(glob, names, True) for glob, names in largest]
        cost = sum(self._cost(indented.run_label(run), level) for run in runs)
        room -= cost + self._rest_cost(level, len(links) - sum(run.count for run in runs), 99_999)
        if room < 0:
            runs, cost = [], 0
        unfolded = set(single)
        chosen = [link for link in links if link[0].folder.name in unfolded]
        kept: set[str] = set()
        taken = 0
        for link in sorted(chosen, key=lambda link: -self.weights.total(link[0].folder)):
            name = link[0].folder.name
            if costs[name] <= room and len(kept) + len(runs) < most and self.budget.has_entries(taken + len(link)):
                kept.add(name)
                room -= costs[name]
                cost += costs[name]
                taken += len(link)
        return [link for link in chosen if link[0].folder.name in kept], runs, cost

    def _list_all_files(self, floor: int, partly: bool = False) -> None:
        """List the files of directories with lines, the best for their cost first, while more than `floor` is left."""
        places = [place for place in self._places if self._lacks_files(place)]
        places.sort(key=self._file_worth, reverse=True)
        worth = sum([self.weights.own(place.branch.folder) for place in places]) or 1.0
        misses = 0
        for place in places:
            self.cancel.check()
            own = self.weights.own(place.branch.folder)
            spare = self.budget.room - floor
            if spare < _USUAL_LINE or misses == _MOST_MISSES:
                return
            self._list_files(place, min(spare, max(int(spare * min(1.0, 3 * own / worth)), _LEAST_PART)), partly)
            misses = 0 if place.branch.files or place.branch.runs else misses + 1
            worth = max(worth - own, 1e-9)

    def _lacks_files(self, place: _Place) -> bool:
        branch = place.branch
        if not branch.folder.own_files or branch.files or place.depth >= self.max_depth:
            return False
        if any(not run.are_folders for run in branch.runs):
            return False
        return branch.opened or not branch.folder.folders

    def _file_worth(self, place: _Place) -> float:
        folder = place.branch.folder
        return self.weights.own(folder) * _NEARER**place.level / (1 + folder.own_files)

    def _list_files(self, place: _Place, room: int, partly: bool = False) -> None:
        """Replace the count of a directory's files by lines, in the fullest form that costs at most `room`.

        One by one, folded, folded by extension, or, where that is still too much and `partly`, as many as fit.
        """
        branch, level, room = place.branch, place.level + 1, min(room, self.budget.room)
        if branch.opened:
            room_back = self._rest_cost(level, branch.more_folders, branch.more_files)
        else:
            room_back = self.budget.measure(indented.closed_mark(branch))
        most = branch.folder.own_files
        if self.max_items is not None and place.depth:
            most = max(0, self.max_items - len(branch.branches) - len(branch.runs))
        for form in self._forms(branch, level, room + room_back, most, partly):
            single, globs = form
            cost = self._form_cost(branch, form, level) - room_back
            lines = len(single) + len(globs)
            if lines and cost <= room and lines <= most and self.budget.take(cost, len(single)):
                self._set_files(branch, form)
                return

    def _forms(self, branch: Branch, level: int, room: int, most: int, partly: bool) -> Iterator[Folded]:
        """Yield the forms the files could be listed in, the fullest first, without forms that cannot fit."""
        names = branch.folder.files
        folded: Folded = list(names), []
        if self._names_cost(names, branch.folder, level) <= room:
            yield folded
        groups = by_extension(names)
        for fold_by in (fold, fold_by_extension) if may_fold(groups) else ():
            folded = fold_by(groups)
            if folded[1]:
                yield folded
        if partly:
            yield self._some(branch, folded, level, room, most)

    def _some(self, branch: Branch, form: Folded, level: int, room: int, most: int) -> Folded:
        """Return the lines that fit, those that stand for many files before others."""
        room -= self._rest_cost(level, 9_999, 9_999)
        single: list[str] = []
        globs: list[Glob] = []
        for glob in _largest_first(form[1]):
            cost = self._run_cost(glob, level)
            if cost <= room and len(globs) < most and self.budget.has_entries(len(globs) + 1):
                globs.append(glob)
                room -= cost
        for name in sorted(form[0], key=natural):
            if room < len(INDENT) * level + 2:  # not even for a name of one character
                break
            cost = self._names_cost((name,), branch.folder, level)
            lines = len(globs) + len(single)
            if cost <= room and lines < most and self.budget.has_entries(lines + 1):
                single.append(name)
                room -= cost
        return single, globs

    def _form_cost(self, branch: Branch, form: Folded, level: int) -> int:
        single, globs = form
        folders = branch.more_folders if branch.opened else 0
        files = branch.folder.own_files - len(single) - sum(len(names) for _, names in globs)
        cost = self._names_cost(single, branch.folder, level) + sum(self._run_cost(glob, level) for glob in globs)
        return cost + self._rest_cost(level, folders, files)

    def _run_cost(self, glob: Glob, level: int) -> int:
        return self._cost(indented.run_label(Run(*glob)), level)

    def _names_cost(self, names: Sequence[str], folder: Folder, level: int) -> int:
        """The cost of a line for each of these files of a directory."""
        around = (len(INDENT) * level + 1) * len(names)
        if not folder.links and are_plain(names):
            return around + sum(map(len, names))
        links, measure = folder.links, self.budget.measure
        return around + sum(measure(indented.file_label(name, name in links)) for name in names)

    def _set_files(self, branch: Branch, form: Folded) -> None:
        single, globs = form
        links = branch.folder.links
        branch.opened = True
        branch.runs = [*branch.runs, *[Run(*glob) for glob in sorted(globs, key=lambda line: natural(line[0]))]]
        branch.files = [File(name, name in links) for name in sorted(single, key=natural)]

    def _add_symbols(self) -> None:
        """Put symbols under the files that are shown, those of the heaviest directories first."""
        if self.symbols_of is None:
            return
        for place in sorted(self._places, key=self._file_worth, reverse=True):
            for file in place.branch.files:
                self.cancel.check()
                symbols = symbols_below(place.branch.folder, file, self.symbols_of)
                some = symbols[:_MOST_SYMBOLS]
                cost = sum(self._cost(symbol_label(symbol), place.level + 2) for symbol in some)
                more = len(symbols) - len(some)
                if more:
                    cost += self._cost(f"· {more} more", place.level + 2)
                if some and self.budget.take(cost):
                    file.symbols, file.more_symbols = tuple(some), more

    def _chain(self, folder: Folder, depth: int) -> list[Branch]:
        """Return a new branch, opened through directories that hold nothing but one other."""
        head = branch = Branch(folder)
        if folder.own_files or len(folder.folders) != 1:
            return [head]
        while len(folder.folders) == 1 and not folder.own_files and depth < self.max_depth:
            if self.weights.is_closed(folder):
                break
            self.weights.enter(folder)
            folder, depth = folder.folders[0], depth + 1
            branch.opened = True
            below = Branch(folder)
            branch.branches = [below]
            branch = below
        return chain(head)

    def _cost(self, label: str, level: int) -> int:
        return self.budget.line(INDENT * level + label)

    def _rest_cost(self, level: int, folders: int, files: int) -> int:
        rest = indented.rest_label(folders, files)
        return self._cost(rest, level) if rest else 0
