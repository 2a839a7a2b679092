"""What the commands print, as transcripts to read: tests/golden/cli holds one for each kind of output.

`RECORD_TRANSCRIPTS=1 pytest tests/services/test_cli_transcripts.py` writes them anew: read what changed before you
commit it. In transcripts with colours `<path>…</>` is text in the style `path`; a line that begins with `2>` went to
standard error.
"""

import io
import os
import re
import shlex
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest
from codebases import write
from command_line import ASKS
from git_commits import git

from lsp_codebase.cli import main
from lsp_codebase.cli.paint import _CODES

GOLDEN = Path(__file__).parents[1] / "golden" / "cli"
SHOP = {
    "lsp-codebase.toml": "",
    "README.md": "# Shop\n\nA cart, its prices and the taxes on them.\n",
    "shop/cart.py": '''"""What a customer wants to buy."""

from shop.money import with_tax


class Cart:
    """Some items and their prices."""

    def __init__(self):
        self.prices = []

    def add(self, price):
        self.prices.append(price)

    def total_price(self):
        """Compute the total price of the cart, taxes included."""
        return with_tax(sum(self.prices))
''',
    "shop/money.py": '''"""Amounts of money, in cents."""

TAX = 0.19


def with_tax(amount):
    """Return an amount with the tax on it, rounded to cents and never below zero, as the law of most countries asks."""
    return max(0, round(amount * (1 + TAX)))
''',
    "shop/checkout.py": """from shop.cart import Cart
from shop.money import with_tax


def check_out(prices, shipping):
    cart = Cart()
    for price in prices:
        cart.add(price)
    return cart.total_price() + with_tax(shipping)
""",
    "web/cart.ts": "export class CartView {\n  totalPrice(): string {\n    return `${this.cents / 100} €`\n  }\n}\n",
    "tests/test_cart.py": """from shop.cart import Cart


def test_total_price():
    cart = Cart()
    cart.add(100)
    assert cart.total_price() == 119
""",
}
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


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


class Told(io.StringIO):
    """Standard error, written among the lines of standard output as a terminal shows it."""

    def __init__(self, out: io.TextIOWrapper) -> None:
        super().__init__()
        self._out = out

    def write(self, text: str) -> int:
        self._out.write(re.sub(r"(?m)^(?=.)", "2> ", text))
        return len(text)


@pytest.fixture(scope="module")
def home(tmp_path_factory) -> Path:
    home = tmp_path_factory.mktemp("home")
    shop = home / "shop"
    write(shop, SHOP)
    git(shop, "init", "-q")
    git(shop, "add", "shop", "README.md")
    git(shop, "commit", "-q", "-m", "Add the value added tax to prices\n\nThe total was shown without it.")
    git(shop, "add", ".")
    git(shop, "commit", "-q", "-m", "Show the cart in a browser", day=2)
    return home


@pytest.fixture
def transcript(home, monkeypatch):
    """Return what commands print when they are run one after the other in the folder `shop` or one below."""
    for name in ("NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("HOME", str(home))
    settings = ["--set", f"index.location={home / 'indexes'}"]

    def run(commands: list[str], folder: str, width: int, is_terminal: bool, colour: str) -> Iterator[str]:
        monkeypatch.chdir(home / "shop" / folder)
        monkeypatch.setenv("COLUMNS", str(width))
        for command in commands:
            out = (Terminal if is_terminal else io.TextIOWrapper)(io.BytesIO(), "utf-8", newline="\n")
            with redirect_stdout(out), redirect_stderr(Told(out)):
                words = shlex.split(command)
                colours = [] if words[0] == "context" else [colour]
                code = main([*words, *colours, *(["--wait"] if words[0] in ASKS else []), *settings])
            out.flush()
            yield f"$ lsp-codebase {command}"
            yield from normal(out.buffer.getvalue().decode(), home).splitlines()
            if code:
                yield f"[exit {code}]"
            yield ""

    return run


def normal(text: str, home: Path) -> str:
    """Return a text without what differs from run to run, with the names of styles in place of their codes."""
    for style, code in _CODES.items():  # of styles that look alike the first one names both
        text = text.replace(f"\x1b[{code}m", f"<{style}>")
    text = text.replace("\x1b[0m", "</>").replace(str(home), "/home/me")
    text = re.sub(r"/indexes/shop-\w{16}", "/indexes/shop-0123456789abcdef", text)
    text = re.sub(r"builtin@\w+", "builtin@0123456789ab", text)
    text = re.sub(r"(on disk +(?:</> )?)[\d.,]+ [kM]B", r"\g<1>200 kB", text)
    text = re.sub(r'"tookMs": [\d.]+', '"tookMs": 1.5', text)
    text = re.sub(r'"nextCursor": "[^"]+"', '"nextCursor": "MiAzNTQ1NmMz"', text)
    text = re.sub(r"(saved state +)\d+", r"\g<1>7", text)
    return re.sub(r"(commits +(?:</> )?)\d+|(\"generation\": )\d+|(commit )\d+", r"\g<1>\g<2>\g<3>3", text)


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
