"""What an installation takes on disk, package by package: `python tests/benchmarks/installation_size.py [EXTRA...]`.

Counts, by its record, each file of every package that lsp-codebase needs in this environment, with the extras that are
named; and, of each of them, what would go with it: the packages that nothing else needs.
"""

from __future__ import annotations

import importlib.metadata
import re
import sys
from collections.abc import Iterable, Iterator

from packaging.requirements import Requirement

PACKAGE = "lsp-codebase"


def normalized(name: str) -> str:
    """Return a name as the index of packages spells it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def needs(name: str, extras: Iterable[str]) -> Iterator[tuple[str, frozenset[str]]]:
    """Yield what a package requires here, each with the extras that are asked of it."""
    for line in importlib.metadata.requires(name) or []:
        requirement = Requirement(line)
        if requirement.marker is None or any(requirement.marker.evaluate({"extra": extra}) for extra in ("", *extras)):
            yield normalized(requirement.name), frozenset(requirement.extras)


def closure(extras: Iterable[str], without: str = "") -> set[str]:
    """Return all packages of an installation; of one that lacks a package, if one is named."""
    found: set[str] = set()
    todo = [(PACKAGE, frozenset(extras))]
    while todo:
        name, asked = todo.pop()
        for needed, its_extras in needs(name, asked):
            if needed not in found and needed != without:
                found.add(needed)
                todo.append((needed, its_extras))
    return found


def size(name: str) -> int:
    """Return the bytes of the files that a package installed, its compiled modules too."""
    files = importlib.metadata.files(name) or []
    return sum(path.stat().st_size for file in files if (path := file.locate()).is_file())  # type: ignore[attr-defined]


def main() -> None:
    """Print a table, the largest first."""
    extras = sys.argv[1:]
    packages = closure(extras)
    sizes = {name: size(name) for name in packages}
    print("| package | MB | MB with what only it needs | needed by |\n|---|---:|---:|---|")
    for name, own in sorted(sizes.items(), key=lambda entry: -entry[1]):
        goes = sum(sizes[other] for other in packages - closure(extras, without=name))
        users = [user for user in packages if name in {needed for needed, _ in needs(user, ())}]
        direct = name in {needed for needed, _ in needs(PACKAGE, extras)}
        shown = ", ".join([*(["lsp-codebase"] if direct else []), *sorted(users)])
        print(f"| {name} | {own / 1e6:.1f} | {goes / 1e6:.1f} | {shown} |")
    print(f"\n{len(sizes)} packages, {sum(sizes.values()) / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
