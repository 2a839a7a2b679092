"""Pages of one folder and of several: each piece once, the best first, and no more work than it takes."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from lsp_codebase.model import (
    CancelToken,
    Confidence,
    Hit,
    IndexStatus,
    Mode,
    Pack,
    Phase,
    Place,
    Related,
    Relation,
    SearchAnswer,
    SearchQuery,
    Span,
    SymbolKind,
)
from lsp_codebase.search.exact.expression import Expression
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.ranking.confidence import NO_EVIDENCE, Evidence
from lsp_codebase.search.results.absences import NEAREST
from lsp_codebase.search.results.paging import Found, answer
from lsp_codebase.search.results.previews import Wanted
from lsp_codebase.search.results.streams import KeptPieces, Reading, Stream

QUERY = SearchQuery("load", limit=10)
PLACE = Place(Path("/one/0.py"), Span(0, 0, 0, 3), is_ascii=True)
RELATED = Related(Relation.CALLEE, PLACE, "one", SymbolKind.Function, None, "def one():")


class Folder:
    """A root whose pieces are given by their scores; it counts how often one is made."""

    def __init__(self, name: str, scores: Sequence[float], mode: Mode = Mode.HYBRID, text: str = "abc") -> None:
        self.root = Path("/") / name
        self.scores = scores
        self.mode = mode
        self.text = text
        self.evidence = NO_EVIDENCE
        self.notes: Sequence[str] = ()
        self.total: int | None = None
        self.is_kept = False
        self.expression: Expression | None = None
        self.same: set[int] = set()  # lines of pieces with one text
        self.contents = "00000000"
        self.made = 0
        self._kept = KeptPieces()

    def found(self) -> Found:
        def read() -> Reading:
            return Reading(
                self.mode,
                Wanted({}, frozenset()),
                self._pieces(),
                evidence=self.evidence,
                notes=self.notes,
                total=self.total,
                is_kept=self.is_kept,
                expression=self.expression,
            )

        stream = Stream("question", read, self._kept, CancelToken())
        status = IndexStatus(str(self.root), Phase.READY)
        return Found(self.root, self.contents, status, stream, self._to_hits, self._lines)

    def _pieces(self) -> Iterator[Piece]:
        for line, score in enumerate(self.scores):
            self.made += 1
            yield Piece(f"{line}.py", "python", line, line + 5, score)

    def _lines(self, path: str) -> Sequence[str]:
        line = int(path.removesuffix(".py"))
        return [""] * line + [f"same {n}" for n in range(5)] if line in self.same else []

    def _to_hits(self, reading: Reading, pieces: Sequence[Piece], max_chars: int | None) -> tuple[list[Hit], bool]:
        left, is_cut, hits = max_chars, False, []
        for piece in pieces:
            text = self.text if left is None else self.text[:left]
            left = None if left is None else left - len(text)
            is_cut |= text != self.text
            span = Span(piece.start_line, 0, piece.start_line, 3)
            hits.append(Hit(self.root / piece.path, span, "python", piece.score, "", True, text=text))
        return hits, is_cut


def pages(folders: Sequence[Folder], query: SearchQuery = QUERY) -> Iterator[SearchAnswer]:
    while True:
        page = answer(query, [folder.found() for folder in folders], CancelToken())
        yield page
        if page.next_cursor is None:
            return
        query = replace(query, cursor=page.next_cursor)


def falling(count: int, best: float = 1.0) -> list[float]:
    return [best - best * place / count for place in range(count)]


def test_pages_over_several_folders_are_one_list_in_which_each_hit_is_once():
    folders = [Folder("one", falling(257)), Folder("two", falling(1)), Folder("three", falling(400, 0.6))]
    hits = [hit for page in pages(folders) for hit in page.hits]
    assert [hit.score for hit in hits] == sorted((hit.score for hit in hits), reverse=True)
    assert len({hit.path for hit in hits}) == len(hits) == 257 + 1 + 400


def test_every_page_but_the_last_is_full():
    sizes = [len(page.hits) for page in pages([Folder("one", falling(25)), Folder("two", falling(5))])]
    assert sizes == [10, 10, 10]


def test_hits_as_good_as_each_other_come_in_the_order_of_the_folders():
    (page,) = pages([Folder("one", [1.0] * 3), Folder("two", [1.0] * 3)])
    assert [hit.path.parent.name for hit in page.hits] == ["one"] * 3 + ["two"] * 3


def test_all_pages_make_few_pieces_more_than_there_are():
    folder = Folder("one", falling(20_000))
    assert sum(len(page.hits) for page in pages([folder], replace(QUERY, limit=100))) == 20_000
    assert folder.made < 4 * 20_000


def test_the_first_page_makes_no_more_than_it_shows():
    folder = Folder("one", falling(20_000))
    next(pages([folder]))
    assert folder.made == 11


def test_a_page_that_is_asked_twice_is_the_same_page():
    folders = [Folder("one", falling(40)), Folder("two", falling(40))]
    query = replace(QUERY, cursor=next(pages(folders)).next_cursor)
    one, other = (answer(query, [folder.found() for folder in folders], CancelToken()) for _ in range(2))
    assert one.hits == other.hits


def test_a_copy_is_told_beside_a_hit_of_its_page_and_never_lost():
    folder = Folder("one", falling(40))
    folder.same = {2, 5, 30}
    shown = [hit for page in pages([folder]) for hit in page.hits]
    assert len(shown) == 39  # 5 is beside 2 on the first page; 30 is on a page of its own


def test_where_one_folder_has_it_as_written_the_others_do_not_answer_with_what_is_near():
    folders = [Folder("one", falling(30)), Folder("two", falling(15, 0.5), Mode.EXACT)]
    found = list(pages(folders))
    assert {page.mode for page in found} == {Mode.EXACT}
    assert {hit.path.parent.name for page in found for hit in page.hits} == {"two"}


@pytest.mark.parametrize(("budget", "is_cut"), [(29, True), (30, False), (1, True)])
def test_the_best_hits_of_all_folders_use_up_the_budget_first(budget, is_cut):
    folders = [Folder("one", falling(5)), Folder("two", falling(5))]
    page = next(pages(folders, replace(QUERY, max_chars=budget)))
    texts = [hit.text for hit in page.hits]
    assert len(texts) == 10
    assert "".join(texts) == ("abc" * 10)[:budget]
    assert page.truncated is is_cut


def test_a_page_after_a_change_goes_on_and_says_so():
    folder = Folder("one", falling(25))
    first = next(pages([folder]))
    same = answer(replace(QUERY, cursor=first.next_cursor), [folder.found()], CancelToken())
    folder.contents = "11111111"
    other = answer(replace(QUERY, cursor=first.next_cursor), [folder.found()], CancelToken())
    assert (first.notes, same.notes) == ((), ())
    assert other.hits == same.hits
    assert "changed since the page before" in other.notes[0]


def test_a_page_asked_from_another_document_says_that_the_order_may_have_changed():
    folder = Folder("one", falling(25))
    query = replace(QUERY, cursor=next(pages([folder])).next_cursor, active_path=Path("/one/x.py"))
    assert "changed since the page before" in answer(query, [folder.found()], CancelToken()).notes[0]


def test_a_folder_that_is_opened_between_two_pages_is_read_from_its_beginning():
    one, two = Folder("one", falling(25)), Folder("two", falling(3))
    query = replace(QUERY, cursor=next(pages([one])).next_cursor)
    later = answer(query, [one.found(), two.found()], CancelToken())
    assert sum(hit.path.parent.name == "two" for hit in later.hits) == 3
    assert len(later.hits) == 10


def test_related_definitions_come_with_the_first_hits_of_all_folders_alone():
    folders = [Folder("one", falling(5)), Folder("two", falling(5))]
    related = [folder.found() for folder in folders]

    def with_related(found: Found) -> Found:
        def to_hits(*given):
            hits, is_cut = found.to_hits(*given)
            return [replace(hit, related=(RELATED,)) for hit in hits], is_cut

        return replace(found, to_hits=to_hits)

    page = answer(replace(QUERY, pack=Pack.CONTEXT), [*map(with_related, related)], CancelToken())
    assert [bool(hit.related) for hit in page.hits] == [True] * 3 + [False] * 7


def test_of_several_folders_the_surest_counts():
    sure, doubtful, empty = Folder("one", falling(2)), Folder("two", falling(2)), Folder("three", [])
    sure.evidence = empty.evidence = Evidence(as_written=True)
    doubtful.evidence = Evidence(known=0.6)
    assert next(pages([doubtful, sure])).confidence is Confidence.HIGH
    assert next(pages([doubtful, empty])).confidence is Confidence.LOW
    assert next(pages([empty])).confidence is Confidence.NONE


def test_that_something_is_nowhere_is_told_only_if_it_is_so_in_all_folders():
    one, two = Folder("one", falling(2)), Folder("two", falling(2))
    one.notes, two.notes = (NEAREST, "a"), ("a", "b")
    assert next(pages([one, two])).notes == ("a", "b")
    two.notes = (NEAREST, "b")
    assert next(pages([one, two])).notes == (NEAREST, "a", "b")


def test_the_totals_of_folders_that_have_one_are_added():
    one, two, three = (Folder(name, falling(2)) for name in ("one", "two", "three"))
    assert next(pages([one, two])).total is None
    one.total, three.total = 20, 3
    assert next(pages([one, two, three])).total == 23


def test_pieces_that_cost_much_are_made_once_for_all_pages_and_the_same_question():
    folder = Folder("one", falling(25))
    folder.is_kept = True
    assert [len(page.hits) for page in [*pages([folder]), *pages([folder])]] == [10, 10, 5] * 2
    assert folder.made == 25


def written(*texts: str) -> list[Folder]:
    folders = [Folder(str(place), falling(7), Mode.EXACT) for place, _ in enumerate(texts)]
    for folder, text in zip(folders, texts, strict=True):
        folder.expression = Expression.literal(text, ignore_case=False, whole_word=False)
    return folders


def told(folders: Sequence[Folder], query: SearchQuery) -> list[Hit]:
    hits: list[Hit] = []
    page = answer(query, [folder.found() for folder in folders], CancelToken(), hits.append)
    assert len(page.hits) == 10
    assert page.next_cursor
    assert not page.truncated
    assert hits in ([], [*page.hits])
    return hits


def test_hits_of_a_literal_are_told_as_they_are_found_if_none_that_follows_can_change_them():
    assert told(written("a", "b"), QUERY)
    assert not told(written("a", "b\nc"), QUERY)
    assert not told(written("a", "b"), replace(QUERY, max_chars=1_000))
    assert not told(written("a", "b"), replace(QUERY, pack=Pack.CONTEXT))
    assert not told([Folder("one", falling(20))], QUERY)


def test_folders_share_the_budget_of_a_context_for_which_none_was_set():
    folders = [Folder(name, falling(1), text="x" * 30_000) for name in ("one", "two")]
    (page,) = pages(folders, replace(QUERY, pack=Pack.CONTEXT))
    assert [len(hit.text or "") for hit in page.hits] == [30_000, 18_000]
    assert page.truncated


def test_a_folder_without_a_hit_has_no_say_in_the_mode_unless_there_are_none():
    one, two = Folder("one", falling(2), Mode.LEXICAL), Folder("two", [], Mode.VECTOR)
    assert next(pages([one, two])).mode is Mode.LEXICAL
    one.scores = []
    assert next(pages([one, two])).mode is Mode.HYBRID


def test_folders_that_answer_in_several_modes_answer_in_both():
    one, two = Folder("one", falling(2), Mode.LEXICAL), Folder("two", falling(2), Mode.VECTOR)
    assert next(pages([one, two])).mode is Mode.HYBRID
    assert next(pages([one])).mode is Mode.LEXICAL
