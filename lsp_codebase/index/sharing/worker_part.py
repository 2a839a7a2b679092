"""A worker's part in a team's sharing: it opens offered rows, proves samples by parsing, and seals wanted ones.

A pack is believed once one of its entries was parsed here and compared whole. One in 64 of the others is compared too,
chosen by chance, so that the writer of a pack cannot know which.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from lsp_codebase.config import Settings
from lsp_codebase.errors import Damaged
from lsp_codebase.index.content_rows import Content
from lsp_codebase.index.sharing.shared_rows import Shared, entry_name, open_rows, sealed_rows, secret_of

_ONE_IN = 64


@dataclass(frozen=True, slots=True)
class Taken:
    """The rows taken from packs, each path with its `identity`; packs that proved right, and wrong ones, with reasons.

    `sealed` entries, by name, are for the store.
    """

    of_pack: dict[str, list[tuple[str, bytes]]] = field(default_factory=dict)
    proved: set[str] = field(default_factory=set)
    doubts: dict[str, str] = field(default_factory=dict)
    sealed: dict[bytes, bytes] = field(default_factory=dict)

    @property
    def count(self) -> int:
        """The number of offered contents that were not parsed."""
        return sum(map(len, self.of_pack.values()))


def take(contents: Sequence[Content], shared: Shared, settings: Settings, parse: Callable[[Content], None]) -> Taken:
    """Fill in the offered rows that hold; of a pack that is wrong somewhere, none."""
    taken = Taken()
    offered: defaultdict[str, list[Content]] = defaultdict(list)
    for entry in contents:
        if entry.rows is None and entry.key in shared.offers:
            offered[shared.offers[entry.key].pack].append(entry)
    for pack, entries in offered.items():
        try:
            filled = _take_of(entries, shared, settings, parse, is_proved=pack not in shared.unproved)
        except Damaged as error:
            taken.doubts[pack] = str(error)
            continue
        if filled is not None:
            taken.proved.add(pack)
            taken.of_pack[pack] = [(entry.record.path, entry.key) for entry in filled]
    return taken


def seal_wanted(contents: Sequence[Content], shared: Shared, taken: Taken) -> None:
    """Seal the rows that the store is to have."""
    for entry in contents:
        if entry.key in shared.wanted and entry.is_final and entry.rows is not None:
            secret = _secret(entry)
            if (sealed := sealed_rows(entry.rows, secret)) is not None:
                taken.sealed[entry_name(secret)] = sealed


def _take_of(
    entries: Sequence[Content],
    shared: Shared,
    settings: Settings,
    parse: Callable[[Content], None],
    *,
    is_proved: bool,
) -> list[Content] | None:
    """Fill in the rows of one pack; return the filled entries, None if nothing could be compared.

    Raises:
        Damaged: an entry differs from its parsing here; no other was filled in.
    """
    opened = {}
    for entry in random.sample(entries, len(entries)):
        rows = open_rows(shared.offers[entry.key].sealed, _secret(entry), entry.record.path, entry.data, settings)
        if is_proved and random.randrange(_ONE_IN):
            opened[entry.key] = rows
            continue
        parse(entry)
        if entry.is_final:  # else the clock may have decided
            if entry.rows != rows:
                raise Damaged(f"its rows of a content that is here as {entry.record.path} are not those of parsing it")
            is_proved = True
    if not is_proved:
        return None
    filled = [entry for entry in entries if entry.key in opened and entry.rows is None]
    for entry in filled:
        entry.rows = opened[entry.key]
        entry.is_final = True
    return filled


def _secret(entry: Content) -> bytes:
    return secret_of(entry.key, entry.record.sha256)
