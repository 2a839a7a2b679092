"""How postings are kept: in four bytes, and what is given up where two of them do not tell all uses apart."""

import numpy as np
import pytest

from lsp_codebase.indexes.words import uses

IMPACTS = np.arange(1, 9)


def merged(*forms):
    """Merge a segment for each list of forms: each posting has another impact, and the more postings the sooner."""
    parts = [uses.joined(IMPACTS[: len(own)], np.ones(len(own)), np.ones(len(own)), np.array(own)) for own in forms]
    postings = [np.repeat(np.arange(len(own), dtype=np.uint16), range(len(own), 0, -1)) for own in forms]
    found = uses.merged(parts, postings)
    return found, [{name: values[found.places] for name, values in found.columns.items()}][0]


def test_a_posting_has_what_was_counted_in_two_bytes():
    columns = [np.array(values) for values in ([3, 1, 3, 255], [1, 2, 1, 255], [9, 255, 9, 0], [0, 7, 0, 255])]
    found = uses.uses_of(*columns)
    assert found.places.dtype == np.uint16
    assert len(found.distinct) == 3
    for name, values in zip(uses.COLUMNS, columns, strict=True):
        assert found.columns[name][found.places].tolist() == values.tolist()


def test_uses_of_several_segments_are_one_where_they_are_alike():
    found, said = merged([1, 2, 4], [1, 2, 8])
    assert len(found.distinct) == 4
    assert said["impacts"].tolist() == [1, 2, 3, 1, 2, 3]
    assert said["forms"].tolist() == [1, 2, 4, 1, 2, 8]


def test_where_there_are_too_many_uses_the_forms_of_the_rarest_are_any(monkeypatch):
    monkeypatch.setattr(uses, "_MOST", 6)
    found, said = merged([1, 2, 4, 1], [2, 4, 8, 1])
    assert len(found.distinct) <= 6
    assert found.places.dtype == np.uint16
    assert said["impacts"].tolist() == [1, 2, 3, 4, 1, 2, 3, 4]
    assert said["forms"].tolist() == [1, 255, 255, 255, 2, 255, 255, 255]
    counted = uses.uses_of(*map(np.array, ([1, 1, 2, 2, 2, 3, 4], [1] * 7, [1] * 7, [1, 2, 4, 4, 4, 8, 16])))
    assert len(counted.distinct) == 5  # still few enough
    counted = uses.uses_of(*map(np.array, ([1, 1, 2, 2, 2, 3, 4], [1] * 7, [1] * 7, [1, 2, 4, 8, 16, 8, 16])))
    assert len(counted.distinct) <= 6
    assert counted.columns["impacts"][counted.places].tolist() == [1, 1, 2, 2, 2, 3, 4]


def test_what_two_bytes_cannot_tell_apart_even_so_takes_four(monkeypatch):
    monkeypatch.setattr(uses, "_MOST", 3)
    found, said = merged([1, 2, 4, 1], [2, 4, 8, 1])
    assert found.places.dtype == np.uint32
    assert said["forms"].tolist() == [1, 2, 4, 1, 2, 4, 8, 1]


@pytest.mark.parametrize(("largest", "bytes_each"), [(0, 2), (65_535, 2), (65_536, 4)])
def test_numbers_take_two_bytes_as_long_as_that_is_enough(largest, bytes_each):
    assert np.dtype(uses.least_type(largest)).itemsize == bytes_each
