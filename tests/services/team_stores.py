"""A tree, the rows that an index of it has, and a shared folder with what somebody published of it."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
from codebases import write

from lsp_codebase.codebase import Codebase
from lsp_codebase.config import Settings
from lsp_codebase.index.content_rows import identity
from lsp_codebase.index.sharing import shared_rows
from lsp_codebase.team import Objects, PackStore, open_sealed, seal


def module(number: int) -> str:
    return f'''"""Prices of {number}."""


class Shop{number}:
    def price_of_{number}(self, first):
        """Return the price."""
        return first * {number}
'''


def write_tree(root: Path, count: int = 60) -> None:
    """Write some more modules than a refresh reads without a look at the store."""
    write(root, {f"pkg/m{number:03}.py": module(number) for number in range(count)} | {"notes.txt": "prices\n" * 9})


def rows_of_index(codebase: Codebase) -> list[list[str]]:
    """Return all that an index holds but ids and times, in a fixed order."""
    store = codebase._indexer.store
    chunks = pa.concat_tables(store.file_chunks(store.live.keys(), store.chunks.schema.names))
    tables = (chunks.drop_columns(["file_id", "chunk_id"]), store.symbols().drop_columns(["file_id"]))
    files = [
        (record.path, record.sha256, record.language, record.state, record.reason, record.line_count, record.symbols)
        for record in store.files.values()
    ]
    return [*(sorted(map(repr, table.to_pylist())) for table in tables), sorted(map(repr, files))]


def poison(
    bucket: Path, root: Path, settings: Settings, change: Callable[[dict[str, Any]], None], only: str = ""
) -> None:
    """Rewrite a folder as a hostile publisher may who has the code: each entry sound, with its columns changed."""
    entries = {}
    packs = PackStore(Objects(bucket.as_uri()), shared_rows.folder_of(settings), bucket.parent / "none", None, None)
    packs.look()
    for path in sorted(root.rglob("*.py")):
        relative, data = path.relative_to(root).as_posix(), path.read_bytes()
        sha256 = shared_rows.hashlib.sha256(data).hexdigest()
        secret = shared_rows.secret_of(identity(relative, data, sha256, settings), sha256)
        name = shared_rows.entry_name(secret)
        ((_, sealed),) = packs.fetch(packs.find([name])).values()
        raw = open_sealed(secret, shared_rows._PURPOSE, sealed)
        text = pa.decompress(raw[4:], int.from_bytes(raw[:4], "big"), "zstd", asbytes=True)
        starts, comments, columns = json.loads(text)
        if only in relative:
            change(columns)
        text = json.dumps((starts, comments, columns)).encode()
        packed = len(text).to_bytes(4, "big") + pa.compress(text, "zstd", asbytes=True)
        entries[name] = seal(secret, shared_rows._PURPOSE, packed)
    for path in bucket.rglob("*.*"):
        os.unlink(path)
    packs.publish(entries)
