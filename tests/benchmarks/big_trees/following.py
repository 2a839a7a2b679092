"""Follow one large tree: files saved, and switches between two branches, on an index that is there.

    python -m tests.benchmarks.big_trees.following NAME TREE --cache DIR [--rounds 20] [--switched 5000]

TREE is a clean git checkout, which is given a branch and changed, and is as before in the end; DIR is the
`XDG_CACHE_HOME` of its index, which is made if it is not there. Measures the milliseconds from a save until the new
definition is found by its name and by its words, where the client tells and where nobody does, with the CPU seconds of
one save; then the seconds of switches to new texts, back, and both once more, until the index is as git left the tree
with all vectors, with the milliseconds of `codebase/status` meanwhile. The figures replace those of NAME in `figures/`,
and the tables of `scale.md` are written anew.
"""

from __future__ import annotations

import argparse
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from . import figures, processes, scale
from .figures import spread
from .product import Session, session

OTHER = "lsp-codebase-switched"
SAMPLED = 25  # of the files that differ
MOSTLY = 0.9  # of these have to be found, or none: the end of some lies within what cannot be parsed
GIT = ("git", "-c", "user.name=a", "-c", "user.email=a@b", "-c", "gc.auto=0")
SOURCES = (".c", ".go", ".cpp", ".ts")
SIZES = range(4_000, 40_000)
_C = "\n/* {words} */\nint {name}(int first)\n{{\n\treturn first;\n}}\n"
FUNCTIONS = {
    ".c": _C,
    ".cpp": _C,
    ".go": "\n// {words}\nfunc {name}(first int) int {{\n\treturn first\n}}\n",
    ".ts": "\n/* {words} */\nfunction {name}(first: number) {{\n\treturn first;\n}}\n",
    ".py": "\n\n# {words}\ndef {name}(first):\n    return first\n",
}
PAUSE_S = 1.0  # between saves: the index is idle again
SETTLING_S = 10.0  # after what changed many files
QUIET_S = 1.0  # nothing to do for this long: settled
LONGEST_S = 600.0


def git(root: Path, *arguments: str) -> str:
    """Run git and return its output."""
    return subprocess.run([*GIT, "-C", str(root), *arguments], check=True, capture_output=True, text=True).stdout


def named(number: int) -> str:
    """Return letters that no other number has."""
    return "".join(chr(ord("a") + int(digit)) for digit in str(number))


def mark(number: int) -> str:
    return f"zebrafish_{named(number)}_on_the_other_branch"


