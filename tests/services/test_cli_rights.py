"""Files and folders that a command may not read, or that are gone: a sentence, and never the code for "nothing"."""

import os
import subprocess
import sys

import pytest
from codebases import write

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="rights and folders as on Linux")

AS_ORDINARY_USER = """
import ctypes, os, sys
from lsp_codebase.cli import main
if os.geteuid() == 0:  # takes back what root may do beyond its rights: read and list all; from programs it starts, too
    header, sets = (ctypes.c_uint32 * 2)(0x20080522), (ctypes.c_uint32 * 6)()
    system = ctypes.CDLL(None, use_errno=True)
    PR_CAPBSET_DROP, CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH = 24, 1, 2
    assert not system.capget(header, sets)
    for right in (CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH):
        assert not system.prctl(PR_CAPBSET_DROP, right, 0, 0, 0)
        sets[0] &= ~(1 << right)
        sets[1] &= ~(1 << right)
    assert not system.capset(header, sets)
sys.exit(main())
"""


@pytest.fixture
def run(start_python, tmp_path, monkeypatch):
    """Run a command in a folder, with the rights of a user who is not root."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setenv("LSP_CODEBASE_EMBEDDING_MODEL", "none")

    def run_in(folder, *arguments):
        process = start_python(AS_ORDINARY_USER, *arguments, cwd=folder)
        out, errors = process.communicate(timeout=60)
        return subprocess.CompletedProcess(arguments, process.returncode, out.decode(), errors.decode())

    return run_in


@pytest.fixture
def locked(root):
    """A folder that may not be read, in a root."""
    write(root, {"lsp-codebase.toml": "", "open.py": "def opened(): pass\n", "shut/cart.py": "def carried(): pass\n"})
    (root / "shut").chmod(0)
    yield root / "shut"
    (root / "shut").chmod(0o755)


@pytest.mark.parametrize(
    "command",
    [("read", "shut/cart.py"), ("read", "shut/cart.py:1"), ("search", "x", "shut/cart.py"), ("search", "x", "shut"),
     ("history", "shut/cart.py"), ("similar", "shut/cart.py:1"), ("files", "shut")],
    ids=" ".join,
)  # fmt: skip
def test_a_path_that_may_not_be_read_is_named(run, root, locked, command):
    done = run(root, *command)
    assert done.returncode in (2, 3)
    assert "permission denied" in done.stderr
    assert "shut" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("command", ["tree", "files", "status", "config", "mcp"])
def test_a_root_that_may_not_be_read_is_named(run, root, locked, command):
    done = run(root, command, str(locked))
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"{locked} cannot be read" in done.stderr


def test_one_may_stand_in_a_folder_that_may_not_be_read(run, locked):
    locked.chmod(0o100)  # for the test to go there: without a right to list
    done = run(locked, "search", "x")
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert f"{locked} cannot be read" in done.stderr


@pytest.mark.parametrize("command", [("files",), ("search", "-F", "carried", "--wait")], ids=" ".join)
def test_an_answer_says_that_a_folder_could_not_be_read(run, root, locked, command):
    done = run(root, *command)
    assert "cannot be read" in done.stderr or "could not be read" in done.stderr


@pytest.mark.parametrize(
    "command", [("search", "x"), ("tree",), ("status",), ("files",), ("config",), ("index", "sub")], ids=" ".join
)
def test_in_a_folder_that_is_gone_a_command_says_so(root, command):
    done = gone(root, *command)
    assert (done.returncode, done.stderr) == (
        3,
        "lsp-codebase: the folder that you stand in is gone; go into another\n",
    )


def test_in_a_folder_that_is_gone_tools_are_served_of_folders_that_are_named(root):
    pytest.importorskip("mcp")
    (root / "a.py").touch()
    done = gone(root, "mcp", "--root", str(root))
    assert (done.returncode, done.stderr) == (0, "")


def gone(root, *command):
    script = ["-c", 'mkdir gone; cd gone; rmdir ../gone; exec "$@"', "sh", sys.executable, "-m", "lsp_codebase"]
    return subprocess.run(["sh", *script, *command], cwd=root, capture_output=True, text=True, timeout=60, input="")


@pytest.mark.parametrize(
    "command",
    [("read", "out.py"), ("read", "away/far.py"), ("read", "away/../far/far.py"), ("tree", "away"), ("files", "away"),
     ("search", "far", "away"), ("similar", "out.py:1"), ("history", "out.py"), ("callers", "out.py:1"),
     ("read", "{root}/out.py:1"), ("read", "{root}/away/far.py")],
    ids=" ".join,
)  # fmt: skip
def test_a_link_in_a_root_leads_no_command_out_of_it(run, root, tmp_path, command):
    write(tmp_path / "far", {"far.py": "def far_away(): pass\n"})
    write(root, {"lsp-codebase.toml": ""})
    (root / "out.py").symlink_to(tmp_path / "far" / "far.py")
    (root / "away").symlink_to(tmp_path / "far")
    is_elsewhere = command[-1].startswith("{root}")
    done = run(tmp_path if is_elsewhere else root, *(word.format(root=root) for word in command))
    assert (done.returncode, done.stdout) == (2, "")
    assert f"leads out of {root} by a link" in done.stderr


def test_a_link_of_the_users_own_leads_into_a_root(run, root, tmp_path):
    write(root, {"lsp-codebase.toml": "", "near.py": "def near_by(): pass\n"})
    (tmp_path / "mine").symlink_to(root)
    done = run(tmp_path, "read", "mine/near.py")
    assert (done.returncode, done.stdout) == (0, "def near_by(): pass\n")


NOBODY = """
import pwd, sys
pwd.getpwuid = {}.__getitem__
from lsp_codebase.cli import main
sys.exit(main())
"""


def test_a_user_without_a_home_is_served(tmp_path):
    write(tmp_path / "shop", {"lsp-codebase.toml": "", "cart.py": "def carried(): pass\n"})
    environment = {name: value for name, value in os.environ.items() if name != "HOME" and "XDG_" not in name}
    settings = ["--set=embedding.model=none", f"--set=index.location={tmp_path}/indexes"]
    done = subprocess.run(
        [sys.executable, "-c", NOBODY, "symbols", "carried", *settings],
        cwd=tmp_path / "shop", env=environment, capture_output=True, text=True, timeout=60, input="",
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "cart.py:1:5: function carried\n")
