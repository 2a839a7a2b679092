"""What part a file plays, told from its path alone: test, example, vendored, generated, docs.

Called for every path by the symbol table and by search, which rank such files lower; nothing here reads a file.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal

Role = Literal["test", "example", "vendored", "generated", "docs"]

# Directory names, lower case, that give everything below them a role. Names that are as often plain source are left
# out: `build`, `target`, `out`, `external`, `deps`.
_DIRECTORY_WORDS: dict[Role, str] = {
    "test": "test tests testing __tests__ __mocks__ mocks spec specs e2e integration_tests integration-tests testdata"
    " test_data test-data testutil testutils fixtures __fixtures__ testsuite selftests cypress",
    "example": "example examples sample samples demo demos tutorial tutorials playground bench benches benchmark"
    " benchmarks showcase",
    "vendored": "vendor vendored _vendor _vendored third_party third-party thirdparty 3rdparty 3rd_party node_modules"
    " bower_components site-packages contrib_libs pods carthage jspm_packages",
    "generated": "generated __generated__ autogen _generated dist .next zz_generated",
    "docs": "doc docs documentation website javadoc",
}
_DIRECTORIES = {word: role for role, words in _DIRECTORY_WORDS.items() for word in words.split()}

_FILES: tuple[tuple[re.Pattern[str], Role], ...] = (
    (
        re.compile(
            r"(^|[_.-])(test|tests|spec|specs|mock|mocks|fixture|fixtures)([_.-]|$)"  # test_a.py a_test.go a.spec.ts
            r"|^conftest\.py$",
            re.IGNORECASE,
        ),
        "test",
    ),
    (re.compile(r"[a-z0-9](Test|Tests|TestCase|Spec|IT)\.(java|kt|kts|scala|cs|php|swift|groovy|m|mm|hs)$"), "test"),
    (
        re.compile(r"(^|[_.-])(example|examples|sample|demo|bench|benchmark|benchmarks)([_.-]|$)", re.IGNORECASE),
        "example",
    ),
    (
        re.compile(
            r"(\.min\.(js|css)|\.bundle\.js|\.pb\.(go|cc|h)|_pb2(_grpc)?\.pyi?|\.g\.(dart|cs)|\.designer\.cs"
            r"|\.generated\.\w+|_generated\.\w+|^zz_generated.*|\.gen\.\w+|_gen\.go|\.freezed\.dart|_string\.go)$",
            re.IGNORECASE,
        ),
        "generated",
    ),
    (re.compile(r"\.(md|mdx|markdown|rst|adoc)$", re.IGNORECASE), "docs"),
)


@lru_cache(maxsize=8192)
def _directory_roles(directory: str) -> frozenset[Role]:
    return frozenset(_DIRECTORIES[part] for part in directory.lower().split("/") if part in _DIRECTORIES)


@lru_cache(maxsize=65536)
def path_roles(path: str) -> frozenset[Role]:
    """Return the roles of a file by its path, relative to the root, with "/"."""
    directory, _, name = path.rpartition("/")
    roles = _directory_roles(directory)
    found = {role for pattern, role in _FILES if pattern.search(name)}
    return roles | found if found else roles
