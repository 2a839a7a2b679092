"""Where else a name stands than in the hits: who changes it has to see each file that holds it."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from lsp_codebase.model import Effort, Mode, Pack, SearchAnswer, SearchQuery, bounds
from lsp_codebase.tools.places import Places

_INSIDE_NAMES = re.compile(r"_[^\W_]|[a-z\d][A-Z]")
"""What prose could not hold: a plain word stands in too many files to be told of."""
_MOST_NAMED = 6


def elsewhere(
    asked: SearchQuery, found: SearchAnswer, ask: Callable[[SearchQuery], SearchAnswer], places: Places
) -> list[str]:
    """Return the sentence that names the other files that hold a name as it is written; none if there are none.

    So it does for a literal or pattern of which a page shows some lines. `asked` is the query that found the hits: what
    it leaves out is left out here.
    """
    name = asked.text.strip()
    is_name = name.replace("$", "_").isidentifier() and _INSIDE_NAMES.search(name)
    if found.mode in (Mode.EXACT, Mode.REGEX) and found.next_cursor:
        wider, subject, on = replace(asked, limit=bounds.HITS.most, pack=Pack.NONE), "this", ""
    elif found.hits and is_name and found.mode not in (Mode.EXACT, Mode.REGEX):
        wider = replace(asked, text=name, mode=Mode.EXACT, limit=bounds.HITS.most, pack=Pack.NONE, effort=Effort.FAST)
        wider = replace(wider, case_sensitive=True, whole_word=True)
        subject, on = name, '; mode="exact" lists the lines'
    else:
        return []
    shown = {path for hit in found.hits for path in (hit.path, *(copy.path for copy in hit.copies))}
    lines, first = ask(wider), dict[str, int]()
    for hit in lines.hits:
        if hit.path not in shown:
            first.setdefault(places.shown(hit.path), hit.span.start_line + 1)
    if not first:
        return []
    named = ", ".join(f"{path}:{line}" for path, line in [*first.items()][:_MOST_NAMED])
    some = "many" if lines.next_cursor else f"{len(first)}"
    rest = on if len(first) > _MOST_NAMED else ""
    return [f"{subject} stands in {some} more file{'s' * (some != '1')}: {named}{rest}"]
