"""Content that is known from any branch, name or checkout is neither parsed nor embedded again (M09, M19, U04, U07)."""

import shutil
import time
from dataclasses import replace

import pyarrow as pa
import pytest
from codebases import Asked, names, settle, write
from git_commits import git
from index_states import state

from lsp_codebase.cache import ContentStore
from lsp_codebase.config import Settings
from lsp_codebase.embed import load_embedder
from lsp_codebase.index import SilentListener, scanning
from lsp_codebase.index.embed_job import EmbedJob, embed
from lsp_codebase.index.sharing import similar_tree as relative
from lsp_codebase.index.work_counters import Work
from lsp_codebase.location import index_directory
from lsp_codebase.model import CancelToken, CheckState, Phase
from lsp_codebase.scan import GitState, scan
from lsp_codebase.store import copy_index
from lsp_codebase.workspace import Workspace


def module(number, word):
    return f'''"""The {word} of {number}."""


class {word.title()}{number}:
    def {word}_of_{number}(self, first):
        """Return the {word}."""
        return first
'''


@pytest.fixture
def settings(settings):
    return replace(settings, embedding_model="builtin")


@pytest.fixture
def index(settings, pool):
    """Open a root, wait until it is indexed, and give it back closed in the end."""
    opened = []

    def index_it(root, settings=settings):
        codebase = Asked(root, settings, pool, SilentListener())
        opened.append(codebase)
        codebase.start()
        settle(codebase, lambda status: status.phase is Phase.READY)
        return codebase

    yield index_it
    for codebase in opened:
        codebase.close()


def settled(codebase, expected):
    """Wait until exactly these files are shown, with vectors."""

    def is_settled(status):
        shown = codebase._published.state
        has_vectors = shown.embedded == shown.files.counts.get("chunks", 0)
        return shown.files.by_path.keys() == expected and has_vectors and not status.stale

    settle(codebase, is_settled)


def rows(codebase):
    """Return everything an index holds but its ids and times, in a fixed order."""
    store = codebase._indexer.store
    chunks = pa.concat_tables(store.file_chunks(store.live.keys(), store.chunks.schema.names))
    vectors = store.vectors._table.rows().drop_columns(["chunk_id", "file_id"])
    kept = [table.drop_columns(["file_id"]) for table in (chunks.drop_columns(["chunk_id"]), store.symbols())]
    fields = (
        "path",
        "size",
        "sha256",
        "language",
        "state",
        "reason",
        "line_count",
        "is_generated",
        "chunks",
        "symbols",
    )
    files = [tuple(getattr(record, field) for field in fields) for record in store.files.values()]
    return [sorted(map(repr, table.to_pylist())) for table in (*kept, vectors)], sorted(files)


def test_the_second_visit_of_a_branch_parses_nothing(root, settings):
    git(root, "init")
    write(root, {f"m{i}.py": module(i, "price") for i in range(40)})
    git(root, "add", ".")
    git(root, "commit", "-m", "main")
    git(root, "checkout", "-b", "other")
    write(root, {f"m{i}.py": module(i, "tax") for i in range(30)})
    (root / "m39.py").rename(root / "moved.py")
    git(root, "add", "-A")
    git(root, "commit", "-m", "other")
    git(root, "checkout", "main")
    workspace = Workspace(settings)
    try:
        workspace.add_folder(root)
        workspace.start()
        workspace.watch(client_watches=False)
        codebase = workspace.find(root)
        on_main = {f"m{i}.py" for i in range(40)}
        settle(codebase, lambda status: status.indexed == 40)
        settled(codebase, on_main)
        git(root, "checkout", "other")
        settle(codebase, lambda status: names(codebase, "tax_of_29") == ["tax_of_29"])
        settled(codebase, on_main - {"m39.py"} | {"moved.py"})
        assert codebase.work.parsed == 70
        before = codebase.work - Work()
        for branch, word in (("main", "price"), ("other", "tax")):
            git(root, "checkout", branch)
            settle(codebase, lambda status, word=word: names(codebase, f"{word}_of_29") == [f"{word}_of_29"])
            settled(codebase, on_main if branch == "main" else on_main - {"m39.py"} | {"moved.py"})
        done = codebase.work - before
        assert done.parsed == 0
        assert done.read >= 62  # those that are heard of a few at a time, as saves are, come from the known contents
    finally:
        workspace.close()


