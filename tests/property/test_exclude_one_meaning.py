"""Whatever globs a user leaves files out by: a comparison of the whole root and a look at one file agree on each."""

import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from lsp_codebase.model import CancelToken
from lsp_codebase.scan import is_left_out, scan
from lsp_codebase.scan.ignore import IgnoreRules

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")

FILES = ["a.py", "src/a.py", "src/b.py", "src/gen/a.py", "src/gen/c.txt", "gen/a.py", "docs/src/b.py", "build/a.py"]
FILES += ["src/env/pyvenv.cfg", "src/env/a.py", "src/env/lib/a.py"]  # a virtual environment
PARTS = st.sampled_from(["a.py", "*.py", "src", "gen", "docs", "*", "**", "b*", "?.py", "[ab].py", "build", ""])
GLOBS = st.builds(
    lambda mark, start, parts, end: mark + start + "/".join(parts) + end,
    st.sampled_from(["", "", "!"]),
    st.sampled_from(["", "/"]),
    st.lists(PARTS, min_size=1, max_size=3),
    st.sampled_from(["", "/"]),
)


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("repository")
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    for path in FILES:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).touch()
    (root / ".gitignore").write_text("build/\n")
    return root


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(exclude=st.lists(GLOBS, max_size=4))
@example(exclude=["src/", "!a.py"])
@example(exclude=["/*", "!src/gen"])
@example(exclude=["!"])
@example(exclude=["!build/"])
def test_a_scan_finds_what_an_update_would_take(root: Path, exclude: Sequence[str]) -> None:
    found = scan(root, respect_gitignore=True, exclude=exclude, cancel=CancelToken()).files
    rules = IgnoreRules(root, exclude=exclude)
    present = [
        os.path.relpath(os.path.join(directory, name), root).replace(os.sep, "/")
        for directory, _, names in os.walk(root)
        for name in names
    ]
    assert set(found) == {path for path in present if not is_left_out(rules, path)}
