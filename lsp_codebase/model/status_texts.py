"""The sentences about indexing: messages of a status, then those of a progress bar. Parts are filled in."""

from __future__ import annotations

NO_FOLDER = "no folder is open"
LEXICAL = "search is lexical: {reason}"
STILL_ANSWERS = "vectors of {earlier} answer until those of {wanted} are done"
FETCHING = "fetching the team's index of {commit:.7}…, {percent} %"
NOT_FETCHED = "the team's index is not used: {reason}"
NOT_WRITTEN = "changes are not indexed: {reason}"
KEPT_ELSEWHERE = "another process keeps it up to date"
DELETED = "index rebuilt: it was deleted"
READ_AGAIN = "names and words are read again from what is indexed"
RENEWED_WORDS = "index repaired: postings made again"
CLEARED = "cleared; codebase/reindex, or the next start, reads the files again"
HELD = "stopped, {done:,} of {total:,} files indexed; a change, the next start or codebase/reindex with resume goes on"
FAILED = "indexing failed: {reason}"

TITLE = "Indexing {folder}"
OPENING = "Opening the index"
FETCHED_UNIT = "MB of the team's index of {commit:.7}"
INDEXED = "{files:,} files indexed in {seconds:.1f} s"
UP_TO_DATE = "{files:,} files, up to date"
BUILT = "{files:,} files indexed"
STOPPED = "indexing stopped"
LEFT = "indexing goes on for other clients"


def step(done: int, total: int, path: str) -> str:
    """Return how far a stage is: `12/340 net/app.py`."""
    return f"{done}/{total} {'/'.join(path.split('/')[-2:])}"


def unread(changed: int) -> str:
    """Say what an answer from an older index lacks."""
    return f"changes in {changed:,} file{'s' * (changed > 1)} are not read"


def changed_since(changed: int) -> str:
    """Say what an index that nobody keeps lacks."""
    return f"{changed:,} file{'s' * (changed > 1)} changed since; lsp-codebase index brings it up to date"
