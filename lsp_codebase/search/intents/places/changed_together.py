"""Questions for the files that commits changed together with one: "what changes together with src/cart.py"."""

from __future__ import annotations

from collections.abc import Callable

from lsp_codebase.model import SearchQuery
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.filters.filters import Filter
from lsp_codebase.search.history.lineage import Lineage
from lsp_codebase.search.intents.names.asked_names import reader
from lsp_codebase.search.intents.places.changes_of import subject_of
from lsp_codebase.search.intents.places.named_folder import Narrowed
from lsp_codebase.search.pack import Piece, falling

_MOST_FILES = 10
_OF = r"(?P<of>\S+(?:\s+\S+){0,3}?)"
_FILES = r"(?:what|which\s+(?:other\s+)?files?)\s+(?:else\s+)?"
_OFTEN = r"(?:(?:also|mostly|often|typically|usually)\s+)?"
_CHANGED = r"(?:(?:are|get|gets|is|was|were)\s+)?(?:changes?|changed|edited|modified|touched)"
_CHANGE = r"(?:change|edit|modify|touch|update)"
_framed = reader(
    rf"{_FILES}{_OFTEN}{_CHANGED}\s+(?:together\s+)?with\s+(?:the\s+)?{_OF}",
    rf"(?:find|list|show)?\s*files\s+(?:that\s+)?{_OFTEN}{_CHANGED}\s+(?:together\s+)?with\s+{_OF}",
    rf"{_FILES}(?:do|must|should)\s+(?:I|we)\s+{_OFTEN}{_CHANGE}\s+(?:too\s+)?(?:together\s+with|when\s+(?:I|we)\s+{_CHANGE}|with)"
    rf"\s+(?:the\s+)?{_OF}",
    rf"(?:(?:find|list|show|what\s+are)\s+)?(?:the\s+)?(?:files\s+related\s+to|related\s+files\s+(?:for|of|to))\s+(?:the\s+)?{_OF}",
    longest=300,
)


def narrowed_to_companions(
    corpus: Corpus, query: SearchQuery, filters: Filter, lineage_now: Callable[[], Lineage]
) -> Narrowed | None:
    """Return a query for the files that change together with one as these, the most often first, with a note.

    Raises:
        Cancelled: if asked to stop.
    """
    asked = _framed(query.text) if query.is_free else None
    subject = subject_of(corpus, filters, asked["of"].strip("`\"'?")) if asked else None
    if subject is None or subject.is_folder:
        return None
    lineage = lineage_now()
    found, total = lineage.companions(subject.paths, _MOST_FILES)
    if not found:
        return None
    told = ", ".join(f"{path} ({count})" for path, count in found)
    of = f"{total} commits" if total > 1 else "one commit"
    note = "; ".join((f"changed together with {', '.join(subject.paths)} in {of}: {told}", *lineage.doubts))
    records = (record for path, _ in found if filters.accepts_path(path) and (record := corpus.file(path)) is not None)
    # The names of the files say what was asked for: their first lines stand for them.
    pieces = [Piece(record.path, record.language, 0, 1, 1.0, {"place": 1.0}) for record in records]
    return Narrowed(query, filters, note, falling(pieces, 1.0), is_whole=True)
