"""What is shared of a content gives the rows of parsing it, and nothing that it cannot be."""

import hashlib
import json
from dataclasses import replace

import pyarrow as pa
import pytest

from lsp_codebase.config import Settings
from lsp_codebase.errors import Damaged
from lsp_codebase.index.content_rows import identity, rows_of
from lsp_codebase.index.sharing import shared_rows
from lsp_codebase.index.sharing.shared_rows import entry_name, open_rows, sealed_rows, secret_of
from lsp_codebase.parse import parse_file
from lsp_codebase.team import open_sealed, seal

pytest.importorskip("cryptography")

SETTINGS = Settings()
PYTHON = b'''"""Prices."""


class Shop:
    """Sells."""

    def price(self, of: str) -> int:
        """Return the price."""
        return self._prices[of]  # in cents


LIMIT = 3
'''
FILES = {
    "shop.py": PYTHON,
    "crlf.py": PYTHON.replace(b"\n", b"\r\n"),
    "bom.py": b"\xef\xbb\xbf" + PYTHON,
    "names.ts": "export class Größe<T> {\n  /** né */\n  wert = 'é';\n}\n".encode(),
    "legacy.c": b"/* caf\xe9 */\nint main(void) { return 0; }\n",
    "wide.py": PYTHON.decode().encode("utf-16"),
    "README.md": b"# Title\n\ntext\n\n## Part\n\n```python\ndef inside():\n    pass\n```\n",
    "data.json": b'{"a": {"b": [1, 2]}}\n',
    "long.py": PYTHON * 40,
    "tests/test_shop.py": b"def test_price():\n    assert 1\n",
}


def secret(path, data, settings=SETTINGS):
    sha256 = hashlib.sha256(data).hexdigest()
    return secret_of(identity(path, data, sha256, settings), sha256)


def sealed(path, data, settings=SETTINGS):
    return sealed_rows(rows_of(path, parse_file(path, data)), secret(path, data, settings))


def opened(sealed, path="shop.py", data=PYTHON):
    return open_rows(sealed, secret(path, data), path, data, SETTINGS)


@pytest.mark.parametrize("path", FILES)
def test_the_rows_are_those_of_parsing(path):
    data = FILES[path]
    assert opened(sealed(path, data), path, data) == rows_of(path, parse_file(path, data))


def test_neither_bodies_nor_paths_are_shared():
    raw = open_sealed(secret("shop.py", PYTHON), shared_rows._PURPOSE, sealed("shop.py", PYTHON))
    told = pa.decompress(raw[4:], int.from_bytes(raw[:4], "big"), "zstd", asbytes=True)
    assert b"price" in told
    assert not [word for word in (b"shop.py", b"_prices", b"return self") if word in told]


def test_equal_content_elsewhere_has_its_entry_and_a_name_that_changes_the_rows_has_not():
    assert secret("a/shop.py", PYTHON) == secret("b/other.py", PYTHON)
    names = {entry_name(secret(path, PYTHON)) for path in ("shop.py", "test_shop.py", "shop.pyi")}
    assert len(names | {entry_name(secret("shop.py", PYTHON, replace(SETTINGS, chunks_max_chars=500)))}) == 4


@pytest.mark.parametrize("data", [b"", b"just text\n", b"x = 1;" * 3_000])
def test_what_is_only_cut_by_lines_is_not_shared(data):
    assert sealed("a.txt" if data.startswith(b"just") else "a.js", data) is None


def test_an_entry_opens_for_no_other_content():
    with pytest.raises(Damaged):
        opened(sealed("shop.py", PYTHON), data=PYTHON + b"\n")


def forged(change, path="shop.py", data=PYTHON, size=None):
    """Return the entry of a content, as somebody who has the content may write it."""
    key = secret(path, data)
    raw = open_sealed(key, shared_rows._PURPOSE, sealed(path, data))
    starts, comments, columns = json.loads(
        pa.decompress(raw[4:], int.from_bytes(raw[:4], "big"), "zstd", asbytes=True).decode()
    )
    text = change(starts, comments, columns)
    text = text if isinstance(text, bytes) else json.dumps(text).encode()
    packed = pa.compress(text, "zstd", asbytes=True)
    return seal(key, shared_rows._PURPOSE, (len(text) if size is None else size).to_bytes(4, "big") + packed)


def column(name, value, at=0):
    def change(starts, comments, columns):
        columns[name][at] = value
        return starts, comments, columns

    return change


def test_a_forger_who_changes_nothing_is_believed():
    assert opened(forged(lambda *rows: rows)) == rows_of("shop.py", parse_file("shop.py", PYTHON))


FORGERIES = {
    "no chunk": lambda starts, comments, columns: ([], [], columns),
    "a chunk that does not begin the file": lambda starts, comments, columns: ([1], comments, columns),
    "a chunk behind the end": lambda starts, comments, columns: ([0, 10**12], ["", ""], columns),
    "a chunk twice": lambda starts, comments, columns: ([0, 0], ["", ""], columns),
    "a chunk before the file": lambda starts, comments, columns: ([0, -1], ["", ""], columns),
    "a chunk at a truth": lambda starts, comments, columns: ([False], comments, columns),
    "comments of more chunks": lambda starts, comments, columns: (starts, [*comments, ""], columns),
    "comments that are numbers": lambda starts, comments, columns: (starts, [1], columns),
    "a column too few": lambda s, c, columns: (s, c, {n: v for n, v in columns.items() if n != "signature"}),
    "a column too many": lambda s, c, columns: (s, c, columns | {"name": columns["signature"]}),
    "columns of another length": lambda s, c, columns: (s, c, columns | {"signature": []}),
    "a row too few of all": lambda s, c, columns: (s, c, columns | {"kind": columns["kind"][1:]}),
    "columns that are a list": lambda s, c, columns: (s, c, [columns]),
    "a kind that there is not": column("kind", 99),
    "a kind that is a text": column("kind", "12"),
    "a visibility that there is not": column("visibility", "secret"),
    "a flag that is a number": column("is_test", 1),
    "a signature of two lines": column("signature", "def a():\n  evil"),
    "half of a character": column("signature", "\ud800"),
    "a symbol behind the end": column("end_line", 10**9),
    "a symbol before the file": column("start_line", -1),
    "a symbol behind the end of its line": column("end_column", 10**6),
    "a name outside of its symbol": column("name_start_line", 11),
    "a name that is empty": column("name_end_column", 6),
    "a name behind the end of its line": column("name_end_column", 10**6),
    "a place that is no whole number": column("start_column", 0.5),
    "symbols in another order": column("start_line", 0, at=2),
    "no text of JSON": lambda *rows: b"{",
    "an endless nest": lambda *rows: b"[" * 100_000,
    "nothing": lambda *rows: b"",
    "a number": lambda *rows: 1,
    "a number beyond all": lambda starts, *rest: b"[[1e999],[],{}]",
}


@pytest.mark.parametrize("forgery", FORGERIES)
def test_rows_that_cannot_be_of_the_content_are_refused(forgery):
    with pytest.raises(Damaged):
        opened(forged(FORGERIES[forgery]))


@pytest.mark.parametrize("size", [0, 1, 65, 2**32 - 1])
def test_a_wrong_size_is_refused_before_anything_is_unpacked(size):
    with pytest.raises(Damaged):
        opened(forged(lambda *rows: rows, size=size))


def test_an_entry_that_unpacks_to_more_than_a_content_can_hold_is_refused():
    with pytest.raises(Damaged, match="are the most"):
        opened(forged(lambda starts, comments, columns: (starts, ["a" * 10**6], columns)))
