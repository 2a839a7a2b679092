"""A small shop under git, and what commands show of it in this process: for transcripts and documents."""

import io
import os
import re
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

from codebases import write
from git_commits import git
from shop_files import CART

from lsp_codebase.cli import main
from lsp_codebase.cli.escapes import _CODES

SHOP = {
    "lsp-codebase.toml": "",
    "README.md": "# Shop\n\nA cart, its prices and the taxes on them.\n",
    "shop/cart.py": CART,
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


def open_shop(home: Path) -> Path:
    """Write the shop into a folder of this home, with two commits; return it."""
    shop = home / "shop"
    write(shop, SHOP)
    git(shop, "init", "-q")
    git(shop, "add", "shop", "README.md")
    git(shop, "commit", "-q", "-m", "Add the value added tax to prices\n\nThe total was shown without it.")
    git(shop, "add", ".")
    git(shop, "commit", "-q", "-m", "Show the cart in a browser", day=2)
    return shop


class Terminal(io.TextIOWrapper):
    def isatty(self) -> bool:
        return True


class Told(io.StringIO):
    """Standard error, written among the lines of standard output as a terminal shows it, with a mark in front."""

    def __init__(self, out: io.TextIOWrapper, mark: str) -> None:
        super().__init__()
        self._out = out
        self._mark = mark

    def write(self, text: str) -> int:
        self._out.write(re.sub(r"(?m)^(?=.)", self._mark, text))
        return len(text)


def shown(arguments: Sequence[str], *, is_terminal: bool, told: str = "") -> tuple[int, str]:
    """Run a command; return its exit code and what it printed on both streams, each line of errors behind `told`."""
    out = (Terminal if is_terminal else io.TextIOWrapper)(io.BytesIO(), "utf-8", newline="\n")
    with redirect_stdout(out), redirect_stderr(Told(out, told)):
        try:
            code = main(arguments)
        except SystemExit as end:  # of argparse
            code = int(end.code or 0)
    out.flush()
    return code, out.buffer.getvalue().decode()


def normal(text: str, home: Path) -> str:
    """Return a text without what differs from run to run, with the names of styles in place of their codes."""
    for style, code in _CODES.items():  # of styles that look alike the first one names both
        text = text.replace(f"\x1b[{code}m", f"<{style}>")
    text = text.replace("\x1b[0m", "</>")
    text = re.sub(rf"{re.escape(str(home))}\S*", lambda path: path[0].replace(os.sep, "/"), text)
    text = text.replace(home.as_uri(), "file:///home/me").replace(home.as_posix(), "/home/me")
    text = re.sub(r"/indexes/shop-\w{16}", "/indexes/shop-0123456789abcdef", text)
    text = re.sub(r"builtin@\w+", "builtin@0123456789ab", text)
    text = re.sub(r"(on disk +(?:</> )?)[\d.,]+ [kM]B", r"\g<1>200 kB", text)
    text = re.sub(r'"tookMs": [\d.]+', '"tookMs": 1.5', text)
    text = re.sub(r'"nextCursor": "[^"]+"', '"nextCursor": "MiAzNTQ1NmMz"', text)
    text = re.sub(r"(saved state +)\d+", r"\g<1>7", text)
    text = re.sub(r"(written +(?:</> )?)(?:once|\d+ times)", r"\g<1>3 times", text)
    return re.sub(r"(\"generation\": )\d+", r"\g<1>3", text)
