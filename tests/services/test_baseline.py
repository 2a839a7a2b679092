"""A checkout begins with the index that its team published of the nearest commit, and answers as if it had read all."""

import base64
import json
import os
import shutil
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import replace
from itertools import product
from pathlib import Path

import pyarrow as pa
import pytest
from baselines import FILES, clone, commit, commits, copied, make_origin, module, publish_it, team_settings
from codebases import Asked, names, settle, write
from command_line import run_command
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from git_commits import git
from waiting import eventually

from lsp_codebase.errors import Damaged, InvalidQuery, TeamStoreUnavailable
from lsp_codebase.index import FetchedIndex, SilentListener, fetch
from lsp_codebase.index import pipeline as pipelines
from lsp_codebase.index.sharing import publishing
from lsp_codebase.index.sharing import similar_tree as relative
from lsp_codebase.index.sharing.baseline import recipe_of
from lsp_codebase.index.workers import reading
from lsp_codebase.indexes import resident_vectors
from lsp_codebase.indexes.names import snapshot
from lsp_codebase.indexes.words import words
from lsp_codebase.location import index_directory
from lsp_codebase.model import CancelToken, CheckState, Phase, SearchQuery
from lsp_codebase.parse import PARSER_VERSION, TOKENIZER_VERSION
from lsp_codebase.replica import Replica
from lsp_codebase.scan import lineage
from lsp_codebase.store import Manifest
from lsp_codebase.store.lean_import import import_lancedb
from lsp_codebase.team import Objects, baseline, download, upload
from lsp_codebase.team.baseline import Baseline
from lsp_codebase.team.parts import part_key

Open = Callable[..., Asked]
NOT_USED = "the team's index is not used"


@pytest.fixture(autouse=True, scope="module")
def small_parts() -> Iterator[None]:
    """Cut a small index into some parts."""
    with pytest.MonkeyPatch.context() as patch:
        for module_of in (baseline, sys.modules[upload.__module__]):
            patch.setattr(module_of, "INLINE_BYTES", 4_000)
        yield


@pytest.fixture(scope="module")
def published(tmp_path_factory) -> Path:
    """A folder with a repository, `origin`, whose only commit is published to `store`; no test changes either."""
    folder = tmp_path_factory.mktemp("published")
    make_origin(folder / "origin")
    (folder / "store").mkdir()
    publish_it(folder / "origin", team_settings(folder / "store", folder / "cache"))
    return folder


@pytest.fixture
def origin(published, tmp_path) -> Path:
    """The repository, to go on with."""
    return clone(published / "origin", tmp_path / "origin")


@pytest.fixture
def store(published, tmp_path) -> Path:
    """The store, to do with as one likes."""
    return copied(published / "store", tmp_path / "store")


@pytest.fixture
def begin(store, tmp_path, pool) -> Iterator[Open]:
    """Open a checkout that has no index yet, and wait until it is indexed."""
    opened: list[Asked] = []

    def open_it(root: Path, *, wait: bool = True, listener=None, **settings) -> Asked:
        chosen = team_settings(store, tmp_path / "cache", **settings)
        codebase = Asked(root, chosen, pool, listener or SilentListener())
        opened.append(codebase)
        codebase.start()
        if wait:
            settle(codebase, lambda status: status.phase in (Phase.READY, Phase.FAILED))
        return codebase

    yield open_it
    for codebase in opened:
        codebase.close()


def is_right(codebase: Asked, modules=range(FILES)) -> bool:
    """Whether the definitions of these modules are found, and the index is in order."""
    assert codebase.status().phase is Phase.READY
    assert all(names(codebase, f"total_7_of_{number}")[0] == f"total_7_of_{number}" for number in modules)
    return all(check.state is not CheckState.DAMAGED for check in codebase.doctor(CancelToken()))


