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
from pathlib import Path

from lsp_codebase.errors import CodebaseError
from lsp_codebase.model import CancelToken, Span, bounds
from lsp_codebase.scan import IgnoreRules, Redactor
from lsp_codebase.texts import FileTexts, refuse_private
from lsp_codebase.tree.answer import TreeAnswer, TreeStats
from lsp_codebase.tree.budget import Budget
from lsp_codebase.tree.changes import are_unchanged
from lsp_codebase.tree.confine import folder_of, place_of, relative, require_directory
from lsp_codebase.tree.content import FileText, cut, read_file
from lsp_codebase.tree.default import CUT
from lsp_codebase.tree.drawing import Drawing
from lsp_codebase.tree.folder import Folder, scan
from lsp_codebase.tree.listing import FileList, Page, list_files, list_page
from lsp_codebase.tree.outline import Branch, SymbolsOf, as_node
from lsp_codebase.tree.presets import Preset, resolve
from lsp_codebase.tree.query import TreeQuery, check_files_query
from lsp_codebase.tree.weights import Relevance

NO_WORKSPACE = "(NO WORKSPACE OPEN)"
# a client asks for a few folders again and again; a scan of 80,000 files holds about 10 MB
_KEPT_SCANS = 8
_KEPT_ANSWERS = 64
# changed paths that are looked at one by one, for each kept walk; walking again costs less than more of them
_MOST_CHANGED = 1_000

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class _Scan:
    top: Folder
    rules: IgnoreRules
    took_ms: float
    made_at: str


