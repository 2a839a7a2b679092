"""Nothing lies on disk twice that is cheap to make, and vectors take a byte a coordinate."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from codebases import Asked, settle, write

from lsp_codebase.config import Settings
from lsp_codebase.index import SilentListener
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
