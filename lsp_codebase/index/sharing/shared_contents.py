"""The store of a team behind the content store: asked ahead of the workers, told of their results.

Nothing waits long for it. A job whose files are not looked up in time is parsed as without a store.
"""

from __future__ import annotations

import hashlib
import logging
import threading
import time
from collections import defaultdict, deque
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from concurrent.futures import TimeoutError as NotInTime
from contextlib import suppress
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from lsp_codebase.cache import ContentStore
from lsp_codebase.config import Settings
from lsp_codebase.errors import Cancelled
from lsp_codebase.index.content_rows import identity
from lsp_codebase.index.sharing.shared_rows import Offer, Shared, entry_name, folder_of, secret_of
from lsp_codebase.index.sharing.worker_part import Taken
from lsp_codebase.index.workers.reading import read
from lsp_codebase.location import storage_directory
from lsp_codebase.model import CancelToken
from lsp_codebase.team import Objects, PackStore, Traffic, public_key, publishing_key

if TYPE_CHECKING:
    from lsp_codebase.index.workers.extract import ExtractJob

logger = logging.getLogger(__name__)

_AHEAD = 16  # jobs that are looked up before they are due
_AT_ONCE = 8
_PATIENCE_S = 2.0  # for one job
_MOST_WAITED_S = 10.0  # for all of a run; then the store costs more than it saves
_PACK_BYTES = 4_000_000
_PUBLISHED_S = 60.0  # for the last packs of a run
_CHECK_S = 0.1  # how often it is checked whether they are still waited for


