"""The message that a module cannot be found tells its path, and from where it was looked for."""

from __future__ import annotations

import re
from posixpath import join, normpath

_LONGEST = 1_000  # characters

_QUOTE = "[\"'`]"
_MISSING = re.compile(
    rf"\bNo\s+module\s+named\s+{_QUOTE}?(?P<python>[\w.]+)"
    rf"|\b(?:Can(?:'t|not)|Could\s+not|Failed\s+to|Unable\s+to)\s+"
    rf"(?:find\s+(?:a\s+declaration\s+file\s+for\s+)?module|resolve(?:\s+(?:import|module))?)\s+{_QUOTE}(?P<script>[^\"'`]+){_QUOTE}"
    rf"(?:.*?\b(?:from|in|imported\s+by)\s+{_QUOTE}(?P<where>[^\"'`]+){_QUOTE})?"
    r"|\bcannot\s+load\s+such\s+file\s+--\s+(?P<ruby>\S+)"
    rf"|\bpackage\s+(?P<go>[\w./-]+)\s+is\s+not\s+in\s|\bcannot\s+find\s+package\s+{_QUOTE}(?P<found>[^\"'`]+)"
    rf"|\bfatal\s+error:\s+{_QUOTE}?(?P<header>[\w./+-]+){_QUOTE}?:?\s+(?:file\s+not\s+found|No\s+such\s+file)"
    r"|\bunresolved\s+import\s+`(?P<rust>[\w:]+)`|\bfile\s+not\s+found\s+for\s+module\s+`(?P<module>\w+)`"
)
"""As in `No module named 'shop.cart'`, `Can't resolve './cart' in '/src'`, `cannot find package "shop/cart"`."""


def missing_module(text: str) -> str | None:
    """Return the path of the module that a message says is missing, from where it was looked for; None without one."""
    missing = _MISSING.search(text) if len(text) <= _LONGEST else None
    if missing is None:
        return None
    named = next(missing[kind] for kind in missing.re.groupindex if kind != "where" and missing[kind])
    if missing["python"]:
        return named.strip(".").replace(".", "/")
    if named.startswith(".") and missing["where"]:
        where = missing["where"]
        folder = where.rpartition("/")[0] if re.search(r"\.\w+\Z", where) else where
        return normpath(join(folder, named)).strip("./")
    return named.removeprefix("crate::").replace("::", "/").strip("./")