def test_files_that_become_again_what_they_were_are_taken_back_with_all_that_was_made_of_them(
    root, index, settings, tmp_path
):
    one = {f"m{i}.py": module(i, "price") for i in range(12)}
    other = {f"m{i}.py": module(i, "tax") for i in range(11)}
    write(root, one)
    codebase = index(root)
    ids = {path: record.file_id for path, record in codebase._indexer.store.files.items()}
    for files in (other, one, other, one):
        before = codebase.work - Work()
        write(root, files)
        if files is one:
            codebase.mark_changed([root / path for path in one])
        else:
            (root / "m11.py").unlink()
            codebase.mark_changed([root / path for path in one])
        settle(codebase, lambda status, files=files: status.indexed == len(files))
        assert names(codebase, "price_of_11") == ["price_of_11"] * (files is one)
        settled(codebase, files.keys())
    assert (codebase.work - before).parsed == (codebase.work - before).known == 0
    assert {path: record.file_id for path, record in codebase._indexer.store.files.items()} == ids
    fresh = index(root, replace(settings, index_location=str(tmp_path / "fresh")))
    assert state(codebase) == state(fresh)


def test_a_renamed_file_is_moved(root, index):
    write(root, {"old/price.py": module(1, "price"), "b.py": module(2, "tax")})
    codebase = index(root)
    before = codebase.work - Work()
    (root / "old").rename(root / "new")
    codebase.mark_changed([root / "old", root / "new"])
    settled(codebase, {"new/price.py", "b.py"})
    done = codebase.work - before
    assert (done.parsed, done.known) == (0, 1)
    (symbol,) = codebase.symbols("price_of_1", CancelToken()).hits
    assert symbol.path == root / "new/price.py"


def test_another_checkout_finds_everything_known_and_its_index_is_as_a_fresh_one(tmp_path, root, index, settings):
    write(root, {f"pkg/m{i}.py": module(i, "price") for i in range(5)} | {"README.md": "# Prices\n\nAll of them.\n"})
    write(root, {"tests/test_a.py": module(9, "tax"), "bad.bin": b"\0", "huge.min.js": "var a=1;" * 2_000})
    first = index(root)
    assert first.work.parsed == 8
    other = tmp_path / "elsewhere"
    shutil.copytree(root, other / "nested")
    second = index(other)
    assert second.work.parsed == 0
    fresh = index(other, replace(settings, index_location=str(tmp_path / "empty"), index_content_store_mb=0))
    assert fresh.work.parsed == 8
    assert rows(second) == rows(fresh)
    assert not (tmp_path / "empty" / "content").exists()


def test_a_root_inside_another_does_not_double_the_work(root, index):
    write(root, {"inner/a.py": module(1, "price"), "inner/b.py": module(2, "price"), "c.py": module(3, "tax")})
    assert index(root / "inner").work.parsed == 2
    outer = index(root)
    assert (outer.work.parsed, outer.work.known) == (1, 2)


def test_a_name_that_changes_what_a_file_is_has_it_parsed_again(root, index):
    write(root, {"a.py": module(1, "price")})
    codebase = index(root)
    (root / "a.py").rename(root / "test_a.py")
    codebase.mark_changed([root / "a.py", root / "test_a.py"])
    settled(codebase, {"test_a.py"})
    assert codebase.work.parsed == 2
    assert all(hit.symbol.is_test for hit in codebase.symbols("price_of_1", CancelToken()).hits)


def test_other_chunks_are_not_taken_for_these(root, index, settings):
    write(root, {"a.py": "".join(module(i, "price") for i in range(30))})
    large = index(root)
    count = large.status().chunks
    large.close()
    small = index(root, replace(settings, chunks_max_chars=300))
    assert small.status().chunks > count
    assert small.work.parsed == 1


def test_a_damaged_content_store_is_thrown_away(root, index, settings, tmp_path):
    write(root, {"a.py": module(1, "price")})
    index(root).close()
    for damaged in (tmp_path / "cache" / "content").iterdir():
        damaged.write_bytes(b"\0garbage" * 1_000)
    shutil.copytree(root, tmp_path / "second")
    assert index(tmp_path / "second").status().indexed == 1
    shutil.copytree(root, tmp_path / "third")
    write(tmp_path / "third", {"b.py": module(2, "price")})
    third = index(tmp_path / "third")
    assert names(third, "price_of_2") == ["price_of_2"]


