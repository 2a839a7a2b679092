"""Several clients of one process have the same root open: one index, and each its own view and documents."""

from __future__ import annotations

import gc
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count
from pathlib import Path

import pytest
from codebases import write
from waiting import LONG_S, eventually

from lsp_codebase import folders
from lsp_codebase.codebase import Codebase
from lsp_codebase.config import Settings
from lsp_codebase.errors import CodebaseError, IndexUnavailable, UnknownRoot
from lsp_codebase.index import SilentListener
from lsp_codebase.model import CancelToken, Document, Mode, Phase, SearchQuery, Span, TreeQuery
from lsp_codebase.open_roots import OpenRoots
from lsp_codebase.paths import innermost
from lsp_codebase.workspace import Workspace

TOKEN = "ghp_" + "Zx8Kq2Lm5Np7Rt9Vw3Yb1Dc4Fg6Hj0SaQe2W"
FILES = {f"m{n}.py": f"def load_{n}():\n    return 'upload'  # {TOKEN}\n" for n in range(4)}

Enter = Callable[..., Workspace]


@pytest.fixture
def roots() -> Iterator[OpenRoots]:
    roots = OpenRoots(1)
    yield roots
    roots.close()


@pytest.fixture
def enter(root: Path, settings: Settings, roots: OpenRoots) -> Iterator[Enter]:
    """Let one more client into the root, and wait until it is indexed."""
    write(root, FILES)
    clients = []

    def enter_it(settings: Settings = settings, listener=None) -> Workspace:
        client = Workspace(settings, listener, roots)
        clients.append(client)
        client.add_folder(root)
        client.start()
        client.find(root).wait_until_idle(CancelToken())
        return client

    yield enter_it
    for client in clients:
        client.close()


def names(client: Workspace, pattern: str) -> list[str]:
    return [hit.symbol.name for hit in client.symbols(pattern, CancelToken()).hits]


def shown(client: Workspace, text: str = "load upload") -> str:
    return str(client.search(SearchQuery(text), CancelToken()).hits)


def threads(kind: str, root: Path) -> int:
    return sum(thread.name == f"{kind}-{root.name}" for thread in threading.enumerate())


class Ears(SilentListener):
    def __init__(self) -> None:
        self.heard: list[str] = []

    def on_started(self, root):
        self.heard.append("started")

    def on_progress(self, root, progress):
        self.heard.append("progress")

    def on_ended(self, root, message):
        self.heard.append("ended")

    def on_status(self, status):
        self.heard.append(status.phase.value)


class Deaf(SilentListener):
    def on_started(self, root):
        raise RuntimeError("this client is broken")

    on_progress = on_ended = on_started

    def on_status(self, status):
        raise RuntimeError("this client is broken")


# -- one index


def test_a_second_client_gets_the_codebase_of_the_first(enter, root):
    first, second = enter(), enter()
    assert second.find(root) is first.find(root)
    assert names(second, "load_1") == names(first, "load_1") == ["load_1"]
    assert threads("indexer", root) == 1


def test_two_that_open_a_root_at_once_open_one_index(enter, root):
    met, clients = threading.Barrier(4), []

    def come() -> None:
        met.wait(LONG_S)
        clients.append(enter())

    coming = [threading.Thread(target=come) for _ in range(4)]
    for thread in coming:
        thread.start()
    for thread in coming:
        thread.join(LONG_S)
    assert len(clients) == 4
    assert len({client.find(root) for client in clients}) == 1
    assert threads("indexer", root) == 1
    assert all(names(client, "load_1") == ["load_1"] for client in clients)


def test_the_index_outlives_the_client_that_opened_it_and_is_closed_with_the_last(enter, root):
    opener, other = enter(), enter()
    codebase = other.find(root)
    opener.close()
    write(root, {"later.py": "def came_later():\n    pass\n"})
    other.mark_changed([root / "later.py"])
    eventually(lambda: names(other, "came_later") == ["came_later"])
    assert not codebase._indexer.is_closed
    other.close()
    assert codebase._indexer.is_closed
    assert threads("indexer", root) == 0