class DirectoryTree:
    """Trees, listings and files of the workspace folders. Any thread may call; scans and answers are kept.

    What is kept is used until `invalidate` is told of a change, which the next tree looks into. `folders` may be set
    at any time; paths outside all of them raise `UnknownRoot`.
    """

    def __init__(self, folders: Sequence[Path] = (), texts: FileTexts | None = None) -> None:
        self.folders = tuple(folders)
        self.total_scans = 0
        self.cache_hits = 0
        self.saved_calls = 0
        self._texts = texts or FileTexts()
        self._scans: OrderedDict[tuple[object, ...], _Scan] = OrderedDict()
        self._answers: OrderedDict[tuple[object, ...], tuple[TreeAnswer, tuple[Path, ...]]] = OrderedDict()
        self._lock = threading.Lock()
        self._settling = threading.Lock()  # held while files are looked at, as the other never is
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
        cancel: CancelToken | None = None,
    ) -> TreeAnswer:
        """Return the tree of a directory, or of every workspace folder in order where `path` is None.

        `symbols_of` returns the symbols of a file, `relevance` the number of indexed symbols below a directory, which
        is a path below one of `folders` as that is spelled, with "/" (a `Path` for each would cost more than the walk),
        `generation` the index both come from: an answer is not used again for another. Raises `InvalidQuery`,
        `UnknownRoot` and `Cancelled`; any other failure is an empty tree with `stats.error`.
        """
        preset, query = resolve(query)
        self._settle()
        roots = self._roots(path)
        key = (roots, path is None, replace(query, if_none_match=None), generation, relevance is None)
        with self._lock:
            known = self._answers.get(key)
            if known is not None:
                self._answers.move_to_end(key)
                self.cache_hits += 1
            changes = self._changes
        if known is not None:
            return self._delivered(replace(known[0], stats=replace(known[0].stats, scan_ms=0.0)), query)
        try:
            answer = self._make(preset, roots, path is None, query, symbols_of, relevance, cancel)
        except CodebaseError:
            raise
        except Exception as error:
            _log.exception("no directory tree of %s", path)
            stats = TreeStats(error=f"{type(error).__name__}: {error}; list directories one by one instead")
            return self._delivered(TreeAnswer("", stats, text="", roots=()), query)
        with self._lock:
            if changes == self._changes:
                self._answers[key] = answer, tuple(root for root, _ in roots)
                while len(self._answers) > _KEPT_ANSWERS:
                    self._answers.popitem(last=False)
        return self._delivered(answer, query)

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
        """Forget what is kept of what changed; walks stay where no name came or went.

        One thread at a time: whoever asks next must not be given what another is about to forget.
        """
        with self._settling:
            with self._lock:
                changed, self._changed = self._changed, set()
                scans, answers = [*self._scans.items()], [*self._answers.items()]
            if changed is None:
                old_scans, old_answers = [key for key, _ in scans], [key for key, _ in answers]
            else:
                around = changed.union(*(path.parents for path in changed))
                old_scans = [key for key, kept in scans if not are_unchanged(kept.top, kept.rules, changed)]
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
        """Return one page of a directory with everything in it; `children` is None for what is none."""
        bounds.PAGES.check("page", page)
        bounds.PAGE_SIZE.check("pageSize", page_size)
        return list_page(folder_of(path, self.folders)[0], page, page_size)

    def list_files(
        self,
        path: Path | None,
        max_results: int,
        *,
        include: Sequence[str] = (),
        exclude: Sequence[str] = (),
        accepts: Callable[[str], bool] | None = None,
        cancel: CancelToken | None = None,
    ) -> FileList:
        """Return files that git would not leave out, of a directory or of every workspace folder in order.

        `accepts` is asked about paths relative to their folder, for the language filter of the caller.
        """
        check_files_query(max_results, include, exclude)
        found: dict[Path, None] = {}  # in order; a folder may lie in another one
        for root, folder in self._roots(path):
            rules = IgnoreRules(folder, exclude=exclude)
            part = list_files(folder, relative(root, folder), max_results, rules, include, accepts, cancel)
            found.update(dict.fromkeys(part.paths))
            if part.truncated or len(found) > max_results:
                return FileList(tuple(found)[:max_results], truncated=True)
        return FileList(tuple(found), truncated=False)

    def read_file(
        self,
        path: Path,
        span: Span | None = None,
        max_chars: int = 200_000,
        lines: Sequence[bytes] | None = None,
        redactor: Redactor | None = None,
    ) -> FileText:
        """Return the text of a file inside a workspace folder; none of what may hold credentials, or is git's own.

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
        require_directory(inside)
        return ((inside, folder),)

    def _make(
        self,
        preset: Preset,
        roots: Sequence[tuple[Path, Path]],
        is_whole_workspace: bool,
        query: TreeQuery,
        symbols_of: SymbolsOf | None,
        relevance: Relevance | None,
        cancel: CancelToken | None,
    ) -> TreeAnswer:
        scans = [self._scan(preset, path, folder, query, cancel) for path, folder in roots]
        tops = [kept.top for kept, _ in scans]
        shown_symbols = symbols_of if query.symbols else None
        drawing = Drawing(tops, query, is_whole_workspace, shown_symbols, relevance, cancel)
        text, plan, truncated = preset.draw(drawing) if roots else (NO_WORKSPACE, [], False)
        if truncated and not text:
            text = _nothing_fits(query, tops)
        nodes = tuple(map(as_node, plan)) if query.format == "json" else None
        content = text if nodes is None else repr(nodes)
        stats = _stats(plan, tops, text)
        stats = replace(
            stats,
            scan_ms=sum(kept.took_ms for kept, is_new in scans if is_new),
            cached_at=min((kept.made_at for kept, _ in scans), default=""),
        )
        _log.info("directory tree kept: %d chars, max depth %d", stats.characters, stats.max_depth)
        etag = hashlib.blake2b(content.encode("utf-8", "surrogatepass"), digest_size=12).hexdigest()
        return TreeAnswer(etag, stats, text if nodes is None else None, nodes, truncated)

    def _delivered(self, answer: TreeAnswer, query: TreeQuery) -> TreeAnswer:
        """Count the answer and fill in the counters; leave out what the client has."""
        with self._lock:
            self.saved_calls += answer.stats.saved_calls
            stats = replace(
                answer.stats,
                cache_hits=self.cache_hits,
                total_scans=self.total_scans,
                saved_calls=self.saved_calls,
            )
        if query.if_none_match is not None and query.if_none_match == answer.etag:
            return TreeAnswer(answer.etag, stats, truncated=answer.truncated, not_modified=True)
        return replace(answer, stats=stats)

    def _scan(
        self, preset: Preset, path: Path, folder: Path, query: TreeQuery, cancel: CancelToken | None
    ) -> tuple[_Scan, bool]:
        """Return the walk of a directory and whether it was made just now."""
        exclude = preset.left_out(query)
        key = (path, folder, query.respect_gitignore, exclude, preset.closed, preset.closed and query.include_hidden)
        with self._lock:
            known, changes = self._scans.get(key), self._changes
            if known is not None:
                self._scans.move_to_end(key)
                return known, False
        started = time.perf_counter()
        made_at = datetime.now(timezone.utc).isoformat(timespec="seconds")
        rules = IgnoreRules(folder, respect_gitignore=query.respect_gitignore, exclude=exclude)
        top = scan(folder, rules, relative(path, folder), preset.find_closed(query), cancel)
        made = _Scan(top, rules, (time.perf_counter() - started) * 1_000, made_at)
        with self._lock:
            self.total_scans += 1
            if changes == self._changes:
                self._scans[key] = made
                while len(self._scans) > _KEPT_SCANS:
                    self._scans.popitem(last=False)
        return made, True


def _nothing_fits(query: TreeQuery, tops: Sequence[Folder]) -> str:
    """Return what is said in place of a tree of which not even the first line is within the budget."""
    budget = Budget.of(query)
    total = len(tops) + sum(top.entry_count for top in tops)
    note = f"(0 of {total} entries shown)" if query.cut_off_message is None else query.cut_off_message
    return f"{note}\n" if budget.line(note) <= budget.room else CUT


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
