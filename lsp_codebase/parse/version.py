"""The version of parsing. A change of the queries, of chunking or of the grammars rebuilds indexes."""

from __future__ import annotations

import sys
from pathlib import Path

_GRAMMARS = "tree_sitter_language_pack"


def _installed() -> str:
    """Return the version of the installed grammars, as the name of the folder of their metadata tells it.

    `importlib.metadata` would read the metadata, for which it loads a parser of mail.
    """
    for place in sys.path:
        for folder in Path(place).glob(f"{_GRAMMARS}-*.dist-info"):
            return folder.name.removeprefix(f"{_GRAMMARS}-").removesuffix(".dist-info")
    from importlib.metadata import version

    return version(_GRAMMARS)


RULES_VERSION = 26  # raise it with any change to the output of parsing

PARSER_VERSION = f"{RULES_VERSION}/{_installed()}"