def test_a_root_that_all_have_left_is_opened_again_for_the_next(enter, root):
    first = enter()
    codebase = first.find(root)
    first.remove_folder(root)
    second = enter()
    assert second.find(root) is not codebase
    assert names(second, "load_1") == ["load_1"]


def test_a_process_keeps_nothing_of_a_root_that_all_have_left(enter, root):
    first = enter()
    codebase = weakref.ref(first.find(root))
    first.close()
    eventually(lambda: gc.collect() >= 0 and codebase() is None)


def test_a_client_may_leave_while_others_search_and_come_back(enter, root):
    staying, over, errors = enter(), threading.Event(), []

    def ask() -> None:
        while not over.is_set():
            found = names(staying, "load"), shown(staying)
            if len(found[0]) != 4 or "upload" not in found[1]:
                errors.append(found)

    asking = [threading.Thread(target=ask) for _ in range(2)]
    for thread in asking:
        thread.start()
    for _ in range(5):
        guest = enter()
        assert len(names(guest, "load")) == 4
        guest.close()
    over.set()
    for thread in asking:
        thread.join(LONG_S)
    assert not errors


def test_the_last_client_may_leave_while_it_asks(enter):
    for _ in range(3):
        client, asked, errors = enter(), threading.Event(), []
        asking = threading.Thread(target=ask_to_the_end, args=(client, asked, errors))
        asking.start()
        assert asked.wait(LONG_S)
        client.close()
        asking.join(LONG_S)
        assert not asking.is_alive()
        assert not errors


def test_a_folder_that_is_closed_while_it_is_looked_up_fails_no_question(enter, root, monkeypatch):
    client = enter()

    def found_and_closed(path, among):
        client.remove_folder(root)
        return innermost(path, among)

    monkeypatch.setattr(folders, "innermost", found_and_closed)
    assert client.find(root / "a.py").root == root
    with pytest.raises(UnknownRoot):
        client.find(root / "a.py")


def ask_to_the_end(client: Workspace, asked: threading.Event, errors: list[Exception]) -> None:
    try:
        while client.roots:
            shown(client)
            asked.set()
    except CodebaseError:  # it is told so: fine
        pass
    except Exception as error:
        errors.append(error)


def test_no_root_is_opened_once_the_process_ends(roots, root, settings):
    roots.close()
    client = Workspace(settings, roots=roots)
    with pytest.raises(IndexUnavailable, match="ending"):
        client.add_folder(root)


def test_what_is_closed_maps_no_file_of_its_index(enter, root, tmp_path):
    def mapped() -> list[str]:
        return [line for line in Path("/proc/self/maps").read_text().splitlines() if str(tmp_path / "cache") in line]

    if not Path("/proc/self/maps").exists():
        pytest.skip("what a process maps is only seen on Linux")
    enter().close()
    client = enter()  # what was saved is mapped
    held = client.find(root)
    assert names(client, "load_1") == ["load_1"]
    assert mapped()
    client.close()
    eventually(lambda: not mapped())
    assert held.status().phase is Phase.READY


# -- what is told


def test_every_client_is_told_of_the_indexing_and_one_that_fails_hurts_no_other(enter, root):
    early, ears, late = Ears(), Ears(), Ears()
    enter(listener=early)
    eventually(lambda: "ended" in early.heard)  # what comes is of another run
    first = enter(listener=Deaf())
    enter(listener=ears)
    assert ears.heard[0] == "ready"  # where things stand
    first.reindex()
    eventually(lambda: ears.heard.count("ended") == 1)
    first.find(root).wait_until_idle(CancelToken())
    assert ears.heard.index("started") < ears.heard.index("ended")
    enter(listener=late)
    assert late.heard == ["ready"]


