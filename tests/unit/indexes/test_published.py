"""A state never changes; the next one is shown by one assignment, or not at all."""

from typing import ClassVar

import numpy as np
import pyarrow as pa
import pytest

from lsp_codebase.indexes import ModelVectors, Overlay, Published
from lsp_codebase.model import Document


def test_a_change_that_fails_leaves_the_state_before_and_holds_up_no_later_one():
    published = Published()
    published.publish(generation=1)
    before = published.state

    def fail(_: Overlay) -> Overlay:
        raise RuntimeError("a broken document")

    with pytest.raises(RuntimeError):
        published.change_documents(fail)
    assert published.state is before
    document = Document("")
    published.change_documents(lambda documents: documents.with_file("a.py", None, (document, 3)))
    assert published.state.documents.serials == {"a.py": (document, 3)}
    assert published.state.serial == before.serial + 1
    assert before.documents.serials == {}


def test_a_state_keeps_what_it_had():
    published = Published()
    published.publish(generation=1)
    taken = published.state
    published.publish(generation=2)
    assert (taken.generation, published.state.generation) == (1, 2)


def test_what_is_closed_shows_nothing_whatever_is_still_published():
    published = Published()
    published.publish(generation=1)
    taken = published.state
    published.close()
    published.publish(generation=2)
    published.change_documents(lambda documents: documents.with_file("a.py", None, (Document(""), 0)))
    assert (taken.generation, published.state.generation) == (1, 0)
    assert not published.state.documents.serials
    assert published.state.serial > taken.serial


class Table:
    """A table of vectors as `ModelVectors` sees it."""

    files: ClassVar[set[int]] = set()

    def rows(self):
        return iter(())

    def add(self, rows: pa.Table) -> None:
        pass


def rows(first: int, number: int) -> pa.Table:
    ids = pa.array(range(first, first + number), pa.int64())
    codes = pa.FixedSizeListArray.from_arrays(pa.array(np.ones(number * 4, np.int8)), 4)
    return pa.table({"chunk_id": ids, "file_id": ids, "codes": codes, "largest": pa.array(np.ones(number, np.float32))})


def test_a_question_that_began_with_some_vectors_ends_with_them():
    vectors = ModelVectors(Table(), {})
    vectors.add(rows(0, 4))
    begun = vectors.answering
    vectors.add(rows(4, 4))
    query = np.ones(4, np.float32)
    assert sorted(begun.nearest(query, 10)[0].tolist()) == [0, 1, 2, 3]
    assert sorted(vectors.answering.nearest(query, 10)[0].tolist()) == [*range(8)]
