"""The arrays of a model, mapped from their files."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

# numpy reads the head of a file with `ast.literal_eval`. In CPython 3.11.7 two threads that do so at once may end with
# "SystemError: AST constructor recursion depth mismatch"; the indexers of several folders load their models at once.
_loading = threading.Lock()


def mapped_array(file: Path) -> NDArray[Any]:
    """Return the array of an `.npy` file, which is only read where it is used. Any thread may call."""
    with _loading:
        return np.asarray(np.load(file, mmap_mode="r"))
