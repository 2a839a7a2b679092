"""Questions made from a tree itself: names, sentences of comments, literals and patterns, the same in every run."""

from __future__ import annotations

import hashlib
import json
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from .tags import Definition

SAMPLE = 3_000  # names, and the files that define them are the ones that are read
LONGEST_FILE = 200_000
COMMENT = re.compile(r"^\s*(?:///?|#|\*|/\*\*?)\s+([A-Z][a-z]+(?: [A-Za-z,]+){4,13}\.?)\s*$")
WORD = re.compile(r"[A-Za-z_]\w{3,}")
COMMON = 0.05  # a word that stands in more files than this share of them
ANYWHERE = (
    r"\b[a-z]{2}_[0-9]+\b",
    r"\b0x[0-9a-f]{7}\b",
    r"\w+\(\w+, \w+, \w+, \w+, \w+, \w+\)",
    r"^\s*\w+ = \w+ \? \w+ : \w+;",
    r"\b[A-Z][a-z]+[A-Z]{2}[a-z]+[0-9]\b",
    r"\(\w\w?\) ?=> ?\w\(",
    r"\b\w\w\w\w->\w\w\w\w->\w\w\w\w\b",
    r"\bif \(?!\w\w\w\b",
)
"""Patterns that fix no three letters in a row."""


@dataclass(frozen=True, slots=True)
class Question:
    """`path` and `line` (0-based) are where a right answer lies; without a path, ripgrep's word counts."""

    kind: str
    text: str
    path: str = ""
    line: int = -1


KINDS: Mapping[str, str] = {
    "name": "hybrid, a name",
    "comment": "hybrid, a sentence of a comment",
    "symbol": "symbols, a whole name",
    "beginning": "symbols, the beginning of a name",
    "rare": "literal, rare",
    "common": "literal, common",
    "pattern": "regex with fixed letters",
    "anywhere": "regex without",
}


def make(root: Path, definitions: Sequence[Definition], count: int, seed: str) -> list[Question]:
    """Make up to `count` questions of each kind; `definitions` are a sample, and the first of them become names."""
    texts = read(root, {one.path for one in definitions})
    first, second, third = (definitions[at * count : (at + 1) * count] for at in range(3))
    return [
        *(Question("name", one.name, one.path, one.line) for one in first),
        *_some(comments(texts), count, seed),
        *(Question("symbol", one.name, one.path, one.line) for one in second),
        *(Question("beginning", one.name[: max(5, len(one.name) * 2 // 3)], one.path) for one in third),
        *_some(rare_literals(texts, seed), count, seed),
        *_some(common_words(texts), count, seed),
        *_some(patterns(texts, definitions[3 * count :], seed), count, seed),
        *(Question("anywhere", pattern) for pattern in ANYWHERE),
    ]


def read(root: Path, paths: Iterable[str]) -> dict[str, list[str]]:
    """Return the lines of those files that are UTF-8 and of a usual size."""
    texts = {}
    for path in sorted(paths):
        data = (root / path).read_bytes() if (root / path).stat().st_size <= LONGEST_FILE else b"\xff"
        try:
            texts[path] = data.decode("utf-8").splitlines()
        except UnicodeDecodeError:
            continue
    return texts


def comments(texts: Mapping[str, Sequence[str]]) -> list[Question]:
    """Return sentences of comments that stand once in all texts."""
    found = [(said[1], path) for path, lines in texts.items() for line in lines if (said := COMMENT.match(line))]
    times = Counter(text for text, _ in found)
    return [Question("comment", text, path) for text, path in found if times[text] == 1]


def rare_literals(texts: Mapping[str, Sequence[str]], seed: str) -> list[Question]:
    """Return pieces of lines, one of a file; each stands in no other of these lines."""
    lines = Counter(line.strip() for lines in texts.values() for line in lines)
    found = []
    for path, own in texts.items():
        able = [line.strip() for line in own if 16 <= len(line.strip()) <= 60 and lines[line.strip()] == 1]
        able = [line for line in able if line.isascii() and line.isprintable() and len(WORD.findall(line)) >= 2]
        if able:
            found.append(Question("rare", min(able, key=lambda line: _order(seed, line)), path))
    return found


def common_words(texts: Mapping[str, Sequence[str]]) -> list[Question]:
    """Return words that stand in many files."""
    files = Counter(word for lines in texts.values() for word in set(WORD.findall("\n".join(lines))))
    least = max(1, COMMON * len(texts))
    return [Question("common", word) for word, times in sorted(files.items()) if times > least]


def patterns(texts: Mapping[str, Sequence[str]], definitions: Sequence[Definition], seed: str) -> list[Question]:
    """Return patterns of four shapes, each of which fixes three letters or more."""
    found = [rf"\b{one.name[: len(one.name) // 2]}\w*\(" for one in definitions]
    literals = rare_literals(texts, seed)
    words = [WORD.findall(one.text) for one in literals]
    found += [rf"{own[0]}.*{own[-1]}" for own in words if own[0] != own[-1]]
    found += [rf"\b{own[-1]}\s*[=:]\s*[0-9]+" for own in words]
    found += [rf"\b({one.name}|{other[0]}\w+)\b" for one, other in zip(definitions, words, strict=False)]
    return [Question("pattern", pattern) for pattern in sorted(set(found))]


def _some(questions: Iterable[Question], count: int, seed: str) -> list[Question]:
    return sorted(questions, key=lambda one: _order(seed, one.text))[:count]


def _order(seed: str, text: str) -> bytes:
    return hashlib.sha1(f"{seed} {text}".encode()).digest()


def save(questions: Iterable[Question], path: Path) -> None:
    path.write_text("".join(json.dumps(asdict(one)) + "\n" for one in questions), "utf-8")


def load(path: Path) -> list[Question]:
    return [Question(**json.loads(line)) for line in path.read_text("utf-8").splitlines()]
