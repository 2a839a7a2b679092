"""What PROTOCOL.md shows of HTTP is what curl gets.

RECORD_PROTOCOL=1 python -m pytest -m slow tests/protocol/test_http_page.py      record it anew
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from http_server import SECONDS, HttpServer
from recorded_page import ROOT, as_text, make_workspace, near

PAGE = Path(__file__).parents[2] / "PROTOCOL.md"
URL = "http://127.0.0.1:8765"
BLOCK = re.compile(r"(?<=<!-- curl -->\n```\n).*?(?=```\n<!-- /curl -->)", re.DOTALL)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.MULTILINE)
CHANGING = re.compile(
    r'("(?:tookMs|generation)": ?)[0-9.]+|("(?:version|nextCursor)": ?)"[^"]*"|(builtin@)[0-9a-f]{12}'
)
FIXED = ("3", '"…"', "0123456789ab")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[HttpServer, Path]]:
    root = tmp_path_factory.mktemp("http_page").resolve() / "shop"
    make_workspace(root)
    with closing(HttpServer([root], tmp_path_factory.mktemp("http_page_cache"))) as one:
        one.wait_until_ready()
        yield one, root


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("curl") is None or os.name == "nt", reason="needs curl and a shell")
def test_curl_is_answered_as_the_page_says(server: tuple[HttpServer, Path]) -> None:
    written = PAGE.read_text("utf-8")

    def recorded(block: re.Match[str]) -> str:
        return COMMAND.sub(lambda command: f"$ {command[1]}\n{answer_to(command[1], command[2], *server)}\n", block[0])

    page = BLOCK.sub(recorded, written)
    if os.environ.get("RECORD_PROTOCOL"):
        PAGE.write_text(page, "utf-8", newline="\n")
        return
    assert BLOCK.search(page)
    assert page.splitlines() == written.splitlines(), f"to record: {__doc__}"


def answer_to(command: str, known: str, server: HttpServer, root: Path) -> str:
    real = command.replace(URL, server.url).replace(ROOT, str(root)).replace("curl ", "curl --noproxy '*' ", 1)
    done = subprocess.run(real, shell=True, capture_output=True, text=True, check=True, timeout=SECONDS)
    text = CHANGING.sub(lambda found: found[found.lastindex] + FIXED[found.lastindex - 1], done.stdout)
    value, end = json.JSONDecoder().raw_decode(text.replace(str(root), ROOT))
    try:
        before, _ = json.JSONDecoder().raw_decode(known)
    except ValueError:
        before = None
    return as_text(near(rounded(value), before), 0) + text.replace(str(root), ROOT)[end:]


def rounded(value: object) -> object:
    """Return a value whose scores have two places."""
    if isinstance(value, dict):
        return {key: round(item, 2) if key == "score" else rounded(item) for key, item in value.items()}
    return [rounded(item) for item in value] if isinstance(value, list) else value
