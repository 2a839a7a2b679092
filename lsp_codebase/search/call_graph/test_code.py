"""Which code tests or shows other code: told by its path, or by its place where tests stand beside the tested code."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import PurePosixPath

from lsp_codebase.indexes import Snapshot, SymbolMatch
from lsp_codebase.scan import path_roles

_ROLES = frozenset({"example", "test"})

# The languages that keep tests in the file of the tested code, where no path tells them.
_TESTED_IN_PLACE = frozenset({"rust", "zig"})


def tests_beside_code(path: str, language: str, names: Snapshot) -> Sequence[tuple[int, int]]:
    """Return the lines of the tests in a file that is none of tests, end exclusive."""
    return names.test_lines(path) if language in _TESTED_IN_PLACE and "test" not in path_roles(path) else ()


def may_hold_tests(path: str, language: str) -> bool:
    """Whether a file is one of tests, or of a language that keeps tests beside the tested code."""
    return language in _TESTED_IN_PLACE or "test" in path_roles(path)


def is_test(path: str, language: str, line: int, names: Snapshot) -> bool:
    """Whether a line is there to test other code."""
    beside = tests_beside_code(path, language, names)
    return "test" in path_roles(path) or any(start <= line < end for start, end in beside)


def is_test_code(path: str, language: str, line: int, names: Snapshot) -> bool:
    """Whether a line is there to test or to show other code."""
    return "example" in path_roles(path) or is_test(path, language, line, names)


def is_known_to(path: str, imported: frozenset[str], match: SymbolMatch, names: Snapshot) -> bool:
    """Whether code of a file that is no test may know a definition: one of test code only if its folder is imported.

    An example that stands beside it is an example by its name alone, such as the command `bench`.
    """
    if not is_test_code(match.path, match.language, match.symbol.span.start_line, names):
        return True
    folder = PurePosixPath(match.path).parent
    if folder == PurePosixPath(path).parent and path_roles(match.path) & _ROLES == {"example"}:
        return True
    return any(part in imported and not _ROLES.isdisjoint(path_roles(f"{part}/")) for part in folder.parts)
