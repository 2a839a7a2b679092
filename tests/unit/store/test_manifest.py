"""The manifest says what an index was built with: also one that another version wrote."""

import json
from dataclasses import replace

import pytest

from lsp_codebase.errors import IndexUnavailable
from lsp_codebase.store import Manifest, WriterLock, examine_manifest, open_for_reading, open_for_writing
from lsp_codebase.store.manifest import read_manifest, write_manifest

MANIFEST = Manifest("/root", "1", 1, 1_200)
FIELDS = {"root": "/root", "parser": "1", "tokenizer": 1, "max_chars": 1_200, "format": 4}
OTHERS = {
    "a field more": FIELDS | {"names": 7},
    "a field less": {key: value for key, value in FIELDS.items() if key != "tokenizer"},
    "only fields of its own": {"version": 9},
}


def put(directory, fields):
    (directory / "manifest.json").write_text(json.dumps(fields))


def test_a_manifest_is_read_as_it_was_written(tmp_path):
    write_manifest(tmp_path, MANIFEST)
    assert read_manifest(tmp_path) == MANIFEST


@pytest.mark.parametrize("text", ["", "{", "[]", "3", "null"])
def test_what_is_no_manifest_is_none(tmp_path, text):
    (tmp_path / "manifest.json").write_text(text)
    assert read_manifest(tmp_path) is None


@pytest.mark.parametrize("fields", OTHERS.values(), ids=OTHERS)
def test_an_index_of_a_version_with_other_fields_is_known_as_such(tmp_path, fields):
    lock = WriterLock(tmp_path)
    assert lock.acquire()
    try:
        open_for_writing(tmp_path, MANIFEST, lock)
        put(tmp_path, fields)
        assert "another version" in examine_manifest(tmp_path, MANIFEST).damage
        with pytest.raises(IndexUnavailable, match="another version of lsp-codebase"):
            open_for_reading(tmp_path, MANIFEST)
        assert open_for_writing(tmp_path, MANIFEST, lock)[1] == "index rebuilt: built by another version"
    finally:
        lock.release()


def test_an_index_of_another_version_still_tells_its_root(tmp_path):
    put(tmp_path, OTHERS["a field more"])
    found = read_manifest(tmp_path)
    assert found.root == "/root"
    assert found != replace(MANIFEST, format=0)