class TestACheckoutBeginsWithTheTeamsIndex:
    def test_of_its_very_commit_and_neither_parses_nor_embeds_nor_asks_a_worker(
        self, published, tmp_path, begin, pool, monkeypatch
    ):
        jobs = []
        monkeypatch.setattr(pool, "submit", lambda *args, **kwargs: jobs.append(args))
        codebase = begin(clone(published / "origin", tmp_path / "second"))
        assert (codebase.work.parsed, codebase.work.embedded, jobs) == (0, 0, [])
        assert is_right(codebase)
        status = codebase.status()
        assert (status.indexed, status.message) == (FILES, None)
        assert status.vectors.done == status.vectors.total == status.chunks > 0

    @pytest.mark.slow
    def test_reads_only_a_few_of_the_files_that_git_knows(self, published, tmp_path, begin, monkeypatch):
        monkeypatch.setattr(pipelines, "_SAMPLE", 3)
        opened = []
        read = reading.open_file
        monkeypatch.setattr(reading, "open_file", lambda root, path: opened.append(path) or read(root, path))
        codebase = begin(clone(published / "origin", tmp_path / "second"))
        assert 0 < len(opened) <= 3
        assert is_right(codebase)

    def test_of_a_commit_before_and_reads_what_changed_since(self, origin, begin):
        commit(origin, {"package/m1.py": module(1, "average"), "new.py": module(99, "median")})
        git(origin, "rm", "--quiet", "package/m2.py")
        git(origin, "commit", "--quiet", "-m", "less")
        codebase = begin(origin)
        assert codebase.work.parsed == 2
        assert names(codebase, "average_7_of_1") == ["average_7_of_1"]
        assert names(codebase, "median_7_of_99") == ["median_7_of_99"]
        assert not {"total_7_of_1", "total_7_of_2"} & {
            *names(codebase, "total_7_of_1"),
            *names(codebase, "total_7_of_2"),
        }
        assert is_right(codebase, range(3, FILES))

    @pytest.mark.slow
    def test_of_the_hundredth_commit_before(self, origin, begin):
        commits(origin, 100)
        codebase = begin(origin)
        assert codebase.work.parsed == 0
        assert is_right(codebase)

    @pytest.mark.slow
    def test_and_finds_what_is_not_committed_yet(self, origin, begin):
        write(origin, {"package/m1.py": module(1, "tutal"), "later.py": module(50, "later")})  # the first of equal size
        (origin / "package/m2.py").unlink()
        codebase = begin(origin)
        assert codebase.work.parsed == 2
        assert names(codebase, "tutal_7_of_1") == ["tutal_7_of_1"]
        assert names(codebase, "later_7_of_50") == ["later_7_of_50"]
        assert "total_7_of_2" not in names(codebase, "total_7_of_2")

    @pytest.mark.slow
    def test_and_leaves_out_what_its_own_settings_leave_out(self, origin, begin):
        write(origin, {"big.py": module(60, "big") * 2})
        codebase = begin(
            origin, index_exclude=("package/m1?.py",), index_max_file_bytes=(origin / "big.py").stat().st_size - 1
        )
        assert codebase.work.parsed == 0
        assert "total_7_of_11" not in names(codebase, "total_7_of_11")
        assert is_right(codebase, range(10))

    @pytest.mark.slow
    def test_but_not_with_one_that_was_built_with_another_size_of_chunks_or_model(self, published, tmp_path, begin):
        codebase = begin(clone(published / "origin", tmp_path / "second"), chunks_max_chars=600)
        assert codebase.work.parsed == FILES
        other = begin(clone(published / "origin", tmp_path / "third"), embedding_model="none", chunks_max_chars=601)
        assert other.work.parsed == FILES

    @pytest.mark.slow
    def test_in_a_folder_of_the_repository_that_was_published_itself(self, origin, store, tmp_path, begin):
        publish_it(origin / "package", team_settings(store, tmp_path / "other"))
        commit(origin, {"package/m1.py": module(1, "average")})
        codebase = begin(origin / "package")
        assert codebase.work.parsed == 1
        assert is_right(codebase, range(2, FILES))

    @pytest.mark.slow
    def test_with_progress_and_a_message_that_name_the_commit(self, published, tmp_path, begin):
        told = []

        class Listener(SilentListener):
            def on_status(self, status):
                told.append((status.phase, status.message))

            def on_progress(self, root, progress):
                told.append(progress.path)

        second = clone(published / "origin", tmp_path / "second")
        head = git(second, "rev-parse", "--short=7", "HEAD")
        begin(second, listener=Listener())
        assert (Phase.STARTING, f"fetching the team's index of {head}…, 100 %") in told
        assert f"MB of the team's index of {head}" in told

    @pytest.mark.slow
    def test_while_the_index_of_another_checkout_is_nearer(self, published, tmp_path, begin, monkeypatch):
        monkeypatch.setattr(relative, "_LEAST_FILES", 20)
        begin(clone(published / "origin", tmp_path / "a" / "root"))
        monkeypatch.setattr(Objects, "get", lambda *args: pytest.fail("the store was asked"))
        assert is_right(begin(clone(published / "origin", tmp_path / "b" / "root")))