def test_what_one_client_tells_of_the_disk_every_one_sees(enter, root):
    first, second = enter(), enter()
    assert "later.py" not in second.tree(None, TreeQuery(), CancelToken()).text
    second._tree_checked = time.monotonic()  # fresh for a while
    write(root, {"later.py": "def came_later():\n    pass\n"})
    first.mark_changed([root / "later.py"])
    assert "later.py" in second.tree(None, TreeQuery(), CancelToken()).text
    eventually(lambda: names(second, "came_later") == ["came_later"])


# -- each its own


def test_each_client_is_shown_tokens_or_not_as_its_own_settings_say(enter, root, settings):
    editor, agent = enter(replace(settings, secrets_show=True)), enter()
    for client, is_shown in ((editor, True), (agent, False)):
        assert (TOKEN in shown(client)) == is_shown
        assert (TOKEN in client.read_file(root / "m1.py").text) == is_shown
    agent.configure(replace(settings, secrets_show=True))
    editor.configure(settings)
    assert TOKEN in shown(agent)
    assert TOKEN not in shown(editor)


def test_each_client_is_given_as_many_symbols_as_its_own_settings_say(enter, settings):
    one, other = enter(), enter(replace(settings, symbols_max_results=2))
    assert (len(names(one, "load")), len(names(other, "load"))) == (4, 2)


# -- documents


def typed(client: Workspace, path: Path, document: Document, name: str) -> None:
    document.edit(Span(0, 0, 0, 0), f"def {name}():\n    pass\n\n\n")
    client.document_changed(path)


def opened(client: Workspace, path: Path) -> Document:
    document = Document(path.read_text())
    client.open_document(path, document)
    return document


def written(client: Workspace, text: str) -> list[str]:
    return [hit.preview for hit in client.search(SearchQuery(text, mode=Mode.EXACT), CancelToken()).hits]


def test_every_client_finds_what_one_of_them_types(enter, root):
    editor, agent = enter(), enter()
    typed(editor, root / "m1.py", opened(editor, root / "m1.py"), "typed_now")
    eventually(lambda: names(agent, "typed_now") == ["typed_now"])
    assert agent.read_file(root / "m1.py").text.startswith("def typed_now")
    editor.close()  # without closing the document
    eventually(lambda: names(agent, "typed_now") == [])
    assert agent.read_file(root / "m1.py").text.startswith("def load_1")


def test_of_two_documents_of_a_file_each_client_sees_its_own_and_others_the_one_edited_last(enter, root):
    path = root / "m1.py"
    one, other, agent = enter(), enter(), enter()
    first, second = opened(one, path), opened(other, path)
    typed(one, path, first, "typed_first")
    eventually(lambda: names(agent, "typed_first") == ["typed_first"])
    typed(other, path, second, "typed_second")
    eventually(lambda: names(agent, "typed_") == ["typed_second"])
    for client, name in ((one, "typed_first"), (other, "typed_second"), (agent, "typed_second")):
        assert client.read_file(path).text.startswith(f"def {name}")
        assert names(client, "typed_") == [name]
        assert client.symbols_in(path, CancelToken()).symbols[0].name == name
        assert written(client, "typed_") == [f"def {name}():"]
    other.close_document(path, second)
    eventually(lambda: (names(other, "typed_first"), names(other, "typed_second")) == (["typed_first"], []))
    assert other.read_file(path).text.startswith("def typed_first")
    one.close_document(path, first)
    eventually(lambda: names(one, "typed_first") == [])
    assert [first.serial, second.serial] == [1, 1]


def test_a_client_is_answered_from_its_own_document_after_its_settings_changed(enter, root, settings):
    path = root / "m1.py"
    one, other = enter(), enter()
    typed(one, path, opened(one, path), "typed_first")
    typed(other, path, opened(other, path), "typed_second")
    eventually(lambda: names(one, "typed_") == ["typed_first"])
    one.configure(replace(settings, symbols_max_results=7))
    assert names(one, "typed_") == ["typed_first"]


