"""Objects by key in a bucket or a shared folder. Every call has an end; a store that fails is left alone."""

from __future__ import annotations

import logging
import re
import threading
import time
from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from lsp_codebase.errors import Damaged, TeamStoreUnavailable, with_extra

if TYPE_CHECKING:
    from obstore.store import ObjectStore

logger = logging.getLogger(__name__)

T = TypeVar("T")

_SCHEMES = ("s3", "az", "gs", "file")
_TIMEOUT_S = 20.0
_CHECK_S = 0.1  # how soon it is noticed that the store is off
_RETRIES = 2
_FAILURES = 3  # in a row; then the store is off
_COALESCED_BYTES = 64_000  # of a gap; at 100 Mbit/s these take 5 ms, a request takes 20 to 100
_PAGE = 1_000  # keys of one request for a list, as S3 gives them
_MOST_KEYS = 100_000
_KEY = re.compile(r"[A-Za-z0-9_-][A-Za-z0-9._-]*(/[A-Za-z0-9_-][A-Za-z0-9._-]*)*")


@dataclass(slots=True)
class Traffic:
    """The traffic over the wire: requests, and bytes of objects in each direction."""

    requests: int = 0
    received: int = 0
    sent: int = 0


class Objects:
    """The objects of one store. Any thread may call; credentials are those of the environment.

    Every method raises `TeamStoreUnavailable` when the store fails or takes longer than `timeout_s`. After three
    failures in a row the store is off: each call fails at once, and `problem` says why, for the caller to tell once.
    """

    def __init__(self, url: str, *, timeout_s: float = _TIMEOUT_S) -> None:
        """`url` is the `team.store` setting.

        Raises:
            TeamStoreUnavailable: the URL cannot be used, or the extra `team` is missing; nothing is asked yet.
        """
        _check(url)
        self.moved = Traffic()
        self.problem: str | None = None
        self._timeout_s = timeout_s
        self._failures = 0
        self._lock = threading.Lock()
        self._store = _opened(url, timeout_s)

    def get(self, key: str, most_bytes: int) -> bytes | None:
        """Return an object, None if there is none.

        Raises:
            Damaged: it is larger than `most_bytes`.
        """
        import obstore

        def read() -> bytes | None:
            try:
                found = obstore.get(self._store, key)
            except FileNotFoundError:
                return None
            if found.meta["size"] > most_bytes:
                raise Damaged(f"{key} has {found.meta['size']:,} bytes, more than {most_bytes:,}")
            return bytes(found.bytes())

        data = self._bounded(_checked(key), read)
        self._count(1, received=len(data or b""))
        return data

    def get_ranges(self, key: str, ranges: Sequence[tuple[int, int]]) -> list[bytes]:
        """Return parts of an object, each from a first byte to before a last one. Near ones share a request.

        Raises:
            Damaged: the object is gone, or shorter.
        """
        groups = _coalesced(ranges)
        if not groups:
            return [b""] * len(ranges)

        def read_all() -> list[bytes]:
            import asyncio

            return asyncio.run(_read_ranges(self._store, key, groups))

        parts = self._bounded(_checked(key), read_all)
        self._count(len(groups), received=sum(map(len, parts)))
        starts = [start for start, _ in groups]

        def cut(start: int, end: int) -> bytes:
            group = bisect_right(starts, start) - 1
            return parts[group][start - starts[group] : end - starts[group]] if start < end else b""

        return [cut(*each) for each in ranges]

    def put(self, key: str, data: bytes, *, only_new: bool = False) -> bool:
        """Store an object whole or not at all; return False if `only_new` and there is one already."""
        import obstore
        from obstore.exceptions import AlreadyExistsError

        def write() -> bool:
            try:
                obstore.put(self._store, key, data, mode="create" if only_new else "overwrite")
            except AlreadyExistsError:
                return False
            return True

        is_new = self._bounded(_checked(key), write)
        self._count(1, sent=len(data))
        return is_new

    def list(self, prefix: str) -> Iterator[tuple[str, int]]:
        """Yield key and size of the objects below a folder, at most 100,000, in no order."""
        import obstore

        def read() -> list[tuple[str, int]]:
            found: list[tuple[str, int]] = []
            for page in obstore.list(self._store, prefix, chunk_size=_PAGE):
                found += [(entry["path"], entry["size"]) for entry in page]
                if len(found) >= _MOST_KEYS:
                    break
            return found[:_MOST_KEYS]

        found = self._bounded(_checked(prefix), read)
        self._count(1 + len(found) // _PAGE)
        return (entry for entry in found if _KEY.fullmatch(entry[0]))

    def close(self) -> None:
        """Have every call fail from now on, those under way too."""
        self.problem = self.problem or "closed"

    def _bounded(self, key: str, work: Callable[[], T]) -> T:
        """Do it on a thread that may be left behind: a dead network folder holds its readers for ever."""
        if self.problem is not None:
            raise TeamStoreUnavailable(self.problem, "it is not asked again before the next start")
        done: list[T] = []
        errors: list[BaseException] = []

        def run() -> None:
            try:
                done.append(work())
            except BaseException as error:  # a panic of the library is none of `Exception`
                errors.append(error)

        thread = threading.Thread(target=run, name="team store", daemon=True)
        thread.start()
        until = time.monotonic() + self._timeout_s
        while thread.is_alive() and time.monotonic() < until and self.problem is None:
            thread.join(min(_CHECK_S, self._timeout_s))
        if errors and isinstance(errors[0], Damaged):
            raise errors[0]
        if not done:
            cause = _first_line(errors[0]) if errors else self.problem or f"no answer in {self._timeout_s:g} s"
            raise self._failed(f"{key}: {cause}")
        self._failures = 0
        return done[0]

    def _failed(self, cause: str) -> TeamStoreUnavailable:
        with self._lock:
            self._failures += 1
            is_off = self._failures >= _FAILURES and self.problem is None
            if is_off:
                self.problem = cause
        if is_off:
            logger.info("team.store: %s; it is not asked any more", cause)
        return TeamStoreUnavailable(cause, "check that the store can be reached and that the credentials hold")

    def _count(self, requests: int, *, received: int = 0, sent: int = 0) -> None:
        with self._lock:
            self.moved.requests += requests
            self.moved.received += received
            self.moved.sent += sent


def _check(url: str) -> None:
    parts = urlsplit(url)
    if parts.scheme not in _SCHEMES or parts.query or parts.fragment or "@" in parts.netloc:
        raise TeamStoreUnavailable(
            "it names no place of a store", "write s3://bucket/folder, az://…, gs://… or file:///folder"
        )


def _opened(url: str, timeout_s: float) -> ObjectStore:
    try:
        from obstore.exceptions import BaseError
        from obstore.store import from_url
    except ImportError as error:
        raise TeamStoreUnavailable(f"{error.name} is missing", with_extra("team")) from error
    # The client's own options are left as the environment sets them: given ones would replace all of these.
    retries: dict[str, Any] = {"retry_config": {"max_retries": _RETRIES, "retry_timeout": timedelta(seconds=timeout_s)}}
    try:
        store: ObjectStore = from_url(url, **({} if url.startswith("file:") else retries))
    except (BaseError, ValueError, OSError) as error:
        raise TeamStoreUnavailable(_first_line(error), "write the URL of a bucket or folder that exists") from error
    return store


def _checked(key: str) -> str:
    if not _KEY.fullmatch(key):
        raise ValueError(f"no key of an object: {key!r}")
    return key


async def _read_ranges(store: ObjectStore, key: str, ranges: Sequence[tuple[int, int]]) -> list[bytes]:
    """Return these parts of an object, fetched at once. (`obstore.get_ranges` panics where an object is shorter.)"""
    from asyncio import gather

    import obstore
    from obstore.exceptions import BaseError

    try:
        reads = (obstore.get_range_async(store, key, start=start, end=end) for start, end in ranges)
        parts = [bytes(part) for part in await gather(*reads)]
        is_whole = all(len(part) == end - start for part, (start, end) in zip(parts, ranges, strict=True))
    except FileNotFoundError:
        raise Damaged(f"{key} is gone") from None
    except BaseError:
        if (await obstore.head_async(store, key))["size"] >= max(end for _, end in ranges):
            raise
        is_whole = False
    if not is_whole:
        raise Damaged(f"{key} is shorter than its index says")
    return parts


def _coalesced(ranges: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the ranges to ask for, so that these are in them; a store refuses an empty one."""
    joined: list[tuple[int, int]] = []
    for start, end in sorted(each for each in ranges if each[0] < each[1]):
        if joined and start - joined[-1][1] <= _COALESCED_BYTES:
            joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
        else:
            joined.append((start, end))
    return joined


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]