@contextmanager
def other_branch(root: Path, count: int) -> Iterator[list[str]]:
    """Give the tree a branch in which so many files, evenly taken, have a function more; yield some of their names."""
    if git(root, "status", "--porcelain", "--untracked-files=no"):
        raise SystemExit(f"{root} has changes; commit or discard them first")
    begin = git(root, "rev-parse", "HEAD").strip()
    listed = [path for path in git(root, "ls-files", "-z").split("\0") if (root / path).is_file()]
    sources = [path for path in listed if path.endswith(SOURCES) and (root / path).stat().st_size in SIZES]
    git(root, "checkout", "-qb", OTHER)
    chosen = sources[:: max(1, len(sources) // count)][:count]
    for number, path in enumerate(chosen):
        with (root / path).open("a") as file:
            file.write(FUNCTIONS[Path(path).suffix].format(words="another branch", name=mark(number)))
    git(root, "commit", "-qam", "other")
    git(root, "checkout", "-q", "--detach", begin)
    try:
        yield [mark(number) for number in range(0, len(chosen), max(1, len(chosen) // SAMPLED))]
    finally:
        git(root, "checkout", "-qf", "--detach", begin)
        git(root, "branch", "-qD", OTHER)


def saves(server: Session, files: list[Path], is_told: bool, first: int) -> tuple[dict[str, list[float]], float]:
    """Save one file after the other; return the milliseconds until each is found, and the CPU seconds of a save."""
    took: dict[str, list[float]] = {"symbol": [], "words": []}
    cpu_before = processes.cpu_seconds(server.pid)
    for number, file in enumerate(files, first):
        letters = named(number)
        name, words = f"fresh_{letters}_function", f"quixotic{letters} zebrafish{letters}"
        questions = {
            "symbol": ("workspace/symbol", {"query": name}, f"'{name}'"),
            "words": ("codebase/hybridSearch", {"query": words, "mode": "lexical", "limit": 5}, words),
        }
        began = time.perf_counter()
        with file.open("a") as stream:
            stream.write(FUNCTIONS[file.suffix].format(words=words, name=name))
        if is_told:
            server.notify("textDocument/didSave", {"textDocument": {"uri": file.as_uri()}})
        while questions:
            for kind, (method, params, sign) in [*questions.items()]:
                if sign in str(server.ask(method, params)):
                    took[kind].append((time.perf_counter() - began) * 1_000)
                    del questions[kind]
            if time.perf_counter() - began > LONGEST_S:
                raise TimeoutError(f"{file} is never found by {[*questions]}")
        time.sleep(PAUSE_S)
    return took, (processes.cpu_seconds(server.pid) - cpu_before) / len(files)


def marked(server: Session, names: list[str]) -> int:
    """Return how many functions of the other branch are found."""
    return sum(f"'{name}'" in str(server.ask("workspace/symbol", {"query": name})) for name in names)


def switch(server: Session, root: Path, branch: str, sample: list[str]) -> dict[str, Any]:
    """Let git change the tree; return what it cost until the index had followed."""
    least, most = (MOSTLY * len(sample), len(sample)) if branch == OTHER else (0, 0)
    generation = server.ask("codebase/status", {})[0]["generation"]
    cpu_before, began = processes.cpu_seconds(server.pid), time.perf_counter()
    git(root, "checkout", "-q", "--detach", branch)
    waits: list[float] = []
    git_s = settled_s = time.perf_counter() - began
    cpu_s = 0.0
    while time.perf_counter() - began < LONGEST_S:
        asked = time.perf_counter()
        (status,) = server.ask("codebase/status", {})
        waits.append((time.perf_counter() - asked) * 1_000)
        vectors, since = status["vectors"], time.perf_counter() - began
        is_done = status["phase"] == "ready" and not status["stale"] and vectors["done"] == vectors["total"]
        if not is_done or status["generation"] != generation:
            generation, settled_s = status["generation"], since
            cpu_s = processes.cpu_seconds(server.pid) - cpu_before
        elif since - settled_s > QUIET_S:
            if least <= marked(server, sample) <= most:
                break
            settled_s = since
        time.sleep(0.02)
    status = spread(waits)
    return {"settled_s": settled_s, "git_s": git_s, "cpu_s": cpu_s, "status_ms": status}


def main() -> None:
    """Start on the index, save, and switch there and back, twice."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name")
    parser.add_argument("tree", type=Path)
    parser.add_argument("--cache", type=Path, required=True)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--switched", type=int, default=5_000)
    options = parser.parse_args()
    root, kept = options.tree.resolve(), figures.load(options.name)
    if "tree" not in kept:
        parser.error(f"{options.name} was not measured yet: see big_trees.measure")
    with other_branch(root, options.switched) as sample, session(root, options.cache) as server:
        server.follow({}, again_s=1.0)
        time.sleep(5)  # the first sweep of the watcher
        files = [path for path in sorted(root.rglob("*")) if path.suffix in SOURCES and path.stat().st_size in SIZES]
        step = max(1, len(files) // options.rounds)
        measured: dict[str, Any] = {"at": figures.circumstances(), "switched": options.switched, "saves": {}}
        for turn, is_told in enumerate((True, False), 1):
            took, cpu_s = saves(server, files[turn::step][: options.rounds], is_told, turn * 10_000)
            told = {kind: spread(values) for kind, values in took.items()}
            measured["saves"]["told" if is_told else "untold"] = {**told, "cpu_s": cpu_s}
        git(root, "checkout", "-q", "--", ".")
        time.sleep(SETTLING_S)
        here = git(root, "rev-parse", "HEAD").strip()
        for name, branch in (("new", OTHER), ("back", here), ("again", OTHER), ("back again", here)):
            measured[name] = switch(server, root, branch, sample)
            time.sleep(SETTLING_S)
        measured["peak_mib"] = server.peak.mib
    figures.save({**figures.load(options.name), "following": measured})
    scale.write()


if __name__ == "__main__":
    main()
