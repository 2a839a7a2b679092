"""What an open document says is what is answered, from the keystroke to the save, over a real index."""

from __future__ import annotations

import argparse
import inspect
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from codebases import Asked, found, names, settle, write
from waiting import LONG_S, eventually

from lsp_codebase.codebase import Codebase
from lsp_codebase.config import Settings
from lsp_codebase.index import SilentListener, WorkerPool, model_switch
from lsp_codebase.live import open_documents
from lsp_codebase.live.reading import Reader
from lsp_codebase.model import CancelToken, Mode, SearchQuery, SimilarQuery, Span
from lsp_codebase.model.document import Document

Open = Callable[..., Codebase]
STORED = "def stored_function():\n    return 'stored words'\n\n\ndef second():\n    pass\n"
STORED_NAMES = ["stored_function", "second"]


@pytest.fixture(autouse=True)
def _questions_are_patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have a question wait for what was told before it: on a busy machine a tenth of a second is not enough."""
    monkeypatch.setattr(open_documents, "_FIRST_PATIENCE_S", LONG_S)
    monkeypatch.setattr(open_documents, "_PATIENCE_S", LONG_S)


@pytest.fixture
def codebase(root: Path, open_codebase: Open) -> Codebase:
    write(root, {"a.py": STORED, "b.py": "def other():\n    return 'stored words'\n", ".gitignore": "ignored.py\n"})
    return open_codebase()


def opened(codebase: Codebase, path: str = "a.py", text: str | None = None) -> Document:
    """Open a document as its file is, or with another text."""
    document = Document((codebase.root / path).read_text() if text is None else text)
    codebase.open_document(codebase.root / path, document)
    return document


def typed(codebase: Codebase, document: Document, line: int, text: str) -> None:
    """Insert text at the start of a line."""
    document.edit(Span(line, 0, line, 0), text)
    codebase.document_changed(codebase.root / "a.py")


def spans(codebase: Codebase, pattern: str) -> list[Span]:
    return [hit.symbol.name_span for hit in codebase.symbols(pattern, CancelToken()).hits]


def test_a_function_is_found_as_soon_as_it_is_typed(codebase: Codebase) -> None:
    document = opened(codebase)
    typed(codebase, document, 0, "def typed_now():\n    return 'unsaved words'\n\n\n")
    eventually(lambda: names(codebase, "typed_now") == ["typed_now"])
    assert spans(codebase, "stored_function") == [Span(4, 4, 4, 19)]
    assert found(codebase, "unsaved words")[0] == "a.py"
    assert found(codebase, '"unsaved words"') == ["a.py"]
    assert found(codebase, "unsaved.w", mode=Mode.REGEX) == ["a.py"]
    assert found(codebase, "typed_now", mode=Mode.SYMBOL) == ["a.py"]
    assert [symbol.name for symbol in codebase.symbols_in(codebase.root / "a.py", CancelToken()).symbols] == [
        "typed_now",
        *STORED_NAMES,
    ]
    (hit,) = codebase.search(SearchQuery('"unsaved words"'), CancelToken()).hits
    assert hit.span.start_line == 1
    assert hit.text == "    return 'unsaved words'"
    assert codebase.lines(hit.path)[1] == b"    return 'unsaved words'"


def test_what_was_deleted_is_not_found_any_more(codebase: Codebase) -> None:
    document = opened(codebase)
    document.edit(Span(0, 0, 3, 0), "")
    codebase.document_changed(codebase.root / "a.py")
    eventually(lambda: names(codebase, "stored_function") == [])
    assert found(codebase, '"stored words"') == ["b.py"]
    assert "a.py" not in found(codebase, "stored words", mode=Mode.LEXICAL)
    assert codebase.symbols_below("") == 2


def test_ranges_are_right_before_the_text_is_read_again(
    root: Path, open_codebase: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_documents, "_FIRST_PATIENCE_S", 0.1)
    monkeypatch.setattr(open_documents, "_PATIENCE_S", 0.1)
    body = "".join(f"def function_{n}():\n    pass\n\n\n" for n in range(1500))  # long enough not to be waited for
    write(root, {"a.py": body})
    codebase = open_codebase()
    document = opened(codebase)
    for count in range(1, 30):
        typed(codebase, document, 0, "\n")
        assert spans(codebase, "function_1400") == [Span(5600 + count, 4, 5600 + count, 17)]
    document.edit(Span(5629, 0, 5629, 0), "async ")
    codebase.document_changed(codebase.root / "a.py")
    assert spans(codebase, "function_1400") == [Span(5629, 10, 5629, 23)]
    (hit,) = codebase.search(SearchQuery("function_1400", limit=1), CancelToken()).hits
    assert hit.name_span == Span(5629, 10, 5629, 23)


@pytest.fixture
def unread(codebase: Codebase, monkeypatch: pytest.MonkeyPatch) -> Iterator[Document]:
    """A document of `codebase` that was edited, and is not read before the test ends."""
    monkeypatch.setattr(open_documents, "_FIRST_PATIENCE_S", 0.0)
    monkeypatch.setattr(open_documents, "_PATIENCE_S", 0.0)
    may_read, read = threading.Event(), Reader.read

    def read_late(*of: Any) -> Any:
        assert may_read.wait(LONG_S)
        return read(*of)

    monkeypatch.setattr(Reader, "read", read_late)
    document = opened(codebase)
    typed(codebase, document, 0, "class Typed:\n    'unsaved words'\n\n\n")
    yield document
    may_read.set()


@pytest.mark.usefixtures("unread")
@pytest.mark.parametrize(
    "query",
    [
        SearchQuery("unsaved words", mode=Mode.EXACT),
        SearchQuery('"unsaved words"'),
        SearchQuery("Unsaved", mode=Mode.EXACT, case_sensitive=False, whole_word=True),
        SearchQuery("unsaved\\s.*s", mode=Mode.REGEX),
        SearchQuery("unsaved words'\n\n\ndef stored_f", mode=Mode.EXACT),
        SearchQuery("unsaved words", mode=Mode.EXACT, include=("*.py",)),
    ],
    ids=lambda query: f"{query.mode.value}: {query.text!r}",
)
def test_what_is_typed_is_found_as_written_before_it_is_read(codebase: Codebase, query: SearchQuery) -> None:
    hits = codebase.search(query, CancelToken()).hits
    assert [(hit.path.name, hit.matches[0].start) for hit in hits] == [("a.py", (1, 5))]


def test_a_line_is_typed_into_the_definition_around_it(codebase: Codebase, unread: Document) -> None:
    typed(codebase, unread, 9, "    return 'also unsaved'\n")
    for kinds, paths in ((("Function",), ["a.py"]), (("Class",), [])):
        assert found(codebase, "also unsaved", mode=Mode.EXACT, kinds=kinds) == paths


def test_what_is_deleted_is_not_found_as_written_before_that_is_read(codebase: Codebase, unread: Document) -> None:
    unread.edit(Span(4, 0, 7, 0), "")
    codebase.document_changed(codebase.root / "a.py")
    assert found(codebase, "stored words", mode=Mode.EXACT) == ["b.py"]


@pytest.mark.usefixtures("unread")
def test_what_is_found_as_written_is_named_after_the_definition_that_moved(codebase: Codebase) -> None:
    query = SearchQuery("stored words", mode=Mode.EXACT, include=("a.py",))
    (hit,) = codebase.search(query, CancelToken()).hits
    assert (hit.span.start_line, hit.name) == (5, "stored_function")


@pytest.mark.usefixtures("unread")
def test_pages_of_what_is_typed_follow_each_other(codebase: Codebase, unread: Document) -> None:
    typed(codebase, unread, 0, "'unsaved words'\n" * 4)
    lines, cursor = [], None
    for _ in range(3):
        answer = codebase.search(SearchQuery("unsaved", mode=Mode.EXACT, limit=2, cursor=cursor), CancelToken())
        lines += [hit.span.start_line for hit in answer.hits]
        cursor = answer.next_cursor
    assert (lines, cursor) == ([0, 1, 2, 3, 5], None)


@pytest.mark.usefixtures("unread")
def test_an_answer_by_names_or_words_is_stale_until_what_is_typed_is_read(codebase: Codebase) -> None:
    assert codebase.symbols("Typed", CancelToken()).status.stale
    assert codebase.search(SearchQuery("unsaved words", mode=Mode.LEXICAL), CancelToken()).status.stale
    assert codebase.status().stale


@pytest.mark.usefixtures("unread")
@pytest.mark.parametrize("path", ["ignored.py", ".env", "id_rsa"])
def test_what_the_index_leaves_out_is_not_looked_through(codebase: Codebase, path: str) -> None:
    opened(codebase, path, "def hidden_function(): pass\n")
    opened(codebase, "new.py", "def shown_function(): pass\n")
    assert found(codebase, "n_function", mode=Mode.EXACT) == ["new.py"]


@pytest.mark.parametrize("path", ["link/a.py", "one.py"])
def test_a_document_opened_through_a_link_stands_in_for_the_file(root: Path, open_codebase: Open, path: str) -> None:
    write(root, {"real/a.py": STORED})
    (root / "link").symlink_to("real")
    (root / "one.py").symlink_to("real/a.py")
    codebase = open_codebase()
    document = opened(codebase, path)
    real = root / "real/a.py"
    document.edit(Span(0, 0, 0, 0), "def typed_now():\n    return 'unsaved words'\n\n\n")
    codebase.document_changed(root / path)
    assert [symbol.name for symbol in codebase.symbols_in(real, CancelToken()).symbols] == ["typed_now", *STORED_NAMES]
    assert found(codebase, "unsaved words", mode=Mode.EXACT) == ["real/a.py"]
    assert codebase.lines(real)[0] == b"def typed_now():"
    codebase.close_document(root / path, document)
    assert names(codebase, "typed_now") == []


@pytest.mark.parametrize("target", ["ignored.py", ".env", "../outside.py"])
def test_a_link_shows_nothing_that_the_index_leaves_out(codebase: Codebase, target: str) -> None:
    (codebase.root / target).write_text("stored = 1\n")
    (codebase.root / "link.py").symlink_to(target)
    opened(codebase, "link.py", "def hidden_function(): pass\n")
    typed(codebase, opened(codebase), 0, "def typed_now(): pass\n")
    assert names(codebase, "typed_now") == ["typed_now"]
    assert names(codebase, "hidden_function") == []
    assert found(codebase, "hidden_function", mode=Mode.EXACT) == []


@pytest.mark.skipif(os.name == "nt", reason="links take rights there")
def test_of_a_file_open_by_two_paths_the_document_edited_last_answers_and_then_the_one_left(
    root: Path, codebase: Codebase
) -> None:
    (root / "link").symlink_to(root, target_is_directory=True)
    first = opened(codebase, text="def first_text(): pass\n")
    second = opened(codebase, "link/a.py", "def second_text(): pass\n")
    eventually(lambda: names(codebase, "text") == ["second_text"])
    typed(codebase, first, 0, "def first_edit(): pass\n")
    eventually(lambda: sorted(names(codebase, "first_")) == ["first_edit", "first_text"])
    assert not names(codebase, "second_text")
    codebase.close_document(root / "a.py", first)
    eventually(lambda: names(codebase, "text") == ["second_text"])
    codebase.close_document(root / "link/a.py", second)
    eventually(lambda: sorted(names(codebase, "stored_function")) == ["stored_function"])
    assert not names(codebase, "second_text")


def test_closing_without_saving_restores(codebase: Codebase) -> None:
    document = opened(codebase)
    typed(codebase, document, 0, "def typed_now(): pass\n")
    eventually(lambda: names(codebase, "typed_now") == ["typed_now"])
    codebase.close_document(codebase.root / "a.py", document)
    assert names(codebase, "typed_now") == []
    assert spans(codebase, "stored_function") == [Span(0, 4, 0, 19)]
    assert sorted(found(codebase, '"stored words"')) == ["a.py", "b.py"]


def test_saving_hands_over_without_a_gap(codebase: Codebase) -> None:
    document = opened(codebase)
    typed(codebase, document, 0, "def typed_now():\n    return 'unsaved words'\n\n\n")
    eventually(lambda: names(codebase, "typed_now") == ["typed_now"])
    generation = codebase.status().generation
    (codebase.root / "a.py").write_bytes(document.text().data)
    codebase.mark_changed([codebase.root / "a.py"])
    codebase.document_changed(codebase.root / "a.py")
    end = time.monotonic() + 1.0
    while time.monotonic() < end or codebase.status().generation == generation:
        assert names(codebase, "typed_now") == ["typed_now"]
        assert found(codebase, '"unsaved words"') == ["a.py"]
        assert spans(codebase, "stored_function") == [Span(4, 4, 4, 19)]
    codebase.close_document(codebase.root / "a.py", document)
    assert names(codebase, "typed_now") == ["typed_now"]


def test_closing_right_after_saving_shows_what_was_saved(codebase: Codebase) -> None:
    document = opened(codebase)
    typed(codebase, document, 0, "def typed_now(): pass\n")
    eventually(lambda: names(codebase, "typed_now") == ["typed_now"])
    (codebase.root / "a.py").write_bytes(document.text().data)
    codebase.close_document(codebase.root / "a.py", document)
    codebase.mark_changed([codebase.root / "a.py"])
    end = time.monotonic() + 0.7
    while time.monotonic() < end:
        assert names(codebase, "typed_now") == ["typed_now"]


def test_typing_after_saving_goes_on(codebase: Codebase) -> None:
    document = opened(codebase)
    typed(codebase, document, 0, "def saved(): pass\n")
    (codebase.root / "a.py").write_bytes(document.text().data)
    codebase.mark_changed([codebase.root / "a.py"])
    typed(codebase, document, 0, "def unsaved(): pass\n")
    eventually(lambda: names(codebase, "unsaved") == ["unsaved"])
    settle(codebase, lambda status: not status.stale)
    assert Span(1, 4, 1, 9) in spans(codebase, "saved")
    assert spans(codebase, "stored_function") == [Span(2, 4, 2, 19)]
    codebase.close_document(codebase.root / "a.py", document)
    assert "unsaved" not in names(codebase, "unsaved")


def test_a_new_file_is_found_before_its_first_save(codebase: Codebase) -> None:
    opened(codebase, "new/file.py", "def brand_new(): pass\n")
    eventually(lambda: names(codebase, "brand_new") == ["brand_new"])
    assert found(codebase, "brand_new") == ["new/file.py"]


@pytest.mark.parametrize("path", ["ignored.py", ".env", "id_rsa"])
def test_what_the_index_leaves_out_stays_out(codebase: Codebase, path: str) -> None:
    opened(codebase, path, "def hidden_function(): pass\n")
    document = opened(codebase)
    typed(codebase, document, 0, "def typed_now(): pass\n")
    eventually(lambda: names(codebase, "typed_now") == ["typed_now"])
    assert names(codebase, "hidden_function") == []
    assert path not in found(codebase, "hidden function")


@pytest.mark.parametrize("is_saved", [True, False], ids=["a saved one", "a new one"])
def test_a_large_document_is_found_if_people_wrote_it(
    root: Path, open_codebase: Open, settings: Settings, is_saved: bool
) -> None:
    written, table = inspect.getsource(argparse), "".join(f"number_{n} = {n}\n" for n in range(4_000))
    limit = len(written) // 2
    assert limit < len(table)
    write(root, {"a.py": written, "b.py": table} if is_saved else {"c.py": STORED})
    codebase = open_codebase(settings=replace(settings, index_max_file_bytes=limit))
    typed(codebase, opened(codebase, text=written), 0, "def typed_now(): pass\n")
    opened(codebase, "b.py", f"def hidden_function(): pass\n{table}")
    assert found(codebase, "typed_now", mode=Mode.EXACT) == ["a.py"]
    eventually(lambda: names(codebase, "typed_now") == ["typed_now"])
    assert names(codebase, "hidden_function") == []


def test_a_document_is_found_as_long_as_no_rule_leaves_its_file_out(codebase: Codebase) -> None:
    typed(codebase, opened(codebase), 0, "def typed_now():\n    pass\n\n\n")
    assert names(codebase, "typed_now") == ["typed_now"]
    for rules, shown in (("a.py\n", []), ("", ["typed_now"])):
        write(codebase.root, {".gitignore": rules})
        codebase.mark_changed([codebase.root / ".gitignore"])
        settle(codebase, lambda status, shown=shown: names(codebase, "typed_now") == shown)


def test_a_file_that_goes_away_leaves_its_document(codebase: Codebase) -> None:
    document = opened(codebase)
    typed(codebase, document, 0, "def typed_now(): pass\n")
    os.unlink(codebase.root / "a.py")
    codebase.mark_changed([codebase.root / "a.py"])
    codebase.document_changed(codebase.root / "a.py")
    eventually(lambda: names(codebase, "typed_now") == ["typed_now"])
    codebase.close_document(codebase.root / "a.py", document)
    eventually(lambda: names(codebase, "stored_function") == [])


def test_code_like_that_in_an_open_document_is_found(codebase: Codebase) -> None:
    document = opened(codebase)
    lines = "def open_door(door, key):\n    key.turn(door.lock)\n    return door.open(wide=True)\n\n\n"
    typed(codebase, document, 0, lines)
    eventually(lambda: names(codebase, "open_door") == ["open_door"])
    opened(codebase, "new.py", lines.replace("open_door", "open_gate"))
    eventually(lambda: names(codebase, "open_gate") == ["open_gate"])
    place = SimilarQuery(codebase.root / "new.py", Span(1, 0, 1, 0))
    hits = codebase.similar(place, CancelToken()).hits
    assert hits[0].path == codebase.root / "a.py"
    assert hits[0].name == "open_door"


def test_filters_hold_for_open_documents_too(codebase: Codebase) -> None:
    document = opened(codebase)
    typed(codebase, document, 0, "class Typed:\n    'unsaved words'\n\n\n")
    eventually(lambda: names(codebase, "Typed") == ["Typed"])
    for mode in (Mode.LEXICAL, Mode.EXACT, Mode.REGEX):
        query = "unsaved" if mode is not Mode.EXACT else "unsaved words"
        assert "a.py" in found(codebase, query, mode=mode, languages=("python",), include=("*.py",))
        assert "a.py" not in found(codebase, query, mode=mode, languages=("go",))
        assert "a.py" not in found(codebase, query, mode=mode, exclude=("a.*",))
    assert "a.py" in found(codebase, "unsaved", mode=Mode.LEXICAL, kinds=("Class",))
    assert "a.py" not in found(codebase, "unsaved", mode=Mode.LEXICAL, kinds=("Interface",))


def test_vectors_are_of_the_text_as_it_is(root: Path, open_codebase: Open, settings: Settings) -> None:
    write(root, {"a.py": STORED, "b.py": "def other():\n    return 'nothing in common'\n"})
    codebase = open_codebase(settings=replace(settings, embedding_model="hash"))
    document = opened(codebase)
    typed(codebase, document, 0, "def typed_now():\n    return 'giraffes eat leaves'\n\n\n")

    def best() -> list[str]:
        hits = codebase.search(SearchQuery("giraffes eat leaves", mode=Mode.VECTOR), CancelToken()).hits
        return [hit.text or "" for hit in hits][:1]

    eventually(lambda: "giraffes" in "".join(best()))
    codebase.close_document(codebase.root / "a.py", document)
    assert "giraffes" not in "".join(best())


def test_a_text_that_is_open_before_the_model_is_loaded_is_found_by_its_meaning(
    root: Path, settings: Settings, pool: WorkerPool, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(root, {"a.py": STORED, "b.py": "def other():\n    return 'nothing in common'\n"})
    is_read = threading.Event()

    def load_late(*of: Any) -> Any:
        assert is_read.wait(LONG_S)
        return load_embedder(*of)

    load_embedder = model_switch.load_embedder
    monkeypatch.setattr(model_switch, "load_embedder", load_late)
    codebase = Asked(root, replace(settings, embedding_model="hash"), pool, SilentListener())
    with closing(codebase):
        opened(codebase, text="def typed_now():\n    return 'giraffes eat leaves'\n")
        codebase.start()
        eventually(lambda: "a.py" in codebase.published.documents.files)
        is_read.set()
        codebase.wait_until_idle(CancelToken())
        eventually(lambda: found(codebase, "giraffes eat leaves", mode=Mode.VECTOR)[:1] == ["a.py"])


def test_the_first_question_after_the_first_edit_knows_it(root: Path, open_codebase: Open) -> None:
    write(root, {"a.py": STORED})
    open_codebase().close()
    with closing(WorkerPool(1)) as pool:  # that has to start a worker for it
        codebase = open_codebase(pool=pool)
        document = opened(codebase)
        typed(codebase, document, 0, "def typed_now():\n    pass\n\n\n")
        assert names(codebase, "typed_now") == ["typed_now"]
        typed(codebase, document, 0, "def typed_again():\n    pass\n\n\n")
        assert names(codebase, "typed_again") == ["typed_again"]
