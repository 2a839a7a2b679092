"""The table of how many steps each editor takes to the first answer, counted on its page."""

from __future__ import annotations

import re
from pathlib import Path

EDITORS_BY_USE = {
    "vscode": "VS Code",
    "neovim": "Neovim",
    "emacs": "Emacs",
    "intellij": "IntelliJ IDEA",
    "vim": "Vim",
    "helix": "Helix",
    "sublime": "Sublime Text",
    "zed": "Zed",
    "kate": "Kate",
}
_STEP = re.compile(r"^(\d)\. ", re.MULTILINE)


def table(text: str, folder: Path) -> str:
    """Return the page of all editors with its table renewed."""
    head, rest = text.split("<!-- steps -->", 1)
    tail = rest.split("<!-- /steps -->", 1)[1]
    pages = [(name, folder / key / "README.md") for key, name in EDITORS_BY_USE.items()]
    rows = [
        f"| [{name}]({page.relative_to(folder).as_posix()}) | {steps_of(page.read_text('utf-8'))} |"
        for name, page in pages
        if page.exists()
    ]
    return "\n".join([f"{head}<!-- steps -->", "| | steps |", "|---|---|", *rows, f"<!-- /steps -->{tail}"])


def steps_of(page: str) -> int:
    """Return how many steps the first numbered list of a page has, whatever stands between them."""
    steps = 0
    for number in _STEP.findall(page):
        if int(number) != steps + 1:
            break
        steps += 1
    return steps
