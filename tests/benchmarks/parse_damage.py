"""How many definitions outlive one damaged place: `python tests/benchmarks/parse_damage.py DIRECTORY...`.

In each file, before a member (or, where nothing has members, a function) drawn by a fixed seed, one thing that the
grammar does not know is written; then before another one, up to five. Counted are the definitions outside of that
member: "found" are those that keep their name and line, "in place" those that keep their container, too.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from lsp_codebase.model import Symbol, SymbolKind
from lsp_codebase.parse import ParseLimits, detect_language, parse_file

KINDS = {
    *(SymbolKind.Function, SymbolKind.Method, SymbolKind.Constructor, SymbolKind.Class, SymbolKind.Struct),
    *(SymbolKind.Interface, SymbolKind.Enum, SymbolKind.Module, SymbolKind.Namespace),
}
HALF = {
    "python": "def half(self, x",
    "ruby": "def half(x",
    "go": "func half(x",
    "rust": "fn half(x",
    "kotlin": "fun half(x",
    "swift": "func half(x",
    "php": "public function half($x",
    "typescript": "half(x",
    "java": "void half(int x",
    "csharp": "void Half(int x",
    "c": "static int half(int x",
    "cpp": "void half(int x",
}
OPEN = {
    "python": "def half(self):\n    if (self.x",
    "ruby": "def half(x)\n  if x",
    "go": "func half() {\n\tif x {",
    "rust": "fn half() {\n    if x {",
    "kotlin": "fun half() {\n    if (x) {",
    "swift": "func half() {\n    if x {",
    "php": "public function half() {\n    if ($x) {",
    "typescript": "half() {\n    if (x) {",
    "java": "void half() {\n    if (x) {",
    "csharp": "void Half() {\n    if (x) {",
    "c": "static int half(void)\n{\n\tif (x) {",
    "cpp": "void half() {\n    if (x) {",
}
DAMAGES = ("annotation", "open annotation", "conflict", "half a head", "open block", "open string")
_PLACES = 5  # of each file
_LIMITS = ParseLimits(timeout_ms=20_000)


def damaged(lines: list[str], first: int, last: int, damage: str, language: str) -> tuple[list[str], int, int]:
    """Return the lines with the damage before line `first`, and how far it moves what follows that and `last`."""
    indent = lines[first][: len(lines[first]) - len(lines[first].lstrip())]
    if damage == "conflict":
        both = [*lines[first : last + 1], "=======", *lines[first : last + 1], ">>>>>>> theirs"]
        return [*lines[:first], "<<<<<<< HEAD", *both, *lines[last + 1 :]], 1, 3 + last + 1 - first
    text = {
        "annotation": "@@unknown[A B]",
        "open annotation": "#[unknown(" if language == "rust" else "@unknown(",
        "half a head": HALF[language],
        "open block": OPEN[language],
        "open string": '"unclosed' if language in ("go", "rust", "c", "cpp") else 'x = "unclosed',
    }[damage]
    added = [indent + line if line else line for line in text.split("\n")]
    return [*lines[:first], *added, *lines[first:]], len(added), len(added)


def members(symbols: list[Symbol]) -> list[Symbol]:
    inner = [s for s in symbols if s.container and s.kind in KINDS]
    return inner or [s for s in symbols if s.kind in KINDS]


def survivors(path: str, text: str, damage: str, language: str, rng: random.Random) -> Counter[str]:
    clean = [s for s in parse_file(path, text.encode(), _LIMITS).symbols if s.kind in KINDS]
    places = members(clean)
    if len(clean) < 4 or not places:
        return Counter()
    counts: Counter[str] = Counter()
    for at in rng.sample(places, min(_PLACES, len(places))):
        counts += _damaged_at(at, clean, path, text, damage, language)
    return counts


def _damaged_at(at: Symbol, clean: list[Symbol], path: str, text: str, damage: str, language: str) -> Counter[str]:
    first, last = at.span.start_line, at.span.end_line
    lines, near, far = damaged(text.split("\n"), first, last, damage, language)
    after = parse_file(path, "\n".join(lines).encode(), _LIMITS).symbols
    found = {(s.name, s.name_span.start_line) for s in after}
    in_place = {(s.name, s.name_span.start_line, s.container) for s in after}
    counts: Counter[str] = Counter()
    for symbol in clean:
        line = symbol.name_span.start_line
        if first <= line <= last:
            continue
        line += 0 if line < first else far if line > last else near
        counts["all"] += 1
        counts["found"] += (symbol.name, line) in found
        counts["in place"] += (symbol.name, line, symbol.container) in in_place
    return counts


def files(directories: list[Path], most: int) -> Iterator[tuple[str, Path]]:
    by_language: dict[str, list[Path]] = defaultdict(list)
    for directory in directories:
        for path in sorted(directory.rglob("*")):
            if path.is_file() and 300 < path.stat().st_size < 60_000:
                language = detect_language(path.name, path.read_bytes()[:4096])
                if language in HALF:
                    by_language[language].append(path)
    rng = random.Random(7)
    for language, paths in sorted(by_language.items()):
        for path in rng.sample(paths, min(most, len(paths))):
            yield language, path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("directories", nargs="+", type=Path)
    parser.add_argument("--files", type=int, default=60, help="of each language")
    options = parser.parse_args()
    totals: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for language, path in files(options.directories, options.files):
        text = path.read_text("utf-8", "replace").replace("\r\n", "\n")
        for damage in DAMAGES:
            rng = random.Random(f"{path.name} {damage}")
            totals[language, damage] += survivors(path.name, text, damage, language, rng)
    print("| language | " + " | ".join(DAMAGES) + " |")
    print("|---|" + "---:|" * len(DAMAGES))
    for language in sorted({language for language, _ in totals}):
        cells = []
        for damage in DAMAGES:
            counts = totals[language, damage]
            total = max(counts["all"], 1)
            cells.append(f"{100 * counts['found'] / total:.1f} / {100 * counts['in place'] / total:.1f}")
        print(f"| {language} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    main()