class SharedContents:
    """One index's exchange with the store that `team.store` names. The indexer thread calls."""

    def __init__(self, root: Path, settings: Settings) -> None:
        """Nothing is asked of the store yet."""
        self._root = root
        self._settings = settings
        self._content = ContentStore(settings.index_location, settings.index_content_store_mb * 1_000_000)
        self._content_lock = threading.Lock()  # one thread at a time uses a content store
        self._packs: PackStore | None = None
        self._objects: Objects | None = None
        self._lookups = ThreadPoolExecutor(_AT_ONCE, thread_name_prefix="team lookups")
        self._uploads = ThreadPoolExecutor(1, thread_name_prefix="team uploads")
        self._opened: Future[PackStore] | None = None
        self.waited_s = 0.0  # for lookups, in all
        self._waits_until_s = _MOST_WAITED_S  # of these
        self._proved: set[str] = set()
        self._taken: defaultdict[str, list[tuple[str, bytes]]] = defaultdict(list)
        self._sealed: dict[bytes, bytes] = {}
        self._uploading: list[Future[None]] = []
        self._is_closed = False
        self._problem: str | None = None

    @property
    def problem(self) -> str | None:
        """The reason why the store, or a part of it, is not used; for people."""
        packs = self._packs
        return self._problem or (f"team.store: {packs.problem}" if packs is not None and packs.problem else None)

    @property
    def publishes(self) -> bool:
        """Whether parsed rows are for others, too."""
        return self._settings.team_publish

    @property
    def moved(self) -> Traffic:
        """The bytes moved over the wire."""
        return self._objects.moved if self._objects is not None else Traffic()

    def ahead(self, jobs: Iterator[ExtractJob]) -> Iterator[ExtractJob]:
        """Yield the jobs with the store's entries for their files."""
        waiting: deque[tuple[ExtractJob, Future[Shared]]] = deque()
        if self._opened is None:
            self._opened = self._lookups.submit(self._open)
        try:
            while True:
                for job in islice(jobs, _AHEAD - len(waiting)):
                    waiting.append((job, self._lookups.submit(self._look_up, job)))
                if not waiting:
                    return
                yield self._with_answer(*waiting.popleft())
        finally:
            for _, future in waiting:
                future.cancel()

    def settle(self, taken: Taken) -> frozenset[str]:
        """Take note of a worker's part; return the files to be read again, since their rows are of a wrong pack."""
        packs = self._packs
        assert packs is not None
        for pack, reason in taken.doubts.items():
            packs.discard(pack, reason)
        for pack, contents in taken.of_pack.items():
            self._taken[pack] += contents
        self._proved |= taken.proved
        doubted = [content for pack in [*self._taken] if packs.is_bad(pack) for content in self._taken.pop(pack)]
        with self._content_lock:
            self._content.drop([key for _, key in doubted])
        self._sealed |= taken.sealed
        if sum(map(len, self._sealed.values())) >= _PACK_BYTES:
            self._upload()
        return frozenset(path for path, _ in doubted)

    def finish(self, cancel: CancelToken) -> None:
        """Publish everything that is due, within a minute, or as much as there is time for until asked to stop."""
        self._upload()
        until = time.monotonic() + _PUBLISHED_S
        with suppress(Cancelled):
            while wait(self._uploading, _CHECK_S).not_done:
                cancel.check()
                if time.monotonic() > until:
                    self._tell("team.publish: the store is too slow; not everything is published")
                    break
        for future in self._uploading:
            if future.done() and (error := future.exception()):
                self._tell(str(error))
        self._uploading.clear()
        self._taken.clear()
        self._waits_until_s = self.waited_s + _MOST_WAITED_S
        with self._content_lock:
            self._content.close()

    def close(self) -> None:
        """Let go of the store and of all threads."""
        with self._content_lock:
            self._is_closed = True
            self._content.close()
        if self._objects is not None:  # else `_open` closes them
            self._objects.close()
        self._lookups.shutdown(wait=False, cancel_futures=True)
        self._uploads.shutdown(wait=False, cancel_futures=True)

    # -- inside

    def _with_answer(self, job: ExtractJob, future: Future[Shared]) -> ExtractJob:
        begin = time.monotonic()
        try:
            shared = future.result(max(min(_PATIENCE_S, self._waits_until_s - self.waited_s), 0.0))
        except NotInTime:
            future.cancel()
            if self.waited_s >= self._waits_until_s:
                self._tell("team.store: it is too slow; the index is built without it")
            return job
        except Exception as error:  # whatever a store answers, the index is built
            self._tell(str(error))
            return job
        finally:
            self.waited_s += time.monotonic() - begin
        return replace(job, shared=replace(shared, unproved=shared.unproved - self._proved))

    def _tell(self, problem: str) -> None:
        if self._problem is None:
            self._problem = problem
            logger.warning("%s", problem)

    # -- threads of lookups

    def _open(self) -> PackStore:
        settings = self._settings
        key = public_key(settings.team_key)
        signer = publishing_key(settings.team_key) if settings.team_publish else None
        self._objects = objects = Objects(settings.team_store)
        if self._is_closed:  # before `close` could see them
            objects.close()
        url = hashlib.blake2b(settings.team_store.encode(), digest_size=8).hexdigest()
        folder = folder_of(settings)
        kept = storage_directory(settings.index_location) / "content" / "team" / url / folder.rpartition("/")[2]
        packs = PackStore(objects, folder, kept, key, signer)
        packs.look()
        self._packs = packs
        return packs

    def _look_up(self, job: ExtractJob) -> Shared:
        assert self._opened is not None
        packs = self._opened.result()
        names: dict[bytes, bytes] = {}
        for file in job.files:
            record, data = read(self._root, file, self._settings)
            if record is not None and data is not None:
                key = identity(file.path, data, record.sha256, self._settings)
                names[key] = entry_name(secret_of(key, record.sha256))
        with self._content_lock:
            known = self._content.known(names) if not self._is_closed else set[bytes]()  # else it is opened again
        found = packs.find(names.values() if self.publishes else (names[key] for key in names.keys() - known))
        entries = packs.fetch({names[key]: found[names[key]] for key in names.keys() - known if names[key] in found})
        offers = {key: Offer(*entries[name]) for key, name in names.items() if name in entries}
        wanted = frozenset(key for key, name in names.items() if name not in found) if self.publishes else frozenset()
        return Shared(offers, frozenset(offer.pack for offer in offers.values()) - self._proved, wanted)

    # -- the thread of uploads

    def _upload(self) -> None:
        entries, self._sealed = self._sealed, {}
        packs = self._packs
        if entries and packs is not None:
            with suppress(RuntimeError):  # it was closed meanwhile
                self._uploading.append(self._uploads.submit(packs.publish, entries))
