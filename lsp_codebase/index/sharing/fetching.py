"""The team's index of the checked-out commit in a folder of its own, to be served without the files."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from lsp_codebase.config import Settings
from lsp_codebase.errors import Damaged, IndexUnavailable, InvalidQuery
from lsp_codebase.index.history_keeper import MOST_KEPT
from lsp_codebase.index.listener import IndexListener, Progress
from lsp_codebase.index.opening import manifest_of
from lsp_codebase.index.sharing.baseline import MOST_COMMITS, nearest_baseline
from lsp_codebase.indexes import history_of
from lsp_codebase.location import make_private
from lsp_codebase.model import CancelToken
from lsp_codebase.scan import Commit, lineage, read_history
from lsp_codebase.store import Manifest, WriterLock, delete_tree, has_manifest, is_index, write_manifest
from lsp_codebase.team import Baseline, download

_LOOK_S = 0.1  # how often a process that waits for another one looks
_SHORT = 12  # digits of a commit in the name of a folder
_COMMIT = re.compile("[0-9a-f]{12}")


@dataclass(frozen=True, slots=True)
class FetchedIndex:
    """The commit of an index, and the folder it lies in; not `is_new` if it was there already."""

    commit: str
    directory: Path
    is_new: bool = True


def fetch(root: Path, settings: Settings, link: Path, listener: IndexListener, cancel: CancelToken) -> FetchedIndex:
    """Fetch the index of the checked-out commit, or of the nearest before it, and have `link` lead to it.

    It lies beside the link. The link's earlier target is kept, since it may be served; older ones are deleted.
    No file of the root is read: a clone without a checkout will do.

    Raises:
        InvalidQuery: the settings do not allow it, `link` is something else, or nothing is published.
        TeamStoreUnavailable: the store fails, or its entry is no index.
        IndexUnavailable: it cannot be written.
        Cancelled: if asked to stop; the next call goes on.
    """
    if not settings.team_store:
        raise InvalidQuery("team.store", "is empty; set it to the bucket or folder that the index is published to")
    if os.path.lexists(link) and not link.is_symlink():
        raise InvalidQuery("--to", f"{link} is there and no link; name one that is to be made")
    if lineage(root, 1, cancel) is None:
        raise InvalidQuery("DIR", f"{root} has no commit that git can tell of; fetch in a git checkout")
    manifest = manifest_of(root, settings)
    found = nearest_baseline(root, settings, manifest, cancel)
    if found is None:
        raise InvalidQuery("DIR", f"no index of its last {MOST_COMMITS:,} commits is in team.store; publish one first")
    objects, baseline = found
    directory = link.with_name(f"{link.name}-{baseline.commit[:_SHORT]}")
    if _leads(link, directory):
        return FetchedIndex(baseline.commit, directory, is_new=False)

    def report(done: int, total: int) -> None:
        listener.on_progress(root, Progress(done // 1_000_000, total // 1_000_000, f"MB of {baseline.commit[:7]}"))

    def is_over() -> bool:
        cancel.check()
        return False

    part = link.with_name(f"{link.name}-part")
    listener.on_started(root)
    try:
        make_private(part)
        with _turn(link, cancel):
            earlier, is_new = Path(os.path.realpath(link)), not _leads(link, directory)
            if is_new:
                make_private(part)
                download(objects, baseline, part, report, is_over)
                if not is_index(part / "index"):
                    raise Damaged("what is published is no index that can be opened; publish it again")
                _complete(part / "index", root, settings, manifest, baseline, cancel)
                delete_tree(directory)
                os.replace(part / "index", directory)
                _lead(link, directory)
            for other in [part, *_earlier(link, kept=(directory, earlier))] if is_new else [part]:
                delete_tree(other)
    except OSError as error:
        raise IndexUnavailable(f"{link} cannot be written: {error.strerror or error}", "name another place") from error
    finally:
        listener.on_ended(root, "")
    return FetchedIndex(baseline.commit, directory, is_new)


@contextmanager
def _turn(link: Path, cancel: CancelToken) -> Iterator[None]:
    """Wait for other processes that fetch for a link: all use one folder, where each goes on with what is there."""
    lock = WriterLock(link.parent, f".{link.name}.lock")
    while not lock.acquire():
        cancel.check()
        time.sleep(_LOOK_S)
    try:
        yield
    finally:
        lock.release()


def _leads(link: Path, directory: Path) -> bool:
    """Whether a link leads to an index in a folder."""
    return os.path.realpath(link) == os.path.realpath(directory) and has_manifest(directory)


def _complete(
    index: Path, root: Path, settings: Settings, manifest: Manifest, baseline: Baseline, cancel: CancelToken
) -> None:
    """Add the history of the commit, by which an index names it, and the manifest, which every index needs."""
    if settings.index_history:
        commits = _since(read_history(root, None, MOST_KEPT, cancel) or (), baseline.commit)
        history_of("", commits, None, MOST_KEPT).save(index)
    write_manifest(index, manifest)


def _since(commits: Sequence[Commit], newest: str) -> Sequence[Commit]:
    """Return the commits, newest first, from this one on."""
    place = next((number for number, commit in enumerate(commits) if commit.id == newest), len(commits))
    return commits[place:]


def _lead(link: Path, directory: Path) -> None:
    """Have the link lead to a folder beside it, in one step."""
    new = link.with_name(f"{link.name}-link")
    new.unlink(missing_ok=True)
    new.symlink_to(directory.name, target_is_directory=True)
    os.replace(new, link)


def _earlier(link: Path, kept: Sequence[Path]) -> list[Path]:
    """Return the folders that were fetched for this link, but those that are kept."""
    real = {os.path.realpath(path) for path in kept}
    names = (path.name.removeprefix(f"{link.name}-") for path in link.parent.iterdir())
    fetched = [link.with_name(f"{link.name}-{name}") for name in names if _COMMIT.fullmatch(name)]
    return [path for path in fetched if has_manifest(path) and os.path.realpath(path) not in real]
