"""Reads constants and outputs out of an ONNX file without the `onnx` package: the few protobuf fields that are needed.

Field numbers: `onnx.proto` (ModelProto.graph 7; GraphProto.initializer 5, .output 12; TensorProto.dims 1, .data_type 2,
.name 8, .raw_data 9; ValueInfoProto.name 1, .type 2).
"""

from __future__ import annotations

import mmap
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from numpy.typing import NDArray

_DTYPES = {1: "<f4", 2: "u1", 3: "i1", 6: "<i4", 7: "<i8", 10: "<f2"}


def _varint(data: memoryview, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at += 1
        if byte < 0x80:
            return value, at
        shift += 7


def _fields(data: memoryview) -> Iterator[tuple[int, Any]]:
    """Yield (field number, int or memoryview) for every field of a message; raises `ValueError` if it is not one."""
    at = 0
    try:
        while at < len(data):
            key, at = _varint(data, at)
            kind = key & 7
            if kind == 0:
                value, at = _varint(data, at)
                yield key >> 3, value
                continue
            if kind == 2:
                size, at = _varint(data, at)
            else:
                size = {1: 8, 5: 4}[kind]
            if at + size > len(data):
                raise ValueError("cut short")
            yield key >> 3, data[at : at + size]
            at += size
    except (IndexError, KeyError) as error:
        raise ValueError("not a protobuf message") from error


def _sub(data: memoryview, number: int) -> Iterator[memoryview]:
    return (value for field, value in _fields(data) if field == number and isinstance(value, memoryview))


def _graph(file: Path) -> memoryview:
    with file.open("rb") as stream:
        try:
            data = memoryview(mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ))
            return next(_sub(data, 7))
        except (ValueError, StopIteration) as error:
            raise ValueError(f"{file} is not an ONNX model") from error


def _text(data: memoryview, number: int) -> str:
    return bytes(next(_sub(data, number), b"")).decode()


def _dims(tensor: memoryview) -> Iterator[int]:
    for field, value in _fields(tensor):
        if field == 1 and isinstance(value, int):
            yield value
        elif field == 1:
            at = 0
            while at < len(value):
                dim, at = _varint(value, at)
                yield dim


def constants(file: Path) -> dict[str, NDArray[Any]]:
    """Return the initialisers of the graph by name, as views of the mapped file: nothing is read until it is used.

    Only those stored as raw bytes inside the file. Raises `ValueError` if it is not an ONNX model.
    """
    import numpy as np

    found: dict[str, NDArray[Any]] = {}
    for tensor in _sub(_graph(file), 5):
        raw = next(_sub(tensor, 9), None)
        kind = next((value for field, value in _fields(tensor) if field == 2), 0)
        if raw is not None and kind in _DTYPES:
            found[_text(tensor, 8)] = np.frombuffer(raw, dtype=_DTYPES[kind]).reshape(tuple(_dims(tensor)))
    return found


def output_ranks(file: Path) -> dict[str, int]:
    """Return the number of axes of every output of the graph, by name, in their order.

    Raises `ValueError` if it is not an ONNX model.
    """
    ranks: dict[str, int] = {}
    for output in _sub(_graph(file), 12):
        tensor_type = next(_sub(next(_sub(output, 2), memoryview(b"")), 1), memoryview(b""))
        shape = next(_sub(tensor_type, 2), memoryview(b""))
        ranks[_text(output, 1)] = sum(1 for _ in _sub(shape, 1))
    return ranks
