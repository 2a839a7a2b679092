"""Vectors in memory answer as a plain matrix product over everything would, to a byte a coordinate."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lsp_codebase.indexes.resident_vectors import ResidentVectors, VectorFilter
from lsp_codebase.indexes.signatures import Compared, signatures
from lsp_codebase.store import VectorCodes, chunk_id


def filled(ids: list[int]) -> tuple[ResidentVectors, dict[int, np.ndarray]]:
    random = np.random.default_rng(len(ids))
    resident = ResidentVectors()
    known = {}
    for start in range(0, len(ids), 3):
        part = np.array(ids[start : start + 3], np.int64)
        vectors = random.normal(size=(len(part), 4)).astype(np.float16)
        resident = resident.with_added(part, VectorCodes.of(vectors))
        known.update(zip(part.tolist(), vectors.astype(np.float32), strict=True))
    return resident, known


QUERY = np.array([0.5, -1.0, 0.25, 2.0], np.float32)
TOLERANCE = 0.06  # half a step of 1/127 of the largest coordinate, four times
IDS = st.lists(st.integers(0, 200), unique=True, max_size=30)


@given(IDS, st.integers(1, 40))
def test_the_nearest_are_the_best_of_all_products(ids, limit):
    resident, known = filled(ids)
    chunks, products = resident.nearest(QUERY, limit)
    best = sorted((float(vector @ QUERY) for vector in known.values()), reverse=True)[:limit]
    np.testing.assert_allclose(products, best, atol=TOLERANCE)
    np.testing.assert_allclose(products, [known[i] @ QUERY for i in chunks.tolist()], atol=TOLERANCE)


@given(IDS, IDS)
def test_products_are_given_for_known_chunks_only(ids, asked):
    resident, known = filled(ids)
    found = resident.products(QUERY, asked)
    assert found.keys() == known.keys() & set(asked)
    for chunk, product in found.items():
        np.testing.assert_allclose(product, known[chunk] @ QUERY, atol=TOLERANCE)


@given(IDS, st.sets(st.integers(0, 20)))
def test_dropped_files_are_gone(ids, files):
    resident, _ = filled([chunk_id(i // 10, i % 10) for i in ids])
    resident = resident.without(files)
    kept = {chunk_id(i // 10, i % 10) for i in ids if i // 10 not in files}
    assert resident.files == {i // 10 for i in ids} - files
    assert set(resident.nearest(QUERY, 100)[0].tolist()) == kept


@given(IDS, IDS, IDS)
def test_only_what_passes_is_nearest_however_often_it_is_asked(ids, one, other):
    resident, known = filled(ids)
    everything = np.arange(201)
    pieces = [everything[:60], everything[60::2].copy(), everything[61::2].copy()]
    for wanted in (one, other, one):
        among = [VectorFilter(piece, np.isin(piece, wanted)) for piece in pieces]
        assert sorted(resident.nearest(QUERY, 100, among)[0].tolist()) == sorted(known.keys() & set(wanted))


@given(IDS)
def test_vectors_held_at_once_answer_as_those_that_came_one_after_the_other(ids):
    resident, known = filled(ids)
    vectors = np.array([known[i] for i in ids], np.float16).reshape(-1, 4)
    parts = [slice(start, start + 7) for start in range(0, len(ids), 7)]
    at_once = ResidentVectors.of((np.array(ids[part], np.int64), VectorCodes.of(vectors[part])) for part in parts)
    for expected, found in zip(resident.nearest(QUERY, 40), at_once.nearest(QUERY, 40), strict=True):
        np.testing.assert_array_equal(expected, found)


def test_among_many_the_best_are_found_by_their_signs():
    """Vectors of text lie near few directions; these do too."""
    random = np.random.default_rng(7)
    mixing = random.normal(size=(256, 256)) * np.exp(-np.arange(256) / 40)[:, None]
    vectors = random.normal(size=(20_000, 256)) @ mixing
    vectors = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float16)
    resident = ResidentVectors()
    for start in range(0, 20_000, 2_500):
        ids = chunk_id(np.arange(start, start + 2_500), 0)
        resident = resident.with_added(ids, VectorCodes.of(vectors[start : start + 2_500]))
    found = 0
    for number in range(0, 20_000, 1_000):
        query = vectors[number].astype(np.float32) + random.normal(size=256).astype(np.float32) * 0.02
        exact = np.argsort(-(vectors.astype(np.float32) @ query))[:50]
        found += len(np.intersect1d(chunk_id(exact, 0), resident.nearest(query, 200)[0]))
    assert found >= 0.97 * 20 * 50
    resident = resident.without(range(10_000))
    assert resident.nearest(vectors[0].astype(np.float32), 200)[0].min() >= chunk_id(10_000, 0)


@given(st.lists(st.integers(1, 40), max_size=30))
def test_however_vectors_arrive_few_parts_stay(sizes):
    resident = ResidentVectors()
    for number, size in enumerate(sizes):
        ids = np.arange(size, dtype=np.int64) + number * 100
        resident = resident.with_added(ids, VectorCodes.of(np.ones((size, 4), np.float16)))
    assert len(resident) == sum(sizes)
    assert len(resident.parts) <= max(sum(sizes), 1).bit_length()


@given(st.integers(1, 200), st.integers(0, 50))
def test_signs_that_differ_are_counted_plainly_and_by_the_size_of_what_is_asked(dimension, rows):
    random = np.random.default_rng(dimension * 100 + rows)
    codes = random.integers(-127, 128, (rows, dimension)).astype(np.int8)
    vector = random.choice(np.array([-7.0, -3.0, 1.0, 7.0, 7.0], np.float32), dimension)
    differ = (codes > 0) != (vector > 0)
    compared, signs = Compared(vector), signatures(codes)
    assert signs.shape == (-(-dimension // 64), rows)
    assert compared.distances(signs).tolist() == differ.sum(axis=1).tolist()
    if np.quantile(np.abs(vector), 31 / 32) == 7:
        assert compared.weighed(signs).tolist() == (differ * np.abs(vector)).sum(axis=1).tolist()
