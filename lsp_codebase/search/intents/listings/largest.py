"""The largest files, by their lines: "largest files", "which are the 5 longest test files in src/net"."""

from __future__ import annotations

from lsp_codebase.scan import path_roles
from lsp_codebase.search.intents.listings.groups import Listing, Shown
from lsp_codebase.search.intents.listings.kind_files import file_piece, is_likely
from lsp_codebase.search.intents.names.asked_names import short_reader
from lsp_codebase.search.intents.question import PROGRAMS, Question

_FEW = 20  # are told where no number is said
_MOST = 100

_LARGEST = r"(?P<most>\d{1,3}\s+)?(?:biggest|largest|longest)"
_FILES = r"(?:(?P<sort>code|source|test)\s+)?(?:files|modules)"
_PLACE = r"(?:our\s+|the\s+|this\s+)?(?P<place>[\w./@-]+?)/?(?:\s+(?:directory|folder))?"
_IN = rf"(?:\s+(?:below|in|inside|of|under)\s+{_PLACE})?"
_asked = short_reader(
    rf"(?:(?:find|give|list|show|(?:what|which)\s+are)\s+(?:me\s+)?)?(?:the\s+)?{_LARGEST}\s+{_FILES}{_IN}",
    rf"(?:what|which)\s+{_FILES}\s+are\s+(?:the\s+)?{_LARGEST}{_IN}",
)
_EVERYWHERE = frozenset("app code codebase project repo repository".split())


def largest_files(question: Question, text: str, shown: Shown) -> Listing | None:
    """Return the files of code with the most lines, the longest first; None if a query asks for something else."""
    asked = _asked(text)
    if asked is None:
        return None
    place = "" if (asked["place"] or "").lower() in _EVERYWHERE else asked["place"] or ""
    records = [one for one in question.files("") if one.language in PROGRAMS and f"/{place}/" in f"//{one.path}"]
    if asked["sort"] == "test":
        records = [one for one in records if "test" in path_roles(one.path)]
    else:
        records = [one for one in records if is_likely(one.path) and not one.is_generated]
    records.sort(key=lambda one: (-one.line_count, one.path))
    first = records[: min(int(asked["most"] or _FEW), _MOST)]
    pieces = [*shown(file_piece(question, one) for one in first)]
    lines = {one.path: one.line_count for one in first}
    told = ", ".join(f"{one.path} has {lines[one.path]:,} lines" for one in pieces)
    return Listing(pieces, f"the {len(pieces)} longest of {len(records):,} files of code: {told}") if pieces else None
