"""How lines of code tell something in the ways of many frameworks: a form for each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from lsp_codebase.search.corpus import ChunkText

LONGEST_LINE = 400
"""Further characters are not looked at: of bundled code the expressions take quadratic time."""
OF_C = frozenset({"c", "cpp", "objc"})
OF_JS = frozenset({"javascript", "jsx", "tsx", "typescript"})
OF_WEB = OF_JS | {"svelte", "vue"}
OF_JVM = frozenset({"groovy", "java", "kotlin", "scala"})


class LineForm(NamedTuple):
    """How a line tells something, in some languages or, if none are told, in any.

    `within`, if it does so only beside this text; `is_above`, if the line is an annotation of that which it tells.
    """

    line: re.Pattern[str]
    languages: frozenset[str] = frozenset()
    within: str = ""
    is_above: bool = False


def forms_for(forms: Sequence[LineForm], chunk: ChunkText) -> list[LineForm]:
    """Return those of some forms that lines of a chunk may have."""
    return [one for one in forms if chunk.language in (one.languages or (chunk.language,)) and one.within in chunk.text]
