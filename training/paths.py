"""The role of a file, by its path."""

from __future__ import annotations

import re

_TEST = re.compile(
    r"(^|/)(tests?|spec|testing|testcases?|bench(es|marks?)?|examples?)(/|$)|(^|/)test_|[._](test|spec)s?\.|Tests?\."
)


def is_test(path: str) -> bool:
    """Whether the path is of tests, benchmarks or examples: nobody asks for those by their purpose."""
    return bool(_TEST.search(path) or _TEST.search(path.lower()))
