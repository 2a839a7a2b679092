"""Settings that change while folders are open: only what they touch is opened again."""

import threading
from concurrent.futures import Future
from dataclasses import replace

import pytest
from codebases import opened, write

from lsp_codebase.codebase import Codebase
from lsp_codebase.config import OPTIONS, Applies
from lsp_codebase.index import WorkerPool
from lsp_codebase.model import CancelToken, Document, SearchQuery, TreeQuery
from lsp_codebase.workspace import Workspace

TOKEN = "ghp_" + "Zx8Kq2Lm5Np7Rt9Vw3Yb1Dc4Fg6Hj0SaQe2W"
OTHER = {
    "index.location": "elsewhere",
    "index.exclude": ("*.md",),
    "index.languages": ("python",),
    "index.excludeLanguages": ("json",),
    "embedding.model": "hash",
    "rerank.model": "reader",
    "team.store": "file:///nowhere",
    "team.key": "a key",
    "team.server": ("http://127.0.0.1:1",),
    "log.level": "error",
    "log.file": "log.txt",
}
"""Values that are not the default, where none can be counted on from it."""


@pytest.fixture
def workspace(root, settings):
    write(root, {f"m{n}.py": f"def load_{n}():\n    return 'upload'  # {TOKEN}\n" for n in range(4)})
    with opened(settings, root) as workspace:
        yield workspace


def changed(settings, option, tmp_path):
    now = getattr(settings, option.field)
    value = not now if isinstance(now, bool) else now + 1 if isinstance(now, int) else OTHER[option.key]
    if option.key in ("index.location", "log.file"):
        value = str(tmp_path / value)
    return replace(settings, **{option.field: value})


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.key)
def test_a_folder_is_opened_again_only_for_what_its_index_is_opened_with(workspace, root, settings, tmp_path, option):
    before, generation = workspace.find(root), workspace.find(root).status().generation
    workspace.configure(changed(settings, option, tmp_path))
    after = workspace.find(root)
    assert (after is not before) == (option.applies is Applies.ON_OPENING)
    if after is before:
        assert after.wait_until_idle(CancelToken()).generation == generation
        assert len(workspace.symbols("load", CancelToken()).hits) == min(4, settings.symbols_max_results + 1)


def test_the_same_settings_again_change_nothing(workspace, root, settings):
    before = workspace.find(root)
    tree = workspace.tree(root, TreeQuery(), CancelToken())
    workspace.configure(replace(settings))
    assert workspace.find(root) is before
    assert workspace.tree(root, TreeQuery(), CancelToken()).stats.total_scans == tree.stats.total_scans


def test_the_number_of_symbols_applies_at_once_and_a_question_may_name_another(workspace, settings):
    workspace.configure(replace(settings, symbols_max_results=2))
    assert len(workspace.symbols("load", CancelToken()).hits) == 2
    assert len(workspace.symbols("load", CancelToken(), limit=3).hits) == 3
    assert len(workspace.symbols("?load", CancelToken(), limit=1).hits) == 1


def test_secrets_are_shown_and_hidden_at_once_in_every_answer(workspace, root, settings):
    def shown():
        hits = workspace.search(SearchQuery("load upload"), CancelToken()).hits
        return TOKEN in workspace.read_file(root / "m1.py").text, TOKEN in str(hits)

    assert shown() == (False, False)
    workspace.configure(replace(settings, secrets_show=True))
    assert shown() == (True, True)
    workspace.configure(settings)
    assert shown() == (False, False)


def test_the_pause_after_a_change_applies_at_once(workspace, root, settings):
    workspace.configure(replace(settings, index_debounce_ms=7_777))
    codebase = workspace.find(root)
    assert {part._settings.index_debounce_ms for part in (codebase._indexer, codebase._documents)} == {7_777}


def test_more_or_fewer_workers_begin_at_once_and_what_was_begun_is_done(monkeypatch):
    pool, together, gate = WorkerPool(1), threading.Barrier(3), threading.Event()
    monkeypatch.setattr(pool, "_run", lambda job, timeout_s, bulk: job())
    try:
        first = pool.submit(lambda: gate.wait(30), 0, bulk=True)
        waiting = pool.submit(lambda: "done", 0, bulk=True)
        pool.resize(3)
        assert pool.backlog == 6
        three = [pool.submit(lambda: together.wait(30), 0, bulk=True) for _ in range(3)]
        assert sorted(job.result(30) for job in three) == [0, 1, 2]
        gate.set()
        assert (first.result(30), waiting.result(30)) == (True, "done")
        pool.resize(1)
        assert pool.backlog == 2
    finally:
        gate.set()
        pool.close()
        pool.resize(2)  # of a closed pool: nothing


def test_work_under_way_follows_the_size_of_the_pool():
    pool, started = WorkerPool(1), [Future()]
    started[0].set_result(None)

    def start(task):
        if task:
            started.append(Future())
        return started[-1]

    def end_one():
        next(future for future in started if not future.done()).set_result(None)
        next(taken)
        return sum(not future.done() for future in started)

    taken = pool.map(range(100), start, None, CancelToken())
    try:
        next(taken)
        assert end_one() == 2
        pool.resize(3)
        assert end_one() == 6
        pool.resize(1)
        assert [end_one() for _ in range(6)] == [5, 4, 3, 2, 2, 2]
    finally:
        taken.close()
        pool.close()


def test_a_changed_number_of_workers_reaches_the_pool(workspace, settings):
    workspace.configure(replace(settings, index_workers=5))
    assert workspace._roots.pool.backlog == 10


def paths_of(workspace):
    return [hit.path.name for hit in workspace.symbols("shared_name", CancelToken()).hits]


def test_what_git_or_a_program_changed_is_not_worked_on_and_what_the_user_saved_is(workspace, root):
    write(root, dict.fromkeys(("a.py", "b.py", "c.py"), "def shared_name():\n    pass\n"))
    codebase = workspace.find(root)
    workspace.mark_changed([root / "c.py", root / "b.py", root / "a.py"])
    while len(paths_of(workspace)) < 3:
        codebase.wait_until_idle(CancelToken())
    assert paths_of(workspace) == ["a.py", "b.py", "c.py"]
    workspace.document_saved(root / "c.py")
    assert paths_of(workspace) == ["c.py", "a.py", "b.py"]
    workspace.document_changed(root / "b.py")
    assert paths_of(workspace) == ["b.py", "c.py", "a.py"]


def test_a_document_closed_while_its_folder_is_opened_stays_closed(root, settings, monkeypatch):
    write(root, {"a.py": "x = 1\n"})
    document, opening, may_open = Document("x = 2\n"), threading.Event(), threading.Event()
    open_it = Codebase.open_document

    def slowly(codebase, path, known):
        opening.set()
        may_open.wait(1)  # long enough for who does not wait
        open_it(codebase, path, known)

    monkeypatch.setattr(Codebase, "open_document", slowly)
    workspace = Workspace(settings)
    try:
        workspace.open_document(root / "a.py", document)
        adding = threading.Thread(target=workspace.add_folder, args=(root,))
        adding.start()
        assert opening.wait(30)
        workspace.close_document(root / "a.py", document)
        may_open.set()
        adding.join(30)
        assert workspace.find(root)._documents.document("a.py") is None
    finally:
        workspace.close()
