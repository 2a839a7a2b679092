"""Answers of a process that asks once and is gone, and of one that waits until an index is complete."""

from __future__ import annotations

import errno
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from codebases import write
from given_settings import given

from lsp_codebase.config import Settings
from lsp_codebase.errors import Cancelled, IndexUnavailable
from lsp_codebase.model import CancelToken, Phase, SearchQuery
from lsp_codebase.opening import open_answers, wait_until_indexed

FILES = {f"pkg/module_{i}.py": f"def open_box_{i}():\n    # lift the lid, number {i}\n    pass\n" for i in range(20)}
ASK_ONCE = """
import sys
from pathlib import Path
from lsp_codebase.config import Source, Sources
from lsp_codebase.model import CancelToken, SearchQuery
from lsp_codebase.opening import open_answers
sources = Sources(command_line=(Source("--set", {"index.location": sys.argv[2], "embedding.model": "hash"}),))
answers = open_answers(Path(sys.argv[1]), sources, name="a test")
for text in ("lift the lid", "open_box_7"):
    found = answers.search(SearchQuery(text, limit=1), CancelToken())
    print(len(found.hits), found.status.phase.value)
answers.close()
print("lancedb" in sys.modules)
"""


@pytest.fixture
def hashed(settings: Settings) -> Settings:
    return replace(settings, embedding_model="hash")


def test_the_first_index_is_waited_for_and_then_questions_open_no_tables(root: Path, hashed: Settings) -> None:
    write(root, FILES)
    answers = open_answers(root, given(hashed), name="a test")
    assert answers.search(SearchQuery("open_box_7", limit=1), CancelToken()).status.phase is Phase.READY
    answers.close()
    asked = [sys.executable, "-c", ASK_ONCE, str(root), hashed.index_location]
    done = subprocess.run(asked, capture_output=True, text=True, check=True, timeout=240)
    assert done.stdout.splitlines() == ["1 ready", "1 ready", "False"]


def test_who_waits_is_told_of_what_changed_meanwhile_and_who_asks_to_index_anew_is_not_put_off(
    root: Path, hashed: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("lsp_codebase.index.gate._PUT_OFF_S", 600.0)
    write(root, FILES)
    open_answers(root, given(hashed), name="a test").close()
    write(root, {"new.py": "def only_now():\n    pass\n"})
    waiting = open_answers(root, given(hashed), name="a test", wait=True)
    found = waiting.search(SearchQuery("only_now", limit=1), CancelToken())
    assert found.hits[0].path == root / "new.py"
    assert found.status.phase is Phase.READY
    waiting.close()
    asking = open_answers(root, given(hashed), name="a test")
    asking.reindex()
    assert [status.phase for status in wait_until_indexed(asking, CancelToken())] == [Phase.READY]
    asking.close()


def test_an_index_that_cannot_be_made_is_told_of(root: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    wrong = Settings(index_location=str(tmp_path / "file"), embedding_model="none")
    with pytest.raises(IndexUnavailable, match=r"set index\.location"):
        open_answers(root, given(wrong), name="a test")


def test_a_disk_that_takes_no_changes_is_told_of_and_what_was_indexed_answers(
    root: Path, hashed: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(root, FILES)
    open_answers(root, given(hashed), name="a test").close()
    write(root, {"new.py": "def only_now():\n    pass\n"})

    def no_space(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "no space left on device")

    monkeypatch.setattr("lsp_codebase.store.store.Store.commit", no_space)
    answers = open_answers(root, given(hashed), name="a test")
    for text in ("open_box_7", "lift the lid, number 7", "/lid, number 7$/"):
        found = answers.search(SearchQuery(text, limit=1), CancelToken())
        assert [hit.path.name for hit in found.hits] == ["module_7.py"]
    assert "the disk is full" in (found.status.message or "")
    with pytest.raises(IndexUnavailable, match="the disk is full"):
        wait_until_indexed(answers, CancelToken())
    answers.close()


def test_nothing_is_answered_after_the_end(root: Path, settings: Settings) -> None:
    answers = open_answers(None, given(settings), name="a test")
    assert answers.roots == ()
    assert answers.status() == []
    answers.close()
    with pytest.raises(Cancelled):
        answers.status()
