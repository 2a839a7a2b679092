"""The same tree and questions by other tools, in the same run: universal-ctags, ripgrep, semble without its model."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from . import processes, tags
from .figures import spread
from .product import is_right
from .questions import Question

SEMBLE = "semble==0.7.0"
CONTENTS = {"code": "code, as it does by default", "all": "code, documents and configuration"}
SCRIPT = Path(__file__).with_name("semble_lexical.py")


def ctags(root: Path, out: Path) -> dict[str, Any]:
    """Write the tags of a tree to `out`; links are not followed, since no other tool here does."""
    ran = processes.run(("ctags", "-R", "--links=no", tags.FIELDS, "-f", str(out), "."), root)
    with out.open(encoding="utf-8", errors="replace") as rows:
        count = sum(1 for row in rows if not row.startswith("!_"))
    return {"cpu_s": ran.cpu_s, "wall_s": ran.wall_s, "peak_mib": ran.peak_mib, "symbols": count, **_disk(out)}


def _disk(path: Path) -> dict[str, float]:
    return {"disk_mib": path.stat().st_blocks * 512 / processes.MIB}


def version_of(*command: str) -> str:
    said = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True)
    return said.stdout.splitlines()[0].split(",")[0]


def command_of(question: Question, tag_file: Path) -> Sequence[str] | None:
    """Return the command that answers a question without an index of words; None where there is none."""
    if question.kind in ("rare", "common"):
        return "rg", "--line-number", "--no-heading", "--fixed-strings", "--", question.text, "."
    if question.kind in ("pattern", "anywhere"):
        return "rg", "--line-number", "--no-heading", "--", question.text, "."
    if question.kind in ("symbol", "beginning"):
        prefix = ("-p",) if question.kind == "beginning" else ()
        return "readtags", "-t", str(tag_file), *prefix, "-", question.text
    return None


def by_command(root: Path, questions: Iterable[Question], tag_file: Path) -> dict[str, dict[str, Any]]:
    """Ask ripgrep for literals and patterns and readtags for names; `found` tells which had a match."""
    runs: dict[str, list[processes.Ran]] = {}
    for one in questions:
        if command := command_of(one, tag_file):
            own = runs.setdefault(one.kind, [])
            if not own:
                processes.run(command, root, may_find_nothing=True, watch=False)  # fills the page cache
            own.append(processes.run(command, root, may_find_nothing=True, watch=False))
    return {
        kind: {
            **spread([ran.wall_s * 1_000 for ran in own]),
            "cpu_ms": sum(ran.cpu_s for ran in own) / len(own) * 1_000,
            "found": [bool(ran.output) for ran in own],
        }
        for kind, own in runs.items()
    }


class Semble:
    """semble in a virtual environment of its own."""

    def __init__(self, folder: Path) -> None:
        self._python = folder / "bin/python"
        if not self._python.exists():
            subprocess.run([sys.executable, "-m", "venv", folder], check=True)
            install = [str(self._python), "-m", "pip", "install", "--quiet", SEMBLE]
            subprocess.run(install, check=True)

    def index(self, root: Path, folder: Path, content: str) -> dict[str, Any]:
        """Index from nothing in one process of its own, saved at the end."""
        ran = processes.run((str(self._python), str(SCRIPT), "index", str(root), str(folder), content), root)
        costs = {"cpu_s": ran.cpu_s, "wall_s": ran.wall_s, "peak_mib": ran.peak_mib}
        return {**json.loads(ran.output), **costs, "disk_mib": processes.disk_mib(folder)}

    def ask(self, root: Path, folder: Path, questions: Sequence[Question]) -> dict[str, Any]:
        """Ask an index that was saved; returns the figures of each kind, of loading and of the memory."""
        rows = "".join(json.dumps(asdict(one)) + "\n" for one in questions)
        with tempfile.NamedTemporaryFile("w", suffix=".jsonl", encoding="utf-8") as file:
            file.write(rows)
            file.flush()
            ran = processes.run((str(self._python), str(SCRIPT), "ask", str(root), str(folder), file.name), root)
        told = json.loads(ran.output)
        return {"load_s": told["load_s"], "mib": ran.peak_mib, "kinds": by_kind(questions, told["answers"])}


def by_kind(questions: Sequence[Question], answers: Sequence[Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the figures of each kind of question."""
    pairs = list(zip(questions, answers, strict=True))
    told = {}
    for kind in dict.fromkeys(one.kind for one in questions):
        own = [(one, answer) for one, answer in pairs if one.kind == kind]
        told[kind] = {
            **spread([answer["ms"] for _, answer in own]),
            "cpu_ms": sum(answer["cpu_ms"] for _, answer in own) / len(own),
            "right": sum(is_right(one, answer["places"]) for one, answer in own) / len(own),
        }
    return told
