"""Nothing lies on disk twice that is cheap to make, and vectors take a byte a coordinate."""

import hashlib
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from codebases import Asked, settle, write

from lsp_codebase.cache import ContentStore
from lsp_codebase.config import Settings
from lsp_codebase.index import SilentListener
from lsp_codebase.index.content_rows import identity, unpack
from lsp_codebase.index.sharing.shared_rows import Shared
from lsp_codebase.index.workers.extract import ExtractJob, FileJob, extract
from lsp_codebase.model import Phase

WORDS = "account balance customer delivery export folder gateway header invoice journal ledger margin".split()
FILES, FUNCTIONS = 20, 60


def module(number: int) -> str:
    """Return functions, each of them a chunk: no other file has a text of these."""
    return "\n\n".join(
        f"def {WORDS[one % 12]}_{number}_{one}({WORDS[(one * 7) % 12]}):\n"
        + "".join(f"    {word}_{number} = {WORDS[(one + at) % 12]} + {at}\n" for at, word in enumerate(WORDS))
        for one in range(FUNCTIONS)
    )


@pytest.fixture(scope="module")
def room(tmp_path_factory, pool) -> tuple[int, Path]:
    """Index some files; return how many chunks have vectors, and the folder of the cache."""
    folder = tmp_path_factory.mktemp("room")
    write(folder / "root", {f"m{number}.py": module(number) for number in range(FILES)})
    settings = Settings(index_location=str(folder / "cache"), embedding_model="builtin", index_debounce_ms=1)
    codebase = Asked(folder / "root", settings, pool, SilentListener())
    codebase.start()
    chunks = settle(codebase, lambda status: status.phase is Phase.READY, seconds=60).vectors.done
    codebase.close()
    return chunks, folder / "cache"


def test_a_vector_takes_a_byte_a_coordinate(room):
    chunks, folder = room
    assert chunks >= FILES * FUNCTIONS / 4
    taken = sum(path.stat().st_size for path in folder.glob("*/tables/vectors_*/data/*"))
    assert 256 * chunks < taken < 400 * chunks  # with ids, hashes and the ends of files


def test_vectors_of_a_light_model_are_not_among_the_known_contents(room):
    _, folder = room
    with closing(sqlite3.connect(folder / "content/content.sqlite")) as content:
        assert content.execute("SELECT count(*) FROM entries").fetchall() == [(FILES,)]  # the rows of each file


def test_what_is_to_be_shared_is_parsed_again_as_known_contents_lack_some_of_it(tmp_path):
    write(tmp_path, {"a.py": 'def price(tax):\n    """Return it."""\n    return tax\n'})
    settings = Settings(index_location=str(tmp_path / "cache"))
    job = ExtractJob(tmp_path, settings, (FileJob("a.py", 1),))
    with closing(ContentStore(settings.index_location, 1_000_000)) as content:
        parsed = [extract(job, content).parsed for _ in range(2)]
        data = (tmp_path / "a.py").read_bytes()
        key = identity("a.py", data, hashlib.sha256(data).hexdigest(), settings)
        assert "Return it." not in str(unpack(content.get([key])[key], data).symbols)
        wanted = extract(replace(job, shared=Shared({}, frozenset(), frozenset([key]))), content)
    assert [*parsed, wanted.parsed] == [1, 0, 1]
    assert wanted.taken is not None
    assert len(wanted.taken.sealed) == 1