def test_only_what_a_model_took_long_for_is_kept(settings, monkeypatch):
    content = ContentStore(settings.index_location, 10_000_000)
    embedder = load_embedder(settings)
    job = EmbedJob(settings, ("text",), ("head",))
    assert [embed(job, embedder, content).computed for _ in range(2)] == [1, 1]
    monkeypatch.setattr(type(embedder), "is_heavy", True)
    made, kept = (embed(job, embedder, content) for _ in range(2))
    assert [made.computed, kept.computed] == [1, 0]
    assert kept.vectors.tolist() == made.vectors.tolist()
    content.close()


def test_what_is_typed_and_not_saved_is_kept_nowhere(settings, monkeypatch):
    content = ContentStore(settings.index_location, 10_000_000)
    embedder = load_embedder(settings)
    monkeypatch.setattr(type(embedder), "is_heavy", True)
    for kept, computed in ((False, 1), (True, 1), (False, 0)):
        assert embed(EmbedJob(settings, ("typed",), ("head",), kept=kept), embedder, content).computed == computed
    content.close()


def test_what_is_checked_out_is_told_from_the_files_of_git(root, tmp_path):
    assert GitState(tmp_path).head() == ""
    write(root, {"a.py": "a = 1\n"})
    git(root, "init")
    unborn = GitState(root).head()
    git(root, "add", ".")
    git(root, "commit", "-m", "one")
    committed = GitState(root).head()
    git(root, "checkout", "-b", "other")
    assert len({unborn, committed, GitState(root).head()}) == 3


def copy_of(root, beside, name):
    """Return another checkout of the same files: all of them are newer."""
    other = beside / name / root.name
    shutil.copytree(root, other)
    return other


def test_files_that_are_merely_newer_are_told_by_their_content_without_a_worker(root, index, pool, monkeypatch):
    write(root, {f"m{number}.py": module(number, "price") for number in range(60)})
    write(root, {"picture.png": "\0", "m60.py": module(60, "rates")})
    codebase = index(root)
    before = codebase._indexer.store.files["m1.py"], codebase._indexer.store.files["picture.png"]
    write(root, {"m60.py": module(60, "taxes")})  # of the same size
    jobs, submit = [], pool.submit
    monkeypatch.setattr(pool, "submit", lambda job, *args, **kw: jobs.extend(job.files) or submit(job, *args, **kw))
    for path in root.iterdir():
        path.touch()
    codebase.refresh()
    settle(codebase, lambda _: names(codebase, "taxes_of_60") == ["taxes_of_60"])
    assert [job.path for job in jobs] == ["m60.py"]
    after = codebase._indexer.store.files["m1.py"], codebase._indexer.store.files["picture.png"]
    assert [record.file_id for record in after] == [record.file_id for record in before]
    assert [record.mtime_ns for record in after] == [
        path.stat().st_mtime_ns for path in (root / "m1.py", root / "picture.png")
    ]


@pytest.fixture(scope="module")
def known(tmp_path_factory, pool):
    """A folder with the tree, which no test changes, and its index."""
    folder = tmp_path_factory.mktemp("known")
    write(folder / "root", {f"package/m{number}.py": module(number, "total") for number in range(24)})
    settings = Settings(index_location=str(folder / "cache"), embedding_model="builtin", index_debounce_ms=1)
    codebase = Asked(folder / "root", settings, pool, SilentListener())
    codebase.start()
    settle(codebase, lambda status: status.phase is Phase.READY)
    codebase._indexer.close(30)  # what is copied is saved on a busy machine, too
    return folder


