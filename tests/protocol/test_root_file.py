"""The file of a root: taken, followed, and refused where it says more than it may."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from raw_client import RawClient

HOSTILE = """
[index]
exclude = ["*.go"]
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


def test_a_root_file_is_followed_and_what_it_may_not_set_is_told_once(
    start: Callable[..., RawClient], tmp_path: Path
) -> None:
    root, place = tmp_path / "root", tmp_path / "elsewhere"
    root.mkdir()
    place.mkdir()
    file = root / "lsp-codebase.toml"
    (root / "a.py").write_text("def first_one(): return 'ghp_Zx8Kq2Lm5Np7Rt9Vw3Yb1Dc4Fg6Hj0SaQe2W'\n")
    (root / "b.go").write_text("package b\nfunc second_one() {}\n")
    file.write_text(HOSTILE.format(place=place.as_posix()))
    client = start()
    client.initialize(rootUri=root.as_uri(), initializationOptions={"index": {"workers": "many"}})
    log, shown, status = warnings(client)
    assert status["files"]["indexed"] == 2, "the file itself is one; what it leaves out is not"
    ((log_text,), (shown_text,)) = log, shown
    for key in ("index.location", "embedding.model", "log.file", "log.level", "secrets.show"):
        assert f"lsp-codebase.toml: {key}: the file of a folder may not set it; set it in " in log_text
    assert "lsp-codebase.toml: index.exlude: unknown setting; did you mean index.exclude?" in log_text
    assert "index.workers: must be a number; keeping 0" in shown_text, "the editor's mistakes are in the same message"
    assert "; and 4 more, see the log" in shown_text
    assert "ghp_" not in client.result("codebase/readFile", {"uri": (root / "a.py").as_uri()})["text"]
    assert list(place.iterdir()) == []

    options = {"symbols": {"maxResults": 5}, "embedding": {"model": "none"}}
    client.notify("workspace/didChangeConfiguration", {"settings": {"lspCodebase": options}})
    assert warnings(client)[:2] == ([], []), "and the same is not told again"

    def found() -> list[str]:
        return sorted(symbol["name"] for symbol in client.result("workspace/symbol", {"query": "one"}))

    assert found() == ["first_one"]
    file.write_text('[index]\nlanguages = ["go"]\nworkers = 1\n')
    client.notify("workspace/didChangeWatchedFiles", {"changes": [{"uri": file.as_uri(), "type": 2}]})
    log, shown = client.read(), client.read()
    assert (log["method"], shown["method"]) == ("window/logMessage", "window/showMessage")
    assert shown["params"]["message"].startswith("lsp-codebase: lsp-codebase.toml: index.workers: the file of a folder")
    client.wait_for(lambda: found() == ["second_one"])
    client.close()
    assert str(place) not in client.log
