"""The sentences that tell of indexing: messages of a status, and those of a progress bar."""

from __future__ import annotations

NO_FOLDER = "no folder is open"
OPENING = "Opening the index"
STOPPED = "indexing stopped"
LEFT = "indexing goes on for other clients"
CLEARED = "cleared; codebase/reindex, or the next start, reads the files again"
DELETED = "index rebuilt: it was deleted"
RENEWED_WORDS = "index repaired: postings made again"
KEPT_ELSEWHERE = "another process keeps it up to date"


def title(folder: str) -> str:
    """Return the name of the work on a folder."""
    return f"Indexing {folder}"


def step(done: int, total: int, path: str) -> str:
    """Return how far a stage is: `12/340 net/app.py`."""
    return f"{done}/{total} {'/'.join(path.split('/')[-2:])}"


def fetching(commit: str, percent: int) -> str:
    """Return how much of the index of a commit is here."""
    return f"fetching the team's index of {commit[:7]}…, {percent} %"


def fetched_unit(commit: str) -> str:
    """Return the unit in which a progress bar counts the same."""
    return f"MB of the team's index of {commit[:7]}"


def indexed(files: int, seconds: float) -> str:
    """Return the outcome of a refresh that read some; `files` are all that are indexed."""
    return f"{files:,} files indexed in {seconds:.1f} s"


def up_to_date(files: int) -> str:
    """Return the outcome of a refresh that had nothing to read."""
    return f"{files:,} files, up to date"


def built(files: int) -> str:
    """Return the outcome of a reindexing."""
    return f"{files:,} files indexed"


def stopped(done: int, total: int) -> str:
    """Return how much a refresh had done when the user stopped it."""
    how = "a change, the next start or codebase/reindex with resume goes on"
    return f"stopped, {done:,} of {total:,} files indexed; {how}"


def unread(changed: int) -> str:
    """Return what an answer from an older index lacks."""
    return f"changes in {changed:,} file{'s' * (changed > 1)} are not read"


def changed_since(changed: int) -> str:
    """Return what an index that nobody keeps lacks."""
    return f"{changed:,} file{'s' * (changed > 1)} changed since; lsp-codebase index brings it up to date"


def not_written(error: Exception) -> str:
    """Return why this process does not follow changes."""
    return f"changes are not indexed: {error}"


def not_shared(error: Exception) -> str:
    """Return why the team's index was of no use."""
    return f"the team's index is not used: {error}"


def lexical(reason: object) -> str:
    """Return why there are no vectors."""
    return f"search is lexical: {reason}"


def still_answers(earlier: str, wanted: str) -> str:
    """Return which of two models answers."""
    return f"vectors of {earlier} answer until those of {wanted} are done"


def failed(reason: object) -> str:
    """Return why nothing is indexed, where the error has no sentence of its own."""
    return f"indexing failed: {reason}"
