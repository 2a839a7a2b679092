"""The list of a baseline: what others may find, open, and have written to their disk by it."""

import base64
import json
import zlib
from dataclasses import asdict, replace

import pytest

from lsp_codebase.errors import TeamStoreUnavailable
from lsp_codebase.team import Baseline, Objects, Recipe, download, nearest, seal
from lsp_codebase.team import baseline as lists
from lsp_codebase.team.baseline import BaselineFile, may_be_shared, read, write
from lsp_codebase.team.download import _check_pace
from lsp_codebase.team.parts import packed_part, part_hash, part_key

pytest.importorskip("cryptography")
pytest.importorskip("obstore")

TREE, COMMIT = "1" * 40, "c" * 40
RECIPE = Recipe({"parser": "8", "model": "builtin@1", "folder": ""})
DATA = bytes(range(256)) * 200
PART = part_hash(DATA)
SMALL = BaselineFile("model.json", 2, 5, (), base64.b64encode(b"{}").decode())
LARGE = BaselineFile("tables/chunks.lance/data/0101ab.lance", len(DATA), 7, (PART,))
GOOD = Baseline(COMMIT, TREE, (SMALL, LARGE))


@pytest.fixture
def objects(tmp_path):
    (tmp_path / "store").mkdir()
    return Objects((tmp_path / "store").as_uri())


def put_list(objects, value):
    """Store what a publisher with other intentions might."""
    packed = value if isinstance(value, bytes) else zlib.compress(json.dumps(value).encode())
    secret = RECIPE.secret(TREE)
    objects.put(lists._key_of(secret), bytes(64) + seal(secret, "baseline", packed))


def with_file(**changes):
    return asdict(replace(GOOD, files=(SMALL, replace(LARGE, **changes))))


def test_a_list_is_read_as_it_was_written_by_who_knows_the_tree_and_works_alike(objects):
    assert write(objects, RECIPE, GOOD, None, only_new=True)
    assert read(objects, RECIPE, TREE, None) == GOOD
    assert read(objects, RECIPE, "2" * 40, None) is None
    assert read(objects, Recipe({**RECIPE.made_by, "model": "none"}), TREE, None) is None


def test_what_lies_in_the_store_names_no_commit_tree_or_file(objects, tmp_path):
    write(objects, RECIPE, GOOD, None, only_new=True)
    objects.put(part_key(PART), packed_part(PART, DATA))
    for path in (tmp_path / "store").rglob("*"):
        told = str(path).encode() + (path.read_bytes() if path.is_file() else b"")
        assert not any(secret.encode() in told for secret in (TREE, COMMIT, PART, "model.json", "chunks.lance"))


def test_the_nearest_tree_wins_and_one_that_is_damaged_is_passed_over(objects):
    trees = ["0" * 40, TREE, "3" * 40]
    assert nearest(objects, RECIPE, trees, None) is None
    third = replace(GOOD, tree="3" * 40)
    write(objects, RECIPE, third, None, only_new=True)
    assert nearest(objects, RECIPE, trees, None) == (2, third)
    write(objects, RECIPE, GOOD, None, only_new=True)
    assert nearest(objects, RECIPE, trees, None) == (1, GOOD)
    objects.put(lists._key_of(RECIPE.secret(TREE)), b"torn")
    assert nearest(objects, RECIPE, trees, None) == (2, third)


@pytest.mark.parametrize(
    "value",
    [
        b"no list",
        zlib.compress(b"[" * 100_000),
        zlib.compress(json.dumps(asdict(GOOD)).encode())[:-9],
        [],
        {**asdict(GOOD), "more": 1},
        {**asdict(GOOD), "tree": "2" * 40},
        {**asdict(GOOD), "commit": "../.."},
        {**asdict(GOOD), "files": [asdict(SMALL), asdict(SMALL)]},
        {**asdict(GOOD), "files": "many"},
        with_file(path="../../.bashrc"),
        with_file(path="/etc/passwd"),
        with_file(path="tables/state/../../../x"),
        with_file(path="manifest.json"),
        with_file(path="writer.lock"),
        with_file(path="tables/chunks.lance/data/x.lance\n"),
        with_file(path="tables/chunks.lance/data/x.sh"),
        with_file(path=7),
        with_file(size=-1),
        with_file(size=10**18),
        with_file(size=True),
        with_file(size=1e9),
        with_file(mtime_ns="now"),
        with_file(parts=()),
        with_file(parts=(PART, PART)),
        with_file(parts=("../" + PART[3:],)),
        with_file(data="e30="),
        with_file(size=3, parts=(), data="e30="),
        with_file(size=2, parts=(), data="!!!!"),
    ],
    ids=lambda value: None,
)
def test_a_list_with_anything_that_no_index_has_is_as_not_there(objects, value):
    put_list(objects, value)
    assert read(objects, RECIPE, TREE, None) is None


def test_a_list_that_unpacks_to_gigabytes_is_given_up_on_the_way(objects, monkeypatch):
    monkeypatch.setattr(lists, "_MOST_LIST_BYTES", 100_000)
    put_list(objects, zlib.compress(b" " * 50_000_000 + json.dumps(asdict(GOOD)).encode()))
    assert read(objects, RECIPE, TREE, None) is None


@pytest.mark.parametrize(
    ("path", "is_ours"),
    [
        ("tables/vectors_0123456789abcdef.lance/_versions/18446744073709551611.manifest", True),
        ("tables/chunks.lance/_indices/757679c7-56f0-45c5-a88f-09bec8dce704/page_data.lance", True),
        ("tables/postings/2.b6477782-a64ca8ee.v6.arrow", True),
        ("tables/files.lance/_deletions/0-12-9912.arrow", True),
        ("tables/other.lance/data/x.lance", False),
        ("tables/seen.json", False),
        ("history.arrow", False),
    ],
)
def test_an_index_brings_along_its_tables_and_what_is_derived_from_them_alone(path, is_ours):
    assert may_be_shared(path) == is_ours


@pytest.mark.parametrize(
    "stored",
    [lambda part: packed_part(part, DATA[:-1] + b"x"), lambda part: packed_part(part, DATA * 2), lambda _: b""],
    ids=["other", "longer", "empty"],
)
def test_a_part_with_another_content_is_refused_by_its_hash(objects, tmp_path, stored):
    objects.put(part_key(PART), stored(PART))
    with pytest.raises(Exception, match=r"part|sealed"):
        download(objects, GOOD, tmp_path / "here", lambda *_: None, lambda: False)
    assert not (tmp_path / "here" / "index").exists()


def test_a_store_that_is_slower_than_reading_the_files_is_left():
    _check_pace(0, 10)
    _check_pace(100_000_000, 100)
    for done, seconds in ((0, 17), (50_000_000, 67)):
        with pytest.raises(TeamStoreUnavailable, match="slower"):
            _check_pace(done, seconds)
