"""The last saved state of an index, mapped: it answers as soon as a process starts.

It is a cache beside the tables, of use only while these are in the very versions of that time: missing, stale or
damaged files are made again from them. Names and vectors lie in a file for each of their parts, which never
change; the file table and the masks of live rows are written with each state.
"""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lsp_codebase import __version__
from lsp_codebase.indexes import saved_files
from lsp_codebase.indexes.file_table import Files
from lsp_codebase.indexes.mapped import UNREADABLE, VerifiedFiles, check, files_in, map_arrays, put
from lsp_codebase.indexes.names import Part, Snapshot, saved_names
from lsp_codebase.indexes.resident_vectors import ResidentVectors, VectorPart
from lsp_codebase.indexes.words import Words
from lsp_codebase.store import Finding, delete, delete_tree, location, table_versions

logger = logging.getLogger(__name__)

SUBJECT = "saved state"
FORMAT = 5  # raise it when the saved values change, the priors of names included
_STATE = f".v{FORMAT}.state.arrow"
_PART = ".part.arrow"
Arrays = dict[str, NDArray[Any]]


@dataclass(frozen=True, slots=True)
class Saved:
    """One state of an index. `model` made the vectors, of `embedded` chunks; without one there are none."""

    generation: int
    files: Files
    names: Snapshot
    vectors: ResidentVectors | None
    model: str | None
    embedded: int


