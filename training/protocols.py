"""The three protocols that models are scored with on projects kept apart: queries, documents, right answers.

A: the first sentence of a function's comment -> the function among at most 1,500 functions and classes of the project.
B: the same sentences -> chunk among all chunks of the project. C: hand-written questions over the chunks of B.
All comments and docstrings are cut out of the documents.
"""

from __future__ import annotations

import functools
import itertools
import random
from bisect import bisect_left
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from training.dataset import sentence_key
from training.definitions import Definition, Span, blanked, parse
from training.docs import first_sentence, is_sentence, plain_text, without_name, without_tag
from training.extract import SEED, source_files
from training.fetch import HERE, Package, listed
from training.paths import is_test

CHUNK_CHARS, SPLIT_CHARS = 1_200, 1_500
LEAST_CODE, MOST_CODE = 40, 4_000
LEAST_QUERIES, MOST_QUERIES, MOST_CANDIDATES = 40, 200, 1_500
QUESTIONS = {"C": HERE / "questions.tsv", "C, few words shared": HERE / "questions_few_words.tsv"}


@dataclass
class Task:
    """Queries over the documents of one project; `answers[i]` are the right documents of query i."""

    project: str
    language: str
    queries: list[str]
    documents: list[str]
    answers: list[list[int]]


@dataclass
class Sources:
    """The definitions and chunks of one project in one language.

    `definitions`: the code of each candidate of A. `asked`: by the words of a sentence its wording, the candidates and
    the chunks it describes. `defined`: the chunks of every function of a name, and where each class of it begins.
    """

    definitions: list[str] = field(default_factory=list)
    chunks: list[str] = field(default_factory=list)
    asked: dict[str, tuple[str, list[int], list[int]]] = field(default_factory=dict)
    defined: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))


