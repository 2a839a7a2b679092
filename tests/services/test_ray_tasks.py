"""The steps of a distributed build, without a cluster: a batch always yields its rows, whatever its files do."""

import hashlib
import os
from dataclasses import replace

import pyarrow as pa
import pytest
from codebases import write

from lsp_codebase.index.distributed import ray_tasks
from lsp_codebase.index.workers.extract import Extracted, ExtractJob, extract
from lsp_codebase.index.workers.pool import WorkerDied
from lsp_codebase.index.workers.reading import FileJob, read


class FakeWorker:
    """Does jobs in this process; one with a file of `deadly` dies, and files of `slow` take all patience there is."""

    def __init__(self, deadly: set[str], slow: set[str]) -> None:
        self.deadly, self.slow = deadly, slow
        self.jobs: list[list[str]] = []

    def run(self, job: ExtractJob, timeout_s: float) -> Extracted:
        paths = [file.path for file in job.files]
        self.jobs.append(paths)
        if self.deadly.intersection(paths):
            raise WorkerDied("worker process ended with -11")
        impatient = job.patience < 1
        quick = tuple(file for file in job.files if not (impatient and file.path in self.slow))
        slow = tuple(path for path in paths if impatient and path in self.slow)
        return replace(extract(replace(job, files=quick)), slow=slow)


@pytest.fixture
def contents(root, settings):
    write(root, {f"m{i}.py": f"def f{i}():\n    pass\n" for i in range(5)})
    return [read(root, FileJob(f"m{i}.py", 10 + i), settings) for i in range(5)]


@pytest.fixture
def extracted_with(contents, settings, monkeypatch):
    def run(*, deadly=(), slow=()):
        worker = FakeWorker(set(deadly), set(slow))
        monkeypatch.setattr(ray_tasks, "_worker", lambda: worker)
        files = ray_tasks.extract_batch(contents, settings).batch.files.to_pylist()
        return {row["path"]: row for row in files}, worker.jobs

    return run


def test_a_file_that_kills_the_worker_fails_alone(extracted_with, contents):
    files, jobs = extracted_with(deadly=["m2.py"])
    assert jobs == [[f"m{i}.py" for i in range(5)], *([f"m{i}.py"] for i in range(5))]
    assert [files[f"m{i}.py"]["state"] for i in range(5)] == ["indexed", "indexed", "failed", "indexed", "indexed"]
    failed = files["m2.py"]
    assert (failed["reason"], failed["file_id"]) == ("the parser crashed or hung", 12)
    assert failed["sha256"] == hashlib.sha256(contents[2][1]).hexdigest()  # it is not tried again before it changes


def test_a_slow_file_waits_for_the_others_and_is_then_given_all_the_time_it_may_take(extracted_with):
    files, jobs = extracted_with(slow=["m1.py"])
    assert jobs == [[f"m{i}.py" for i in range(5)], ["m1.py"]]
    assert {row["state"] for row in files.values()} == {"indexed"}
    assert len(files) == 5


def test_files_travel_as_they_were_read_and_those_that_are_gone_do_not(root, settings):
    write(root, {"a.py": "x = 1\n", "b.bin": b"\0", "gone.py": "x = 2\n"})
    jobs = [("a.py", 1), ("b.bin", 2), ("gone.py", 3)]
    expected = [read(root, FileJob(*job), settings) for job in jobs[:2]]
    os.remove(root / "gone.py")
    paths, file_ids = zip(*jobs, strict=True)
    batch = ray_tasks.read_files(pa.table({"path": paths, "file_id": file_ids}), root, settings)
    assert batch.num_rows == 2
    rows = batch.to_pylist()
    assert [row.pop("data") for row in rows] == [b"x = 1\n", None]
    columns = ("file_id", "path", "size", "mtime_ns", "sha256", "state", "reason")
    assert [[row[name] for name in columns] for row in rows] == [
        [getattr(record, name) for name in columns] for record, _ in expected
    ]


def test_a_batch_of_files_that_are_all_gone_writes_nothing(root, settings):
    batch = ray_tasks.read_files(pa.table({"path": ["gone.py"], "file_id": [1]}), root, settings)
    target = ray_tasks.Target(root / "nowhere", 1, None)
    assert ray_tasks.index_contents(batch, settings, target).num_rows == 0
