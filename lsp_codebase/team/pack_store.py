"""The packs of one kind of entries in a store: found by name, fetched in few requests, published, discarded."""

from __future__ import annotations

import logging
import os
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import accumulate
from logging import INFO, WARNING
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from lsp_codebase.errors import Damaged
from lsp_codebase.team.objects import Objects
from lsp_codebase.team.packs import INDEX, MOST_INDEX_BYTES, PACK, PackIndex, Place, packed, read_index

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

logger = logging.getLogger(__name__)

_NEW_INDEXES = 256  # of one run, the largest first; the others are for later runs
_MOST_HELD_BYTES = 200_000_000  # of all indexes: four million entries
_AT_ONCE = 16
_BAD = ".bad"
_ID = re.compile(r"[0-9a-f]{32}")


class PackStore:
    """Entries by name. Indexes never change, so each is fetched once and kept in `kept`, a folder of this user.

    Any thread may call. Every method that asks the store raises `TeamStoreUnavailable`; a damaged pack is discarded
    and counts as missing. `problem` tells of the first.
    """

    def __init__(
        self, objects: Objects, folder: str, kept: Path, key: Ed25519PublicKey | None, signer: Ed25519PrivateKey | None
    ) -> None:
        """With `key`, packs that it did not sign count as missing. `signer` signs new packs."""
        self._objects = objects
        self._folder = folder
        self._kept = kept
        self._key = key
        self._signer = signer
        self._lock = Lock()
        self._indexes: dict[str, PackIndex] = {}
        self._bad: set[str] = set()
        self.problem: str | None = None
        """Why the first pack that was discarded in this run was."""

    def look(self) -> None:
        """Learn the store's packs: one list, and the indexes that are not kept yet."""
        sizes = dict(self._objects.list(self._folder))
        packs = {key.rpartition("/")[2].removesuffix(PACK): size for key, size in sizes.items() if key.endswith(PACK)}
        indexed = {pack: sizes.get(self._key_of(pack, INDEX), 0) for pack in packs if _ID.fullmatch(pack)}
        self._bad |= {path.stem for path in self._kept.glob("*" + _BAD)}
        usable = {
            pack: size for pack, size in indexed.items() if 0 < size <= MOST_INDEX_BYTES and pack not in self._bad
        }
        self._forget_kept(usable.keys())
        by_size = sorted(usable, key=lambda pack: -usable[pack])
        totals = accumulate(usable[pack] for pack in by_size)
        held = [pack for pack, total in zip(by_size, totals, strict=True) if total <= _MOST_HELD_BYTES]
        for pack in held:
            with suppress(OSError):
                self._take(pack, (self._kept / (pack + INDEX)).read_bytes(), packs[pack])
        new = [pack for pack in held if pack not in self._indexes][:_NEW_INDEXES]
        with ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="team indexes") as pool:
            for pack, data in zip(new, pool.map(self._index_of, new), strict=True):
                if data is not None and self._take(pack, data, packs[pack]):
                    self._keep(pack + INDEX, data)

    def find(self, names: Iterable[bytes]) -> dict[bytes, tuple[str, Place]]:
        """Return pack and place of the names that the store has."""
        left = list(dict.fromkeys(names))
        found: dict[bytes, tuple[str, Place]] = {}
        for index in [*self._indexes.values()]:
            if left and index.pack not in self._bad:
                found |= {name: (index.pack, place) for name, place in index.find(left).items()}
                left = [name for name in left if name not in found]
        return found

    def fetch(self, found: Mapping[bytes, tuple[str, Place]]) -> dict[bytes, tuple[str, bytes]]:
        """Return pack and bytes of found entries, except those that turn out to be damaged."""
        of_pack: defaultdict[str, dict[bytes, Place]] = defaultdict(dict)
        for name, (pack, place) in found.items():
            of_pack[pack][name] = place
        entries: dict[bytes, tuple[str, bytes]] = {}
        for pack, places in of_pack.items():
            try:
                ranges = [(place.start, place.end) for place in places.values()]
                parts = self._objects.get_ranges(self._key_of(pack, PACK), ranges)
            except Damaged as error:  # as while it is copied, or its folder is taken away
                self.discard(pack, str(error), for_good=False)
                continue
            if not all(place.fits(part) for place, part in zip(places.values(), parts, strict=True)):
                self.discard(pack, "it has other bytes than were written")
                continue
            entries |= {name: (pack, part) for name, part in zip(places, parts, strict=True)}
        return entries

    def publish(self, entries: Mapping[bytes, bytes]) -> None:
        """Store entries as one pack, the index last."""
        pack, body, index = packed(entries, self._signer)
        self._objects.put(self._key_of(pack, PACK), body)
        self._objects.put(self._key_of(pack, INDEX), index)
        self._indexes[pack] = read_index(index, pack, None)

    def discard(self, pack: str, reason: str, *, for_good: bool = True) -> None:
        """Use nothing of a pack any more: in this run or, as a rule, in later ones too."""
        with self._lock:
            if pack in self._bad:
                return
            self._bad.add(pack)
            is_first, self.problem = self.problem is None, self.problem or f"the pack {pack} is not used: {reason}"
        logger.log(WARNING if is_first else INFO, "team.store: the pack %s is not used: %s", pack, reason)
        if for_good:
            self._keep(pack + _BAD, reason.encode())

    def is_bad(self, pack: str) -> bool:
        """Whether a pack was discarded."""
        return pack in self._bad

    def _index_of(self, pack: str) -> bytes | None:
        try:
            return self._objects.get(self._key_of(pack, INDEX), MOST_INDEX_BYTES)
        except Damaged:
            return None

    def _take(self, pack: str, data: bytes, size: int) -> bool:
        """Use an index of a pack of this size, if it is as a publisher with the key writes it."""
        try:
            index = read_index(data, pack, self._key)
        except Damaged as error:
            logger.info("team.store: %s", error)  # it may be signed with another key, whose turn comes
            return False
        if index.end > size:
            self.discard(pack, f"it has {size:,} bytes of {index.end:,}", for_good=False)
            return False
        self._indexes[pack] = index
        return True

    def _keep(self, name: str, data: bytes) -> None:
        with suppress(OSError):  # it is fetched again by the next run
            self._kept.mkdir(parents=True, exist_ok=True)
            temporary = self._kept / f"{name}.{os.getpid()}.new"
            temporary.write_bytes(data)
            temporary.replace(self._kept / name)

    def _forget_kept(self, there: Iterable[str]) -> None:
        """Delete kept indexes of packs that the store has no more."""
        names = {pack + INDEX for pack in there}
        for path in self._kept.glob("*" + INDEX):
            if path.name not in names:
                path.unlink(missing_ok=True)

    def _key_of(self, pack: str, ending: str) -> str:
        return f"{self._folder}/{pack}{ending}"
