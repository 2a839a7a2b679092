"""How likely people mean a file or chunk, from its role; a query that asks for that role lifts it."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from math import prod

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.indexes import LineRanges, Snapshot
from lsp_codebase.parse import CODE
from lsp_codebase.scan import holds_texts, is_playbook, path_roles
from lsp_codebase.search.call_graph.test_code import tests_beside_code
from lsp_codebase.search.pack import Piece
from lsp_codebase.search.query.asked_role import OF_PURPOSE
from lsp_codebase.search.query.query_form import Understanding, Want
from lsp_codebase.search.ranking.features import Candidates
from lsp_codebase.search.ranking.lexical import Array
from lsp_codebase.search.ranking.rank import RankedFiles
from lsp_codebase.store import FileRecord

# Measured on the development queries; without the test prior 0.039 NDCG is lost, the most of any single signal.
_TEST, _EXAMPLE, _VENDORED, _GENERATED, _PROSE = 0.5, 0.6, 0.8, 0.6, 0.5
_STUB, _STUBS = 0.8, (".d.ts", ".d.cts", ".d.mts", ".pyi")
# Of C and its relatives, of OCaml and F#, of TypeScript, Python and Cython.
_DECLARES = (".h", ".hh", ".hpp", ".hxx", ".h++", ".inl", ".mli", ".fsi", *_STUBS, ".pxd")
_TRANSLATION = 0.3  # the same texts as in the base language, in as many files as there are others

# To ask for one of these lifts the other.
_LIKE_TESTS, _LIKE_PROSE = frozenset({"test", "example"}), frozenset({"example", "prose"})

_OTHER = 0.5  # a file without the role that the form of a query asks for
_ELSEWHERE = 0.2  # the same, for files that do nothing but what they are asked for
_TELLS_CHANGES = re.compile(
    r"(?:^|/)(?:change-?log|changes|history|news|rel(?:ease)?[-_]?notes)(?:[./_-]|$)", re.IGNORECASE
)
# Files that only the form of a query asks for: to no other it matters that they are such.
_ASKED_FOR: dict[str, re.Pattern[str]] = {
    "changes": _TELLS_CHANGES,
    "chart": re.compile(r"(?:^|/)(?:charts?|helm[\w.-]*)/|(?:^|/)(?:chart|values[\w.-]*)\.ya?ml$", re.IGNORECASE),
    "terraform": re.compile(r"\.(?:tf|tf\.json|tfvars|tofu)$|(?:^|/)terragrunt\.hcl$", re.IGNORECASE),
    "ci": re.compile(
        r"(?:^|/)(?:\.(?:github/(?:workflows|actions)|circleci|buildkite|woodpecker|gitlab)/|jenkinsfile|tox\.ini$"
        r"|noxfile\.py$|(?:\.gitlab-ci|\.travis|azure-pipelines|\.?appveyor|\.drone|\.cirrus)[\w.-]*$)",
        re.IGNORECASE,
    ),
    "container": re.compile(
        r"(?:^|/)(?:(?:docker-)?compose[\w.-]*\.ya?ml|[\w.-]*dockerfile[\w.-]*|containerfile)$|(?:^|/)compose/[^/]*$",
        re.IGNORECASE,
    ),
    "migration": re.compile(
        r"(?:^|/)(?:\w*[_-])?(?:migrate|migrations?)(?:/|\.\w+$)|(?:^|/)(?:alembic/)?versions/[^/]+\.py$|(?:^|/)V\d[\w.]*__[^/]*\.sql$",
        re.IGNORECASE,
    ),
}

# Pages and their styles say what people see and do in the words of a question; code elsewhere does it.
_PAGE = 0.7
_PAGES = tuple(
    """
    .blade.php .cshtml .css .eex .ejs .erb .ftl .gohtml .haml .hbs .heex .htm .html .j2 .jinja .jinja2 .jsp .leex .less
    .liquid .mustache .phtml .razor .sass .scss .slim .styl .tmpl .twig .vm
    """.split()
)

_CROWDED, _MOST_WORDS = 0.5, 30.0  # a chunk with more words a line is minified code, or a list of data
_FILE_HEAD = 0.9  # the first chunk of several: licence, imports and summary of the file, seldom the code meant

# Comments tell of code that mostly stands elsewhere. A chunk of comments alone loses so much, and more for a question,
# which the code itself answers.
_COMMENTED, _COMMENTED_OF_QUESTION = 0.2, 0.4
_FEW_COMMENTS = 0.2  # a share of the words of a chunk that lowers nothing
_DECLARED = 0.3  # lost by the declaration of a field or constant that a question names: the code that uses it answers


def chunk_priors(found: Candidates, files: RankedFiles, names: Snapshot, query: Understanding) -> Array:
    """Return the prior of each candidate: that of its file, and of its role there."""
    of_file = np.array([file_prior(record, query) for record in files.records])
    has_several = np.array([record.chunks > 1 for record in files.records])
    heads = (found.start_lines == 0) & has_several[files.of_row]
    priors: Array = of_file[files.of_row] * np.where(heads, _FILE_HEAD, 1.0)
    if query.asked_role is not None and query.asked_role.role == "test":
        priors[_in_tests(found, files, names)] /= _OTHER
    elif query.wants.isdisjoint(_LIKE_TESTS):
        priors[_in_tests(found, files, names)] *= _TEST
    if "prose" in query.wants or query.is_report:
        return priors
    priors[found.sizes > _MOST_WORDS * (found.end_lines - found.start_lines)] *= _CROWDED
    if "declaration" not in query.wants:
        priors *= 1 - (1 - _STUB) * _without_bodies(found, files, names)
    most = _COMMENTED_OF_QUESTION if query.is_question else _COMMENTED
    priors *= 1 - most * np.maximum(found.commented - _FEW_COMMENTS, 0) / (1 - _FEW_COMMENTS)
    if query.is_question:
        priors *= 1 - _DECLARED * found.declares * (found.defined > 0)
    return priors


def _in_tests(found: Candidates, files: RankedFiles, names: Snapshot) -> NDArray[np.bool_]:
    """Return which candidates are tests beside the code that they test, by most of their lines."""
    tests = [
        (owner, start, end)
        for owner, record in enumerate(files.records)
        for start, end in tests_beside_code(record.path, record.language, names)
    ]
    if not tests:
        return np.zeros(len(found), bool)
    return LineRanges.of(*np.array(tests).T).shares(files.of_row, found.start_lines, found.end_lines) > 0.5


def _without_bodies(found: Candidates, files: RankedFiles, names: Snapshot) -> Array:
    """Return which candidates of headers declare what stands elsewhere, from 1 to 0: half of their lines in bodies."""
    headers = {owner: path for owner, path in enumerate(files.paths) if declares_names(path) and not is_stub(path)}
    declared = np.zeros(len(found))
    if headers:
        rows = np.isin(files.of_row, [*headers])
        bodies = names.body_lines(headers)
        shares = bodies.shares(files.of_row[rows], found.start_lines[rows], found.end_lines[rows])
        declared[rows] = 1 - np.minimum(2 * shares, 1)
    return declared


def file_prior(record: FileRecord, query: Understanding) -> float:
    """Return the prior of a file of the index, where it is known whether a file says that it was generated."""
    return prior(record.path, record.language, query, is_generated=record.is_generated)


def line_prior(record: FileRecord, line: int, names: Snapshot, query: Understanding) -> float:
    """Return the prior of a line of a file, which may be one of a test beside the code that it tests."""
    own = file_prior(record, query)
    if not query.wants.isdisjoint(_LIKE_TESTS):
        return own
    tests = tests_beside_code(record.path, record.language, names)
    return own * _TEST if any(start <= line < end for start, end in tests) else own


def plays_asked_role(piece: Piece, names: Snapshot, query: Understanding) -> bool:
    """Whether a piece is of those that the form of a query asks for: of tests, of documents; if it asks for any."""
    if query.asked_role is None:
        return False
    if query.asked_role.role in _roles_asked_by(piece.path):
        return True
    first, end = piece.core or (piece.start_line, piece.end_line)
    tests = tests_beside_code(piece.path, piece.language, names) if query.asked_role.role == "test" else ()
    return any(start < end and first < last for start, last in tests)


def unasked_roles(roles: frozenset[str], wants: frozenset[Want]) -> frozenset[str]:
    """Return the roles of a file that a query does not ask for."""
    asked = {"translation"} & wants
    if not wants.isdisjoint(_LIKE_TESTS):
        asked |= {"test"}
    if not wants.isdisjoint(_LIKE_PROSE):
        asked |= {"example", "docs"}
    return roles - asked


def prior(path: str, language: str, query: Understanding, *, is_generated: bool = False) -> float:
    """Return the factor of the score that a chunk of this file earns by itself."""
    return prod([factor for _, factor in _lowering(path, language, query, is_generated=is_generated)], start=1.0)


def without_translations(pieces: Sequence[Piece], query: Understanding) -> Sequence[Piece]:
    """Return the pieces that are in no translation, unless there are no others, or translations are asked for."""
    if "translation" in query.wants:
        return pieces
    return [piece for piece in pieces if "translation" not in path_roles(piece.path)] or pieces


def likeliest_first(records: Iterable[FileRecord], query: Understanding) -> Iterator[FileRecord]:
    """Yield files by falling prior, those of the same prior in their order; the first ones before the last are read."""
    lowered: dict[float, list[FileRecord]] = defaultdict(list)
    for record in records:
        own = file_prior(record, query)
        if own < 1.0:
            lowered[own].append(record)
        else:
            yield record
    for own in sorted(lowered, reverse=True):
        yield from lowered[own]


def declares_names(path: str) -> bool:
    """Whether a file is there to declare what code elsewhere uses or defines; it may hold bodies, too."""
    return path.lower().endswith(_DECLARES)


def is_stub(path: str) -> bool:
    """Whether a file holds declarations alone, of code that stands elsewhere."""
    return path.endswith(_STUBS)


def file_signals(record: FileRecord, query: Understanding) -> dict[str, float]:
    """Return the change of scores by each role of a file; the sum is its prior."""
    signals, left = {"written": 1.0}, 1.0
    for name, factor in _lowering(record.path, record.language, query, is_generated=record.is_generated):
        signals[name] = left * factor - left
        left *= factor
    return signals


def _lowering(path: str, language: str, query: Understanding, *, is_generated: bool) -> Sequence[tuple[str, float]]:
    asked = query.asked_role.role if query.asked_role else None
    roles = path_roles(path) if asked is None else _roles_asked_by(path)
    # Texts of users say what a program does in the words of a question; what does it stands elsewhere.
    is_code = language in CODE and not holds_texts(path)
    is_code |= language == "yaml" and "page" not in query.wants and is_playbook(path)  # a "template" is none
    is_page = query.is_question and "page" not in query.wants and path.endswith(_PAGES)
    return _factors(roles, is_code, is_page, is_generated, is_stub(path), query.wants, asked)


def _roles_asked_by(path: str) -> frozenset[str]:
    """Return the roles of a file by which questions ask for it: to these a change log is no documentation."""
    roles: frozenset[str] = path_roles(path)
    found = frozenset(role for role, form in _ASKED_FOR.items() if form.search(path))
    return (roles - {"docs"} if "changes" in found else roles) | found


@lru_cache(maxsize=1_024)
def _factors(
    roles: frozenset[str],
    is_code: bool,
    is_page: bool,
    is_generated: bool,
    declares: bool,
    wants: frozenset[Want],
    asked: str | None,
) -> Sequence[tuple[str, float]]:
    """Return the same for any file that plays these roles: hundreds are asked for with each question."""
    found, unasked = [], unasked_roles(roles, wants)
    if "test" in unasked:
        found.append(("test", _TEST))
    if not unasked.isdisjoint({"example", "docs"}):
        found.append(("example", _EXAMPLE))
    if "vendored" in unasked:
        found.append(("vendored", _VENDORED))
    if "translation" in unasked:
        found.append(("translation", _TRANSLATION))
    if is_generated or "generated" in unasked:
        found.append(("generated", _GENERATED))
    if declares and "declaration" not in wants:
        found.append(("stub", _STUB))
    is_asked = "prose" in wants or ("config" in wants and "docs" not in roles)
    if not is_code and not is_asked:
        found.append(("prose", _PROSE))
    if is_page:
        found.append(("page", _PAGE))
    if asked is not None and asked not in roles:
        found.append(("asked", _ELSEWHERE if asked in OF_PURPOSE else _OTHER))
    return tuple(found)
