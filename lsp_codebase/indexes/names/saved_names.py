"""A segment of names as plain arrays that can be mapped, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pyarrow as pa
from numpy.typing import NDArray

from lsp_codebase.arrays import Int32, UInt8, text_of
from lsp_codebase.indexes.names.last_parts import LastParts
from lsp_codebase.indexes.names.letter_masks import SECTIONS, WordIndex
from lsp_codebase.indexes.names.name_array import Names
from lsp_codebase.indexes.names.name_segment import Segment
from lsp_codebase.indexes.names.paths import Paths
from lsp_codebase.indexes.names.spans import Spans

Arrays = Mapping[str, NDArray[Any]]

_OF_NAMES = ("texts", "text_offsets", "codes", "offsets", "hashes", "first_of_length", "word_counts")
_TURNED = {"with_letter": (32,), "with_initial": (32,), "with_pair": (64,), "sections": (SECTIONS, 32)}  # rows of bits
_OF_ROWS = (
    *("first_row", "path_language", "name", "container", "scope", "kind", "flags", "prior"),
    *("by_name", "first_of_name", "best_prior"),
)
_FLAGS = ("path_is_ascii", "path_is_generated")  # bytes on disk: Arrow packs truth values as bits


def arrays_of(segment: Segment) -> Arrays:
    """Return the arrays that `segment_of` makes the segment of."""
    names = segment.names
    return {
        **{name: getattr(names, name) for name in (*_OF_NAMES, *_TURNED)},
        **{f"word_{name}": array for name, array in names.words._asdict().items()},
        **{f"last_part_{name}": array for name, array in names.last_parts._asdict().items()},
        **{name: getattr(segment, name) for name in _OF_ROWS},
        **{name: getattr(segment, name).view(np.uint8) for name in _FLAGS},
        **{f"span_{name}": array for name, array in segment.spans._asdict().items()},
        "languages": np.frombuffer("\n".join(segment.languages).encode(), np.uint8),
        "path_text": np.frombuffer(segment.paths.text, np.uint8),
        "path_offsets": segment.paths.offsets,
        **_packed("container", segment.containers),
        **_packed("scope", segment.scopes),
    }


def segment_of(arrays: Arrays) -> Segment:
    """Return the segment.

    Raises:
        KeyError, ValueError: if the arrays are none of a segment.
    """
    plain: dict[str, Any] = {name: arrays[name] for name in _OF_NAMES}
    plain |= {name: arrays[name].reshape(*rows, -1) for name, rows in _TURNED.items()}
    names = Names(
        **plain,
        words=WordIndex(*(arrays[f"word_{name}"] for name in WordIndex._fields)),
        last_parts=LastParts(*(arrays[f"last_part_{name}"] for name in LastParts._fields)),
    )
    _check_offsets(names.text_offsets, names.texts)
    _check_offsets(arrays["path_offsets"], arrays["path_text"])
    rows: dict[str, Any] = {name: arrays[name] for name in _OF_ROWS}
    rows |= {name: arrays[name].view(np.bool_) for name in _FLAGS}
    return Segment(
        names=names,
        paths=Paths.packed(arrays["path_text"].data, arrays["path_offsets"]),
        languages=arrays["languages"].tobytes().decode().split("\n"),
        containers=_strings("container", arrays),
        scopes=_strings("scope", arrays),
        spans=Spans.of_arrays(*(arrays[f"span_{name}"] for name in Spans._fields)),
        **rows,
    )


def _packed(name: str, strings: pa.Array) -> Arrays:
    """Return strings as their text and their offsets in it."""
    text, offsets = text_of(strings.cast(pa.large_string()))
    return {f"{name}_text": text, f"{name}_offsets": offsets.astype(np.int32)}


def _strings(name: str, arrays: Arrays) -> pa.Array:
    text, offsets = arrays[f"{name}_text"], arrays[f"{name}_offsets"]
    _check_offsets(offsets, text)
    return pa.StringArray.from_buffers(len(offsets) - 1, pa.py_buffer(offsets), pa.py_buffer(text))


def _check_offsets(offsets: Int32, text: UInt8) -> None:
    """Raise `ValueError` if the strings do not lie in the text one after the other: Arrow would read elsewhere."""
    if not len(offsets) or offsets[0] != 0 or offsets[-1] != len(text) or (offsets[1:] < offsets[:-1]).any():
        raise ValueError("strings lie outside of their text")
