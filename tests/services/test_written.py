"""What stands as it is written, over a real index: letter case, whole words, several lines, and where the match is."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from codebases import indexed, write

from lsp_codebase.codebase import Codebase
from lsp_codebase.errors import Cancelled, InvalidQuery
from lsp_codebase.model import CancelToken, Hit, Mode, Pack, SearchAnswer, SearchQuery, Span
from lsp_codebase.model.document import Document
from lsp_codebase.search import validate
from lsp_codebase.search.exact import exact
from lsp_codebase.search.results import highlights

LONG = "\n\n\n".join(
    f"def compute_{n}(value):\n" + "    value = value + 1  # step\n" * 120 + "    return value" for n in range(6)
)
FILES = {
    "src/cart.py": '''"""The cart."""

CART = "Cart"


class Cart:
    """A cart of things; carts are emptied by Cart.empty_cart."""

    def empty_cart(self):
        self.cart = []  # größe 🙂 der Größe, cart

    def get_total(self):
        return sum(self.cart)


def shopping_cart(größen):
    return Cart(), größen
''',
    "src/long.py": LONG + "\n",
    "src/only.py": "def solitude():\n    return ONLY_HERE\n",
    "tests/test_cart.py": "from src.cart import Cart\n\n\ndef test_cart():\n    Cart().empty_cart()\n",
    "docs/cart.md": "# Cart\n\nA cart.\n",
}


SETTINGS = {"embedding_model": "none"}


def search(codebase: Codebase, text: str, mode: Mode = Mode.EXACT, **fields) -> SearchAnswer:
    query = SearchQuery(text, mode=mode, **{"limit": 100, **fields})
    validate(query)
    return codebase.search(query, CancelToken())


def cut(hit: Hit) -> list[str]:
    """Return what the matches of a hit are in its file; every one lies in the lines of the hit."""
    lines = hit.path.read_bytes().split(b"\n")
    assert all(hit.span.contains(span) for span in hit.matches)
    found = []
    for start_line, start, end_line, end in hit.matches:
        text = b"\n".join(lines[start_line : end_line + 1])
        found.append(text[start : len(text) - len(lines[end_line]) + end].decode())
    return found


def written(answer: SearchAnswer) -> set[str]:
    return {text for hit in answer.hits for text in cut(hit)}


def test_small_letters_mean_any_case_and_a_capital_means_itself(codebase: Codebase) -> None:
    assert written(search(codebase, "cart")) == {"cart", "Cart", "CART"}
    assert written(search(codebase, "Cart")) == {"Cart"}
    assert written(search(codebase, "cart", case_sensitive=True)) == {"cart"}
    assert written(search(codebase, "Cart", case_sensitive=False)) == {"cart", "Cart", "CART"}
    assert written(search(codebase, "größe", case_sensitive=False)) == {"größe", "Größe"}
    assert written(search(codebase, r"\bc\w+t\b", Mode.REGEX)) == {"cart", "Cart", "CART"}
    assert written(search(codebase, r"\bC\w+t\b", Mode.REGEX)) == {"Cart"}
    assert written(search(codebase, r"\bC\w+t\b", Mode.REGEX, case_sensitive=False)) == {"cart", "Cart", "CART"}
    assert written(search(codebase, r"\bc\S+t\b", Mode.REGEX, case_sensitive=True)) == {"cart"}


def test_every_match_of_a_line_is_told_in_columns_of_utf8(codebase: Codebase) -> None:
    (hit,) = [hit for hit in search(codebase, "größe").hits if len(hit.matches) > 1]
    line = "        self.cart = []  # größe 🙂 der Größe, cart".encode()
    assert hit.span == Span(9, 0, 9, len(line))
    assert cut(hit) == ["größe", "Größe"]
    assert hit.matches[1].start_column == line.index("Größe".encode())


@pytest.mark.parametrize("mode", [Mode.EXACT, Mode.REGEX])
def test_a_whole_word_goes_on_neither_before_nor_behind_in_any_script(codebase: Codebase, mode: Mode) -> None:
    assert {hit.span.start_line for hit in search(codebase, "größe", mode).hits} == {9, 15, 16}
    assert {hit.span.start_line for hit in search(codebase, "größe", mode, whole_word=True).hits} == {9}
    assert not search(codebase, "öße", mode, whole_word=True).hits
    assert not search(codebase, "empty", mode, whole_word=True, include=("src/",)).hits[1:]  # empty_cart is one word
    both = search(codebase, "cart|carts" if mode is Mode.REGEX else "carts", mode, whole_word=True)
    assert "carts" in written(both)


def test_the_end_of_a_literal_that_is_no_letter_is_free(codebase: Codebase) -> None:
    assert written(search(codebase, "(self", whole_word=True)) == {"(self"}
    assert written(search(codebase, "cart(", whole_word=True)) == {"Cart("}
    assert not search(codebase, "art(", whole_word=True).hits


def test_quotes_with_capitals_that_stand_nowhere_find_other_letter_case_and_say_so(codebase: Codebase) -> None:
    answer = search(codebase, '"CaRt"', Mode.AUTO)
    assert (answer.mode, written(answer)) == (Mode.EXACT, {"cart", "Cart", "CART"})
    assert "other letter case" in answer.notes[0]


def test_a_literal_with_capitals_that_stands_nowhere_is_not_found_but_hints_at_the_others(codebase: Codebase) -> None:
    answer = search(codebase, "CaRt")
    assert not answer.hits
    assert "in small letters" in answer.notes[0]
    assert not search(codebase, "CaRt", case_sensitive=True).notes
    assert not search(codebase, "Nowhere").notes


def test_what_stands_nowhere_is_answered_by_what_is_nearest_and_says_so(codebase: Codebase) -> None:
    answer = search(codebase, '"total of the cart"', Mode.AUTO)
    assert answer.mode is Mode.HYBRID
    assert answer.hits
    assert "as it is written" in answer.notes[0]


def test_what_only_looks_like_a_pattern_is_no_error(codebase: Codebase) -> None:
    answer = search(codebase, r"(?:empty_cart|)[\s\S]*cart.*|", Mode.AUTO)
    assert answer.mode is Mode.HYBRID
    assert answer.hits
    assert "as it is written" in answer.notes[0]


def test_asking_for_case_or_whole_words_asks_for_what_is_written(codebase: Codebase) -> None:
    answer = search(codebase, "Cart", Mode.AUTO, case_sensitive=True)
    assert (answer.mode, written(answer)) == (Mode.EXACT, {"Cart"})
    assert search(codebase, r"C\w+t\(", Mode.AUTO, case_sensitive=True).mode is Mode.REGEX
    assert search(codebase, "cart", Mode.AUTO, whole_word=True).mode is Mode.EXACT
    assert search(codebase, "cart", Mode.AUTO, case_sensitive=False).mode is not Mode.EXACT


@pytest.mark.parametrize("mode", [Mode.HYBRID, Mode.LEXICAL, Mode.VECTOR, Mode.SYMBOL])
def test_case_and_whole_words_are_refused_by_name_where_they_mean_nothing(codebase: Codebase, mode: Mode) -> None:
    for fields, field in (({"case_sensitive": True}, "caseSensitive"), ({"whole_word": True}, "wholeWord")):
        with pytest.raises(InvalidQuery, match="mode exact or regex") as caught:
            search(codebase, "cart", mode, **fields)
        assert caught.value.field == field
    with pytest.raises(InvalidQuery, match="caseSensitive"):
        search(codebase, "cart", Mode.AUTO, weights=(1, 1), case_sensitive=True)


@pytest.mark.parametrize(
    "pattern",
    [
        r"def compute_3.*\n(.*\n)+?    return value$",
        r"(?s)def compute_3.*?return value",
        r"def compute_3[\s\S]*?return \w+",
    ],
)
def test_a_pattern_of_several_lines_is_found_across_chunks(codebase: Codebase, pattern: str) -> None:
    chunks = codebase._published.state.chunk_lines("src/long.py")
    lines = LONG.split("\n")
    start = lines.index("def compute_3(value):")
    assert not any(first <= start and start + 122 <= end for first, end in chunks)  # no chunk holds it
    (hit,) = search(codebase, pattern, Mode.REGEX).hits
    assert hit.span == Span(start, 0, start + 121, len("    return value"))
    assert cut(hit) == ["\n".join(lines[start : start + 122])]
    assert hit.text == cut(hit)[0]
    assert (hit.name, hit.preview) == ("compute_3", "def compute_3(value):")


def test_every_match_of_several_lines_is_a_hit_and_those_that_share_a_line_are_one(codebase: Codebase) -> None:
    hits = search(codebase, r"return value\n\n+def \w+", Mode.REGEX).hits
    assert len(hits) == 5
    assert all(hit.span.end_line == hit.span.start_line + 3 for hit in hits)
    (hit,) = search(codebase, r"things;[\s\S]*? def|empty_cart.*\n.*cart", Mode.REGEX).hits
    assert (hit.span.start_line, hit.span.end_line) == (6, 9)
    assert [text.split("\n")[0][:10] for text in cut(hit)] == ["things; ca", "empty_cart"]


def test_a_match_of_several_lines_may_begin_or_end_at_a_line_end(codebase: Codebase) -> None:
    (hit,) = search(codebase, "solitude():\n", Mode.EXACT).hits
    assert (hit.span.start_line, hit.span.end_line, cut(hit)) == (0, 0, ["solitude():"])
    (hit,) = search(codebase, r"\A.*solitude", Mode.REGEX).hits
    assert hit.matches == (Span(0, 0, 0, 12),)
    assert not search(codebase, r"\A.*return ONLY", Mode.REGEX).hits
    (hit,) = search(codebase, r"ONLY_\w+\s*\z", Mode.REGEX).hits
    assert hit.span.start_line == 1


def test_letter_case_whole_words_and_filters_hold_over_several_lines(codebase: Codebase) -> None:
    assert search(codebase, "DEF solitude():\r\n    return only_here", case_sensitive=False).hits
    assert not search(codebase, "def solitude():\n    return only_here", case_sensitive=True).hits
    assert search(codebase, "solitude():\n    return ONLY", whole_word=False).hits
    assert not search(codebase, "solitude():\n    return ONLY", whole_word=True).hits
    pattern = r"cart.*\n+.*cart"
    for fields in ({"languages": ("markdown",)}, {"folder": codebase.root / "docs"}, {"include": ("*.md",)}):
        assert {hit.path.name for hit in search(codebase, pattern, Mode.REGEX, **fields).hits} == {"cart.md"}
    assert {hit.path.name for hit in search(codebase, pattern, Mode.REGEX, kinds=("Class",)).hits} == {"cart.py"}


def test_whole_files_are_read_for_a_limited_time_which_is_told(
    codebase: Codebase, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(exact, "_MOST_SECONDS", -1.0)
    answer = search(codebase, r"cart.*\n+.*cart", Mode.REGEX)
    assert not answer.hits
    assert "only the likeliest files were read" in answer.notes[0]
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        codebase.search(SearchQuery(r"cart.*\n+.*cart", mode=Mode.REGEX), cancel)


def test_a_match_as_long_as_a_file_is_not_shown_as_a_whole(codebase: Codebase, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact, "_MOST_LINES", 50)
    (hit,) = search(codebase, "(?s)def compute_0.*return value", Mode.REGEX).hits
    assert (hit.span.start_line, hit.span.end_line) == (0, 49)
    assert hit.matches == (hit.span,)


@pytest.mark.parametrize(
    ("pattern", "spans"),
    [("^", [Span(0, 0, 0, 0)]), ("z*", [Span(0, 0, 0, 0)]), ("[sz]*$", [Span(0, 15, 0, 15)])],
)
def test_a_match_of_nothing_is_a_place_too(codebase: Codebase, pattern: str, spans: list[Span]) -> None:
    hit = search(codebase, pattern, Mode.REGEX, include=("src/only.py",)).hits[0]
    assert [*hit.matches] == spans


def test_the_hits_of_a_page_all_have_matches_and_are_the_lines_that_match(codebase: Codebase) -> None:
    lines = (codebase.root / "src/long.py").read_text().split("\n")
    asked = {"include": ("src/long.py",), "limit": 50}
    first = search(codebase, "value + 1", **asked)
    second = search(codebase, "value + 1", cursor=first.next_cursor, **asked)
    hits = [*first.hits, *second.hits]
    assert [hit.span.start_line for hit in hits] == [n for n, line in enumerate(lines) if "value + 1" in line][:100]
    assert {text for hit in hits for text in cut(hit)} == {"value + 1"}


def test_a_definition_asked_for_by_name_shows_its_name(codebase: Codebase) -> None:
    for mode in (Mode.SYMBOL, Mode.AUTO):
        hit = search(codebase, "empty_cart", mode).hits[0]
        assert (hit.matches, cut(hit)) == ((hit.name_span,), ["empty_cart"])


@pytest.mark.parametrize("mode", [Mode.LEXICAL, Mode.HYBRID])
def test_words_are_shown_as_they_stand_in_the_lines(codebase: Codebase, mode: Mode) -> None:
    (hit,) = [hit for hit in search(codebase, "emptying the shopping carts", mode).hits if hit.path.name == "cart.py"]
    assert (
        {"cart", "shopping", "empty"} < {*cut(hit)} <= {"CART", "Cart", "empty", "cart", "shopping", "carts", "emptied"}
    )
    assert len(hit.matches) <= 20
    assert [*hit.matches] == sorted(hit.matches)


def test_lines_that_were_joined_to_a_hit_show_their_matches_too(codebase: Codebase) -> None:
    hits = search(codebase, "step", pack=Pack.CONTEXT, include=("src/long.py",), max_chars=200_000).hits
    hit = max(hits, key=lambda hit: hit.span.end_line - hit.span.start_line)
    assert hit.span.end_line - hit.span.start_line > 40
    assert len(hit.matches) == min(hit.text.count("step"), 100)


def test_hidden_credentials_move_no_match(tmp_path: Path, codebase: Codebase, root: Path, open_codebase) -> None:
    token = "sk_live_" + "aB3" * 8
    write(root, {"pay.py": f"key = '{token}'; charge(key)\n"})
    (hit,) = open_codebase().search(SearchQuery("charge(", mode=Mode.EXACT), CancelToken()).hits
    assert token not in (hit.text or "")
    assert cut(hit) == ["charge("]
    (match,) = hit.matches
    assert (hit.text or "")[match.start_column : match.end_column] == "charge("


def test_matches_move_with_what_is_typed(root: Path, open_codebase) -> None:
    body = "".join(f"def function_{n}():\n    pass\n\n\n" for n in range(1500))  # long enough not to be waited for
    write(root, {"a.py": body})
    codebase = open_codebase()
    document = Document(body)
    codebase.open_document(root / "a.py", document)
    document.edit(Span(5600, 0, 5600, 0), "\nasync ")
    codebase.document_changed(root / "a.py")
    for query in (SearchQuery("function_1400(", mode=Mode.EXACT), SearchQuery("function_1400", limit=1)):
        (hit,) = codebase.search(query, CancelToken()).hits
        assert hit.matches[0].start == (5601, 10)


def test_a_question_is_cancelled_amid_a_file_of_very_many_matches(tmp_path: Path) -> None:
    files = {"carts.json": "[\n" + "  {},\n" * 3_000 + "]\n"}
    with indexed(tmp_path, files, embedding_model="none") as codebase, pytest.raises(Cancelled):
        codebase.search(SearchQuery(r",\n\s*", mode=Mode.REGEX), CancelledAfter(100))


class CancelledAfter(CancelToken):
    """Is cancelled at one of its checks."""

    __slots__ = ("left",)

    def __init__(self, checks: int) -> None:
        super().__init__()
        self.left = checks

    def check(self) -> None:
        self.left -= 1
        if not self.left:
            self.cancel()
        super().check()


def test_one_file_of_very_many_matches_is_read_for_a_limited_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with indexed(tmp_path, {"carts.json": "[\n" + "  {},\n" * 3_000 + "]\n"}, embedding_model="none") as codebase:
        monkeypatch.setattr(exact, "_MOST_SECONDS", 0.05)
        monkeypatch.setattr(highlights, "_MOST_SECONDS", 0.05)
        begin = time.thread_time()
        (hit,) = search(codebase, r",\n\s*", Mode.REGEX).hits
        assert time.thread_time() - begin < 1
        assert hit.span.end_line < 2_000
