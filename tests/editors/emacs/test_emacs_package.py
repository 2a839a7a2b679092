"""The Emacs package as a package: compiled, checked and described."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

SHIPPED = Path(__file__).resolve().parents[3] / "editors" / "emacs"
FILES = sorted(SHIPPED.glob("*.el"))
MAIN = (SHIPPED / "lsp-codebase.el").read_text("utf-8")
README = (SHIPPED / "README.md").read_text("utf-8")


def batch(emacs: str, folder: Path, *arguments: str) -> str:
    """Run Emacs in a folder and return all it said."""
    command = [emacs, "-Q", "--batch", "-L", ".", *arguments]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=240, check=False)
    return run.stdout + run.stderr


@pytest.mark.editor
def test_every_file_compiles_without_a_warning(emacs: str, tmp_path: Path) -> None:
    for file in FILES:
        shutil.copy(file, tmp_path)
    names = [file.name for file in FILES]
    assert batch(emacs, tmp_path, "-f", "batch-byte-compile", *names) == ""
    assert len(list(tmp_path.glob("*.elc"))) == len(FILES)


@pytest.mark.editor
def test_checkdoc_has_nothing_to_say(emacs: str) -> None:
    forms = [argument for file in FILES for argument in ("--eval", f'(checkdoc-file "{file}")')]
    verbs = "(setq checkdoc-verb-check-experimental-flag nil)"  # takes any verb for the main one
    assert batch(emacs, SHIPPED, "--eval", verbs, *forms) == ""


@pytest.mark.editor
def test_the_autoloads_name_every_command_and_the_keymap(emacs: str, tmp_path: Path) -> None:
    for file in FILES:
        shutil.copy(file, tmp_path)
    form = '(progn (require \'package) (package-generate-autoloads "lsp-codebase" default-directory))'
    batch(emacs, tmp_path, "--eval", form)
    autoloads = (tmp_path / "lsp-codebase-autoloads.el").read_text("utf-8")
    for name in [*commands(), "lsp-codebase-command-map", "lsp-codebase-mode"]:
        assert f"(autoload '{name} " in autoloads


def test_the_readme_lists_every_command_with_its_key() -> None:
    bound = {name: key for key, name in re.findall(r'\("(\w)" \. (codebase-[\w-]+)\)', MAIN)}
    listed = dict(re.findall(r"^\| `(codebase-[\w-]+)` \| `(\w)` \|", README, re.MULTILINE))
    assert listed == bound
    assert set(listed) == set(commands())


def test_the_readme_lists_every_option() -> None:
    options = {name for file in FILES for name in re.findall(r"\(defcustom ([\w-]+)", file.read_text("utf-8"))}
    listed = set(re.findall(r"^\| `(lsp-codebase-[\w-]+)` \|", README, re.MULTILINE))
    assert listed == options


def test_no_file_is_longer_than_four_hundred_lines() -> None:
    assert [file.name for file in FILES if len(file.read_text("utf-8").splitlines()) >= 400] == []


def commands() -> list[str]:
    return re.findall(r"^\(defun (codebase-[\w-]+)", MAIN, re.MULTILINE)
