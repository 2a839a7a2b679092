"""Results for known contents, whatever branch, work tree or checkout they lie in: one SQLite file for each user.

Keys are hashes of a content and of everything else that decides the value, so an entry never goes out of date; entries
unused for long are dropped. The file only saves work: if anything is wrong with it, callers see a miss.
"""

from __future__ import annotations

import logging
import sqlite3
import time
import zlib
from collections.abc import Collection, Iterator, Mapping

from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.location import make_private, storage_directory
from lsp_codebase.store import delete

logger = logging.getLogger(__name__)

_DIRECTORY = "content"
_NAME = "content.sqlite"
_FORMAT = 1
_BUSY_S = 2.0  # another process is storing a batch
_KEYS_AT_ONCE = 500  # parameters of one query
_CHECKSUM_BYTES = 4
_DAY_S = 86_400
_ROOM = 0.8  # the share of the budget that is left after trimming, so that it is rare
_TRIMMED_AT_ONCE = 2_000

_SCHEMA = """
CREATE TABLE entries (key BLOB NOT NULL UNIQUE, used INTEGER NOT NULL, value BLOB NOT NULL);
CREATE INDEX by_use ON entries (used);
"""


class ContentStore:
    """Values by key, of at most some bytes. One thread uses an object; any number of processes share the file."""

    def __init__(self, location: str, most_bytes: int) -> None:
        """`location` is the `index.location` setting. With 0 bytes nothing is kept nor found."""
        self._directory = storage_directory(location) / _DIRECTORY
        self._most_bytes = most_bytes
        self._connection: sqlite3.Connection | None = None

    def get(self, keys: Collection[bytes]) -> dict[bytes, bytes]:
        """Return the values of the keys that are known."""
        found: dict[bytes, bytes] = {}
        aged: list[bytes] = []
        today = int(time.time()) // _DAY_S
        try:
            for part in _parts(list(keys)) if self._open() else ():
                marks = ",".join("?" * len(part))
                query = f"SELECT key, used, value FROM entries WHERE key IN ({marks})"
                for key, used, value in self._connected().execute(query, part):
                    if _checksum(value[_CHECKSUM_BYTES:]) == value[:_CHECKSUM_BYTES]:
                        found[key] = value[_CHECKSUM_BYTES:]
                        aged += [key] if used != today else []
            if aged:
                with self._connected() as connection:
                    connection.executemany("UPDATE entries SET used = ? WHERE key = ?", [(today, key) for key in aged])
        except sqlite3.Error as error:
            self._recover(error)
        return found

    def known(self, keys: Collection[bytes]) -> set[bytes]:
        """Return the keys that are known; their values may still turn out to be damaged."""
        found: set[bytes] = set()
        try:
            for part in _parts(list(keys)) if self._open() else ():
                marks = ",".join("?" * len(part))
                rows = self._connected().execute(f"SELECT key FROM entries WHERE key IN ({marks})", part)
                found.update(key for (key,) in rows)
        except sqlite3.Error as error:
            self._recover(error)
        return found

    def drop(self, keys: Collection[bytes]) -> None:
        """Forget some keys."""
        try:
            if keys and self._open():
                with self._connected() as connection:
                    connection.executemany("DELETE FROM entries WHERE key = ?", [(key,) for key in keys])
        except sqlite3.Error as error:
            self._recover(error)

    def put(self, values: Mapping[bytes, bytes]) -> None:
        """Keep values, in one step, while there is room."""
        try:
            if values and self._open() and self._bytes() < self._most_bytes:
                today = int(time.time()) // _DAY_S
                # In the order of the keys, neighbours in their index are written together: a sixth of the time.
                rows = [(key, today, _checksum(value) + value) for key, value in sorted(values.items())]
                with self._connected() as connection:
                    connection.executemany("INSERT OR REPLACE INTO entries VALUES (?, ?, ?)", rows)
        except sqlite3.Error as error:
            self._recover(error)

    def trim(self) -> None:
        """Drop the entries unused for longest once the budget is spent, seconds for a large one; empty SQLite's log.

        The log keeps its greatest size while any process has the file open.
        """
        try:
            if self._open():
                if self._bytes() >= self._most_bytes:
                    while self._bytes() > self._most_bytes * _ROOM and self._drop_oldest():
                        pass
                self._connected().execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        except sqlite3.Error as error:
            self._recover(error)

    def close(self) -> None:
        """Close the file; it is opened again when needed."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _open(self) -> bool:
        if self._connection is None and self._most_bytes:
            try:
                make_private(self._directory)
            except IndexUnavailable:
                return False
            self._connection = sqlite3.connect(self._directory / _NAME, timeout=_BUSY_S, check_same_thread=False)
            self._connection.execute("PRAGMA synchronous = NORMAL")
            self._create(self._connection)
        return self._connection is not None

    def _create(self, connection: sqlite3.Connection) -> None:
        if _number(connection, "user_version") == _FORMAT:
            return
        connection.executescript("PRAGMA auto_vacuum = INCREMENTAL; PRAGMA journal_mode = WAL;")
        with connection:
            connection.execute("BEGIN IMMEDIATE")
            if _number(connection, "user_version") != _FORMAT:  # else another process was faster
                connection.execute("DROP TABLE IF EXISTS entries")
                for statement in _SCHEMA.strip().splitlines():
                    connection.execute(statement)
                connection.execute(f"PRAGMA user_version = {_FORMAT}")

    def _connected(self) -> sqlite3.Connection:
        assert self._connection is not None
        return self._connection

    def _bytes(self) -> int:
        connection = self._connected()
        pages = _number(connection, "page_count") - _number(connection, "freelist_count")
        return pages * _number(connection, "page_size")

    def _drop_oldest(self) -> bool:
        """Delete some entries and give their room back; return whether there were any."""
        oldest = f"SELECT rowid FROM entries ORDER BY used, rowid LIMIT {_TRIMMED_AT_ONCE}"
        with self._connected() as connection:
            dropped = connection.execute(f"DELETE FROM entries WHERE rowid IN ({oldest})").rowcount
        self._connected().execute("PRAGMA incremental_vacuum").fetchall()
        return dropped > 0

    def _recover(self, error: sqlite3.Error) -> None:
        """Go on without the file: a full disk or a busy file passes, a damaged one is deleted."""
        try:
            self.close()
        except sqlite3.Error:
            self._connection = None
        if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError):
            logger.info("starting the content store anew: %s", error)
            for suffix in ("-wal", "-shm", ""):
                delete(self._directory / (_NAME + suffix))
        else:
            logger.info("content store not used: %s", error)


def _number(connection: sqlite3.Connection, pragma: str) -> int:
    return int(connection.execute(f"PRAGMA {pragma}").fetchone()[0])


def _checksum(value: bytes) -> bytes:
    return zlib.crc32(value).to_bytes(_CHECKSUM_BYTES, "big")


def _parts(keys: list[bytes]) -> Iterator[list[bytes]]:
    for start in range(0, len(keys), _KEYS_AT_ONCE):
        yield keys[start : start + _KEYS_AT_ONCE]
