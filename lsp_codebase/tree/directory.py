"""The door of this room: every request about directories and files, with its checks, its cache and its counters."""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timezone
from functools import partial
from itertools import islice
from pathlib import Path

from lsp_codebase.errors import CodebaseError, check_all
from lsp_codebase.globs import compiled
from lsp_codebase.model import (
    UNCANCELLED,
    CancelToken,
    FileList,
    FileText,
    Page,
    Span,
    TreeAnswer,
    TreePreset,
    TreeQuery,
    TreeStats,
    bounds,
)
from lsp_codebase.scan import IgnoreRules, Redactor, TrackedNames
from lsp_codebase.texts import FileTexts, refuse_private
from lsp_codebase.tree.budget import Budget
from lsp_codebase.tree.changes import are_unchanged
from lsp_codebase.tree.confine import folder_of, place_of, relative, require_directory
from lsp_codebase.tree.content import cut, read_file
from lsp_codebase.tree.core_files import core_files, core_names
from lsp_codebase.tree.default import CUT
from lsp_codebase.tree.drawing import Drawing, Drawn
from lsp_codebase.tree.file_walk import FileWalk
from lsp_codebase.tree.filters import NO_FILTER, FileFilter, filtered
from lsp_codebase.tree.folder import Folder, NamesIn, scan
from lsp_codebase.tree.listing import list_page
from lsp_codebase.tree.outline import Branch, SymbolsOf, as_node
from lsp_codebase.tree.presets import Preset, resolve
from lsp_codebase.tree.query import BUDGETS, LIMITS, check_files_query
from lsp_codebase.tree.weights import Relevance

NO_WORKSPACE = "(NO WORKSPACE OPEN)"
# a client asks for a few folders again and again; a scan of 80,000 files holds about 10 MB
_KEPT_SCANS = 8
_KEPT_ANSWERS = 64
# changed paths that are checked one by one, for each kept walk; walking again costs less than more of them
_MOST_CHANGED = 1_000

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Scan:
    top: Folder
    rules: IgnoreRules
    tracked: TrackedNames | None
    took_ms: float
    made_at: str


