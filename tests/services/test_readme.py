"""The README's first command works for somebody who has nothing but Python and a checkout. (CI runs the second one.)"""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

REPOSITORY = Path(__file__).parents[2]


@pytest.mark.slow
def test_the_first_command_searches_this_repository_in_a_fresh_checkout(tmp_path):
    checkout, home = tmp_path / "checkout", tmp_path / "home"
    home.mkdir()
    listed = subprocess.run(["git", "-C", REPOSITORY, "ls-files", "-z"], capture_output=True, check=True).stdout
    for name in filter(None, os.fsdecode(listed).split("\0")):
        (checkout / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(REPOSITORY / name, checkout / name)
    command = re.findall(
        r"<!-- main-command -->\n```sh[^\n]*\n(.*?)```", (REPOSITORY / "README.md").read_text("utf-8"), re.DOTALL
    )[0]
    env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL_ENV", "XDG"))}
    done = subprocess.run(
        command, shell=True, cwd=checkout, env={**env, "HOME": str(home)}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert re.match(r"\S+:\d+:\d+: .*\S", done.stdout), done.stdout
    assert "lsp_codebase/" in done.stdout
    assert any(home.rglob("manifest.json"))  # the index is in the user's cache, not in the checkout
