"""The baseline of a commit: the files of an index that was built of its tree, listed, and cut into parts.

A reader who knows the tree finds and opens the list; a part is found and opened by the hash of its content, which only
the list tells. Parts that two baselines share lie in the store once.
"""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from lsp_codebase.errors import Damaged, TeamStoreUnavailable
from lsp_codebase.team.envelope import name_of, open_sealed, seal
from lsp_codebase.team.objects import Objects
from lsp_codebase.team.parts import PART_BYTES
from lsp_codebase.team.signatures import SIGNATURE_BYTES, check, sign

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

INLINE_BYTES = 32_000
"""Files up to this size lie in the list itself: a request takes longer than these bytes."""
_FORMAT = 1  # of the list; raise it when its fields change, or the files of an index
_FOLDER = "baselines"
_PURPOSE = "baseline"
_MOST_LIST_BYTES = 20_000_000
_MOST_FILES = 20_000
_MOST_TRIES = 5  # of baselines that are there and cannot be used
_MOST_BYTES = 50_000_000_000
_UNSIGNED = bytes(SIGNATURE_BYTES)
_NUMBER = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")

# Every file that an index may bring along: nothing else is written, whatever a list names.
_UUID = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_TABLE = r"tables/(?:files|chunks|symbols|vectors_[0-9a-f]{16})\.lance"
_PATH = re.compile(
    r"model\.json|generation\.json"
    rf"|{_TABLE}/data/\w{{1,100}}\.lance"
    rf"|{_TABLE}/_deletions/[\w-]{{1,100}}\.(?:arrow|bin)"
    rf"|{_TABLE}/_versions/\d{{1,20}}\.manifest"
    rf"|{_TABLE}/_transactions/\d{{1,20}}-{_UUID}\.txn"
    rf"|{_TABLE}/_indices/{_UUID}/\w{{1,50}}\.(?:lance|idx)"
    rf"|tables/(?:postings|state)/\d{{1,12}}\.[0-9a-f]{{8}}-[0-9a-f]{{8}}\.[\w.]{{1,30}}\.arrow",
    re.ASCII,
)


def may_be_shared(path: str) -> bool:
    """Whether an index may bring along a file of this name, relative to its folder."""
    return _PATH.fullmatch(path) is not None and ".." not in path


@dataclass(frozen=True, slots=True)
class BaselineFile:
    """One file of an index: its parts by their hashes (hex), all but the last of `PART_BYTES`; or, if small, itself."""

    path: str
    size: int
    mtime_ns: int
    parts: tuple[str, ...]
    data: str = ""  # base64

    def part_size(self, number: int) -> int:
        """Return the bytes of a part."""
        return min(PART_BYTES, self.size - number * PART_BYTES)


