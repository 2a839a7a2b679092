"""Make identifier queries about a tree, in the six forms of the development set, from what ctags says it defines.

  name_queries.py --tree FOLDER [--languages C,C++] [--each 16] [--seed 1] > queries.jsonl

Only names of two words or more, and eight letters, that one file defines; what is declared, or lies in tests, examples,
documents or vendored code, is left out. Universal Ctags knows nothing of the servers that are compared.
"""

from __future__ import annotations

import argparse
import collections
import json
import random
import subprocess
from pathlib import Path

from lsp_codebase.indexes.names.letters import fold
from lsp_codebase.scan.roles import path_roles

FORMS = ("exact", "lower", "case", "partial", "hump", "typo")
LETTERS = "abcdefghijklmnopqrstuvwxyz"
LEAST_LETTERS = 8
KINDS = "fgstu"
"""Of C: functions, enumerations, structures, types, unions; not every server lists macros and fields."""


def unique_names(tree: Path, languages: str) -> list[tuple[str, str, int]]:
    """Return (name, path, 0-based line) of the names that one file defines, in order of name."""
    chosen = [f"--languages={languages}", f"--kinds-C={KINDS}"]
    command = ["ctags", "-R", "--output-format=json", "--fields=+n", *chosen, "-f", "-", "."]
    printed = subprocess.run(command, cwd=tree, check=True, capture_output=True, text=True).stdout
    places: dict[str, dict[str, int]] = collections.defaultdict(dict)
    for tag in map(json.loads, printed.splitlines()):
        places[tag["name"]].setdefault(tag["path"].removeprefix("./"), tag["line"] - 1)
    found = []
    for name, where in sorted(places.items()):
        (path, line), *others = where.items()
        letters, starts = fold(name)
        if not others and not path_roles(path) and len(starts) > 1 and len(letters) >= LEAST_LETTERS:
            found.append((name, path, line))
    return found


def typed(name: str, form: str, rng: random.Random) -> str:
    """Return the name as somebody may type it."""
    letters, starts = fold(name)
    words = [letters[a:b] for a, b in zip(starts, (*starts[1:], len(letters)), strict=True)]
    if form == "lower":
        return letters
    if form == "case":
        is_snake = "_" in name.strip("_")
        return words[0] + "".join(map(str.capitalize, words[1:])) if is_snake else "_".join(words)
    if form == "partial":
        places = [at for at, character in enumerate(name) if character.isalnum()]
        first, last = places[starts[1]], places[starts[-1]]
        return name[first:] if rng.random() < 0.5 else name[:last].rstrip("_")
    if form == "hump":
        return "".join(word[:2].capitalize() for word in words)
    if form == "typo":
        at = rng.randrange(1, len(name) - 1)
        wrong = rng.choice(LETTERS)
        turned = name[:at] + name[at + 1] + name[at] + name[at + 2 :]
        return rng.choice([name[:at] + name[at + 1 :], name[:at] + wrong + name[at:], turned])
    return name


def main() -> None:
    """Print the queries."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tree", type=Path, required=True)
    parser.add_argument("--languages", default="C,C++", help="as ctags calls them")
    parser.add_argument("--each", type=int, default=16, help="queries of each form")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    chosen = rng.sample(unique_names(options.tree, options.languages), options.each * len(FORMS))
    for number, (name, path, line) in enumerate(chosen):
        form = FORMS[number % len(FORMS)]
        query = {"kind": "identifier", "form": form, "query": typed(name, form, rng), "symbol": name, "root": ""}
        print(json.dumps(query | {"relevant": [{"path": path, "start": line, "end": line}]}))


if __name__ == "__main__":
    main()
