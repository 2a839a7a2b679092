"""The version stands in `lsp_codebase/__init__.py`; whatever else shows one shows that."""

from __future__ import annotations

import importlib
import json
import re
from pathlib import Path

import pytest

from lsp_codebase import __version__
from lsp_codebase.cli import main

REPOSITORY = Path(__file__).parents[2]
EDITORS = REPOSITORY / "editors"
_VSCODE = ("package.json", "package-lock.json")
_HEADERS = ("emacs/lsp-codebase.el", "neovim/doc/lsp_codebase.txt")


def shown_versions() -> dict[str, str]:
    manifest, lock = (json.loads((EDITORS / "vscode" / name).read_text("utf-8")) for name in _VSCODE)
    texts = {name: (EDITORS / name).read_text("utf-8") for name in _HEADERS}
    headers = {name: re.findall(r"^(?:;; )?Version: (\S+)", text, re.MULTILINE) for name, text in texts.items()}
    return {
        "vscode/package.json": manifest["version"],
        "vscode/package-lock.json": lock["version"],
        "vscode/package-lock.json, the package itself": lock["packages"][""]["version"],
        **{name: " ".join(found) for name, found in headers.items()},
    }


def test_every_package_of_an_editor_has_the_version_of_the_server() -> None:
    assert shown_versions() == dict.fromkeys(shown_versions(), __version__)


def test_the_python_package_declares_no_version_of_its_own() -> None:
    project = (REPOSITORY / "pyproject.toml").read_text("utf-8")
    assert 'dynamic = ["version"]' in project
    assert 'path = "lsp_codebase/__init__.py"' in project
    assert not re.search(r"^version\s*=", project, re.MULTILINE)


def test_a_new_version_makes_every_package_stale(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(REPOSITORY))
    generator = importlib.import_module("editors.generate")
    monkeypatch.setattr("editors.generate.version.__version__", "9.8.7")
    stale = {path.relative_to(EDITORS).as_posix(): text for path, text in generator.stale_files().items()}
    assert stale.keys() == {*(f"vscode/{name}" for name in _VSCODE), *_HEADERS}
    assert all("9.8.7" in text for text in stale.values())


def test_the_program_says_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--version"])
    assert capsys.readouterr().out == f"lsp-codebase {__version__}\n"
