"""Code that is written once for each of many things takes two of the first places."""

from __future__ import annotations

from lsp_codebase.search.pack import Piece
from lsp_codebase.search.results.siblings import spread

CLIENT = """\
class {name}Client:
    def __init__(self, config):
        self.base = config.endpoint
        self.limiter = RateLimiter(config.limit)
        self.writes = RateLimiter(config.write_limit)

    def list(self):
        with self.limiter:
            return fetch(self.base, "{name}")
"""
OTHER = "\n".join(f"def step_{{name}}_{i}():\n    return {{name}}({i}) + {{name}} * {i * i}" for i in range(5))
NAMES = "route subnet disk vm snapshot".split()


def pieces(*paths: str) -> list[Piece]:
    return [Piece(path, "python", 0, 10, 1 - place / 100) for place, path in enumerate(paths)]


def lines(path: str) -> list[str]:
    name = path.removesuffix(".py")
    template = CLIENT if name.rstrip("'") in NAMES else OTHER
    return template.replace("{name}", name.rstrip("'")).splitlines()


def spread_paths(*paths: str) -> list[str]:
    found = [*spread(pieces(*paths), lines)]
    assert [one.score for one in found] == sorted((one.score for one in found), reverse=True)
    return [one.path for one in found]


def test_two_of_a_family_come_first_and_further_ones_after_eight_others():
    family, others = [f"{name}.py" for name in NAMES], [f"other{i}.py" for i in range(10)]
    assert spread_paths(*family, *others) == [*family[:2], *others[:8], *family[2:], *others[8:]]
    assert spread_paths(*family, *others[:3]) == [*family[:2], *others[:3], *family[2:]]


def test_a_family_alone_stays_as_it_was_ranked():
    family = [f"{name}.py" for name in NAMES]
    assert spread_paths(*family) == family


def test_copies_are_left_to_those_who_group_them():
    assert spread_paths("route.py", "subnet.py", "route'.py", "other1.py") == [
        *("route.py", "subnet.py", "route'.py", "other1.py")
    ]


def test_short_pieces_are_alike_by_chance():
    short = [Piece(f"{name}.py", "python", 6, 10, 1.0) for name in NAMES]
    others = pieces("other1.py")
    assert [one.path for one in spread([*short, *others], lines)] == [one.path for one in [*short, *others]]
