"""Sentences on standard error, each on a line of its own: standard output holds results and nothing else."""

from __future__ import annotations

import sys

from lsp_codebase.errors import abridged
from lsp_codebase.model import Confidence, IndexStatus, Mode, Phase, SearchAnswer

_DOING = {
    Phase.STARTING: "changes since it was last open are not read (--wait reads them)",
    Phase.SCANNING: "changes since it was last open are not read (--wait reads them)",
    Phase.INDEXING: "being written",
    Phase.EMBEDDING: "vectors are being made",
}


def tell(sentence: str) -> None:
    """Print a sentence for the person at the terminal."""
    sys.stdout.flush()  # below the results that it is about
    print(f"lsp-codebase: {abridged(sentence)}", file=sys.stderr)


def tell_of_search(answer: SearchAnswer, query: str) -> None:
    """Tell how a query was read, how doubtful its hits are, and how complete the index is."""
    for note in answer.notes:
        if note != answer.status.absence:  # told below, with the index
            tell(f"note: {note}")
    if not answer.hits:
        tell(f"nothing found for {query!r}")
        if unread := answer.status.failed:
            those, are = ("1 file or folder", "is") if unread == 1 else (f"{unread:,} files or folders", "are")
            tell(f"{those} could not be read, and {are} not searched: lsp-codebase status tells why")
    elif answer.confidence is Confidence.NONE:
        tell("nothing matches well; these are only the nearest")
    is_ranked = answer.mode in (Mode.HYBRID, Mode.LEXICAL, Mode.VECTOR)
    if is_ranked and answer.status.phase is Phase.READY and answer.status.message:
        tell(answer.status.message)  # of vectors that are missing
    tell_of_index(answer.status)


def tell_of_more(shown: int, *, is_cut: bool) -> None:
    """Tell that there is more than was asked for, and how to get it."""
    if is_cut:
        tell(f"there are more: -n {2 * shown}, or --all")


def tell_of_index(status: IndexStatus) -> None:
    """Tell which share of the codebase answered, where that is not all of it."""
    if sentence := incompleteness(status):
        tell(sentence)


def incompleteness(status: IndexStatus) -> str | None:
    """Return the possible gaps of an answer from such an index; None if there are none."""
    if status.absence:
        return status.absence
    if status.phase is Phase.READY:
        return "index: files changed that are not read yet" if status.stale else status.emptiness
    if status.phase in (Phase.FAILED, Phase.DISABLED):
        return f"index: {status.message or status.phase.value}"
    vectors = status.vectors
    parts = []
    if status.indexed + status.skipped + status.failed < status.total:
        parts.append(f"{status.indexed:,} of {status.total:,} files")
    if vectors.model and vectors.done < vectors.total:
        parts.append(f"{vectors.done:,} of {vectors.total:,} vectors")
    if status.phase is Phase.STARTING and status.stale and status.message:
        parts = [f"{status.message} (--wait reads them)"]
    return f"index: {', '.join(parts) or _DOING[status.phase]}; this answer is from what is there"
