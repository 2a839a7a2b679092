"""A workspace of real code, and the server as a program on `PATH`, as editors find it."""

from __future__ import annotations

import asyncio
import email
import inspect
import json
import multiprocessing
import os
import shutil
import subprocess
import sys
import time
import unittest
import xml
from pathlib import Path
from types import ModuleType

import pytest

REPOSITORY = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(REPOSITORY / "tests" / "protocol"))  # the raw client of the protocol tests

TIMEOUT_S = 240.0  # on a busy machine
MEASURE_JS = "const unit = 1;\n/* Größe 𝄞 日本 */ function measureWidth(text) { return text.length * unit; }\n"
"""Its second line counts differently in bytes, UTF-16 units and characters before the name."""

MONEY = "TAX = 0.19\n\ndef with_tax(amount):\n    return {}\n"
CART = """class Cart:
    def __init__(self):
        self.prices = []

    def add(self, price):
        self.prices.append(price)

    def total_price(self):
        return with_tax(sum(self.prices))
"""
CHECKOUT = """def check_out(prices, cart):
    for price in prices:
        cart.add(price)
    print("to pay")
    return cart.total_price()
"""


@pytest.fixture(scope="module")
def packages() -> tuple[ModuleType, ...]:
    """Enough that indexing takes longer than an editor waits before it shows progress (VS Code: 150 ms)."""
    return asyncio, email, json, multiprocessing, unittest, xml


@pytest.fixture(scope="module")
def workspace(packages: tuple[ModuleType, ...], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Packages of the running interpreter, and a line that is not ASCII."""
    root = tmp_path_factory.mktemp("editor") / "my work"
    root.mkdir()
    for package in packages:
        source = Path(inspect.getfile(package)).parent
        shutil.copytree(source, root / source.name, ignore=shutil.ignore_patterns("__pycache__"))
    (root / "measure.js").write_text(MEASURE_JS, "utf-8")
    (root / ".git").mkdir()
    return root


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A git repository of three files and four commits."""
    root = tmp_path_factory.mktemp("editor") / "shop"
    root.mkdir()

    def git(*command: str) -> None:
        identity = ("-c", "user.name=me", "-c", "user.email=me@example.org")
        subprocess.run(["git", *identity, *command], cwd=root, check=True, capture_output=True)

    git("init", "-q")
    for subject, file, text in (
        ("Add the value added tax", "money.py", MONEY.format("amount * (1 + TAX)")),
        ("Charge what a customer owes", "cart.py", CART),
        ("Charge at the checkout", "checkout.py", CHECKOUT),
        ("Round to cents", "money.py", MONEY.format("round(amount * (1 + TAX), 2)")),
    ):
        (root / file).write_text(text)
        git("add", ".")
        git("commit", "-q", "-m", subject)
    return root


@pytest.fixture(scope="module")
def server_environment(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """An environment with its own home and `lsp-codebase` on `PATH`, which leaves its process id in `SERVER_PID`."""
    home = tmp_path_factory.mktemp("home")
    program = home / "bin" / "lsp-codebase"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\necho $$ > "$SERVER_PID"\nexec "{sys.executable}" -m lsp_codebase "$@"\n')
    program.chmod(0o755)
    return {
        **{key: value for key, value in os.environ.items() if not key.startswith(("XDG_", "LSP_CODEBASE"))},
        "HOME": str(home),
        "PATH": f"{program.parent}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": str(REPOSITORY),
        "SERVER_PID": str(home / "server.pid"),
    }


@pytest.fixture
def server_ended(server_environment: dict[str, str]) -> bool:
    """Whether the last server that was started ends."""
    pid = int(Path(server_environment["SERVER_PID"]).read_text())
    deadline = time.monotonic() + TIMEOUT_S
    while time.monotonic() < deadline:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False
