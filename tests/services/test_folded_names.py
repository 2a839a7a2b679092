"""A file system that finds files by other spellings of their names, as those of macOS and Windows do."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from git_commits import git

FOLDING, PROGRAM = (Path(__file__).with_name(f"folded_names.{kind}") for kind in ("c", "py"))
COMPOSED, DECOMPOSED = "caf\u00e9.py", "cafe\u0301.py"


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What is answered about a root where git's index has other spellings than the disk."""
    folder = tmp_path_factory.mktemp("folded")
    library, root = folder / "folded_names.so", folder / "disk" / "Project"
    if sys.platform != "linux" or shutil.which("cc") is None:
        pytest.skip("needs Linux and a C compiler")
    command = ["cc", "-shared", "-fPIC", "-O1", "-o", str(library), str(FOLDING), "-ldl"]
    subprocess.run(command, check=True, capture_output=True)
    (root / "Src").mkdir(parents=True)
    for name, text in {"Readme.md": "words", COMPOSED: "x = 1\n", "Src/Mod.py": "y = 2\n"}.items():
        (root / name).write_text(text)
    git(root, "init")
    git(root, "add", ".")
    (root / "Readme.md").rename(root / "README.md")
    (root / COMPOSED).rename(root / DECOMPOSED)
    environment = os.environ | {"LD_PRELOAD": str(library), "FOLDED_BELOW": str(folder.resolve() / "disk")}
    done = subprocess.run(
        [sys.executable, str(PROGRAM), str(root), str(folder / "cache")],
        env=environment,
        capture_output=True,
        text=True,
        timeout=240,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_root_in_another_case_is_the_same_root_with_the_same_index(told: dict[str, Any]) -> None:
    assert told["one index"]
    assert told["root"]


def test_files_are_named_to_a_client_below_the_root_as_it_spells_it(told: dict[str, Any]) -> None:
    assert told["client's spelling"]


def test_a_file_that_git_spells_otherwise_is_indexed_once(told: dict[str, Any]) -> None:
    assert told["first index"] == ["README.md", "Src/Mod.py", DECOMPOSED]


def test_a_save_in_another_case_is_one_of_the_same_file(told: dict[str, Any]) -> None:
    assert told["saved"] == [told["first index"], [["saved_function", "Src/Mod.py"]]]


def test_a_document_in_another_case_stands_for_its_file(told: dict[str, Any]) -> None:
    assert told["open"] == [["typed_function", "Src/Mod.py"]]
    assert told["edited"] == [["other_function", "Src/Mod.py"]]


def test_a_closed_document_in_another_case_gives_way_to_its_file(told: dict[str, Any]) -> None:
    assert told["closed"] == [["saved_function", "Src/Mod.py"]]


def test_a_question_about_a_file_in_another_case_is_answered(told: dict[str, Any]) -> None:
    assert told["symbols"] == ["other_function"]
    assert told["read"] == "def other_function():\n    pass\n"


def test_a_file_whose_name_changes_its_case_is_indexed_by_the_new_one_alone(told: dict[str, Any]) -> None:
    assert told["renamed"] == [["README.md", DECOMPOSED, "src/mod.py"], [["saved_function", "src/mod.py"]]]