class TestWithoutGoodDataTheIndexIsBuiltHere:
    def built(self, codebase: Asked, *, is_told: bool) -> bool:
        message = codebase.status().message or ""
        assert (NOT_USED in message) == is_told, message
        assert codebase.work.parsed == FILES
        return is_right(codebase)

    @pytest.mark.parametrize(
        ("folder", "damage"),
        [
            ("parts", lambda data: data[:-1] + bytes([data[-1] ^ 1])),
            *(
                pytest.param(folder, damage, marks=pytest.mark.slow)
                for folder in ("baselines", "parts")
                for damage in (lambda data: bytes([*data[:70], data[70] ^ 1, *data[71:]]), lambda data: data[:50])
            ),
        ],
        ids=["flipped", "list flipped", "list cut", "flipped in front", "cut"],
    )
    def test_where_objects_are_changed_or_cut(self, origin, store, begin, folder, damage):
        for path in (store / folder).iterdir():
            path.write_bytes(damage(path.read_bytes()))
        assert self.built(begin(origin), is_told=folder == "parts")

    @pytest.mark.slow
    def test_where_the_parts_are_gone(self, origin, store, begin):
        shutil.rmtree(store / "parts")
        assert self.built(begin(origin), is_told=True)

    def test_where_the_store_is_gone_in_the_middle(self, origin, begin, monkeypatch):
        get, asked = Objects.get, []

        def get_two(self, key, most):
            asked.append(key)
            if len(asked) > 2:
                raise TeamStoreUnavailable("connection reset", "check the network")
            return get(self, key, most)

        monkeypatch.setattr(Objects, "get", get_two)
        codebase = begin(origin)
        assert "connection reset" in codebase.status().message
        assert self.built(codebase, is_told=True)
        assert not [*index_directory(origin, codebase.settings.index_location).glob("baseline")]

    @pytest.mark.slow
    def test_where_there_is_no_store(self, origin, begin):
        assert self.built(begin(origin, team_store="s4://nowhere"), is_told=True)

    @pytest.mark.slow
    def test_where_the_index_is_that_of_another_tree(self, origin, store, tmp_path, begin):
        other = tmp_path / "other"
        write(other, {f"package/m{number}.py": module(number, "tutal") for number in range(FILES)})  # of equal sizes
        wrong = begin(other, team_store="")
        wrong.close()
        (named,) = (store / "baselines").iterdir()
        true = published_list(store, origin, wrong.settings)
        named.unlink()
        directory = index_directory(other, wrong.settings.index_location)
        upload(Objects(store.as_uri()), recipe(origin, wrong.settings), directory, true.commit, true.tree)
        assert named.exists()
        codebase = begin(origin)
        assert codebase.work.parsed == FILES
        assert names(codebase, "tutal_7_of_3") != ["tutal_7_of_3"]
        assert is_right(codebase)

    @pytest.mark.slow
    def test_where_a_table_has_other_columns(self, origin, store, tmp_path, begin):
        folder = tmp_path / "made" / "tables"
        for name in ("files", "chunks", "symbols"):
            import_lancedb().connect(folder).create_table(name, pa.table({"file_id": [1]}))
        settings = team_settings(store, tmp_path / "cache")
        true = published_list(store, origin, settings)
        shutil.rmtree(store / "baselines")
        upload(Objects(store.as_uri()), recipe(origin, settings), folder.parent, true.commit, true.tree)
        assert self.built(begin(origin), is_told=True)

    @pytest.mark.slow
    def test_where_no_commit_is_published(self, tmp_path, begin):
        other = make_origin(tmp_path / "other")
        commit(other, {"package/m0.py": module(0, "total") + "\n"})
        git(other, "checkout", "--quiet", "--orphan", "alone")
        git(other, "commit", "--quiet", "-m", "alone")
        assert self.built(begin(other), is_told=False)


