"""Every key of configuration that git knows, set by a repository to a program: none runs, no other file is opened."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hostile_git import OWN, Ground, promisor

KEYS = subprocess.run(["git", "help", "--config"], capture_output=True, text=True) if shutil.which("git") else None
NAMES = re.findall(r"^[a-z][\w-]*\.\S+$", KEYS.stdout, re.MULTILINE | re.IGNORECASE) if KEYS else []

# What names a file of rules or more configuration; git or the scan reads it, as it should, and runs nothing for it.
READ = {"core.excludesFile", "include.path", "includeIf.<condition>.path"}

SCAN = """
import sys
from pathlib import Path
from lsp_codebase.model import CancelToken
from lsp_codebase.scan import scan
root, configuration, own = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
base = configuration.read_text()
for text in sys.stdin.read().split("\\0"):
    configuration.write_text(base + text)
    assert own in scan(root, respect_gitignore=True, exclude=[], cancel=CancelToken()).files, text
"""

pytestmark = [
    pytest.mark.skipif(os.name == "nt", reason="the programs are shell scripts"),
    pytest.mark.skipif(not NAMES, reason="needs git, and that it lists the keys it knows"),
]


@pytest.fixture
def ground(tmp_path: Path) -> Ground:
    """Make a repository in which git has reasons to run most of them: drivers, a changed file, a missing blob."""
    ground = Ground.at(tmp_path)
    (ground.root / ".gitattributes").write_text("* filter=x diff=x merge=x\n")
    promisor(ground.root, ["url = ssh://nowhere/x"])
    (ground.root / OWN).write_text("own = 2\n")
    return ground


def settings(canary: Path) -> dict[str, str]:
    """Return lines of configuration for each key; the canary of each is another one, in a folder of theirs."""
    canary.parent.joinpath("canaries").mkdir()
    lines = {}
    for name in NAMES:
        key = name.replace("<condition>", "gitdir:**").replace("*", "x")
        key = re.sub(r"<[^>]*>", "origin" if key.startswith("remote.") else "x", key)
        section, _, rest = key.partition(".")
        subsection, _, last = rest.rpartition(".")
        program = canary.parent / "canaries" / re.sub(r"\W", "_", name)
        shutil.copy(canary, program)
        head = f'[{section} "{subsection}"]' if subsection else f"[{section}]"
        lines[name] = f"{head}\n{last} = {program}\n"
    return lines


def scan_each(ground: Ground, texts: list[str], *prefix: str) -> None:
    command = [*prefix, sys.executable, "-c", SCAN, str(ground.root), str(ground.root / ".git" / "config"), OWN]
    subprocess.run(command, input="\0".join(texts), text=True, check=True, timeout=1_200)
    assert not ground.marker.exists(), ground.marker.read_text()


def test_git_lists_keys_that_are_known_to_run_programs():
    assert {"core.fsmonitor", "core.sshCommand", "core.hooksPath", "filter.<driver>.clean", "diff.external"} <= {*NAMES}


@pytest.mark.slow
def test_no_key_of_configuration_runs_anything(ground):
    scan_each(ground, list(settings(ground.canary).values()))


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace to see what is opened")
def test_no_key_of_configuration_has_anything_opened_or_contacted(ground, tmp_path):
    texts = [text for name, text in settings(ground.canary).items() if name not in READ]
    log = tmp_path / "calls"
    scan_each(ground, texts, "strace", "-f", "-qq", "-e", "trace=execve,connect,open,openat", "-o", str(log))
    calls = log.read_text(errors="replace").splitlines()
    ran = {call.split('"')[1] for call in calls if "execve(" in call and call.endswith("= 0")}
    assert ran <= {sys.executable, shutil.which("git")}
    assert any("/git" in program for program in ran)  # it was asked
    assert [call for call in calls if "connect(" in call or "/canaries/" in call] == []
