"""The channel of the project itself: its version, licence, dependencies, checks, and how it is built and tested."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import islice

from lsp_codebase.scan import path_roles
from lsp_codebase.search.intents.names.defined_names import spelled
from lsp_codebase.search.intents.pieces import heads_or_lines
from lsp_codebase.search.intents.project.asked_subject import subject_of
from lsp_codebase.search.intents.project.subjects import Subject
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece, falling
from lsp_codebase.store import FileRecord

_MOST_READ = 40  # files that are looked into for a line
_LONGEST_LINE = 300  # further characters are not looked at
_MOST_OF_KIND = 2  # where several kinds of files answer
_ASIDE = frozenset({"test", "example", "vendored"})
_DEPENDENCIES = "dependencies"


def files_of_project(question: Question, subject: Subject) -> list[Piece]:
    """Return the chunks that answer a query about the project itself."""
    told = []
    for place, (kind, record) in enumerate(islice(_files_of(question, subject), _MOST_READ)):
        if (found := _line_told(subject.told, question.calls.lines(record.path))) is not None:
            told.append((found[0], place, kind, record, found[1]))
    taken: Counter[int] = Counter()
    chosen = []
    for *_, kind, record, line in sorted(told):
        taken[kind] += 1
        if len(subject.files) == 1 or taken[kind] <= _MOST_OF_KIND:
            chosen.append((record, line))
    return heads_or_lines(question.corpus, chosen) or (_defined(question, subject) if subject.name else [])


def with_manifests(question: Question, named: Sequence[Piece]) -> list[Piece]:
    """Return the meaning of a name; the manifests come before those of `dependencies`, which many things may have."""
    subject = None if question.filters.kinds or question.text.strip() != _DEPENDENCIES else subject_of(_DEPENDENCIES)
    files = files_of_project(question, subject) if subject else []
    known = {piece.path for piece in files}
    return falling([*files, *(piece for piece in named if piece.path not in known)], 1.0) if files else [*named]


def _defined(question: Question, subject: Subject) -> list[Piece]:
    """Return the definitions of the name in code, in any style, whose line tells the subject: `VERSION = "1.2"`."""
    found = []
    for match in spelled(question, subject.name, _MOST_READ, mean_any_case=True):
        line = match.symbol.name_span.start_line
        text = question.calls.lines(match.path)[line : line + 1]
        if question.shows(match) and question.is_main(match) and _line_told(subject.told, text) is not None:
            found.append((match.path.count("/"), match.path, line))
    records = ((question.corpus.file(path), line) for _, path, line in sorted(found))
    return heads_or_lines(question.corpus, [(record, line) for record, line in records if record is not None])


def _files_of(question: Question, subject: Subject) -> list[tuple[int, FileRecord]]:
    """Return the files of a subject and which kind each is, the kinds in order, of one kind the nearest to the root.

    What tests and examples are made of tells nothing of the project, unless a place is asked for.
    """
    found = []
    forms = [re.compile(rf"(?:.*/)?(?:{names})", re.IGNORECASE) for names in subject.files]
    for record in question.files(rf"(?:^|/)(?:{'|'.join(subject.files)})$"):
        kind = next((at for at, form in enumerate(forms) if form.fullmatch(record.path)), None)
        is_own = question.filters.include or path_roles(record.path).isdisjoint(_ASIDE)
        if kind is not None and is_own:
            found.append((kind, record.path.count("/"), record.path, record))
    return [(kind, record) for kind, *_, record in sorted(found)]


def _line_told(told: Sequence[str], lines: Sequence[str]) -> tuple[int, int] | None:
    """Return which form tells the subject, and in which line; for a subject without forms the head of the file."""
    if not told:
        return 0, 0
    heads = [line[:_LONGEST_LINE] for line in lines]
    forms = [re.compile(line, re.IGNORECASE) for line in told]
    return next(((of, at) for of, form in enumerate(forms) for at, line in enumerate(heads) if form.search(line)), None)