def test_opening_a_file_that_another_client_edits_changes_no_answer_but_ones_own(enter, root):
    path = root / "m1.py"
    editor, other = enter(), enter()
    typed(editor, path, opened(editor, path), "typed_now")
    eventually(lambda: names(other, "typed_now") == ["typed_now"])
    late = opened(other, path)
    end = time.monotonic() + 0.3
    while time.monotonic() < end:
        assert (names(editor, "typed_now"), names(other, "typed_now")) == (["typed_now"], [])
    assert other.read_file(path).text.startswith("def load_1")
    other.close_document(path, late)
    assert names(other, "typed_now") == ["typed_now"]


def test_places_are_those_of_the_document_that_a_client_has_open(enter, root):
    path = root / "m1.py"
    first, second = enter(), enter()
    for client, apart in ((first, 0), (second, 4), (first, 4), (second, 4)):
        document = opened(client, path)
        document.edit(Span(0, 0, 0, 0), "\n" * (3 if client is first else 7))
        client.document_changed(path)
        eventually(lambda: all(one.lines(path)[line_of(one, "load_1")] == b"def load_1():" for one in (first, second)))
        assert line_of(second, "load_1") - line_of(first, "load_1") == apart


def line_of(client: Workspace, name: str) -> int:
    (hit,) = client.symbols(name, CancelToken()).hits
    return hit.symbol.name_span.start_line


def test_a_saved_document_is_found_without_a_gap_where_another_client_has_the_file_open_too(enter, root):
    path = root / "m1.py"
    editor, other = enter(), enter()
    document, stale = opened(editor, path), opened(other, path)
    typed(editor, path, document, "typed_now")
    eventually(lambda: names(editor, "typed_now") == ["typed_now"])
    path.write_bytes(document.text().data)
    editor.document_saved(path)
    stale.replace(path.read_text())  # as an editor reads a file again that it shows
    other.document_changed(path)
    editor.close_document(path, document)
    end = time.monotonic() + 0.5
    while time.monotonic() < end:
        assert names(other, "typed_now") == ["typed_now"]


def test_a_document_of_one_clients_folder_is_found_in_the_folder_of_another_that_holds_it(roots, root, settings):
    write(root, {"inner/a.py": "def stored():\n    pass\n"})
    outer, inner = (Workspace(settings, roots=roots) for _ in range(2))
    try:
        outer.add_folder(root)
        inner.add_folder(root / "inner")
        for client in (outer, inner):
            client.start()
        path = root / "inner" / "a.py"
        typed(outer, path, opened(outer, path), "typed_now")
        eventually(lambda: names(inner, "typed_now") == ["typed_now"])
        assert inner.read_file(path).text.startswith("def typed_now")
    finally:
        outer.close()
        inner.close()


# -- settings that an index is opened with


def test_a_client_that_comes_later_is_told_which_of_its_settings_does_not_hold(enter, root, settings):
    first, second = enter(), enter(replace(settings, index_exclude=("m1.py",), secrets_show=True))
    assert first.unmet_settings == ()
    (told,) = second.unmet_settings
    assert told.startswith(
        f'index.exclude: ["m1.py"] does not hold for {root}, whose index another client opened with []'
    )
    assert names(second, "load_1") == ["load_1"]
    second.configure(replace(settings, index_exclude=("m1.py", "m2.py")))
    assert names(second, "load_1") == ["load_1"]
    second.configure(settings)
    assert second.unmet_settings == ()


def test_the_client_that_opened_an_index_opens_it_again_for_all_with_their_documents(enter, root, settings):
    first, second = enter(), enter()
    typed(second, root / "m2.py", opened(second, root / "m2.py"), "typed_now")
    before = second.find(root)
    first.configure(replace(settings, index_exclude=("m1.py",)))
    assert second.find(root) is first.find(root) is not before
    eventually(lambda: sorted(names(second, "load")) == ["load_0", "load_2", "load_3"])
    eventually(lambda: names(first, "typed_now") == ["typed_now"])
    assert second.unmet_settings != ()
    assert threads("indexer", root) == 1


