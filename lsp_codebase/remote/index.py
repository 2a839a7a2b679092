"""A team server's index of a folder of ours: its hits and symbols, as if they were found here."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

from lsp_codebase.attach import decode_answers, encode
from lsp_codebase.model import (
    CancelToken,
    Confidence,
    Hit,
    IndexStatus,
    Mode,
    SearchAnswer,
    SearchQuery,
    SymbolAnswer,
    bounds,
)
from lsp_codebase.paths import relative_to
from lsp_codebase.remote.checked import taken
from lsp_codebase.remote.server import Server, ServerUnavailable
from lsp_codebase.search import Evidence, Found, KeptPieces, Piece, Reading, Stream, Wanted, digest, question_of
from lsp_codebase.uris import to_path, to_uri

logger = logging.getLogger(__name__)

_KNOWN_S = 30.0  # the server's state is taken as unchanged for so long
_MORE = 2  # times the hits of a page: local changes hide some
_MOST_HIDDEN = 10  # pages in a row of which nothing is shown: a server may always have another
_EVIDENCE = {
    Confidence.HIGH: Evidence(as_written=True),
    Confidence.LOW: Evidence(known=1.0),
    Confidence.NONE: Evidence(),
}

Shows = Callable[[str], bool]
"""Whether a file (relative, with "/") is the same here as on the server."""


class RemoteIndex:
    """One folder of ours on one server. Any thread may ask."""

    def __init__(self, root: Path, url: str) -> None:
        """Raise `ServerUnavailable` for an address to which nothing may be sent."""
        self._root = root
        self._url = url
        self._server = Server(url)
        self._kept = KeptPieces()
        self._lock = threading.Lock()
        self._status: IndexStatus | None = None
        self._theirs = Path()
        self._asked_at = float("-inf")  # on the monotonic clock

    @property
    def status(self) -> IndexStatus | None:
        """The last known state of the server's index; None while it is silent."""
        return self._status

    @property
    def problem(self) -> str | None:
        """The reason why the server gave no answer the last time."""
        return self._server.reason and f"the team's index at {self._url} is not asked: {self._server.reason}"

    def look(self) -> IndexStatus:
        """Return the state of the server's index, asked anew after half a minute. Blocks for two seconds at most.

        Raises:
            ServerUnavailable: if the server does not tell it, or lacks this folder.
        """
        with self._lock:
            if self._status is None or time.monotonic() - self._asked_at > _KNOWN_S:
                answer = self._server.answer(self._server.begin("index_status", {}))
                self._theirs, self._status = self._chosen(answer)
                self._asked_at = time.monotonic()
            return self._status

    def find(self, query: SearchQuery, text: str, shows: Shows, cancel: CancelToken) -> Found | str:
        """Begin to ask for hits, or return the reason why none can be had. `text` is the query with its operators."""
        try:
            status = self.look()
        except ServerUnavailable as error:
            return self._sentence(error)
        params = self._params(query, text)
        first = self._server.begin("search_code", params)
        contents = digest((self._url, status.generation), 4)
        question = digest((question_of(query), text, query.pack, query.max_chars, contents, str(self._theirs)))
        stream = Stream(question, lambda: self._read(params, [first], shows, cancel), self._kept, cancel)
        return Found(self._root, contents, status, stream, _to_hits, part=self._url)

    def symbols(self, pattern: str, limit: int, folder: Path | None, shows: Shows) -> SymbolAnswer | str:
        """Return the symbols that match the typed text, or the reason why there are none."""
        try:
            self.look()
            params = encode.given(query=pattern, limit=limit, folder=self._their_uri(folder))
            wire = self._server.answer(self._server.begin("find_symbols", params))
            answer = taken(decode_answers.symbol_answer, _object(wire), self._theirs, self._root)
        except ServerUnavailable as error:
            return self._sentence(error)
        shown = (hit for hit in answer.hits if shows(relative_to(hit.path, self._root)))
        return replace(answer, hits=tuple(shown), status=self._as_ours(answer.status))

    def close(self) -> None:
        """Ask nothing more; returns at once."""
        self._server.close()

    def _chosen(self, wire: object) -> tuple[Path, IndexStatus]:
        """Return the only root of the server, or the one with our root's name, and its state."""
        statuses: dict[Path, IndexStatus] = {}
        try:
            for one in wire if isinstance(wire, list) else ():
                theirs = to_path(one["folder"])
                here = {**one, "problems": ()}
                statuses.setdefault(theirs, taken(decode_answers.index_status, here, theirs, self._root))
        except (KeyError, TypeError, ValueError) as error:
            raise self._server.failed(f"its answer is none of this version: {error!s:.200}") from error
        named = [theirs for theirs in statuses if theirs.name == self._root.name]
        if len(statuses) != 1 and len(named) != 1:
            raise self._server.failed(f"it has no folder called {self._root.name}")
        theirs = named[0] if len(named) == 1 else next(iter(statuses))
        return theirs, self._as_ours(statuses[theirs])

    def _as_ours(self, status: IndexStatus) -> IndexStatus:
        return replace(status, root=str(self._root), problems=(), problems_total=0, message=None)

    def _params(self, query: SearchQuery, text: str) -> dict[str, Any]:
        limit = min(_MORE * query.limit, bounds.HITS.most)
        plain = replace(query, text=text, limit=limit, cursor=None, active_path=None, active_position=None)
        params = encode.search_params(replace(plain, open_paths=(), folder=None))
        return {**params, **encode.given(folder=self._their_uri(query.folder))}

    def _their_uri(self, folder: Path | None) -> str | None:
        return None if folder is None else to_uri(self._theirs / folder.relative_to(self._root))

    def _read(
        self, params: Mapping[str, Any], first: list[Future[object]], shows: Shows, cancel: CancelToken
    ) -> Reading:
        """Return the hits of the server as pieces, page after page; an obstacle becomes a note."""
        notes: list[str] = []
        asked = first.pop() if first else self._server.begin("search_code", params)
        answer = self._page(asked, notes)
        if answer is None:
            return Reading(Mode.HYBRID, _NOTHING, iter(()), notes=notes)
        pieces = self._pieces(params, answer, notes, shows, cancel)
        notes += answer.notes
        return Reading(answer.mode, _NOTHING, pieces, evidence=_EVIDENCE[answer.confidence], notes=notes)

    def _pieces(
        self, params: Mapping[str, Any], page: SearchAnswer, notes: list[str], shows: Shows, cancel: CancelToken
    ) -> Iterator[Piece]:
        answer: SearchAnswer | None = page
        score, hidden = 1.0, 0
        while answer is not None:
            hidden += 1
            for hit in answer.hits:
                path = relative_to(hit.path, self._root)
                score = min(score, max(hit.score, 0.0))  # best first, whatever it says
                if shows(path):
                    hidden, span = 0, hit.span
                    yield Piece(path, hit.language, span.start_line, span.end_line + 1, score, hit.signals, hit=hit)
            if not answer.hits or answer.next_cursor is None or hidden == _MOST_HIDDEN:
                return
            cancel.check()
            asked = self._server.begin("search_code", {**params, "cursor": answer.next_cursor})
            answer = self._page(asked, notes)

    def _page(self, asked: Future[object], notes: list[str]) -> SearchAnswer | None:
        try:
            wire = _object(self._server.answer(asked))
            return taken(decode_answers.search_answer, wire, self._theirs, self._root)
        except ServerUnavailable as error:
            notes.append(self._sentence(error))
            return None

    def _sentence(self, error: ServerUnavailable) -> str:
        logger.info("%s: %s", self._url, error)
        return f"The team's index is not asked, and what is changed here is all that is searched: {error}."


_NOTHING = Wanted({}, frozenset())


def _object(wire: object) -> Mapping[str, Any]:
    return wire if isinstance(wire, dict) else {}


def _to_hits(_: Reading, pieces: Sequence[Piece], max_chars: int | None) -> tuple[list[Hit], bool]:
    """Return the hits behind the pieces, with as much of their texts as fits."""
    left, is_cut, hits = max_chars, False, []
    for piece in pieces:
        hit = piece.hit
        assert hit is not None
        if left is not None and hit.text is not None and len(hit.text) > left:
            kept = hit.text[: left + 1].rpartition("\n")[0]
            hit, is_cut = replace(hit, text=kept, context=()), True
        if left is not None:
            left = max(0, left - len(hit.text or "") - sum(len(beside.text) for beside in hit.context))
        hits.append(hit)
    return hits, is_cut
