"""The Markdown of this repository as tests read it: pages, their links, anchors, blocks and inline code."""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

REPOSITORY = Path(__file__).parents[1]
SHOWN = sorted(
    [
        *(REPOSITORY / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "ARCHITECTURE.md")),
        *REPOSITORY.glob("docs/**/*.md"),
        *REPOSITORY.glob("editors/*.md"),
        *REPOSITORY.glob("editors/*/README.md"),
    ]
)
"""The pages whose commands and settings are held to be true."""

PAGES = sorted(
    {
        *SHOWN,
        *(REPOSITORY / name for name in ("PROTOCOL.md", "CHANGELOG.md")),
        *REPOSITORY.glob("tests/**/*.md"),
        *REPOSITORY.glob("training/*.md"),
        *(page for page in REPOSITORY.glob("editors/**/*.md") if "node_modules" not in page.parts),
    }
)
"""The pages whose links are held to lead somewhere."""

_FENCE = re.compile(r"^(?P<indent> *)```(?P<info>[^\n`]*)\n(?P<text>.*?)^(?P=indent)```$", re.MULTILINE | re.DOTALL)
_CODE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^()\s]+)\)")


@dataclass(frozen=True)
class Block:
    """A fenced block: its language, the word behind it, and its text without the indent of a list."""

    page: Path
    language: str
    mark: str
    text: str
    span: tuple[int, int]  # of the text within the page


def name_of(page: Path) -> str:
    return page.relative_to(REPOSITORY).as_posix()


@cache
def text_of(page: Path) -> str:
    return page.read_text("utf-8")


def blocks(page: Path) -> Iterator[Block]:
    for found in _FENCE.finditer(text_of(page)):
        language, _, mark = found["info"].strip().partition(" ")
        yield Block(page, language, mark, textwrap.dedent(found["text"]), found.span("text"))


def prose(page: Path) -> str:
    """Return a page without its fenced blocks."""
    return _FENCE.sub("", text_of(page))


def inline_codes(page: Path) -> list[str]:
    return _CODE.findall(prose(page))


def links(page: Path) -> list[str]:
    return _LINK.findall(_CODE.sub("", prose(page)))


def anchor_of(heading: str) -> str:
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).strip().lower()
    return re.sub(r"[^\w\- ]", "", text).replace(" ", "-")


@cache
def anchors(page: Path) -> frozenset[str]:
    """Return the anchors of the headings of a page, as GitHub makes them."""
    found: set[str] = set()
    for heading in re.findall(r"^#+ (.+)$", prose(page), re.MULTILINE):
        anchor = anchor_of(heading)
        count, name = 1, anchor
        while name in found:
            name, count = f"{anchor}-{count}", count + 1
        found.add(name)
    return frozenset(found)


def section(page: Path, anchor: str) -> str:
    """Return the text below the heading with this anchor, up to the next heading of its level or above."""
    parts = re.split(r"^(#+) (.+)$", text_of(page), flags=re.MULTILINE)[1:]
    headings = [(len(level), anchor_of(title), body) for level, title, body in zip(*[iter(parts)] * 3, strict=True)]
    start = next(place for place, (_, name, _) in enumerate(headings) if name == anchor)
    end = next(
        (place for place in range(start + 1, len(headings)) if headings[place][0] <= headings[start][0]), len(headings)
    )
    return "\n".join(body for _, _, body in headings[start:end])
