"""Whatever stands in git's own files, a root with such a repository in it is scanned and followed."""

import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from lsp_codebase.model import CancelToken
from lsp_codebase.scan import GitState, scan

PIECES = (
    "gitdir: ",
    "ref: ",
    "refs/heads/main",
    "..",
    "/",
    "inner",
    "elsewhere",
    "path = ",
    "/dev/zero",
    "\n",
    "\0",
    '"',
    "é",
)
said = st.one_of(
    st.binary(max_size=40), st.lists(st.sampled_from(PIECES), max_size=8).map(lambda parts: "".join(parts).encode())
)


@given(leads=st.one_of(st.just(b"gitdir: ../elsewhere\n"), said), head=said, common=said, modules=said)
def test_a_repository_with_any_files_of_git_is_scanned_and_followed(leads, head, common, modules):
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve() / "root"
        files = {
            "inner/.git": leads,
            "inner/a.py": b"",
            "elsewhere/HEAD": head,
            "elsewhere/commondir": common,
            ".git/HEAD": b"ref: refs/heads/main\n",
            ".gitmodules": b"path = inner\n" + modules,
        }
        for name, data in files.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_bytes(data)
        state = GitState(root)
        for one in (state, *map(GitState, state.submodules())):
            assert len(one.head()) < 10_000
            assert all(path.is_dir() for path in one.watched)
        assert "inner/a.py" in scan(root, respect_gitignore=True, exclude=[], cancel=CancelToken()).files
