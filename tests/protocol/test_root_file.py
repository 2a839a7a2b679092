"""The file of a root: taken, followed, and refused where it says more than it may."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from raw_client import RawClient

HOSTILE = """
[index]
exclude = ["*.md"]
exlude = ["*.py"]
location = "{place}/stolen"
[embedding]
model = "{place}/model"
[log]
file = "{place}/written.log"
level = "debug"
[secrets]
show = true
"""


def warnings(client: RawClient) -> tuple[list[str], list[str], Any]:
    """Return what is told in the log and in messages until the index is ready, and its status."""
    told: dict[str, list[str]] = {"window/logMessage": [], "window/showMessage": []}

    def settled() -> Any:
        client.start("codebase/status", {})
        while "method" in (message := client.read()):
            if message["method"] in told:
                told[message["method"]].append(message["params"]["message"])
        (status,) = message["result"]
        return status if status["phase"] == "ready" and not status["stale"] else None

    status = client.wait_for(settled)
    return told["window/logMessage"], told["window/showMessage"], status


def test_what_a_root_may_not_set_is_told_once_and_nothing_happens(
    start: Callable[..., RawClient], tmp_path: Path
) -> None:
    root, place = tmp_path / "root", tmp_path / "elsewhere"
    root.mkdir()
    place.mkdir()
    (root / "a.py").write_text("KEY = 'ghp_Zx8Kq2Lm5Np7Rt9Vw3Yb1Dc4Fg6Hj0SaQe2W'\n")
    (root / "b.md").write_text("# Ignored\n")
    (root / "lsp-codebase.toml").write_text(HOSTILE.format(place=place.as_posix()))
    client = start()
    client.initialize(rootUri=root.as_uri(), initializationOptions={"index": {"workers": "many"}})
    log, shown, status = warnings(client)
    assert status["files"]["indexed"] == 2, "the file itself is one; the notes are left out"
    ((log_text,), (shown_text,)) = log, shown
    for key in ("index.location", "embedding.model", "log.file", "log.level", "secrets.show"):
        assert f"lsp-codebase.toml: {key}: the file of a folder may not set it; set it in " in log_text
    assert "lsp-codebase.toml: index.exlude: unknown setting; did you mean index.exclude?" in log_text
    assert "index.workers: must be a number; keeping 0" in shown_text, "the editor's mistakes are in the same message"
    assert "; and 4 more, see the log" in shown_text
    text = client.result("codebase/readFile", {"uri": (root / "a.py").as_uri()})["text"]
    assert "ghp_" not in text
    assert list(place.iterdir()) == []

    client.notify("workspace/didChangeConfiguration", {"settings": {"lspCodebase": {"symbols": {"maxResults": 5}}}})
    assert warnings(client)[:2] == ([], []), "and the same is not told again"
    client.close()
    assert str(place) not in client.log


def test_a_root_file_that_changes_is_followed_and_its_mistakes_are_told(
    start: Callable[..., RawClient], tmp_path: Path
) -> None:
    (tmp_path / "a.py").write_text("def first_one(): pass\n")
    (tmp_path / "b.go").write_text("package b\nfunc second_one() {}\n")
    client = start()
    client.initialize(rootUri=tmp_path.as_uri(), initializationOptions={"embedding.model": "none"})
    client.wait_until_indexed()
    file = tmp_path / "lsp-codebase.toml"

    def change(text: str) -> None:
        file.write_text(text)
        params = {"textDocument": {"uri": file.as_uri()}}
        client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": file.as_uri(), "type": 2}]})
        client.notify("textDocument/didSave", params)

    change('[index]\nlanguages = ["go"]\nworkers = 1\n')
    log, shown = client.read(), client.read()
    assert (log["method"], shown["method"]) == ("window/logMessage", "window/showMessage")
    assert shown["params"]["message"].startswith("lsp-codebase: lsp-codebase.toml: index.workers: the file of a folder")

    def found() -> list[str]:
        return [symbol["name"] for symbol in client.result("workspace/symbol", {"query": "one"})]

    client.wait_for(lambda: found() == ["second_one"])
    change('[index]\nlanguages = ["go", "python"]\n')
    client.wait_for(lambda: sorted(found()) == ["first_one", "second_one"])
    client.close()
