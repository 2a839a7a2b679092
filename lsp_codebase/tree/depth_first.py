"""Choosing entries in the order of the lines, until the budget is used up: for the presets `void` and `aigne`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from lsp_codebase.model import UNCANCELLED, CancelToken, TreeQuery
from lsp_codebase.tree.budget import Budget, parameter_cutting
from lsp_codebase.tree.folder import Folder
from lsp_codebase.tree.glyphs import PIPE, TEE, file_label, folder_label, symbol_label
from lsp_codebase.tree.outline import Branch, File, SymbolsOf, sorted_files, sorted_folders, symbols_below


@dataclass(slots=True)
class DepthFirst:
    """Plans one root. `cut_by` says afterwards for which parameters something was left out, `is_full` for a budget.

    Entries of the root have depth 1; those deeper than `max_depth` are left out, and below a folder that
    `goes_deeper` those deeper than one more. `max_items` holds for every directory but the root. With
    `whole_first_level` the lines of the root's entries are set aside before anything below them is chosen.
    """

    query: TreeQuery
    budget: Budget
    max_depth: int
    max_items: int | None = None
    whole_first_level: bool = False
    goes_deeper: Callable[[Folder], bool] | None = None
    symbols_of: SymbolsOf | None = None
    cancel: CancelToken = UNCANCELLED
    cut_by: set[str] = field(default_factory=set)
    is_full: bool = False

    def plan(self, folder: Folder) -> Branch | None:
        """Return the plan of a root, or None where not even its own line fits."""
        root = Branch(folder)
        if not self._spends(self.budget.line(folder_label(folder))):
            return None
        self._fill(root, 1, self.max_depth)
        return root

    def _fill(self, branch: Branch, depth: int, max_depth: int) -> None:
        self.cancel.check()
        folder = branch.folder
        if not folder.own_files and not folder.folders:
            branch.opened = not folder.closed and not folder.error
            return
        if depth > max_depth:
            self.cut_by.add("maxDepth")
            return
        branch.opened = True
        folders, files = sorted_folders(folder), sorted_files(folder)
        if self.max_items is not None and depth > 1:
            more = len(folders) + len(files) - self.max_items
            folders, files = folders[: self.max_items], files[: max(0, self.max_items - len(folders))]
        else:
            more = 0
        if depth == 1 and self.whole_first_level:
            self._take_level(branch, folders, files)
            for below in branch.branches:
                self._fill(below, depth + 1, self._limit(below.folder, max_depth))
            for file in branch.files:
                self._add_symbols(branch, file, depth)
        else:
            self._take_in_order(branch, folders, files, depth, max_depth)
        if more > 0:
            self.cut_by.add("maxItemsPerDirectory")
            note = f"({more} more items not shown...)"
            if not self.is_full and self.budget.take(self._around(depth) + self.budget.measure(note)):
                branch.note = note

    def _take_level(self, branch: Branch, folders: list[Folder], files: list[File]) -> None:
        around = self._around(1)
        branch.branches = [Branch(folder) for folder in folders if self._takes(folder_label(folder), around)]
        branch.files = [file for file in files if self._takes(file_label(file), around)]

    def _take_in_order(
        self, branch: Branch, folders: list[Folder], files: list[File], depth: int, max_depth: int
    ) -> None:
        around = self._around(depth)
        branches: list[Branch] = []
        taken: list[File] = []
        branch.branches, branch.files = branches, taken
        for folder in folders:
            if not self._takes(folder_label(folder), around):
                return
            below = Branch(folder)
            branches.append(below)
            self._fill(below, depth + 1, self._limit(folder, max_depth))
        for file in files:
            if not self._takes(file_label(file), around):
                return
            taken.append(file)
            if self.symbols_of is not None:
                self._add_symbols(branch, file, depth)

    def _limit(self, folder: Folder, max_depth: int) -> int:
        deeper = self.goes_deeper is not None and max_depth == self.max_depth and self.goes_deeper(folder)
        return max_depth + deeper

    def _add_symbols(self, branch: Branch, file: File, depth: int) -> None:
        if self.symbols_of is None or self.is_full:
            return
        around = self._around(depth)
        symbols = symbols_below(branch.folder, file, self.symbols_of)
        room = [symbol for symbol in symbols if self._takes(symbol_label(symbol), around, entries=0)]
        file.symbols, file.more_symbols = tuple(room), len(symbols) - len(room)

    def _takes(self, label: str, around: int, entries: int = 1) -> bool:
        """Spend the line, unless one before it did not fit: a line after a gap would mislead."""
        return not self.is_full and self._spends(around + self.budget.measure(label), entries)

    def _spends(self, room: int, entries: int = 1) -> bool:
        if self.budget.take(room, entries):
            return True
        self.is_full = True
        self.cut_by.add(parameter_cutting(self.query, self.budget))
        return False

    def _around(self, depth: int) -> int:
        """The cost of a line of this depth without its label."""
        return self.budget.line(PIPE * (depth - 1) + TEE)