@dataclass(frozen=True, slots=True)
class Baseline:
    """An index and the commit that it was built of."""

    commit: str
    tree: str
    files: tuple[BaselineFile, ...]

    @property
    def parts(self) -> dict[str, int]:
        """The sizes of all parts by their hashes, in the order of the files."""
        return {part: file.part_size(i) for file in self.files for i, part in enumerate(file.parts)}


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that decides the rows of an index besides the tree: equal for all who may use the same baseline."""

    made_by: Mapping[str, str | int]

    def secret(self, tree: str) -> bytes:
        """Return the secret that finds and opens a baseline of a tree."""
        return json.dumps([_FORMAT, tree, sorted(self.made_by.items())]).encode()


def nearest(
    objects: Objects, recipe: Recipe, trees: Sequence[str], key: Ed25519PublicKey | None
) -> tuple[int, Baseline] | None:
    """Return the first of the trees that has a baseline, by its place, and the baseline; None if none has.

    A baseline that is damaged, or not signed by the `key`, counts as missing.

    Raises:
        TeamStoreUnavailable: the store fails.
    """
    there = {name for name, _ in objects.list(_FOLDER)}
    likely = [(place, tree) for place, tree in enumerate(trees) if _key_of(recipe.secret(tree)) in there]
    for place, tree in likely[:_MOST_TRIES]:
        if (found := read(objects, recipe, tree, key)) is not None:
            return place, found
    return None


def read(objects: Objects, recipe: Recipe, tree: str, key: Ed25519PublicKey | None) -> Baseline | None:
    """Return the baseline of a tree, None if there is none that can be used.

    Raises:
        TeamStoreUnavailable: the store fails.
    """
    secret = recipe.secret(tree)
    try:
        stored = objects.get(_key_of(secret), _MOST_LIST_BYTES)
        if stored is None:
            return None
        signature, sealed = stored[:SIGNATURE_BYTES], stored[SIGNATURE_BYTES:]
        if key is not None:
            check(sealed, signature, key)
        found = _decoded(open_sealed(secret, _PURPOSE, sealed))
    except Damaged:
        return None
    return found if found.tree == tree else None


def write(
    objects: Objects, recipe: Recipe, baseline: Baseline, key: Ed25519PrivateKey | None, *, only_new: bool
) -> bool:
    """Store the list of a baseline, all of whose parts are stored; return False if it was `only_new` and is not.

    Raises:
        TeamStoreUnavailable: the store fails.
    """
    secret = recipe.secret(baseline.tree)
    sealed = seal(secret, _PURPOSE, zlib.compress(json.dumps(asdict(baseline)).encode()))
    if len(sealed) + SIGNATURE_BYTES > _MOST_LIST_BYTES:
        raise TeamStoreUnavailable("the index has too many files", "lsp-codebase doctor says what is in it")
    signature = sign(sealed, key) if key is not None else _UNSIGNED
    return objects.put(_key_of(secret), signature + sealed, only_new=only_new)


def _key_of(secret: bytes) -> str:
    return f"{_FOLDER}/{name_of(secret, _PURPOSE)}"


def _decoded(packed: bytes) -> Baseline:
    """Return the content of a list, if all of it is valid.

    Raises:
        Damaged: otherwise.
    """
    unpacker = zlib.decompressobj()
    try:
        text = unpacker.decompress(packed, 10 * _MOST_LIST_BYTES)
        found: Any = json.loads(text) if unpacker.eof else None
        _check_fields(found, Baseline)
        for file in found["files"]:
            _check_fields(file, BaselineFile)
        files = tuple(BaselineFile(**{**file, "parts": tuple(file["parts"])}) for file in found["files"])
        baseline = Baseline(found["commit"], found["tree"], files)
        _check(baseline)
    except (zlib.error, ValueError, TypeError, KeyError, RecursionError) as error:
        raise Damaged(f"a list of a baseline that cannot be read: {error}") from error
    return baseline


def _check_fields(found: Any, kind: type) -> None:
    if not isinstance(found, dict) or found.keys() != kind.__dataclass_fields__.keys():  # type: ignore[attr-defined]
        raise ValueError(f"no {kind.__name__}")


def _check(baseline: Baseline) -> None:
    """Raise `ValueError` or `TypeError` for a list that names files that no index has."""
    files = baseline.files
    if not (_NUMBER.fullmatch(baseline.commit) and _NUMBER.fullmatch(baseline.tree)):
        raise ValueError("no commit")
    if not all(isinstance(text, str) for file in files for text in (file.path, file.data)):
        raise ValueError("no names, or no data")
    if len(files) > _MOST_FILES or len({file.path.lower() for file in files}) < len(files):
        raise ValueError("too many files, or two of one name")
    for file in files:
        if not may_be_shared(file.path):
            raise ValueError(f"a file of another kind: {file.path[:200]!r}")
        if not (_is_number(file.size, _MOST_BYTES) and _is_number(file.mtime_ns, 1 << 63)):
            raise ValueError(f"{file.path}: no size, or no time")
        if file.size <= INLINE_BYTES:
            is_whole = not file.parts and len(base64.b64decode(file.data, validate=True)) == file.size
        else:
            is_whole = not file.data and len(file.parts) == -(-file.size // PART_BYTES)
        if not (is_whole and all(map(_is_hash, file.parts))):
            raise ValueError(f"{file.path}: not whole")
    if sum(file.size for file in files) > _MOST_BYTES:
        raise ValueError("too large")


def _is_number(value: object, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value < most


def _is_hash(value: object) -> bool:
    return isinstance(value, str) and re.fullmatch(r"[0-9a-f]{64}", value) is not None
