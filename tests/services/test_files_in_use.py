"""The rule of Windows, on Linux: a file that is open or mapped is neither deleted nor replaced. The index goes on."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from codebases import names, settle, write

from lsp_codebase.codebase import Codebase
from lsp_codebase.config import Settings
from lsp_codebase.model import CancelToken, IndexStatus, Phase

pytestmark = [
    pytest.mark.skipif(sys.platform != "linux", reason="what is mapped is looked up as Linux shows it"),
    pytest.mark.skipif(sys.version_info < (3, 11), reason="pathlib has functions of its own to delete, out of reach"),
]

Open = Callable[..., Codebase]
FILES = {f"pkg/module_{i}.py": f"def function_{i}(value):\n    return 'number {i}'\n" for i in range(20)}


class Held:
    """What was refused, by the names of the files."""

    def __init__(self) -> None:
        self.refused: list[str] = []

    def check(self, path: Any, dir_fd: int | None = None) -> None:
        above = os.readlink(f"/proc/self/fd/{dir_fd}") if dir_fd is not None else ""
        full = os.path.join(above, os.path.abspath(path) if dir_fd is None else path)
        if ".lance/" not in full and self.is_used(full):  # LanceDB shares what it opens
            self.refused.append(os.path.basename(full))
            raise PermissionError(13, "Access is denied", full)

    def is_used(self, path: str) -> bool:
        with open("/proc/self/maps", encoding="utf-8") as file:
            if any(line.rstrip("\n").endswith(f" {path}") for line in file):
                return True
        return any(_target(number) == path for number in os.listdir("/proc/self/fd"))


def _target(number: str) -> str:
    try:
        return os.readlink(f"/proc/self/fd/{number}")
    except OSError:
        return ""


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    one = Held()

    def refusing(call: Callable[..., None], places: slice) -> Callable[..., None]:
        def do(*paths: Any, dir_fd: int | None = None, **options: Any) -> None:
            for path in paths[places]:
                one.check(path, dir_fd)
            call(*paths, **options, **({} if dir_fd is None else {"dir_fd": dir_fd}))

        return do

    with monkeypatch.context() as patch:
        for name, places in (("unlink", slice(1)), ("remove", slice(1)), ("replace", slice(2)), ("rename", slice(2))):
            patch.setattr(os, name, refusing(getattr(os, name), places))
        patch.setattr("shutil._use_fd_functions", True)
        yield one


@pytest.fixture
def hashed(settings: Settings) -> Settings:
    return replace(settings, embedding_model="hash")


@pytest.fixture
def reopened(root: Path, open_codebase: Open, hashed: Settings, held: Held) -> Codebase:
    """An index that answers from mapped files, since it was saved before."""
    write(root, FILES)
    first = open_codebase(settings=hashed)
    first.close()
    first.let_go()
    codebase = open_codebase(settings=hashed)
    settle(codebase, is_whole)
    assert mapped(codebase)
    return codebase


def is_whole(status: IndexStatus) -> bool:
    assert status.phase is not Phase.FAILED, status
    is_embedded = status.vectors is not None and status.vectors.done == status.chunks > 0
    return status.phase is Phase.READY and not status.stale and status.indexed == len(FILES) and is_embedded


def folder(codebase: Codebase) -> Path:
    return Path(codebase._indexer._directory)


def mapped(codebase: Codebase) -> set[Path]:
    """The saved files of an index that this process has mapped."""
    with open("/proc/self/maps", encoding="utf-8") as file:
        paths = {Path(line.split(maxsplit=5)[-1].strip()) for line in file if " /" in line}
    return {path for path in paths if path.is_relative_to(folder(codebase)) and path.suffix != ".lance"}


def test_a_new_state_is_saved_beside_one_that_is_mapped_which_is_deleted_later(
    root: Path, open_codebase: Open, hashed: Settings, reopened: Codebase, held: Held
) -> None:
    question = reopened._published.state  # one that takes its time
    before = mapped(reopened)
    for some in (range(10), range(10, 20)):  # what more at once replace is kept, as after a switch of branches
        for number in some:
            write(root, {f"pkg/module_{number}.py": f"def changed_{number}(value):\n    return 'another {number}'\n"})
        reopened.mark_changed([root / f"pkg/module_{number}.py" for number in some])
        last = f"changed_{some[-1]}"
        settle(reopened, lambda status, last=last: is_whole(status) and names(reopened, last) == [last])
    reopened.close()
    assert {path.name for path in before} <= {*held.refused}
    assert all(path.exists() for path in before)
    assert {file.path for file in question.files.by_path.values()} == FILES.keys()  # it still answers

    del question
    reopened.let_go()
    gc.collect()
    third = open_codebase(settings=hashed)
    settle(third, is_whole)
    assert names(third, "changed_7") == ["changed_7"]
    assert names(third, "function_7") == []
    write(root, {"pkg/module_7.py": "def last_change(value):\n    return 'the last'\n"})
    third.mark_changed([root / "pkg/module_7.py"])
    settle(third, lambda status: is_whole(status) and names(third, "last_change") == ["last_change"])
    third.close()
    assert not any(path.exists() for path in before)


@pytest.mark.slow
def test_an_index_is_built_anew_though_the_files_of_the_earlier_one_are_mapped(
    root: Path, reopened: Codebase, held: Held
) -> None:
    question = reopened._published.state
    reopened.reindex()
    settle(reopened, lambda status: is_whole(status) and bool(held.refused))
    assert names(reopened, "function_7") == ["function_7"]
    assert len(question.files.by_path) == len(FILES)
    assert all(check.state.value != "damaged" for check in reopened.doctor(CancelToken()))


@pytest.mark.slow
def test_an_index_is_cleared_though_its_files_are_mapped(root: Path, reopened: Codebase, held: Held) -> None:
    question = reopened._published.state
    reopened.clear(CancelToken())
    assert reopened.status().message.startswith("cleared")
    assert names(reopened, "function_7") == []
    assert len(question.files.by_path) == len(FILES)
    reopened.reindex()
    settle(reopened, is_whole)
    assert names(reopened, "function_7") == ["function_7"]
