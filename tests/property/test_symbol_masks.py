"""What rules names out before their letters are looked at never rules out a name that fits."""

from __future__ import annotations

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from lsp_codebase.indexes.names import letter_masks
from lsp_codebase.indexes.names.held_bits import NameBits, turned
from lsp_codebase.indexes.names.letters import encode, fold
from lsp_codebase.indexes.names.name_array import Names
from lsp_codebase.symbols.align import hold_in_order

words = st.lists(st.text("abcdeXY2é获", min_size=1, max_size=7), min_size=1, max_size=5).map("_".join)
many = st.lists(words, min_size=1, max_size=300, unique=True)


def built(known: list[str]) -> tuple[Names, list[str]]:
    """Return names, and their texts by number."""
    names, numbers = Names.build(pa.array(known))
    return names, [known[at] for at in np.argsort(numbers)]


@given(many, st.data())
def test_a_name_that_holds_the_letters_in_order_is_never_ruled_out(known: list[str], data: st.DataObject) -> None:
    names, texts = built(known)
    letters = fold(data.draw(st.sampled_from(known))).letters
    kept = data.draw(st.lists(st.booleans(), min_size=len(letters), max_size=len(letters)))
    typed = "".join(letter for letter, is_kept in zip(letters, kept, strict=True) if is_kept)
    everyone = NameBits.of_all([np.full(names.with_letter.shape[1], 2**64 - 1, np.uint64)], 0)
    may = set(letter_masks.may_hold_in_order(names.sections, everyone, encode(typed)).ids().tolist())
    for number, text in enumerate(texts):
        rest = iter(fold(text).letters)
        assert number in may or not all(letter in rest for letter in typed)


@given(
    st.lists(st.text("abX_2", min_size=1, max_size=30).filter(str.isidentifier), min_size=1, unique=True),
    st.text("abx2"),
)
def test_names_hold_letters_in_order_in_themselves_and_not_in_what_lies_behind_them(
    known: list[str], typed: str
) -> None:
    names, texts = built(known)
    found = hold_in_order(names, np.arange(len(known), dtype=np.int32), encode(typed)).tolist()
    letters = [iter(fold(text).letters) for text in texts]
    assert found == [number for number, rest in enumerate(letters) if all(letter in rest for letter in typed)]


@given(st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=200), st.data())
def test_rows_of_bits_hold_what_the_masks_hold(masks: list[int], data: st.DataObject) -> None:
    rows = turned(np.array(masks, np.uint32))
    first = data.draw(st.integers(0, len(masks)))
    all_of = data.draw(st.sets(st.integers(0, 31), min_size=1, max_size=3))
    ways = data.draw(st.lists(st.tuples(st.integers(0, 31), st.integers(0, 31)), max_size=3))
    either, other = [a for a, _ in ways], [b for _, b in ways]
    held = NameBits.of_all((rows[bit] for bit in all_of), first).having((rows, either), (rows, other))
    assert held.ids().tolist() == [
        number
        for number, mask in enumerate(masks)
        if number >= first
        and all(mask >> bit & 1 for bit in all_of)
        and all(mask >> a & 1 or mask >> b & 1 for a, b in ways)
    ]
    assert [name for some in held.in_steps(1) for name in some.ids().tolist()] == held.ids().tolist()


@given(many, st.text("abcdexy2", min_size=1, max_size=8))
def test_the_words_found_are_those_that_begin_with_the_letters(known: list[str], typed: str) -> None:
    names, texts = built(known)
    ids, starts = names.words_between(*letter_masks.key_range(typed.encode()))
    found = set(zip(ids.tolist(), starts.tolist(), strict=True))
    assert len(found) == len(ids)
    assert found == {
        (number, start)
        for number, text in enumerate(texts)
        for start in fold(text).starts
        if encode(fold(text).letters).startswith(typed.encode(), start)
    }
