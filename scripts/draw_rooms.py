"""Draw docs/pictures/rooms.svg: the rooms of the package in bands, and two walks through them.

python scripts/draw_rooms.py

`tests/unit/test_architecture.py` holds that every room is drawn and that no import goes up.
"""

from __future__ import annotations

from html import escape
from pathlib import Path

PICTURE = Path(__file__).parents[1] / "docs" / "pictures" / "rooms.svg"

BANDS = (
    (
        "speak",
        {
            "cli": "terminal",
            "web": "HTTP",
            "mcp": "MCP",
            "opening": "who answers?",
            "replica": "published",
            "server": "LSP",
        },
    ),
    (
        "serve one client",
        {
            "tools": "for models",
            "context": "code as a page",
            "workspace": "all folders",
            "folders": "open, close, watch",
        },
    ),
    (
        "join",
        {
            "open_roots": "each root once",
            "view": "as one client sees it",
            "folder_answers": "several as one",
            "codebase": "one indexed root",
            "remote": "a team's server",
            "attach": "door to a running index",
        },
    ),
    (
        "follow and answer",
        {
            "live": "unsaved text",
            "index": "keep up to date",
            "search": "rank code",
            "symbols": "match names",
            "tree": "draw folders",
            "texts": "lines of files",
        },
    ),
    (
        "keep",
        {
            "indexes": "the State, in memory",
            "store": "LanceDB",
            "cache": "known contents",
            "team": "shared objects",
            "embed": "text to vectors",
            "config": "settings",
        },
    ),
    ("read", {"parse": "text to symbols", "scan": "files, git, secrets", "location": "where it lies"}),
    (
        "say",
        {
            "answers": "the questions",
            "globs": "patterns",
            "model": "plain values",
            "errors": "what may fail",
            "uris": "",
            "paths": "one spelling",
            "nearest": "",
            "arrays": "",
            "process": "",
        },
    ),
)
"""Top to bottom: a room imports rooms of its own band and of those below."""

SAVE = ("server", "workspace", "codebase", "index", "scan", "parse", "embed", "store", "indexes")
QUESTION = ("server", "workspace", "view", "codebase", "search", "indexes", "texts")

_WIDTH, _CAPTION, _ROW, _GAP, _HEIGHT = 1000, 140, 82, 12, 54
_COLOURS = {"save": "#2f6fb2", "question": "#c2571a"}


def main() -> None:
    """Write the picture."""
    PICTURE.write_text(drawn(), "utf-8", newline="\n")


def drawn() -> str:
    """Return the picture as SVG."""
    height = len(BANDS) * _ROW + 40
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" font-family="sans-serif">',
        f'<rect width="{_WIDTH}" height="{height}" fill="#ffffff"/>',
    ]
    for number, (caption, rooms) in enumerate(BANDS):
        top = number * _ROW + 8
        parts.append(f'<rect x="4" y="{top}" width="{_WIDTH - 8}" height="{_ROW - 8}" rx="8" fill="#f2f4f7"/>')
        parts.append(f'<text x="18" y="{top + 42}" font-size="15" fill="#5a6472">{caption}</text>')
        wide = (_WIDTH - _CAPTION - 30 - _GAP * len(rooms)) / len(rooms)
        for place, (room, subject) in enumerate(rooms.items()):
            parts += _box(_CAPTION + 20 + place * (wide + _GAP), top + 10, wide, room, subject)
    legend = {"save": "a save, step by step", "question": "a question, step by step"}
    for place, (walk, text) in enumerate(legend.items()):
        parts += _number(40 + place * 260, height - 18, walk, "n")
        parts.append(f'<text x="{58 + place * 260}" y="{height - 13}" font-size="14" fill="#333">{text}</text>')
    parts.append(f'<text x="560" y="{height - 13}" font-size="14" fill="#333">imports go down, never up</text>')
    return "\n".join([*parts, "</svg>", ""])


def _box(left: float, top: float, wide: float, room: str, subject: str) -> list[str]:
    middle = left + wide / 2
    parts = [
        f'<rect x="{left:.0f}" y="{top}" width="{wide:.0f}" height="{_HEIGHT}" rx="6" fill="#fff" stroke="#9aa5b1"/>',
        f'<text x="{middle:.0f}" y="{top + (24 if subject else 33)}" font-size="15" text-anchor="middle" '
        f'font-weight="bold" fill="#1b2430">{room}</text>',
    ]
    if subject:
        parts.append(
            f'<text x="{middle:.0f}" y="{top + 43}" font-size="12" text-anchor="middle" fill="#5a6472">'
            f"{escape(subject)}</text>"
        )
    if room in SAVE:
        parts += _number(left + 10, top + 1, "save", str(SAVE.index(room) + 1))
    if room in QUESTION:
        parts += _number(left + wide - 10, top + 1, "question", str(QUESTION.index(room) + 1))
    return parts


def _number(x: float, y: float, walk: str, text: str) -> list[str]:
    return [
        f'<circle cx="{x:.0f}" cy="{y:.0f}" r="10" fill="{_COLOURS[walk]}"/>',
        f'<text x="{x:.0f}" y="{y + 4:.0f}" font-size="12" text-anchor="middle" fill="#fff">{text}</text>',
    ]


if __name__ == "__main__":
    main()
