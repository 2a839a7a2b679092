"""Every error a caller of the core may see. No LSP codes here: `server/` maps them.

    CodebaseError
      InvalidQuery        a field of a request is wrong; names the field and the fix
      UnknownRoot         a path lies outside every workspace folder
      IndexUnavailable    the index cannot be opened or written; carries a hint
        IndexReplaced     the index was rebuilt or cleared while a question read it
      ModelUnavailable    the embedding model cannot be loaded; search goes on without vectors
      ClusterUnavailable  the Ray cluster of a distributed build does not answer or serve; carries a hint
      TeamStoreUnavailable  the store of the team cannot be used; the index is built without it
      Damaged             an object of the team's store is not as it was written
      Cancelled           the caller asked to stop
      RequestDropped      too many requests of its kind came after a request that still waited

Messages start lower case, name the thing and the fix, and have no final full stop.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

MOST_PROBLEMS = 20
"""A list with thousands of wrong values is wrong for one reason."""
_MOST_CHARS = 1_000
_CUT = " ... "


def abridged(text: str) -> str:
    """Return a text without the middle of what nobody writes by hand: who sent that need not get it back."""
    end = (_MOST_CHARS - len(_CUT)) // 2
    return text if len(text) <= _MOST_CHARS else f"{text[:end]}{_CUT}{text[-end:]}"


def first_problems(problems: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the first fields and reasons of many, none of them long."""
    told = [(abridged(field), abridged(reason)) for field, reason in problems[:MOST_PROBLEMS]]
    if more := len(problems) - len(told):
        field, reason = told[-1]
        told[-1] = field, f"{reason}; {more:,} more {'is' if more == 1 else 'are'} wrong"
    return told


def with_extra(extra: str) -> str:
    """Return how to install an extra of this package, which is on no package index."""
    return f'uv tool install ".[{extra}]" in a checkout of lsp-codebase'


class CodebaseError(Exception):
    """Base of every error raised on purpose by this package."""


class InvalidQuery(CodebaseError):
    """A field of a request is wrong, or several are.

    `field` is its name as the client wrote it (camelCase, dotted for nested fields), of several the first one's.
    `problems` are the first that were found, each a field and a reason; a list of values may have several.
    """

    def __init__(self, field: str, reason: str, *others: tuple[str, str]) -> None:
        self.problems = tuple(first_problems([(field, reason), *others]))
        super().__init__("; ".join(f"{name}: {why}" for name, why in self.problems))
        self.field, self.reason = self.problems[0]


class UnknownRoot(CodebaseError):
    """A path or URI lies outside every workspace folder. `field` is the field that held it, as in `InvalidQuery`."""

    def __init__(self, path: str, field: str = "uri") -> None:
        super().__init__(f"{abridged(path)} is outside every workspace folder; open its folder first")
        self.path = path
        self.field = field


class IndexUnavailable(CodebaseError):
    """The index on disk cannot be opened or written."""

    def __init__(self, cause: str, hint: str) -> None:
        super().__init__(f"{cause}; {hint}")
        self.cause = cause
        self.hint = hint


class IndexReplaced(IndexUnavailable):
    """The index was rebuilt or cleared while a question read it: the new one answers."""

    def __init__(self) -> None:
        super().__init__("the index was rebuilt or cleared while it was read", "ask again")


class ModelUnavailable(CodebaseError):
    """The embedding model named by the settings cannot be loaded."""


class ClusterUnavailable(CodebaseError):
    """The Ray cluster of a distributed build does not answer, or is of no use."""

    def __init__(self, cause: str, hint: str) -> None:
        super().__init__(f"{cause}; {hint}")


class TeamStoreUnavailable(CodebaseError):
    """The store that a team shares cannot be used; `field` is the setting to look at."""

    def __init__(self, cause: str, hint: str, field: str = "team.store") -> None:
        super().__init__(f"{field}: {cause}; {hint}")
        self.field = field
        self.cause = cause
        self.hint = hint


class Damaged(CodebaseError):
    """An object of the team's store is not as it was written, or its writer had no right to write it."""


class Cancelled(CodebaseError):
    """The caller cancelled; finished work is kept."""

    def __init__(self) -> None:
        super().__init__("cancelled")


class RequestDropped(CodebaseError):
    """A request was dropped before its turn: too many of its kind, a method, came after it."""

    def __init__(self, kind: str, most: int) -> None:
        super().__init__(f"more than {most:,} requests {kind} wait, and later ones go first")


def check_all(*checks: Callable[[], object]) -> None:
    """Run the checks; raise one `InvalidQuery` with the first problems that they raise."""
    problems: list[tuple[str, str]] = []
    for check in checks:
        if len(problems) >= MOST_PROBLEMS:  # to find the word that was meant by each of thousands takes seconds
            break
        try:
            check()
        except InvalidQuery as error:
            problems += error.problems
    if problems:
        (field, reason), *others = problems
        raise InvalidQuery(field, reason, *others)
