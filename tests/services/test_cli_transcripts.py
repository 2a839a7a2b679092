"""What the commands print, as transcripts to read: tests/golden/cli holds one for each kind of output.

`RECORD_TRANSCRIPTS=1 pytest tests/services/test_cli_transcripts.py` writes them anew: read what changed before you
commit it. In transcripts with colours `<path>…</>` is text in the style `path`; a line that begins with `2>` went to
standard error.
"""

import os
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import ASKS
from shop_session import normal, shown

GOLDEN = Path(__file__).parents[1] / "golden" / "cli"
SEARCHES = [
    "search 'how is the total price of a cart computed' -n 3",
    "search -F total_price",
    "search -E 'def \\w+\\(self' -C 1 shop",
    "search with_tax -n 1 --text",
    "search 'zebra stripes'",
    "similar shop/cart.py:15 -n 2",
    "callers with_tax",
    "callees check_out",
    "symbols tp",
    "history",
    "history 'value added tax'",
    "history shop/money.py:6-8",
    "read shop/money.py:6-8",
    "tree",
    "status",
]
LINES = [
    *SEARCHES,
    "search -F -c price",
    "search -F -l price shop web",
    "search -w -F price --vimgrep",
    "search -F price -n 2",
    "search total_price -n 1 --json",
    "search -e --price",
    "callers with_tax --json -n 1",
    "history browser . --json",
    "history shop --since then",
    "files",
    "files -t ts --json",
    "context 'how is the total price of a cart computed' --max-tokens 300",
    "search 'lang:klingon price' -l",
    "search price gone.py",
    "search '(' -E",
    "search x --kind klass --language klingon",
    "doctor",
]
TRANSCRIPTS = {
    "wide": (SEARCHES, 120, True, "--color=auto"),
    "narrow": ([*SEARCHES[:4], "callers with_tax", "status"], 60, True, "--color=auto"),
    "no-colour": ([*SEARCHES[:3], "symbols tp", "tree"], 80, True, "--color=never"),
    "piped": (LINES, 80, False, "--color=auto"),
}


@pytest.fixture
def transcript(shop_home, monkeypatch):
    """Return what commands print when they are run one after the other in the folder `shop` or one below."""
    for name in ("NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("HOME", str(shop_home))
    settings = ["--set", f"index.location={shop_home / 'indexes'}"]

    def run(commands: list[str], folder: str, width: int, is_terminal: bool, colour: str) -> Iterator[str]:
        monkeypatch.chdir(shop_home / "shop" / folder)
        monkeypatch.setenv("COLUMNS", str(width))
        for command in commands:
            words = shlex.split(command)
            colours = [] if words[0] == "context" else [colour]
            waiting = ["--wait"] if words[0] in ASKS else []
            code, printed = shown([*words, *colours, *waiting, *settings], is_terminal=is_terminal, told="2> ")
            yield f"$ lsp-codebase {command}"
            yield from normal(printed, shop_home).splitlines()
            if code:
                yield f"[exit {code}]"
            yield ""

    return run


def check(name: str, lines: Iterator[str]) -> None:
    text, file = "\n".join(lines), GOLDEN / f"{name}.txt"
    if os.environ.get("RECORD_TRANSCRIPTS"):
        file.write_text(text, "utf-8")
    assert text == file.read_text("utf-8")


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_the_commands_print_what_the_transcript_says(transcript, name):
    commands, *how = TRANSCRIPTS[name]
    check(name, transcript(commands, ".", *how))


def test_in_a_folder_below_the_whole_codebase_is_searched_and_paths_lead_from_there(transcript):
    commands = ["search -F total_price", "search -F total_price .", "symbols CartView", "files", "read ../README.md:1"]
    check("below", transcript(commands, "shop", 80, False, "--color=auto"))
