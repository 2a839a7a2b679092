"""Answers as text for a model to read: places as `path:start-end` with 1-based lines, then code."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from lsp_codebase.model import (
    Confidence,
    Hit,
    IndexStatus,
    Mode,
    Phase,
    Related,
    Relation,
    SearchAnswer,
    Span,
    SymbolHit,
    byte_length,
)
from lsp_codebase.tools.budget import NOTE_BYTES, first_lines, left_out
from lsp_codebase.tools.places import Places, definition_name
from lsp_codebase.tree import ticks_around

_RENAMED = {
    "uri": "path",
    "range": "start_line",
    "folder": "path",
    "maxResults": "limit",
    "maxDepth": "depth",
    "maxChars": "max_tokens",
}
_DOUBTS = {
    Confidence.NONE: "nothing matches well; nearest:",
    Confidence.LOW: "(no hit holds most of the query: it may be elsewhere or in other words)",
}
DOUBTS_OF_LIKENESS = {
    Confidence.NONE: "nothing is like it; nearest:",
    Confidence.LOW: "(no hit is like most of it)",
}
_MOST_NAMED = 2
_SURE_SCORE = 0.995
_LEADING_SHARE = 0.5
"""Of the score of what was surely asked for: what only fits the words has less."""
_FEWEST_LINES = 3  # of code that was cut
_CUT = "(max_tokens reached: raise it, or read the rest by its lines with read_file)"
NOTHING = "nothing found"
_RELATIONS = {Relation.CALLEE: "calls", Relation.CALLER: "called by"}

_OUR_LINE = re.compile(
    r"^(?:.*:\d+(?:-\d+)?  \S|\((?:cut|files are|index|there are)\b|also |called by |calls |same code: )",
    re.MULTILINE,
)


def argument(field: str) -> str:
    """Return how a tool calls a field of the request."""
    return _RENAMED.get(field) or "".join("_" + char.lower() if char.isupper() else char for char in field)


def hits_text(
    answer: SearchAnswer,
    places: Places,
    room: int,
    *,
    is_name: bool = False,
    doubts: Mapping[Confidence, str] = _DOUBTS,
) -> tuple[str, SearchAnswer]:
    """Return a block for each hit, best first: place, score, name, then its code, as far as the budget goes; and the
    answer with these hits alone.

    Hits whose blocks do not fit are shown as one line, while these do. Above them stand the reading of the query and
    doubts about the hits, below them the missing parts. A question for a name mostly ends with its definition: behind
    it hits are shown as one line. So are those that only fit the words, behind what surely was asked for.
    """
    above = [f"({note})" for note in answer.notes if note != answer.status.absence]  # it stands below
    if not answer.hits:
        above.append(NOTHING)
    elif answer.confidence in doubts:
        above.append(doubts[answer.confidence])
    whole = surely_asked(answer) or len(answer.hits)
    if is_name and answer.confidence is Confidence.HIGH and answer.hits and answer.hits[0].name_span is not None:
        whole = _MOST_NAMED
    head, below = "\n".join(above), index_notes(answer.status)
    both = len(_more(answer)) + len(_CUT) + 4  # that can stand below the hits
    shown = _fitting(answer, whole, places, room - byte_length(head) - size_of(below) - max(both - NOTE_BYTES, 0))
    count = len(shown.hits)
    on = f", or ask with limit={count} and go on with its cursor" if answer.next_cursor else ""
    left = left_out(len(answer.hits) - count, "hits", f"raise max_tokens{on}")
    cut = "" if left or not shown.truncated else _CUT
    found = _found(shown, whole, places)
    return "\n\n".join(filter(None, [head, found, cut, *left, _more(shown), *below])), shown


def surely_asked(answer: SearchAnswer) -> int:
    """Return how many hits were surely asked for, if the first was: the others only fit the words."""
    if not answer.hits or answer.confidence is not Confidence.HIGH or answer.hits[0].score < _SURE_SCORE:
        return 0
    return sum(hit.score >= _LEADING_SHARE for hit in answer.hits)


def _more(answer: SearchAnswer) -> str:
    return f'(there are more: go on with cursor="{answer.next_cursor}")' if answer.next_cursor else ""


def _fitting(answer: SearchAnswer, whole: int, places: Places, room: int) -> SearchAnswer:
    """Return an answer with the hits that fit: without their code where only their lines do.

    Code leaves room for the lines of the hits behind it, up to a third of what is left, and for those of hits without
    code, up to a half of all.
    """
    fitting: list[Hit] = []
    left = room - NOTE_BYTES
    behind = sum(_least(hit, places) for hit in answer.hits)
    codeless = min(sum(_least(hit, places) for hit in answer.hits if not hit.text), room // 2)
    for number, hit in enumerate(answer.hits):
        behind -= _least(hit, places)
        own = left - max(min(behind, left // 3), codeless)
        if not _is_line(answer, hit, number, whole) and (over := byte_length(_block(hit, places)) - own) > 0:
            kept = byte_length(hit.text or "") - over - len(_goes_on(hit))
            hit = replace(hit, text=None if fitting else first_lines(hit.text or "", kept))
        shown = _line(hit, places) if _is_line(answer, hit, number, whole) else _block(hit, places)
        if fitting and byte_length(shown) > left:
            break
        fitting.append(hit)
        left -= byte_length(shown) + 2
    is_cut = len(fitting) < len(answer.hits)
    return replace(
        answer,
        hits=tuple(fitting),
        truncated=answer.truncated or (*fitting,) != answer.hits,
        next_cursor=None if is_cut else answer.next_cursor,  # it would pass over the hits that are left out
    )


def _least(hit: Hit, places: Places) -> int:
    """Return the bytes of a hit in its shortest form."""
    return min(byte_length(_line(hit, places)), byte_length(_block(hit, places))) + 2


def _is_line(answer: SearchAnswer, hit: Hit, number: int, whole: int) -> bool:
    """Whether a hit is shown as one line: only the first `whole` are blocks, and no line found as it is written.

    Nor is code of which a line or two are left: the line that says most tells more. All of a kind are lines.
    """
    if not hit.text or number >= whole or answer.total is not None:
        return True
    lines = hit.text.count("\n") + 1
    of_lines = answer.mode in (Mode.EXACT, Mode.REGEX)
    return lines == 1 if of_lines else number > 0 and lines < _FEWEST_LINES and _is_cut(hit)


def _found(answer: SearchAnswer, whole: int, places: Places) -> str:
    """Return the hits as blocks and lines, lines below each other."""
    text, was_line = "", False
    for number, hit in enumerate(answer.hits):
        is_line = _is_line(answer, hit, number, whole)
        text += ("\n" if is_line and was_line else "\n\n") + (_line if is_line else _block)(hit, places)
        was_line = is_line
    return text.strip("\n")


def size_of(notes: Sequence[str]) -> int:
    """Return the bytes that notes take at the end of an answer, with a blank line before each."""
    return sum(byte_length(note) + 2 for note in notes)


def index_notes(status: IndexStatus) -> list[str]:
    """Return the line about files that are not in the index, or not yet, if there are any to tell of."""
    if status.phase is Phase.READY and not status.stale:
        return [f"({status.emptiness})"] if status.emptiness else []
    if status.absence:
        return [f"(index not complete. {status.absence})"]
    if status.phase in (Phase.FAILED, Phase.DISABLED):
        return [f"(index {status.phase.value}{': ' + status.message if status.message else ''})"]
    vectors = status.vectors
    known = status.indexed + status.skipped + status.failed
    if known >= status.total > 0 and status.phase in (Phase.STARTING, Phase.SCANNING):
        return ["(files are being looked at for changes since the index was made)"]
    parts = [f"{status.indexed} of {status.total} files"] if known < status.total else []
    parts += [f"{vectors.done} of {vectors.total} vectors"] if vectors.model and vectors.done < vectors.total else []
    doing = "changes are being read" if status.phase is Phase.READY else ", ".join([status.phase.value, *parts])
    return [f"(index not complete: {doing}; this answer is from what is there, ask again for the rest)"]


def _head(hit: Hit, places: Places) -> str:
    named = ""
    if hit.name is not None and hit.kind is not None:
        named = f"  {definition_name(hit.container, hit.name)} ({hit.kind.name})"
    return f"{place(places, hit.path, _shown_lines(hit))}  {hit.score:.2f}{named}"


def _shown_lines(hit: Hit) -> Span:
    """Return the lines of a hit, or the remaining ones if it was cut."""
    lines = hit.text.count("\n") + 1 if hit.text else 0
    start, last = hit.span.start_line, hit.span.end_line
    return Span(start, 0, min(last, start + lines - 1) if lines else last, 1)


def _block(hit: Hit, places: Places) -> str:
    cut = _goes_on(hit) if _is_cut(hit) else ""
    context = "".join(
        f"\n{piece.kind.value} {numbers(piece.span)}: {code(piece.text.strip())}" for piece in hit.context
    )
    related = "".join(f"\n{_related(one, places)}" for one in hit.related)
    return f"{_head(hit, places)}{_copies(hit, places)}{context}\n{code(hit.text or '')}{cut}{related}"


def _is_cut(hit: Hit) -> bool:
    return _shown_lines(hit).end_line < hit.span.end_line


def _goes_on(hit: Hit) -> str:
    return f"\n(cut; it goes on to line {hit.span.end_line + 1})"


def code(text: str) -> str:
    """Return code as an answer shows it: in a fence, if a line of it could be taken for a line of the answer."""
    text = text.rstrip()
    if not _OUR_LINE.search(text):
        return text
    fence = ticks_around(text, 3)
    return f"{fence}\n{text}\n{fence}"


def _line(hit: Hit, places: Places) -> str:
    return f"{_head(replace(hit, text=None), places)}  {hit.preview.strip()}{_copies(hit, places)}"


def _copies(hit: Hit, places: Places) -> str:
    return "".join(f"\nsame code: {place(places, copy.path, copy.span)}" for copy in hit.copies)


def _related(related: Related, places: Places) -> str:
    where = place(places, related.place.path, related.place.span)
    return f"{_RELATIONS[related.relation]} {where}  {definition_name(related.container, related.name)}"


def symbol_line(hit: SymbolHit, places: Places) -> str:
    """Return the place, kind, name and signature of a definition."""
    symbol = hit.symbol
    name = f"{symbol.kind.name} {definition_name(symbol.container, symbol.name)}"
    return f"{place(places, hit.path, symbol.span)}  {name}" + (f"  {symbol.signature}" if symbol.signature else "")


def place(places: Places, path: Path, span: Span) -> str:
    """Return `path:start-end`, as answers name lines."""
    return f"{places.shown(path)}:{numbers(span)}"


def numbers(span: Span) -> str:
    """Return the lines of a span, counted from 1."""
    start, last = span.start_line + 1, span.last_line + 1
    return f"{start}-{last}" if last > start else f"{start}"


def joined(blocks: Iterable[str], notes: Iterable[str]) -> str:
    """Return the blocks of an answer, or that there are none, and the notes below."""
    return "\n".join(["\n".join(blocks) or NOTHING, *notes])