class TestAnotherCheckoutOfAKnownTree:
    @pytest.fixture(autouse=True)
    def small_trees_count(self, monkeypatch):
        monkeypatch.setattr(relative, "_LEAST_FILES", 20)

    @pytest.fixture
    def root(self, known):
        return known / "root"

    @pytest.fixture
    def settings(self, settings, known):
        shutil.copytree(known / "cache", settings.index_location)
        return settings

    @pytest.fixture
    def second(self, root, tmp_path):
        return copy_of(root, tmp_path, "second")

    def test_begins_with_the_index_of_the_other_and_neither_parses_nor_embeds(self, second, index):
        codebase = index(second)
        assert (codebase.work.parsed, codebase.work.known, codebase.work.embedded) == (0, 0, 0)
        status = codebase.status()
        assert status.indexed == 24
        assert status.vectors.done == status.vectors.total == status.chunks
        assert names(codebase, "total_of_23") == ["total_of_23"]

    def test_asks_no_worker_and_walks_the_tree_once(self, second, index, pool, monkeypatch):
        walks, jobs = [], []
        monkeypatch.setattr(scanning, "scan", lambda *args, **kwargs: walks.append(args) or scan(*args, **kwargs))
        monkeypatch.setattr(pool, "submit", lambda *args, **kwargs: jobs.append(args))
        codebase = index(second)
        assert (len(walks), jobs) == (1, [])
        assert codebase.work.read == 24
        assert codebase._indexer._indexes.is_taken_over  # what was saved of the other answers here

    def test_finds_what_came_after_the_walk_if_somebody_tells_of_it(self, second, settings, pool, monkeypatch):
        codebase = Asked(second, settings, pool, SilentListener())

        def change_then_copy(*args):
            write(second, {"package/late.py": module(77, "late")})
            codebase.look_again()
            return copy_index(*args)

        monkeypatch.setattr(relative, "copy_index", change_then_copy)
        codebase.start()
        settle(codebase, lambda status: status.phase is Phase.READY)
        assert names(codebase, "late_of_77") == ["late_of_77"]
        codebase.close()

    def test_answers_its_first_question_from_the_copy(self, second, settings, pool):
        (second / "package/m0.py").unlink()
        codebase = Asked(second, settings, pool, SilentListener())
        codebase.start()
        with codebase.asked(time.monotonic() + 60, CancelToken()):
            assert names(codebase, "total_of_23") == ["total_of_23"]
            assert "total_of_0" not in names(codebase, "total_of_0")
        codebase.close()

    def test_finds_what_only_it_has_and_not_what_only_the_other_has(self, second, index):
        (second / "package/m0.py").unlink()
        write(second, {"package/m1.py": module(1, "average"), "package/new.py": module(1_000, "median")})
        codebase = index(second)
        assert "total_of_0" not in names(codebase, "total_of_0")
        assert "total_of_1" not in names(codebase, "total_of_1")
        assert names(codebase, "average_of_1") == ["average_of_1"]
        assert names(codebase, "median_of_1000") == ["median_of_1000"]

    def test_finds_a_change_that_left_the_size_as_it_was(self, second, index):
        write(second, {"package/m1.py": module(1, "tutal")})
        codebase = index(second)
        assert "total_of_1" not in names(codebase, "total_of_1")
        assert names(codebase, "tutal_of_1") == ["tutal_of_1"]

    def test_leaves_the_index_of_the_other_as_it_is(self, root, second, index):
        other = index(second)
        write(second, {f"package/m{number}.py": module(number, "average") for number in range(12, 24)})
        other.refresh()
        settle(other, lambda status: names(other, "average_of_23") == ["average_of_23"])
        first = index(root)
        assert names(first, "total_of_23") == ["total_of_23"]
        assert names(first, "average_of_23") == []
        assert all(check.state is not CheckState.DAMAGED for check in first.doctor(CancelToken()))

    def test_is_possible_while_the_other_is_open(self, root, tmp_path, index):
        first = index(root)
        codebase = index(copy_of(root, tmp_path, "second"))
        assert codebase.work.parsed == 0
        assert names(first, "total_of_23") == names(codebase, "total_of_23") == ["total_of_23"]

    def test_is_made_from_nothing_where_the_index_of_the_other_is_torn(self, root, settings, second, index):
        for path in (index_directory(root, settings.index_location) / "tables").rglob("*.lance"):
            if path.is_file():
                path.write_bytes(path.read_bytes()[:100])
        codebase = index(second)
        assert names(codebase, "total_of_23") == ["total_of_23"]

    def test_is_made_from_nothing_when_that_is_asked_for(self, second, index):
        codebase = index(second)
        codebase.reindex()
        settle(codebase, lambda status: status.phase is Phase.READY and codebase.work.known == 24)
        assert names(codebase, "total_of_23") == ["total_of_23"]

    def test_a_tree_with_little_in_common_begins_with_nothing(self, second, index):
        for number in range(16):
            (second / f"package/m{number}.py").unlink()
        write(second, {f"package/other{number}.py": module(number, "other") for number in range(16)})
        codebase = index(second)
        assert codebase.work.parsed == 16
