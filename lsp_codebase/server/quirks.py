"""Deviations of some clients from the protocol, and our reading of each: the one place that knows of them.

A quirk is read as the client means it; it never costs another client an answer.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from typing import Any

_HALF_A_PAIR = re.compile("[\ud800-\udfff]")


def as_object(value: object) -> object:
    """Return an object for the empty list: Lua (Neovim) cannot tell an empty table from an empty list."""
    return {} if value == [] else value


def has_half_a_pair(text: str) -> bool:
    """Whether text holds half a surrogate pair, as left by a client that cuts an emoji in two."""
    return _HALF_A_PAIR.search(text) is not None


def without_half_pairs(text: str) -> str:
    """Return text with U+FFFD for each half of a surrogate pair: half a pair has no UTF-8."""
    return text if text.isascii() else text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def drop_capability(params: dict[str, Any], field: str) -> bool:
    """Remove the client capability that holds `field` from the params of `initialize`; return whether there was one.

    A capability that cannot be read is one the client does not have; refusing it would refuse the client (Neovim 0.9
    sends a list where an object belongs).
    """
    *parents, name = field.partition("[")[0].split(".")
    if parents[:1] != ["capabilities"]:
        return False
    chain = [params]
    for parent in parents:
        chain.append(chain[-1][parent])
    if name not in chain[-1]:  # a required member is missing: its holder goes
        name = parents.pop()
        chain.pop()
    if len(chain) == 1:
        return False
    del chain[-1][name]
    return True


def own_settings(pushed: object, section: str, groups: Collection[str]) -> object:
    """Return our part of pushed settings, None where they say nothing of us.

    Some clients name our section and others push its contents; some push the settings of all their servers.
    `groups` are the first parts of our keys. An empty push is one: nothing is set.
    """
    pushed = as_object(pushed)
    if not isinstance(pushed, Mapping) or not pushed:
        return pushed
    if section in pushed:
        return as_object(pushed[section])
    own = {key: value for key, value in pushed.items() if _first_name(key, section) in groups}
    return own or None


def _first_name(key: object, section: str) -> str:
    return str(key).removeprefix(f"{section}.").partition(".")[0]
