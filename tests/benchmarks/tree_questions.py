"""Questions to a code base, made of what stands in it: sentences, names, literals and patterns, some with filters.

They are drawn from an index by chance that is fixed, so the same index is asked the same questions before and after a
change. None is chosen for its answer.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from pathlib import Path, PurePosixPath

import numpy as np

from lsp_codebase.indexes import State
from lsp_codebase.model import Mode, SearchQuery

_CHUNKS_READ = 4_000
_COMMENT = re.compile(r"^\s*(?:/\*+|\*+|//+|#+|--|\"\"\")\s+([A-Za-z][^*]{25,160})$")
_CALLED = re.compile(r"\b([a-z]\w*_\w+)\(")
_LEAST_WORDS, _MOST_WORDS = 5, 20
_COMMON_LINES = 60
# Nothing of three letters is fixed in these; the last ones stand hardly anywhere, so that all has to be read.
_OPEN_PATTERNS = (
    r"\w+\(\w+\)\s*;$",
    r"[A-Z]{12}\d",
    r"\b\d{5}\b",
    r"^\}\s*\w+;$",
    r"\w+->\w+->\w+->\w+->\w+",
    r"0x[0-9a-fA-F]{16}\b",
    r"[a-z]{24,}",
    r"\"[^\"]{70,}\"",
    r"\(\*\w+\)\(\w+ \*\)\s*=",
    r"\b[A-Z]\d[A-Z]\d[A-Z]\d\b",
    r"0x[0-9a-f]{40}",
    r"\d{30}",
)


@dataclass(frozen=True, slots=True)
class Question:
    """A question of a kind; those about names alone are asked of the symbols."""

    kind: str
    query: SearchQuery
    is_of_symbols: bool = False


@dataclass(frozen=True, slots=True)
class _Seen:
    """What some chunks of a tree hold."""

    sentences: list[tuple[str, str]]  # with the path each stands in
    calls: list[tuple[str, str]]
    lines: list[tuple[str, str]]
    common: list[str]


def questions(state: State, root: Path, count: int) -> Iterator[Question]:
    """Yield `count` questions of each kind, fewer where the tree gives no more; with filters half as many."""
    chance = random.Random(1)
    seen = _seen(state)
    sentences = _some(chance, seen.sentences, count)
    for kind, mode in (("hybrid", Mode.HYBRID), ("lexical", Mode.LEXICAL)):
        yield from (Question(kind, SearchQuery(text, mode=mode)) for text, _ in sentences)
    names = _names(chance, state, count)
    yield from (Question("a name, auto", SearchQuery(name)) for name in names)
    typed = [_typed(chance, name) for name in names]
    yield from (Question("symbols", SearchQuery(text), is_of_symbols=True) for text in typed)
    rare = _some(chance, seen.calls, count // 2) + _some(chance, seen.lines, count - count // 2)
    yield from (_written("literal, rare", text, Mode.EXACT) for text, _ in rare)
    common = _common_literals(seen)
    yield from (_written("literal, common", text, Mode.EXACT) for text in common[:count])
    patterns = [*_patterns(chance, _some(chance, seen.calls, count))]
    yield from (_written("pattern, letters", text, Mode.REGEX) for text, _ in patterns)
    yield from (_written("pattern, open", text, Mode.REGEX) for text in _OPEN_PATTERNS)
    half = count // 2
    for path_of, kind, mode in (
        (sentences, "hybrid", Mode.HYBRID),
        (rare, "literal, rare", Mode.EXACT),
        (patterns, "pattern, letters", Mode.REGEX),
    ):
        yield from _filtered(kind, [(SearchQuery(text, mode=mode), path) for text, path in path_of[:half]], root)
    places = chance.choices([path for _, path in seen.lines], k=half)
    yield from _filtered(
        "literal, common",
        [(SearchQuery(text, mode=Mode.EXACT), path) for text, path in zip(common[:half], places, strict=False)],
        root,
    )
    yield from (replace(one, is_of_symbols=True) for one in _filtered_symbols(typed[:half], places, root))


def _written(kind: str, text: str, mode: Mode) -> Question:
    return Question(kind, SearchQuery(text, mode=mode))


def _filtered(kind: str, asked: Sequence[tuple[SearchQuery, str]], root: Path) -> Iterator[Question]:
    """Ask within the folder, the glob, the language or the kinds of where a text was found."""
    for number, (query, path) in enumerate(asked):
        way = ("folder", "include", "language", "kind")[number % 4]
        place = PurePosixPath(path)
        if way == "folder":
            query = replace(query, folder=root / place.parts[0] if len(place.parts) > 1 else root)
        elif way == "include":
            query = replace(query, include=(f"**/*{place.suffix or place.name}",))
        elif way == "language":
            query = replace(query, languages=(_language(place),))
        else:
            query = replace(query, kinds=("function",))
        yield Question(f"{kind}, {way}", query)


def _filtered_symbols(typed: Sequence[str], paths: Sequence[str], root: Path) -> Iterator[Question]:
    for number, (text, path) in enumerate(zip(typed, paths, strict=False)):
        if number % 2:
            yield Question("symbols, kind", SearchQuery(f"{text} kind:function"))
        else:
            first = PurePosixPath(path).parts[0]
            yield Question("symbols, folder", SearchQuery(text, folder=root / first if "/" in path else root))


def _language(path: PurePosixPath) -> str:
    return {".c": "c", ".h": "c", ".py": "python", ".go": "go", ".rs": "rust", ".ts": "typescript"}.get(
        path.suffix, "c"
    )


def _some(chance: random.Random, values: Sequence[tuple[str, str]], count: int) -> list[tuple[str, str]]:
    return chance.sample(values, min(count, len(values)))


def _seen(state: State) -> _Seen:
    ids = np.sort(np.concatenate([segment.chunk_ids[segment.live[segment.file_of]] for segment in state.words]))
    chosen = np.random.default_rng(1).choice(ids, min(_CHUNKS_READ, len(ids)), replace=False)
    rows = state.chunks(np.sort(chosen).tolist(), ["chunk_id", "path", "text"]).sort_by("chunk_id")
    sentences, calls, lines = {}, {}, {}
    counts: Counter[str] = Counter()
    for path, text in zip(rows["path"].to_pylist(), rows["text"].to_pylist(), strict=True):
        for line in text.split("\n"):
            stripped = line.strip()
            counts[stripped] += 1
            if (comment := _COMMENT.match(line)) and _LEAST_WORDS <= len(comment[1].split()) <= _MOST_WORDS:
                sentences.setdefault(comment[1].strip(), path)
            elif 20 <= len(stripped) <= 70:
                lines.setdefault(stripped, path)
            if call := _CALLED.search(line):
                calls.setdefault(f"{call[1]}(", path)
    common = [line for line, _ in counts.most_common(_COMMON_LINES + 20) if len(line) > 1][:_COMMON_LINES]
    return _Seen([*sentences.items()], [*calls.items()], [*lines.items()], common)


def _common_literals(seen: _Seen) -> list[str]:
    """Return the commonest lines, the words of these, and signs."""
    words = dict.fromkeys(word for line in seen.common for word in re.findall(r"\w{3,}", line))
    mixed = zip_longest(seen.common, words, ("->", "&&", ");", "*/", "0x", "= {"))
    return [text for some in mixed for text in some if text]


def _names(chance: random.Random, state: State, count: int) -> list[str]:
    found: list[str] = []
    parts = state.names.parts
    sizes = [len(part.segment.names) for part in parts]
    while len(found) < count and sum(sizes):
        segment = chance.choices(parts, sizes)[0].segment
        name = segment.names.text(chance.randrange(len(segment.names)))
        if len(name) > 5 and re.fullmatch(r"\w+", name):
            found.append(name)
    return found


def _typed(chance: random.Random, name: str) -> str:
    """Type a name as people do: its beginning, its humps, a part, with an error, in full."""
    words = [word for word in name.split("_") if word] or [name]
    at = chance.randrange(1, len(name) - 2)
    forms = (
        name[: chance.randint(3, len(name))],
        name,
        "".join(word[: chance.randint(1, 3)] for word in words),
        "_".join(words[len(words) // 2 :]),
        " ".join(chance.sample(words, min(2, len(words)))),
        name[:at] + name[at + 1] + name[at] + name[at + 2 :],
    )
    return chance.choice(forms)


def _patterns(chance: random.Random, calls: Sequence[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Make patterns in which at least three letters are fixed; one in eight stands nowhere."""
    others = [name.rstrip("(") for name, _ in calls]
    for number, (call, path) in enumerate(calls):
        name = call.rstrip("(")
        forms = (
            rf"\b{name[:5]}\w*\(",
            rf"{name}\s*\([^)]*,",
            rf"\b(?:{name}|{chance.choice(others)})\b",
            rf"^static .*\b{name.split('_')[0]}_\w+\(struct",
            rf"\w+_{name.split('_')[-1]}\(&?\w+->\w+",
            rf"if \(!?{name[:6]}\w*\(\w+\)\)",
            rf"return [a-z_]*{name[-6:]}\b",
            rf"{name}[0-9]{{7}}zq\(",
        )
        yield forms[number % len(forms)], path
