"""Constants read from an ONNX file without the `onnx` package."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from lsp_codebase.embed.load import BUILTIN
from lsp_codebase.embed.onnx_file import constants, output_ranks


def test_the_table_of_the_shipped_model_is_read() -> None:
    found = constants(BUILTIN / "model.onnx")
    assert found["rows"].dtype == np.int8
    assert found["rows"].shape == (len(found["scales"]), 256)
    assert np.abs(found["rows"][1000:2000]).max(axis=1).min() == 127


def test_the_output_of_the_shipped_model_is_pooled() -> None:
    assert output_ranks(BUILTIN / "model.onnx") == {"sentence_embedding": 2}


@pytest.mark.parametrize("content", [b"", b"not a model", b"\x3a\xff\xff\xff\x7f", bytes(100), b"\xff" * 50])
def test_a_file_that_is_no_model_is_named(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "model.onnx"
    file.write_bytes(content)
    with pytest.raises(ValueError, match="is not an ONNX model"):
        constants(file)