class DirectoryTree:
    """Trees, listings and files of the workspace folders. Any thread may call; scans and answers are kept.

    Kept scans and answers are used until `invalidate` is told of a change, which the next tree looks into. `folders`
    may be set at any time; paths outside all of them raise `UnknownRoot`.
    """

    def __init__(
        self,
        folders: Sequence[Path] = (),
        texts: FileTexts | None = None,
        names_in: NamesIn | None = None,
        left_out: Callable[[Path], Sequence[str]] = lambda _: (),
    ) -> None:
        """With `names_in` trees are drawn from names that are known; listings and files are still those of the disk.

        `left_out` returns globs of the paths of a folder that no tree shows, for any query.
        """
        self._names_in = names_in
        self._left_out = left_out
        self.folders = tuple(folders)
        self.total_scans = 0
        self.cache_hits = 0
        self.saved_calls = 0
        self._texts = texts or FileTexts()
        self._scans: OrderedDict[tuple[object, ...], _Scan] = OrderedDict()
        self._answers: OrderedDict[tuple[object, ...], tuple[TreeAnswer, tuple[Path, ...]]] = OrderedDict()
        self._lock = threading.Lock()
        self._settling = threading.Lock()  # held while files are checked, unlike the other lock
        self._changes = 0
        self._changed: set[Path] | None = set()  # not yet looked into; None: anything may have changed

    def render(
        self,
        path: Path | None,
        query: TreeQuery,
        *,
        symbols_of: SymbolsOf | None = None,
        relevance: Relevance | None = None,
        generation: int = 0,
        accepts: Callable[[str], bool] | None = None,
        read: Callable[[Path, int], FileText] | None = None,
        cancel: CancelToken = UNCANCELLED,
    ) -> TreeAnswer:
        """Return the tree of a directory, or of every workspace folder in order where `path` is None.

        `symbols_of` returns the symbols of a file, `relevance` the number of indexed symbols below a directory, which
        is a path below one of `folders` as that is spelled, with "/" (a `Path` for each would cost more than the walk),
        `generation` the index both come from: an answer is not used again for another. `accepts` says which names are
        of the languages of the query; `read` gives the core files. Raises `InvalidQuery`,
        `UnknownRoot` and `Cancelled`; any other failure is an empty tree with `stats.error`.
        """
        preset, query = resolve(query)
        wanted = FileFilter(accepts, query.min_bytes, query.max_bytes)
        wanted.check()
        self._settle()
        roots = self._roots(path)
        key = (roots, path is None, replace(query, if_none_match=None, core_files=None), generation, relevance is None)
        with self._lock:
            known = self._answers.get(key)
            if known is not None:
                self._answers.move_to_end(key)
                self.cache_hits += 1
            changes = self._changes
        try:
            if known is not None:
                answer = replace(known[0], stats=replace(known[0].stats, scan_ms=0.0))
            else:
                answer = self._make(preset, roots, path is None, query, wanted, symbols_of, relevance, cancel)
            whole = self._with_core_files(answer, preset, roots, query, read, cancel)
        except CodebaseError:
            raise
        except Exception as error:
            _log.exception("no directory tree of %s", path)
            stats = TreeStats(error=f"{type(error).__name__}: {error}; list directories one by one instead")
            return self._delivered(TreeAnswer("", stats, text="", roots=()), query)
        if known is None:
            self._keep(key, answer, roots, changes)
        return self._delivered(whole, query)

    def _keep(
        self, key: tuple[object, ...], answer: TreeAnswer, roots: Sequence[tuple[Path, Path]], changes: int
    ) -> None:
        """Keep an answer unless something changed after so many changes."""
        with self._lock:
            if changes == self._changes:
                self._answers[key] = answer, tuple(root for root, _ in roots)
                while len(self._answers) > _KEPT_ANSWERS:
                    self._answers.popitem(last=False)

    def invalidate(self, paths: Iterable[Path] | None = None) -> None:
        """Tell of changed `paths`, or that anything may have changed; looks at no file."""
        with self._lock:
            self._changes += 1
            if paths is None or self._changed is None:
                self._changed = None
            elif self._scans or self._answers:
                self._changed.update(paths)
                if len(self._changed) > _MOST_CHANGED:
                    self._changed = None

    def _settle(self) -> None:
        """Forget kept answers about changed paths; walks stay where no name came or went.

        One thread at a time: the next request must not be given an answer that another is about to forget.
        """
        with self._settling:
            with self._lock:
                changed, self._changed = self._changed, set()
                scans, answers = [*self._scans.items()], [*self._answers.items()]
            if changed is None:
                old_scans, old_answers = [key for key, _ in scans], [key for key, _ in answers]
            else:
                around = changed.union(*(path.parents for path in changed))
                old_scans = [
                    key for key, kept in scans if not are_unchanged(kept.top, kept.rules, kept.tracked, changed)
                ]
                old_answers = [
                    key
                    for key, (_, roots) in answers
                    if any(root in around or not changed.isdisjoint(root.parents) for root in roots)
                ]
            with self._lock:
                for key in old_scans:
                    self._scans.pop(key, None)
                for key in old_answers:
                    self._answers.pop(key, None)

    def list_directory(self, path: Path, page: int = 1, page_size: int = 500) -> Page:
        """Return one page of a directory with everything in it; `children` is None for all but directories."""
        bounds.PAGES.check("page", page)
        bounds.PAGE_SIZE.check("pageSize", page_size)
        return list_page(folder_of(path, self.folders)[0], page, page_size)

    def list_files(
        self,
        path: Path | None,
        max_results: int,
        *,
        preset: TreePreset = "default",
        include: Sequence[str] = (),
        exclude: Sequence[str] = (),
        wanted: FileFilter = NO_FILTER,
        cancel: CancelToken = UNCANCELLED,
    ) -> FileList:
        """Return files that git and the preset would not leave out, of a directory or of every folder in order."""
        check_all(partial(check_files_query, max_results, include, exclude), wanted.check)
        drawn, query = resolve(TreeQuery(preset, exclude=tuple(exclude)))
        left_out, closed = drawn.left_out(query), drawn.find_closed(query)
        globs = compiled(tuple(include))
        found: dict[Path, None] = {}  # in order; a folder may lie in another one
        unread: dict[Path, None] = {}
        is_cut = False
        for root, folder in self._roots(path):
            exclude = (*left_out, *self._left_out(folder))
            rules, tracked = IgnoreRules(folder, exclude=exclude), TrackedNames(folder, exclude)
            walk = FileWalk(folder, rules, tracked, globs, closed, cancel)
            files = map(folder.joinpath, walk.below(relative(root, folder)))
            new = (file for file in files if wanted.passes(str(file), file.name) and file not in found)
            found |= dict.fromkeys(islice(new, max_results - len(found)))
            is_cut = next(new, None) is not None
            unread |= dict.fromkeys(walk.unread)
            if is_cut:
                break
        return FileList(tuple(found), is_cut, tuple(unread))

    def read_file(
        self,
        path: Path,
        span: Span | None = None,
        max_chars: int = 200_000,
        lines: Sequence[bytes] | None = None,
        redactor: Redactor | None = None,
    ) -> FileText:
        """Return the text of a file inside a workspace folder, but of no file of git, or that may hold credentials.

        `redactor` hides those that stand in its text. `lines` are read in place of the file: those of its open
        document, as UTF-8 without line ends.
        """
        bounds.FILE_CHARS.check("maxChars", max_chars)
        folder, below = place_of(path, self.folders)
        refuse_private(path, folder, below)
        return cut(read_file(self._texts, folder, below) if lines is None else lines, span, max_chars, path, redactor)

    def _roots(self, path: Path | None) -> tuple[tuple[Path, Path], ...]:
        if path is None:
            return tuple((folder, folder) for folder in self.folders)
        inside, folder = folder_of(path, self.folders)
        if self._names_in is None:
            require_directory(inside)
        return ((inside, folder),)

    def _make(
        self,
        preset: Preset,
        roots: Sequence[tuple[Path, Path]],
        is_whole_workspace: bool,
        query: TreeQuery,
        wanted: FileFilter,
        symbols_of: SymbolsOf | None,
        relevance: Relevance | None,
        cancel: CancelToken,
    ) -> TreeAnswer:
        scans = [self._scan(preset, path, folder, query, cancel) for path, folder in roots]
        tops = [filtered(kept.top, wanted, cancel) if wanted else kept.top for kept, _ in scans]
        shown_symbols = symbols_of if query.symbols else None
        walked_at = [kept.made_at for kept, _ in scans]
        drawing = Drawing(tops, walked_at, query, is_whole_workspace, shown_symbols, relevance, cancel)
        text, plan, cut_by = preset.draw(drawing) if roots else Drawn(NO_WORKSPACE, [])
        if cut_by and not text:
            text = _nothing_fits(query, tops)
        nodes = tuple(map(as_node, plan)) if query.format == "json" else None
        content = _without(walked_at, text) if nodes is None else repr(nodes)
        stats = _stats(plan, tops, text if roots or nodes is None else "")
        stats = replace(
            stats,
            scan_ms=sum(kept.took_ms for kept, is_new in scans if is_new),
            cached_at=min(walked_at, default=""),
        )
        _log.info("directory tree kept: %d chars, max depth %d", stats.characters, stats.max_depth)
        etag = _hash(content)
        truncated = not preset.truncated_by.isdisjoint(cut_by)
        named = tuple(name for name in (*BUDGETS, *LIMITS) if name in cut_by)
        return TreeAnswer(etag, stats, text if nodes is None else None, nodes, truncated, named)

    def _with_core_files(
        self,
        answer: TreeAnswer,
        preset: Preset,
        roots: Sequence[tuple[Path, Path]],
        query: TreeQuery,
        read: Callable[[Path, int], FileText] | None,
        cancel: CancelToken,
    ) -> TreeAnswer:
        """Add the core files directly in the roots, as far as a walk comes to them; they are read each time."""
        if query.core_files is None or read is None:
            return answer
        paths: list[Path] = []
        for path, folder in roots:
            top = self._scan(preset, path, folder, query, cancel)[0].top
            paths += [Path(top.path, name) for name in core_names(top.files) if name not in top.links]
        found = core_files(paths, query.core_files, read)
        return replace(answer, core_files=found, etag=_hash(answer.etag + repr(found)))

    def _delivered(self, answer: TreeAnswer, query: TreeQuery) -> TreeAnswer:
        """Count the answer and fill in the counters; leave out a text that the client has."""
        with self._lock:
            self.saved_calls += answer.stats.saved_calls
            stats = replace(
                answer.stats,
                cache_hits=self.cache_hits,
                total_scans=self.total_scans,
                saved_calls=self.saved_calls,
            )
        if query.if_none_match is not None and query.if_none_match == answer.etag:
            return replace(answer, stats=stats, text=None, roots=None, core_files=None, not_modified=True)
        return replace(answer, stats=stats)

    def _scan(
        self, preset: Preset, path: Path, folder: Path, query: TreeQuery, cancel: CancelToken
    ) -> tuple[_Scan, bool]:
        """Return the walk of a directory and whether it was made just now."""
        exclude = (*preset.left_out(query), *self._left_out(folder))
        key = (path, folder, query.respect_gitignore, exclude, preset.closed, preset.closed and query.include_hidden)
        with self._lock:
            known, changes = self._scans.get(key), self._changes
            if known is not None:
                self._scans.move_to_end(key)
                return known, False
        started = time.perf_counter()
        made_at = datetime.now(timezone.utc).isoformat(timespec="seconds")
        is_here = self._names_in is None
        rules = IgnoreRules(folder, respect_gitignore=query.respect_gitignore and is_here, exclude=exclude)
        tracked = TrackedNames(folder, exclude) if rules.respect_gitignore else None
        closed, lists_git = preset.find_closed(query), preset.lists_git(query) and is_here
        below = relative(path, folder)
        top = scan(folder, rules, below, closed, cancel, lists_git=lists_git, names_in=self._names_in, tracked=tracked)
        made = _Scan(top, rules, tracked, (time.perf_counter() - started) * 1_000, made_at)
        with self._lock:
            self.total_scans += 1
            if changes == self._changes:
                self._scans[key] = made
                while len(self._scans) > _KEPT_SCANS:
                    self._scans.popitem(last=False)
        return made, True