class SavedState:
    """The saved state of one index on disk. One thread uses it."""

    def __init__(self, directory: Path, *, is_ours: bool = True) -> None:
        """For an index that is not ours nothing is written, not even the record of compared files."""
        self._directory = directory
        self._folder = location(directory) / "state"
        self.words = Words(location(directory), is_ours=is_ours)
        self._loaded: Saved | None = None
        self._stale: Saved | None = None  # saved before the latest changes of the tables
        self._paths: set[Path] = set()
        self._written: list[Path] = []  # parts, by the latest writing
        self._versions: object = None  # of the tables that the files fit
        self.is_damaged = False  # whether a saved file was found unreadable
        self._seen = VerifiedFiles(location(directory), is_kept=is_ours)

    def load(self, model: str | None) -> Saved | None:
        """Return the state saved with vectors of `model`, None if it is of no use; and load `words`.

        Only the ends of large files are looked at; see `good`.
        """
        try:
            paths = files_in(self._folder, _STATE)
            self._loaded = self._load(paths[-1], model) if paths else None
        except UNREADABLE as error:
            self._give_up(error)
        return self._loaded

    @property
    def good(self) -> Saved | None:
        """The loaded state, `words` too, if every byte is as it was written and the tables still say the same."""
        return self._loaded if self._loaded is not None and self.fits() and self._is_whole() else None

    @property
    def earlier(self) -> Saved | None:
        """The saved state of earlier versions of the tables, if every byte is as it was written; without `words`."""
        return self._stale if self._stale is not None and self._is_whole() else None

    def fits(self) -> bool:
        """Whether the loaded or saved state is of the tables as they are now."""
        return self._versions is not None and self._versions == table_versions(self._directory)

    def save(self, state: Saved, words: Words) -> Saved:
        """Write a state, as far as it is not on disk yet, whose `words` are saved; return it mapped.

        Raises:
            OSError: if that is not possible.
        """
        with self._all_or_nothing():
            vectors = state.vectors and self._saved_vectors(state.vectors)
            state = replace(state, names=self._saved_names(state.names), vectors=vectors)
            versions = table_versions(self._directory)
            latest = put(self._folder, _STATE, _arrays(state, versions))
        self._paths, self._versions = {latest, *_parts_of(state), *words.saved_in}, versions
        for path in self._paths:
            self._seen.note(path)
        self._delete_others()
        self._seen.keep()
        return state

    def let_go(self) -> None:
        """Forget what was loaded: who took it has it, and its files are gone from the disk once nobody holds them."""
        self._loaded = self._stale = None

    def tidy(self) -> None:
        """Delete the leftovers of killed processes, and all if any of it was damaged. Only who writes the index may."""
        if self.is_damaged:
            self.forget()
        elif self._folder.is_dir():
            with suppress(OSError):  # they only take room
                self._delete_others()

    def map_names(self, names: Snapshot, least: int = 0) -> Snapshot:
        """Write the parts of at least so many rows that are not on disk yet; return the names with these mapped.

        Written parts are of use to this process, and to others once they belong to a saved state.

        Raises:
            OSError: if that is not possible.
        """
        with self._all_or_nothing():
            return self._saved_names(names, least)

    def map_vectors(self, vectors: ResidentVectors, least: int = 0) -> ResidentVectors:
        """Do the same with vectors."""
        with self._all_or_nothing():
            return self._saved_vectors(vectors, least)

    def examine(self) -> Finding:
        """Check that the saved files can be read and are as they were written."""
        paths = [path for suffix in (_STATE, _PART) for path in files_in(self._folder, suffix)]
        try:
            for path in paths:
                check(path, whole=True)
                map_arrays(path)
        except FileNotFoundError:  # saved anew by its writer meanwhile
            return Finding(SUBJECT, "being written")
        except UNREADABLE as error:
            return Finding(SUBJECT, "", f"{path.name} cannot be read: {error}")
        return Finding(SUBJECT, f"{len(paths)} files" if paths else "none yet")

    def forget(self) -> None:
        """Delete all saved files."""
        self._versions = self._loaded = self._stale = None
        self.is_damaged = False
        delete_tree(self._folder)

    # -- inside

    @contextmanager
    def _all_or_nothing(self) -> Iterator[None]:
        """Delete the parts written within this where the disk has no room for all of them: nobody would use them."""
        self._written.clear()
        try:
            yield
        except OSError:
            for path in self._written:
                delete(path)
            raise

    def _put_part(self, arrays: Mapping[str, NDArray[Any]]) -> Path:
        path = put(self._folder, _PART, arrays)
        self._written.append(path)
        return path

    def _delete_others(self) -> None:
        """Delete all files but those saved or loaded last."""
        for path in set(self._folder.iterdir()) - self._paths:
            delete(path)

    def _give_up(self, error: Exception) -> None:
        logger.warning("the saved state of %s is made again: %s", self._directory, error)
        self._versions = self._loaded = self._stale = None
        self.is_damaged = True

    def _is_whole(self) -> bool:
        try:
            for path in self._paths:
                self._seen.check(path)
        except UNREADABLE as error:
            self._give_up(error)
            return False
        self._seen.keep()
        return True

    def _load(self, latest: Path, model: str | None) -> Saved | None:
        check(latest, whole=True)
        arrays = map_arrays(latest)
        meta = json.loads(arrays["meta"].tobytes())
        versions = table_versions(self._directory)
        if (meta["by"], meta["model"]) != (__version__, model):
            return None
        names = tuple(self._named(name, arrays[f"names_{i}"]) for i, name in enumerate(meta["names"]))
        parts = tuple(self._vectors(name, arrays[f"vectors_{i}"]) for i, name in enumerate(meta["vectors"]))
        vectors = None
        if model is not None:
            vectors = ResidentVectors(parts)
        files = saved_files.files_of(arrays, Counter(meta["counts"]))
        state = Saved(meta["generation"], files, Snapshot(names), vectors, model, meta["embedded"])
        self._paths = {latest, *_parts_of(state)}
        if meta["versions"] != versions:
            self._stale = state
            return None
        self.words.load(arrays["file_id"].tolist(), whole=False)
        if self.words.unreadable or len(self.words) != meta["counts"].get("chunks", 0):
            return None
        self._paths.update(self.words.saved_in)
        self._versions = versions
        return state

    def _read(self, name: str) -> tuple[Arrays, Path]:
        path = self._folder / Path(name).name
        check(path, whole=False)
        return map_arrays(path), path

    def _named(self, name: str, alive: NDArray[np.uint8]) -> Part:
        arrays, path = self._read(name)
        part = Part.whole(replace(saved_names.segment_of(arrays), saved_in=path))
        mask = _unpacked(alive, len(part))
        return part if mask.all() else Part(part.segment, mask, part.names_of(mask))

    def _vectors(self, name: str, live: NDArray[np.uint8]) -> VectorPart:
        arrays, path = self._read(name)
        return VectorPart.of_arrays(arrays, _unpacked(live, len(arrays["chunks"])), path)

    def _saved_names(self, names: Snapshot, least: int = 0) -> Snapshot:
        return Snapshot(tuple(self._saved_name_part(part) if len(part) >= least else part for part in names.parts))

    def _saved_name_part(self, part: Part) -> Part:
        if part.segment.saved_in is not None:
            return part
        path = self._put_part(saved_names.arrays_of(part.segment))
        segment = replace(saved_names.segment_of(map_arrays(path)), saved_in=path)
        return Part(segment, part.alive, part.alive_names)

    def _saved_vectors(self, vectors: ResidentVectors, least: int = 0) -> ResidentVectors:
        parts = (self._saved_vector_part(part) if len(part) >= least else part for part in vectors.parts)
        return replace(vectors, parts=tuple(parts))

    def _saved_vector_part(self, part: VectorPart) -> VectorPart:
        if part.saved_in is not None:
            return part
        path = self._put_part(part.arrays)
        return VectorPart.of_arrays(map_arrays(path), part.live, path)


def _arrays(state: Saved, versions: object) -> Arrays:
    vectors = state.vectors or ResidentVectors()
    meta = {
        "by": __version__,
        "model": state.model,
        "versions": versions,
        "generation": state.generation,
        "counts": dict(state.files.counts),
        "embedded": state.embedded,
        "names": [part.segment.saved_in.name for part in state.names.parts if part.segment.saved_in],
        "vectors": [part.saved_in.name for part in vectors.parts if part.saved_in],
    }
    return {
        "meta": np.frombuffer(json.dumps(meta).encode(), np.uint8),
        **saved_files.arrays_of(state.files),
        **{f"names_{i}": np.packbits(part.alive) for i, part in enumerate(state.names.parts)},
        **{f"vectors_{i}": np.packbits(part.live) for i, part in enumerate(vectors.parts)},
    }


def _parts_of(state: Saved) -> Iterable[Path]:
    parts = [part.segment.saved_in for part in state.names.parts]
    parts += [part.saved_in for part in state.vectors.parts] if state.vectors else []
    return [path for path in parts if path is not None]


def _unpacked(bits: NDArray[np.uint8], count: int) -> NDArray[np.bool_]:
    if len(bits) != (count + 7) // 8:
        raise ValueError("a mask of another length")
    return np.unpackbits(bits, count=count).view(np.bool_)
