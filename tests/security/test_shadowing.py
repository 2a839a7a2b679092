"""No module of the workspace is imported in place of one of ours or of Python's."""

import subprocess
import sys

import pytest

SHADOWED = ("argparse", "asyncio", "json", "logging", "numpy", "pyarrow", "pygls", "sqlite3", "tree_sitter")


@pytest.mark.parametrize("arguments", [["--version"], ["search", "anything"]], ids=lambda arguments: arguments[0])
def test_python_m_imports_nothing_from_the_folder_it_is_started_in(tmp_path, arguments):
    for name in SHADOWED:
        (tmp_path / f"{name}.py").write_text("open('imported', 'w').close()\nraise SystemExit(9)\n")
    options = (
        []
        if arguments == ["--version"]
        else ["--set", f"index.location={tmp_path / 'cache'}", "--set", "embedding.model=none"]
    )
    command = [sys.executable, "-m", "lsp_codebase", *arguments, *options]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=240)
    assert done.returncode in (0, 1), done.stderr
    assert not (tmp_path / "imported").exists()
