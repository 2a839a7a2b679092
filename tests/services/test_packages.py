"""What is published: the wheel and the sdist hold what they should and nothing else, and the same bytes each time.

The last test installs the wheel into an empty environment: it needs the package registry.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from lsp_codebase import __version__

REPOSITORY = Path(__file__).parents[2]
PACKAGE = REPOSITORY / "lsp_codebase"
pytestmark = pytest.mark.slow
MOMENT = "1700000000"  # 2023-11-14 22:13:20


def build(out: Path) -> None:
    """Write what `scripts/release` does, all but the extension of VS Code."""
    out.mkdir()
    environment = os.environ | {"SOURCE_DATE_EPOCH": MOMENT, "PYTHONPATH": str(REPOSITORY)}
    for command in (["-m", "hatchling", "build", "--directory", str(out)], ["scripts/pack_editors.py", str(out)]):
        subprocess.run([sys.executable, *command], cwd=REPOSITORY, env=environment, check=True, timeout=240)


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("release") / "dist"
    build(folder)
    return folder


@pytest.fixture(scope="module")
def wheel(dist: Path) -> Path:
    return dist / f"lsp_codebase-{__version__}-py3-none-any.whl"


def names_in(archive: Path) -> set[str]:
    """Return the names of the files in an archive, without the folder that holds all of an archive but a wheel."""
    if archive.name.endswith((".whl", ".zip")):
        with zipfile.ZipFile(archive) as zipped:
            names = zipped.namelist()
    else:
        with tarfile.open(archive) as tar:
            names = tar.getnames()
    return set(names) if archive.suffix == ".whl" else {name.partition("/")[2] for name in names}


def committed(folder: str) -> set[str]:
    """Return the files below a folder that git knows."""
    listed = subprocess.run(["git", "ls-files", "-z", folder], cwd=REPOSITORY, capture_output=True, check=True)
    return {name for name in listed.stdout.decode().split("\0") if name and not name.endswith("/.gitignore")}


def test_the_wheel_holds_the_package_with_its_data_and_nothing_else(wheel: Path) -> None:
    names = names_in(wheel)
    metadata = {name for name in names if name.startswith(f"lsp_codebase-{__version__}.dist-info/")}
    assert names - metadata == committed("lsp_codebase")
    assert {name.partition(".dist-info/")[2] for name in metadata} == {
        *("METADATA", "RECORD", "WHEEL", "entry_points.txt", "licenses/LICENSE", "licenses/THIRD-PARTY.md"),
    }
    for data in (
        "embed/builtin/rows.npy",
        "embed/builtin_merges.npy",
        "embed/builtin_reader.npz",
        "parse/queries/python.scm",
        "py.typed",
    ):
        assert f"lsp_codebase/{data}" in names
    assert wheel.stat().st_size < 15e6


def test_the_sdist_holds_what_the_wheel_is_built_from_and_nothing_else(dist: Path) -> None:
    names = names_in(dist / f"lsp_codebase-{__version__}.tar.gz")
    beside = {"CHANGELOG.md", "LICENSE", "PKG-INFO", "README.md", "THIRD-PARTY.md", "pyproject.toml", ".gitignore"}
    assert names == committed("lsp_codebase") | beside


def test_the_metadata_ask_for_fastembed_with_the_extra_alone(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as zipped:
        metadata = zipped.read(f"lsp_codebase-{__version__}.dist-info/METADATA").decode()
    required = re.findall(r"^Requires-Dist: ([a-z-]+)(?:[^;\n]*)(;.*)?$", metadata, re.MULTILINE)
    always = {name for name, condition in required if "extra" not in condition}
    assert always >= {"pygls", "lancedb", "tree-sitter-language-pack", "rapidfuzz", "tokenizers"}
    assert not always & {"fastembed", "onnxruntime", "mcp", "uvicorn", "pytest", "hatchling"}
    assert {name for name, condition in required if "'models'" in condition} == {"fastembed", "onnxruntime"}


def test_the_packages_of_the_editors_hold_their_folders(dist: Path) -> None:
    neovim = names_in(dist / f"lsp-codebase-neovim-{__version__}.zip")
    assert {f"editors/neovim/{name}" for name in neovim - {"LICENSE"}} == committed("editors/neovim")
    emacs = names_in(dist / f"lsp-codebase-emacs-{__version__}.tar")
    made = {"LICENSE", "lsp-codebase-pkg.el"}
    assert {f"editors/emacs/{name}" for name in emacs - made} == committed("editors/emacs")
    assert "helix/languages.toml" in names_in(dist / f"lsp-codebase-editors-{__version__}.zip")
    completions = names_in(dist / f"lsp-codebase-completions-{__version__}.zip")
    assert completions >= {"bash/lsp-codebase", "zsh/_lsp-codebase", "fish/lsp-codebase.fish", "man1/lsp-codebase.1"}


def test_the_same_files_give_the_same_bytes(dist: Path, tmp_path: Path) -> None:
    build(tmp_path / "again")
    folders = (dist, tmp_path / "again")
    first, again = ({file.name: file.read_bytes() for file in folder.iterdir()} for folder in folders)
    assert first == again
    assert len(first) == 6


def test_the_wheel_answers_in_an_empty_environment(wheel: Path) -> None:
    command = [sys.executable, str(REPOSITORY / "scripts" / "smoke.py"), str(wheel)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "search, symbols, tree, doctor, initialize answered" in done.stdout
