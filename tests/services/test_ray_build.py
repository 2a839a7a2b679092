"""An index built on a Ray cluster: the rows of one machine, whatever happens to nodes and files; a clear error else."""

import os
import shutil
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pyarrow as pa
import pytest
from baselines import FILES, clone, make_origin
from codebases import found, names, write
from index_rows import assert_same, fragment_files, rows

import lsp_codebase
from lsp_codebase.cli import main
from lsp_codebase.codebase import Codebase
from lsp_codebase.config import Settings
from lsp_codebase.errors import ClusterUnavailable, IndexUnavailable, InvalidQuery
from lsp_codebase.index import SilentListener, WorkerPool
from lsp_codebase.index.distributed import ray_build, ray_cluster
from lsp_codebase.index.distributed.ray_build import build_index
from lsp_codebase.index.workers import pool as pools
from lsp_codebase.location import index_directory
from lsp_codebase.model import CancelToken, CheckState
from lsp_codebase.store import VectorTable, WriterLock

pytest.importorskip("ray")
pytest.importorskip("lance_ray")

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]  # Ray warns of itself

PARSE = Path(lsp_codebase.__file__).parent / "parse"
# A worker starts Python with this: one file ends its process as a broken grammar does.
DEADLY = """
import os, sys
if "lsp_codebase.index.workers.worker" in " ".join(sys.orig_argv):
    from lsp_codebase.index.workers import extract
    parse_file = extract.parse_file
    extract.parse_file = lambda path, *rest: os.abort() if path == "deadly.py" else parse_file(path, *rest)
"""
START_WORKER = pools._start_process
NODE = {"num_cpus": 1, "object_store_memory": 90 << 20, "include_dashboard": False}


@pytest.fixture(scope="module")
def tree(tmp_path_factory) -> Path:
    """Real modules and queries, and files of every kind of trouble."""
    root = tmp_path_factory.mktemp("tree")
    shutil.copytree(PARSE, root / "parse", ignore=shutil.ignore_patterns("__pycache__"))
    write(
        root,
        {
            "deadly.py": "def kills_its_parser():\n    pass\n",
            "beside.py": "def lies_beside_it():\n    pass\n",
            "binary.py": b"\0\1\2",
            "empty.py": "",
            ".env": "TOKEN=1\n",
            "broken.py": "def broken(:\n",
            "crlf.js": "function spoken() {\r\n  return 'größe'\r\n}\r\n",
        },
    )
    return root


@pytest.fixture(scope="module")
def deadly_workers(tmp_path_factory) -> Iterator[None]:
    folder = tmp_path_factory.mktemp("site")
    (folder / "sitecustomize.py").write_text(DEADLY)
    with pytest.MonkeyPatch.context() as patch:
        package = str(Path(lsp_codebase.__file__).parents[1])
        patch.setenv("PYTHONPATH", os.pathsep.join([str(folder), package]))
        patch.syspath_prepend(folder)  # workers get the path of this process
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setattr(pools, "_start_process", START_WORKER)  # a forked one would not load `sitecustomize`
        yield


@pytest.fixture(scope="module")
def cluster(deadly_workers):
    """Two nodes, of which that of the driver has nothing but the checkout."""
    from ray.cluster_utils import Cluster

    soon = {"health_check_period_ms": 1_000, "health_check_failure_threshold": 3}  # a dead node is seen
    with pytest.MonkeyPatch.context() as patch, tempfile.TemporaryDirectory(prefix="ray-") as folder:
        patch.setenv("RAY_TMPDIR", folder)  # a short path: sockets lie in it
        cluster = Cluster(initialize_head=True, head_node_args={**NODE, "num_cpus": 0, "_system_config": soon})
        try:
            cluster.add_node(**NODE)
            yield cluster
        finally:
            cluster.shutdown()


@dataclass
class Place:
    """A folder for one index of the tree, and the settings that have it there."""

    root: Path
    settings: Settings

    @classmethod
    def at(cls, root: Path, folder: Path) -> "Place":
        return cls(root, Settings(index_location=str(folder / "indexes")))

    @property
    def directory(self) -> Path:
        return index_directory(self.root, self.settings.index_location)


@pytest.fixture(scope="module")
def small_batches() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(ray_build, "_LEAST_BYTES", 10_000)
        yield


@pytest.fixture
def place(tree, tmp_path) -> Place:
    return Place.at(tree, tmp_path)


@contextmanager
def indexed(place: Place) -> Iterator[Codebase]:
    pool = WorkerPool(1)
    codebase = Codebase(place.root, place.settings, pool, SilentListener())
    try:
        codebase.start()
        codebase.wait_until_idle(CancelToken())
        yield codebase
    finally:
        codebase.close()
        pool.close()


@pytest.fixture(scope="module")
def alone(tree, deadly_workers, tmp_path_factory) -> dict[str, pa.Table]:
    """The rows of the tree as one machine makes them."""
    place = Place.at(tree, tmp_path_factory.mktemp("alone"))
    with indexed(place):
        pass
    return rows(place.directory)


@pytest.fixture(scope="module")
def built(tree, cluster, small_batches, tmp_path_factory) -> Place:
    place = Place.at(tree, tmp_path_factory.mktemp("built"))
    build_index(place.root, place.settings, place.directory, cluster.address)
    return place


def test_the_rows_of_a_cluster_are_those_of_one_machine(built, alone):
    assert_same(rows(built.directory), alone)


