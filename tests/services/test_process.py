"""The processes of ours load no library that nothing of ours uses."""

import os
import subprocess
import sys

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
