"""The processes of ours load no library that nothing of ours uses, and leave nothing in the folders they stand in."""

import os
import subprocess
import sys
from pathlib import Path

import lsp_codebase

PANDAS = """import pathlib, sys
pathlib.Path(__file__).with_name("loaded").write_text(" ".join(sys.argv))
"""


def test_pandas_is_loaded_by_no_process_though_it_is_installed(tmp_path):
    installed, root = tmp_path / "installed", tmp_path / "shop"
    for folder in (installed, root):
        folder.mkdir()
    (installed / "pandas.py").write_text(PANDAS)
    (root / "cart.py").write_text("def fill_cart(cart):\n    return cart\n")
    command = [sys.executable, "-m", "lsp_codebase", "search", "fill a cart", str(root), "--wait"]
    command += ["--set", f"index.location={tmp_path / 'cache'}"]
    done = subprocess.run(
        command, capture_output=True, text=True, env={**os.environ, "PYTHONPATH": str(installed)}, timeout=240
    )
    assert "cart.py" in done.stdout, done.stderr
    assert not (installed / "loaded").exists()


def test_a_relative_location_is_that_of_the_folder_the_user_stands_in(tmp_path):
    (tmp_path / "cart.py").write_text("def fill_cart(cart):\n    return cart\n")
    command = [sys.executable, "-m", "lsp_codebase", "search", "fill a cart", "--wait"]
    command += ["--set", "index.location=kept_here/indexes"]
    path = {**os.environ, "PYTHONPATH": str(Path(lsp_codebase.__file__).parents[1])}
    done = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, env=path, timeout=240)
    assert "cart.py" in done.stdout, done.stderr
    assert (tmp_path / "kept_here" / "indexes" / "content").is_dir()
    assert not (Path(lsp_codebase.__file__).parents[1] / "kept_here").exists()