def _nothing_fits(query: TreeQuery, tops: Sequence[Folder]) -> str:
    """Return the sentence in place of a tree whose first line alone exceeds the budget."""
    budget = Budget.of(query)
    total = sum(top.entry_count for top in tops)
    note = f"(0 of {total} entries shown)" if query.cut_off_message is None else query.cut_off_message
    return f"{note}\n" if budget.line(note) <= budget.room else CUT


def _hash(content: str) -> str:
    return hashlib.blake2b(content.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()


def _without(times: Sequence[str], text: str) -> str:
    """Return a text without the times in it: a walk that found nothing new makes no other answer."""
    for time_of_walk in times:
        text = text.replace(time_of_walk, "")
    return text


def _stats(plan: Sequence[Branch], tops: Sequence[Folder], text: str) -> TreeStats:
    entries = deepest = opened = 0
    for root in plan:
        for depth, branch in root.walk():
            entries += bool(depth) + len(branch.files)
            deepest = max(deepest, depth + bool(branch.files or branch.branches))
            opened += branch.opened
    return TreeStats(
        entries=entries,
        files=sum(top.file_count for top in tops),
        directories=sum(top.folder_count for top in tops),
        characters=len(text),
        max_depth=deepest,
        saved_calls=max(0, opened - 1),
        error="; ".join(f"{top.path}: {top.error}" for top in tops if top.error),
    )