def _cut(text: bytes, definitions: list[Definition], comments: list[Span]) -> list[tuple[int, int, str]]:
    """Return the chunks of a file, cut at definitions: where each begins and ends, and its text without comments."""
    rows = sorted({text.rfind(b"\n", 0, definition.start) + 1 for definition in definitions})
    bounds = [0, *(row for row in rows if row), len(text)]
    chunks: list[tuple[int, int, str]] = []
    begin, open_chunk = 0, ""
    for start, end in itertools.pairwise(bounds):
        first, last = bisect_left(comments, (start, 0)), bisect_left(comments, (end, 0))
        piece = blanked(text, start, end, comments[first:last])
        if open_chunk and len(open_chunk) + len(piece) > CHUNK_CHARS:
            chunks.append((begin, start, open_chunk))
            open_chunk = ""
        begin = begin if open_chunk else start
        open_chunk += piece + "\n"
        while len(open_chunk) > SPLIT_CHARS:
            cut = max(open_chunk.rfind("\n", 0, CHUNK_CHARS), CHUNK_CHARS // 2)
            # Where the cut lies in the file is known up to the comments between: by its share of the rest.
            middle = begin + (end - begin) * cut // len(open_chunk)
            chunks.append((begin, middle, open_chunk[:cut]))
            begin, open_chunk = middle, open_chunk[cut:]
    chunks.append((begin, len(text), open_chunk))
    return chunks


def _code(text: bytes, definition: Definition, following: list[Definition]) -> str:
    """Return a definition without comments; a class without the definitions inside."""
    spans = list(definition.cut)
    if not definition.function:
        inside = itertools.takewhile(lambda other: other.start < definition.end, following)
        spans = sorted([*spans, *((other.start, other.end) for other in inside)])
    return blanked(text, definition.start, definition.end, spans)[:MOST_CODE]


def _add_file(
    sources: Sources, seen: set[str], path: str, text: bytes, found: list[Definition], cut: list[Span]
) -> None:
    chunks = _cut(text, found, cut)
    base = len(sources.chunks)
    sources.chunks.extend(f"{path}\n{chunk}" for _, _, chunk in chunks)
    for index, definition in enumerate(found):
        line = text.rfind(b"\n", 0, definition.start) + 1
        places = [base + i for i, (start, end, _) in enumerate(chunks) if start < definition.end and end > line]
        right_chunks = places if definition.function else places[:1]
        for name in (definition.name, f"{Path(path).name}:{definition.name}"):
            sources.defined[name].extend(right_chunks)
        if is_test(path):
            continue
        code = _code(text, definition, found[index + 1 :])
        key = "".join(code.split())
        if len(code) < LEAST_CODE or key in seen:
            continue
        seen.add(key)
        sources.definitions.append(code)
        sentence = without_tag(without_name(first_sentence(plain_text(definition.comment)), definition.name))
        if definition.function and is_sentence(sentence):
            _, candidates, right = sources.asked.setdefault(sentence_key(sentence), (sentence, [], []))
            candidates.append(len(sources.definitions) - 1)
            right.extend(places)


@functools.cache
def read(package: Package) -> dict[str, Sources]:
    """Return the sources of a project by language."""
    found: dict[str, Sources] = defaultdict(Sources)
    seen: dict[str, set[str]] = defaultdict(set)
    for file, language in source_files(package):
        text = file.read_bytes()
        definitions, comments = parse(text, language)
        path = str(file.relative_to(package.folder))
        _add_file(found[language.name], seen[language.name], path, text, definitions, comments)
    return found


def _asked(package: Package, language: str, sources: Sources) -> list[tuple[str, list[int], list[int]]]:
    """Return the sentences that A and B ask, the same ones; none of a language with too few."""
    if len(sources.asked) < LEAST_QUERIES:
        return []
    rng = random.Random(f"{SEED} {package.name} {language}")
    return rng.sample(list(sources.asked.values()), min(MOST_QUERIES, len(sources.asked)))


def definition_tasks(package: Package) -> list[Task]:
    """Return protocol A: one task for each language with enough documented functions."""
    tasks: list[Task] = []
    for language, sources in read(package).items():
        if asked := _asked(package, language, sources):
            right = dict.fromkeys(index for _, candidates, _ in asked for index in candidates)
            others = [index for index in range(len(sources.definitions)) if index not in right]
            random.Random(f"{SEED} {package.name} {language} others").shuffle(others)
            chosen = [*right, *others[: max(0, MOST_CANDIDATES - len(right))]]
            place = {index: at for at, index in enumerate(chosen)}
            answers = [[place[index] for index in candidates] for _, candidates, _ in asked]
            documents = [sources.definitions[index] for index in chosen]
            tasks.append(Task(package.name, language, [query for query, _, _ in asked], documents, answers))
    return tasks


def chunk_tasks(package: Package) -> list[Task]:
    """Return protocol B: one task for each language with enough documented functions."""
    return [
        Task(package.name, language, [q for q, _, _ in asked], sources.chunks, [sorted(set(c)) for _, _, c in asked])
        for language, sources in read(package).items()
        if (asked := _asked(package, language, sources))
    ]


def question_tasks(package: Package, questions: Path) -> list[Task]:
    """Return protocol C: the hand-written questions about a package, over the chunks of all its languages."""
    texts: list[str] = []
    defined: dict[str, list[int]] = defaultdict(list)
    for sources in read(package).values():
        for name, places in sources.defined.items():
            defined[name].extend(len(texts) + place for place in places)
        texts.extend(sources.chunks)
    asked: list[tuple[str, list[int]]] = []
    for line in questions.read_text("utf-8").splitlines():
        if not line.startswith("#"):
            _, name, question, answers = line.split("\t")
            right = sorted({place for answer in answers.split(",") for place in defined.get(answer, ())})
            if name == package.folder.name and right:
                asked.append((question, right))
    if not asked:
        return []
    queries, answers_of = [query for query, _ in asked], [right for _, right in asked]
    return [Task(package.name, package.languages[0], queries, texts, answers_of)]


def packages(role: str, only: set[str] | None = None) -> list[Package]:
    """Return the packages of a role, or those of them that are named."""
    return [package for package in listed() if package.role == role and (not only or package.name in only)]