def test_they_come_in_the_order_of_the_paths_whichever_node_was_first(built):
    import lance

    for name, column in (("files", "path"), ("chunks", "chunk_id"), ("symbols", "path")):
        found = lance.dataset(str(built.directory / "tables" / f"{name}.lance")).to_table()[column].to_pylist()
        assert found == sorted(found), name


def test_a_file_that_kills_its_parser_is_one_failed_row_and_its_neighbours_are_indexed(built):
    files = {row["path"]: row for row in rows(built.directory)["files"].to_pylist()}
    assert [path for path, row in files.items() if row["state"] == "failed"] == ["deadly.py"]
    assert files["deadly.py"]["reason"] == "the parser crashed or hung"
    assert files["beside.py"]["symbols"] == 1


def test_such_an_index_opens_as_it_is_answers_and_is_sound(built, alone):
    with indexed(built) as codebase:
        assert codebase.work.parsed == 0
        assert names(codebase, "lies_beside_it") == ["lies_beside_it"]
        assert "parse/chunks.py" in found(codebase, "split a file into chunks")[:5]
        status = codebase.full_status()
        assert status.vectors.done == status.vectors.total == status.chunks > 0
        checks = codebase.doctor(CancelToken())
        assert {check.name for check in checks} >= {"files", "chunks", "symbols", "row index", "postings", "vectors"}
        assert [check for check in checks if check.state is not CheckState.OK] == []
    assert_same(rows(built.directory), alone)


@pytest.mark.usefixtures("small_batches")
def test_a_node_that_is_killed_in_the_middle_changes_nothing(place, cluster, alone):
    doomed = cluster.add_node(**NODE)
    killed_after = []

    def kill(done: int, total: int, path: str) -> None:
        if not killed_after:
            killed_after.append((done, total))
            cluster.remove_node(doomed, allow_graceful=False)

    build_index(place.root, place.settings, place.directory, cluster.address, kill)
    ((done, total),) = killed_after
    assert 0 < done < total / 2
    assert_same(rows(place.directory), alone)
    data = {path.name for path in (place.directory / "tables").rglob("data/*")}
    assert data == fragment_files(place.directory)  # what the lost node wrote is not left behind
    assert [path.name for path in Path(place.settings.index_location).iterdir()] == [place.directory.name]


def test_a_commit_is_published_from_a_cluster_and_another_checkout_begins_with_it(cluster, tmp_path, capsys):
    origin, store = make_origin(tmp_path / "origin"), tmp_path / "store"
    store.mkdir()
    given = [f"team.store={store.as_uri()}", "team.publish=true"]
    options = [word for one in given for word in ("--set", one)]
    assert main(["publish", str(origin), "--ray", cluster.address, *options]) == 0
    assert f"is published, {FILES} files" in capsys.readouterr().out
    settings = Settings(index_location=str(tmp_path / "cache"), index_history=False, team_store=store.as_uri())
    with indexed(Place(clone(origin, tmp_path / "other"), settings)) as codebase:
        assert codebase.work.parsed == codebase.work.embedded == 0
        assert names(codebase, "total_7_of_3")[0] == "total_7_of_3"
        assert [check for check in codebase.doctor(CancelToken()) if check.state is not CheckState.OK] == []


def test_where_nothing_or_nobody_answers_there_is_one_clear_error_within_seconds(place, monkeypatch):
    monkeypatch.setattr(ray_cluster, "_HEALTH_S", 3.0)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        address = f"127.0.0.1:{silent.getsockname()[1]}"
        begin = time.monotonic()
        with pytest.raises(ClusterUnavailable, match=f"no Ray cluster answers at {address}: nothing heard within 3 s"):
            build_index(place.root, place.settings, place.directory, address)
    with pytest.raises(ClusterUnavailable, match=f"no Ray cluster answers at {address}: connection refused"):
        build_index(place.root, place.settings, place.directory, address)
    assert time.monotonic() - begin < 60
    assert not (place.directory / "tables").exists()


@pytest.mark.parametrize("address", ["", "localhost", "ray://localhost:10001", "localhost:port", "http://localhost:1"])
def test_an_address_of_another_kind_is_refused_with_the_name_of_the_option(place, address):
    with pytest.raises(InvalidQuery, match=r"--ray: .*HOST:PORT"):
        build_index(place.root, place.settings, place.directory, address)


def test_nodes_that_do_not_see_the_folder_are_named(place, cluster, monkeypatch):
    monkeypatch.setattr(Path, "touch", lambda path: None)  # as if it were on another disk
    with pytest.raises(ClusterUnavailable, match=r"node .* does not see .* share"):
        build_index(place.root, place.settings, place.directory, cluster.address)


def test_what_fails_on_a_node_is_one_error_that_tells_the_cause(place, cluster, monkeypatch):
    monkeypatch.setattr(VectorTable, "table_name", "vectors_of_none")
    with pytest.raises(ClusterUnavailable, match=r"the build failed on a node: .*vectors_of_none.* not found"):
        build_index(place.root, place.settings, place.directory, cluster.address)
    assert rows(place.directory)["files"].num_rows == 0


def test_an_index_that_is_open_elsewhere_is_left_alone(place, cluster):
    place.directory.mkdir(parents=True)
    lock = WriterLock(place.directory)
    assert lock.acquire()
    try:
        with pytest.raises(IndexUnavailable, match="another process has the index"):
            build_index(place.root, place.settings, place.directory, cluster.address)
    finally:
        lock.release()
