"""Vectors in memory answer as a plain matrix product over everything would."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from lsp_codebase.store.resident import ResidentVectors


def filled(ids: list[int]) -> tuple[ResidentVectors, dict[int, np.ndarray]]:
    random = np.random.default_rng(len(ids))
    resident = ResidentVectors(4)
    known = {}
    for start in range(0, len(ids), 3):
        part = np.array(ids[start : start + 3], np.int64)
        vectors = random.normal(size=(len(part), 4)).astype(np.float16)
        resident.add(part, part // 10, vectors)
        known.update(zip(part.tolist(), vectors.astype(np.float32), strict=True))
    return resident, known


QUERY = np.array([0.5, -1.0, 0.25, 2.0], np.float32)
IDS = st.lists(st.integers(0, 200), unique=True, max_size=30)


@given(IDS, st.integers(1, 40))
def test_the_nearest_are_the_best_of_all_products(ids, limit):
    resident, known = filled(ids)
    chunks, files, products = resident.nearest(QUERY, limit)
    best = sorted(known, key=lambda i: -float(known[i] @ QUERY))[:limit]
    assert len(chunks) == len(best)
    np.testing.assert_allclose(products, [known[i] @ QUERY for i in best], rtol=1e-4, atol=1e-5)
    assert (files == chunks // 10).all()


@given(IDS, IDS)
def test_products_are_given_for_known_chunks_only(ids, asked):
    resident, known = filled(ids)
    found = resident.products(QUERY, asked)
    assert found.keys() == known.keys() & set(asked)
    for chunk, product in found.items():
        np.testing.assert_allclose(product, known[chunk] @ QUERY, rtol=1e-4, atol=1e-5)


@given(IDS, st.sets(st.integers(0, 20)))
def test_dropped_files_are_gone(ids, files):
    resident, known = filled(ids)
    resident.drop(files)
    kept = {i for i in known if i // 10 not in files}
    assert set(resident.nearest(QUERY, 100)[0].tolist()) == kept