def test_who_has_the_index_opened_again_is_not_told_meanwhile_that_another_holds_it(enter, root, settings, monkeypatch):
    client, close, told = enter(), Codebase.close, []
    asking = threading.Thread(target=lambda: told.append(client.unmet_settings))

    def close_slowly(codebase: Codebase) -> None:
        asking.start()
        asking.join(0.2)
        close(codebase)

    monkeypatch.setattr(Codebase, "close", close_slowly)
    client.configure(replace(settings, index_exclude=("m1.py",)))
    monkeypatch.undo()
    asking.join(LONG_S)
    assert told == [()]


def test_answers_go_on_while_the_index_is_opened_again(enter, root, settings):
    first, second = enter(), enter()
    over, wrong = threading.Event(), []

    def ask() -> None:
        while not over.is_set():
            answer = second.symbols("load_2", CancelToken())
            if answer.status.phase is Phase.READY and [hit.symbol.name for hit in answer.hits] != ["load_2"]:
                wrong.append(answer)

    asking = threading.Thread(target=ask)
    asking.start()
    for chars in (1_300, 1_200):
        first.configure(replace(settings, chunks_max_chars=chars))
        second.find(root).wait_until_idle(CancelToken())
    over.set()
    asking.join(LONG_S)
    assert not wrong


def test_who_leads_after_the_opener_has_left_may_have_it_opened_again(enter, root, settings):
    excluding = replace(settings, index_exclude=("m1.py",))
    opener, heir = enter(), enter(excluding)
    opener.close()
    assert names(heir, "load_1") == ["load_1"]  # the index that runs wins
    heir.configure(replace(excluding, symbols_max_results=50))
    eventually(lambda: names(heir, "load") == ["load_0", "load_2", "load_3"])
    assert heir.unmet_settings == ()


# -- the disk


def write_and_see(root: Path, name: str, client: Workspace) -> bool:
    write(root, {f"{name}.py": f"def {name}():\n    pass\n"})
    end = time.monotonic() + 1.5
    while time.monotonic() < end and names(client, name) != [name]:
        time.sleep(0.01)
    return names(client, name) == [name]


def test_we_look_at_no_file_where_the_only_client_watches(enter, root):
    editor = enter()
    editor.watch(client_watches=True)
    eventually(lambda: editor.find(root).status().phase is Phase.READY)
    assert editor._is_followed()
    names_of_files = (f"seen_by_nobody_{number}" for number in count())
    eventually(lambda: not write_and_see(root, next(names_of_files), editor))  # a new watch asks for one comparison
    editor.close()
    eventually(lambda: threads("watcher", root) == 0)


def test_no_client_depends_on_what_another_tells_of_the_disk(enter, root):
    editor, terminal = enter(), enter()
    editor.watch(client_watches=True)
    terminal.watch(client_watches=False)  # and the editor is frozen from now on
    eventually(lambda: terminal._is_followed())
    eventually(lambda: write_and_see(root, "seen_by_us", terminal))
    eventually(lambda: threads("watcher", root) == 1)
    terminal.close()
    eventually(lambda: write_and_see(root, "still_seen", editor))
    eventually(lambda: threads("watcher", root) == 1)
    editor.close()
    eventually(lambda: threads("watcher", root) == 0)


def test_we_watch_on_when_the_client_that_watches_has_left(enter, root):
    editor, terminal = enter(), enter()
    for client, watches in ((editor, True), (terminal, False)):
        client.watch(client_watches=watches)
    editor.close()
    eventually(lambda: write_and_see(root, "seen", terminal))
    eventually(lambda: threads("watcher", root) == 1)