class TestSignatures:
    @pytest.fixture
    def keys(self, tmp_path, monkeypatch):
        """The settings of two public keys; the first one's private key is the one to sign with."""
        pair = [Ed25519PrivateKey.generate() for _ in range(2)]
        path = tmp_path / "private"
        path.write_text(base64.b64encode(pair[0].private_bytes_raw()).decode())
        monkeypatch.setenv("LSP_CODEBASE_TEAM_SIGNING_KEY", str(path))
        return [base64.b64encode(one.public_key().public_bytes_raw()).decode() for one in pair]

    @pytest.mark.slow
    def test_what_is_not_signed_by_the_key_that_is_set_is_as_not_there(self, origin, begin, keys):
        assert begin(origin, team_key=keys[1]).work.parsed == FILES

    @pytest.mark.slow
    def test_what_is_signed_by_it_is_used_and_takes_the_place_of_what_is_not(
        self, origin, store, tmp_path, begin, keys
    ):
        settings = team_settings(store, tmp_path / "other", team_key=keys[0])
        assert publish_it(origin, settings).is_new
        assert not publish_it(origin, settings).is_new
        codebase = begin(origin, team_key=keys[0])
        assert codebase.work.parsed == 0
        assert is_right(codebase)

    def test_nothing_is_published_that_those_who_check_would_not_see(self, origin, store, tmp_path, keys):
        with pytest.raises(TeamStoreUnavailable, match="LSP_CODEBASE_TEAM_SIGNING_KEY"):
            publish_it(origin, team_settings(store, tmp_path / "other", team_key=keys[1]))


POLICIES = [
    *product((words, resident_vectors), ("_MERGING", "_SETTLED")),
    (snapshot, "_SMALL"),
]


