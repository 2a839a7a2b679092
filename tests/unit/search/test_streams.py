"""The pieces that are kept for later pages: those of the latest questions, and not too many."""

import pytest

from lsp_codebase.errors import Cancelled
from lsp_codebase.model import CancelToken, Mode
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.results import streams
from lsp_codebase.search.results.previews import Wanted
from lsp_codebase.search.results.streams import KeptPieces, Reading, Stream

PIECES = [Piece(f"{number}.py", "python", 0, 5, 1.0) for number in range(10)]


def stream(question: str, kept: KeptPieces, cancel: CancelToken, count: int = 10) -> Stream:
    return Stream(question, lambda: Reading(Mode.HYBRID, Wanted({}, frozenset()), iter(PIECES[:count])), kept, cancel)


def left(kept: KeptPieces, questions: str) -> str:
    return "".join(question for question in questions if question in kept._made)


def asked(questions: str, count: int = 10) -> KeptPieces:
    kept = KeptPieces()
    for question in questions:
        assert [*stream(question, kept, CancelToken(), count).after(1).pieces] == PIECES[1:count]
    return kept


def test_pieces_of_the_questions_that_were_asked_last_are_kept():
    assert left(asked("abcd"), "abcd") == "abcd"
    assert left(asked("abcde"), "abcde") == "bcde"
    assert left(asked("abcdae"), "abcde") == "acde"


def test_many_pieces_are_kept_for_fewer_questions_but_always_for_the_last(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(streams, "_MOST_KEPT", 20)
    assert left(asked("abc", count=10), "abc") == "bc"
    monkeypatch.setattr(streams, "_MOST_KEPT", 3)
    assert left(asked("abc", count=10), "abc") == "c"


def test_all_of_a_kind_is_looked_for_once_for_all_pages(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(streams, "_LEAST_MADE", 3)
    read: list[Reading] = []

    def listing() -> Reading:
        read.append(Reading(Mode.HYBRID, Wanted({}, frozenset()), iter(PIECES), is_kept=True, total=len(PIECES)))
        return read[-1]

    kept = KeptPieces()
    for offset in (0, 2, 8):
        assert [*Stream("a", listing, kept, CancelToken()).after(offset).pieces] == PIECES[offset:]
    assert len(read) == 1


def test_no_more_pieces_are_made_for_who_asks_no_more():
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        stream("a", KeptPieces(), cancel).after(1)