class TestPublishing:
    @pytest.mark.slow
    def test_sends_only_what_is_new_since_the_commit_before(
        self, published, origin, store, tmp_path, begin, monkeypatch
    ):
        for room, policy in POLICIES:  # so few rows would all become one part
            monkeypatch.setattr(room, policy, replace(getattr(room, policy), small=0))
        commit(origin, {"new.py": module(99, "median")})
        before = {path.name: path.stat().st_size for path in (store / "parts").iterdir()}
        settings = team_settings(store, tmp_path / "other")
        done = publish_it(origin, settings)
        assert (done.is_new, done.files) == (True, FILES + 1)
        sent = [path.stat().st_size for path in (store / "parts").iterdir() if path.name not in before]
        assert sum(sent) < sum(before.values()) / 2
        assert not publish_it(origin, settings).is_new
        codebase = begin(clone(origin, tmp_path / "second"))
        assert codebase.work.parsed == 0
        assert names(codebase, "median_7_of_99") == ["median_7_of_99"]

    @pytest.mark.slow
    def test_merges_what_many_commits_left_and_stays_whole(self, origin, store, tmp_path, begin, monkeypatch):
        commit(origin, {"new.py": module(99, "median")})
        monkeypatch.setattr(publishing, "_MOST_PARTS", 1)
        publish_it(origin, team_settings(store, tmp_path / "other"))
        codebase = begin(clone(origin, tmp_path / "second"))
        directory = index_directory(codebase.root, codebase.settings.index_location)
        assert len([*(directory / "tables/chunks.lance/data").iterdir()]) == 1
        assert codebase.work.parsed == 0
        assert is_right(codebase)

    @pytest.mark.parametrize(
        ("change", "named"),
        [
            (lambda root: write(root, {"package/m1.py": module(1, "tutal")}), "package/m1.py"),
            (lambda root: write(root, {"private.py": "key = 1\n"}), "private.py"),
            (lambda root: git(root, "rm", "--quiet", "package/m1.py"), "package/m1.py"),
            (lambda root: (root / "package/m1.py").unlink(), "package/m1.py"),
        ],
        ids=["changed", "untracked", "staged", "deleted"],
    )
    def test_is_refused_while_files_are_not_as_committed(self, origin, store, tmp_path, change, named):
        change(origin)
        with pytest.raises(InvalidQuery, match=named):
            publish_it(origin, team_settings(store, tmp_path / "other"))

    def test_takes_a_file_for_committed_that_was_only_written_again(self, origin, store, tmp_path):
        for path in (origin / "package").iterdir():
            path.touch()
        assert not publish_it(origin, team_settings(store, tmp_path / "other")).is_new

    def test_needs_to_be_allowed_and_a_commit(self, origin, store, tmp_path):
        settings = team_settings(store, tmp_path / "other")
        for wrong, field in ((replace(settings, team_store=""), "team.store"), (settings, "team.publish")):
            with pytest.raises(InvalidQuery, match=field):
                publishing.publish(origin, wrong, SilentListener(), CancelToken())
        (tmp_path / "plain").mkdir()
        with pytest.raises(InvalidQuery, match="no commit"):
            publish_it(tmp_path / "plain", settings)

    @pytest.mark.slow
    def test_leaves_out_repositories_inside(self, origin, published, store, tmp_path, begin):
        git(origin, "submodule", "--quiet", "add", str(published / "origin"), "inner[1]")
        git(origin, "commit", "--quiet", "-m", "inner")
        assert publish_it(origin, team_settings(store, tmp_path / "other")).files == FILES + 1  # with .gitmodules
        codebase = begin(origin)
        assert codebase.status().indexed == 2 * FILES + 1

    @pytest.mark.slow
    def test_by_two_at_once_leaves_one_whole_index(self, origin, store, tmp_path, begin):
        commit(origin, {"new.py": module(99, "median")})
        done = []

        def run(number: int) -> None:
            done.append(publish_it(origin, team_settings(store, tmp_path / f"other{number}")))

        threads = [threading.Thread(target=run, args=(number,)) for number in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert len(done) == 2
        codebase = begin(origin)
        assert codebase.work.parsed == 0
        assert names(codebase, "median_7_of_99") == ["median_7_of_99"]


class TestFetching:
    def test_goes_on_where_it_was_cut_off(self, origin, store, tmp_path):
        settings = team_settings(store, tmp_path / "cache")
        found, objects = published_list(store, origin, settings), Objects(store.as_uri())
        get, first = objects.get, [*found.parts][:3]
        objects.get = lambda key, most: get(key, most) if key in map(part_key, first) else b"torn"
        with pytest.raises(Damaged):
            download(objects, found, tmp_path / "here", lambda *_: None, lambda: False)
        for thread in threading.enumerate():
            if thread.name == "baseline":  # it ends with the part that it has
                thread.join(60)
        kept = {path.name for path in (tmp_path / "here" / "parts").iterdir() if len(path.name) == 64}
        assert 0 < len(kept) <= 3 < len(found.parts)
        damaged = tmp_path / "here" / "parts" / min(kept)
        damaged.write_bytes(bytes(damaged.stat().st_size))
        again = Objects(store.as_uri())
        download(again, found, tmp_path / "here", lambda *_: None, lambda: False)
        assert again.moved.requests == len(found.parts) - len(kept) + 1
        for file in found.files:
            path = tmp_path / "here" / "index" / file.path
            assert (path.stat().st_size, path.stat().st_mtime_ns) == (file.size, file.mtime_ns)

    @pytest.mark.slow
    def test_ends_when_the_index_is_closed_and_the_next_start_goes_on(self, origin, begin, monkeypatch):
        get, waits, hangs = Objects.get, threading.Event(), threading.Event()

        def get_some(self, key, most):
            if key.startswith("parts") and hangs.is_set():
                waits.wait(60)
            hangs.set() if key.startswith("parts") else None
            return get(self, key, most)

        monkeypatch.setattr(Objects, "get", get_some)
        codebase = begin(origin, wait=False)
        settle(codebase, lambda status: "fetching" in (status.message or "") and hangs.is_set())
        codebase.close()
        assert not codebase._indexer._thread.is_alive()
        monkeypatch.setattr(Objects, "get", get)
        again = begin(origin)
        waits.set()
        assert again.work.parsed == 0
        assert is_right(again)


class TestAnIndexIsFetchedToBeServed:
    @pytest.fixture
    def fetch(self, store, tmp_path):
        """Fetch what is published of a clone's commit, and return the answer of the command."""

        def run(root: Path, *arguments: str):
            settings = ["--set", "embedding.model=hash", "--set", f"team.store={store.as_uri()}"]
            return run_command("fetch", str(root), "--to", str(tmp_path / "served"), *settings, *arguments)

        return run

    def test_without_a_file_of_the_checkout_and_names_its_commit(self, published, tmp_path, store, fetch):
        bare = tmp_path / "bare"
        git(tmp_path, "clone", "-q", "--no-checkout", str(published / "origin"), str(bare))
        assert [*bare.iterdir()] == [bare / ".git"]
        done = fetch(bare)
        assert (done.returncode, done.stderr) == (0, "")
        head = git(bare, "rev-parse", "HEAD")
        assert done.stdout == f"{tmp_path / 'served'} leads to the index of {head[:7]}\n"
        assert json.loads(fetch(bare, "--json").stdout)["isNew"] is False
        chosen = team_settings(store, tmp_path / "cache", index_history=True)
        with closing(Replica(chosen, [tmp_path / "served"])) as replica:
            answer = replica.search(SearchQuery("total_7_of_3"), CancelToken())
            (status,) = replica.status()
        assert answer.hits[0].name == "total_7_of_3"
        assert (status.indexed, status.commit, status.message) == (FILES, head, None)

    @pytest.mark.slow
    def test_and_the_next_one_takes_its_place_in_one_step(self, origin, store, tmp_path, fetch):
        first = fetch(origin)
        assert first.returncode == 0, first.stderr
        before = os.path.realpath(tmp_path / "served")
        for text in ("def added_later(): pass\n", "def added_last(): pass\n"):
            commit(origin, {"later.py": text})
            publish_it(origin, team_settings(store, tmp_path / "cache"))
            assert fetch(origin).returncode == 0
        assert os.path.realpath(tmp_path / "served").endswith("served-" + git(origin, "rev-parse", "HEAD")[:12])
        assert not os.path.exists(before), "only the one before is kept"
        assert len([*tmp_path.glob("served-*")]) == 2

    def test_by_two_at_once_that_do_not_spoil_each_others_work(self, origin, store, tmp_path, monkeypatch):
        settings = team_settings(store, tmp_path / "cache")
        get, asked = Objects.get, []

        def counted(self, key, most):
            asked.append(key)
            if key.startswith("parts"):
                time.sleep(0.5)  # the second has begun by then, and either waits or fetches the same
            return get(self, key, most)

        def run() -> FetchedIndex:
            return fetch(origin, settings, tmp_path / "served", SilentListener(), CancelToken())

        monkeypatch.setattr(Objects, "get", counted)
        with ThreadPoolExecutor(2) as threads:
            both = [threads.submit(run) for _ in range(2)]
            assert sorted(done.result().is_new for done in both) == [False, True]
        parts = [key for key in asked if key.startswith("parts")]
        assert len(parts) == len(set(parts)) > 0
        with closing(Replica(settings, [tmp_path / "served"])) as replica:
            assert replica.search(SearchQuery("total_7_of_3"), CancelToken()).hits[0].name == "total_7_of_3"
        assert not (tmp_path / "served-part").exists()

    def test_where_nothing_is_published_it_says_so(self, tmp_path, fetch):
        other = make_origin(tmp_path / "other")
        commit(other, {"package/m0.py": "def another(): pass\n"})
        git(other, "checkout", "-q", "--orphan", "alone")
        git(other, "commit", "-q", "-m", "alone")
        done = fetch(other)
        assert (done.returncode, "publish one first" in done.stderr) == (2, True)
        assert not os.path.lexists(tmp_path / "served")

    def test_a_folder_without_commits_is_told_to_be_one(self, tmp_path, fetch):
        write(tmp_path, {"bare/m0.py": "def another(): pass\n"})
        done = fetch(tmp_path / "bare")
        assert (done.returncode, "has no commit that git can tell of" in done.stderr) == (2, True)

    def test_what_is_no_link_is_left_alone(self, origin, tmp_path, fetch):
        write(tmp_path, {"served/mine.txt": "kept\n"})
        done = fetch(origin)
        assert (done.returncode, "--to" in done.stderr) == (2, True)
        assert (tmp_path / "served/mine.txt").read_text() == "kept\n"


def recipe(root, settings):
    manifest = Manifest(str(root), PARSER_VERSION, TOKENIZER_VERSION, settings.chunks_max_chars)
    return recipe_of(settings, manifest, lineage(root, 1, CancelToken()))


def published_list(store: Path, root: Path, settings) -> Baseline:
    tree = git(root, "rev-parse", "HEAD^{tree}")
    found = baseline.read(Objects(store.as_uri()), recipe(root, settings), tree, None)
    assert found is not None
    return found


class TestTheCommand:
    @pytest.fixture
    def run(self, store, tmp_path, origin):
        given = ["--set", f"team.store={store.as_uri()}", "--set", f"index.location={tmp_path / 'other'}"]
        given += ["--set", "embedding.model=hash"]
        return lambda *arguments: run_command("publish", str(origin), *given, *arguments)

    @pytest.mark.slow
    def test_prints_what_was_published_or_that_it_is_there(self, run, origin):
        done = run("--set", "team.publish=true")
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.endswith("is published already\n")
        commit(origin, {"new.py": module(99, "median")})
        done = run("--set", "team.publish=true", "--json")
        (told,) = map(json.loads, done.stdout.splitlines())
        assert (told["commit"], told["isNew"]) == (git(origin, "rev-parse", "HEAD"), True)
        assert told["files"] == FILES + 1
        assert told["sentBytes"] > 0

    def test_says_what_is_missing_or_in_the_way(self, run, origin):
        assert (run().returncode, run().stderr.count("team.publish: is off")) == (2, 1)
        gone = run("--set", "team.publish=true", "--set", "team.store=s4://nowhere")
        assert (gone.returncode, "team.store" in gone.stderr) == (3, True)
        write(origin, {"private.py": "key = 1\n"})
        done = run("--set", "team.publish=true")
        assert (done.returncode, "private.py" in done.stderr) == (2, True)


@pytest.mark.slow
def test_a_process_that_is_killed_in_the_middle_leaves_the_next_less_to_fetch(origin, store, tmp_path):
    """The second process is let alone; of the parts only those are asked for that the first did not get."""
    asked = tmp_path / "asked"
    slowed = (
        "import sys, time\n"
        "from lsp_codebase.team import Objects\n"
        "get, seconds, asked = Objects.get, float(sys.argv.pop(1)), sys.argv.pop(1)\n"
        "def late(self, key, most):\n"
        "    time.sleep(seconds * key.startswith('parts'))\n"
        "    found = get(self, key, most)\n"
        "    print(key, file=open(asked, 'a'))\n"
        "    return found\n"
        "if __name__ == '__main__':\n"
        "    Objects.get = late\n"
        "    from lsp_codebase.team import baseline, download\n"
        "    sys.modules[download.__module__]._AT_ONCE = 1\n"
        "    baseline.INLINE_BYTES = 4_000\n"
        "    from lsp_codebase.cli import main\n"
        "    sys.exit(main(sys.argv[1:]))\n"
    )
    command = ["index", str(origin), "--json", "--set", "embedding.model=hash", "--set", f"team.store={store.as_uri()}"]
    command += ["--set", f"index.location={tmp_path / 'cache'}"]

    def start(seconds: float) -> "subprocess.Popen[str]":
        python = [sys.executable, "-c", slowed, str(seconds), str(asked), *command]
        return subprocess.Popen(python, stdout=subprocess.PIPE, text=True)

    with start(0.5) as first:
        eventually(lambda: asked.exists() and asked.read_text().count("parts/") >= 3)
        first.kill()
    before = set(asked.read_text().split())
    asked.unlink()
    with start(0) as second:
        status = json.loads(second.communicate(timeout=240)[0])
    assert (status["phase"], status["files"]["indexed"]) == ("ready", FILES)
    again = {key for key in asked.read_text().split() if key.startswith("parts/")}
    assert again
    assert len(again & before) <= 1  # it was asked for, and not written yet


@pytest.mark.slow
def test_an_s3_store_serves_as_a_folder_does(origin, tmp_path, pool, monkeypatch):
    server = pytest.importorskip("moto.server").ThreadedMotoServer(port=0, verbose=False)
    server.start()
    try:
        host, port = server.get_host_and_port()
        for name, value in {"ACCESS_KEY_ID": "a", "SECRET_ACCESS_KEY": "b", "REGION": "us-east-1"}.items():
            monkeypatch.setenv(f"AWS_{name}", value)
        monkeypatch.setenv("AWS_ENDPOINT_URL", f"http://{host}:{port}")
        monkeypatch.setenv("AWS_ALLOW_HTTP", "true")
        urllib.request.urlopen(urllib.request.Request(f"http://{host}:{port}/team", method="PUT")).close()
        settings = team_settings(tmp_path, tmp_path / "other", team_store="s3://team/indexes")
        assert publish_it(origin, settings).is_new
        assert not publish_it(origin, settings).is_new
        commit(origin, {"new.py": module(99, "median")})
        codebase = Asked(origin, settings, pool, SilentListener())
        codebase.start()
        settle(codebase, lambda status: status.phase is Phase.READY)
        assert codebase.work.parsed == 1
        assert is_right(codebase)
        codebase.close()
    finally:
        server.stop()
