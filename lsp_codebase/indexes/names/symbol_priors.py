"""Priors that rank fitting symbols: kind, visibility, role of the file, place, nearness.

Priors are at most a few hundredths of a score, so they order names that fit equally well and never beat a better fit
by a class; a prior is stored with each row in units of `UNIT`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from lsp_codebase.arrays import Int16
from lsp_codebase.model import SymbolKind, Visibility
from lsp_codebase.scan import path_roles

UNIT = 1e-4
MOST = 0.06
"""No prior, nearness included, is larger than this in size."""

_TYPES = 0.012
_FUNCTIONS = 0.010
_PARTS = -0.004
_KIND = {
    **dict.fromkeys(("Class", "Interface", "Struct", "Enum"), _TYPES),
    **dict.fromkeys(("Function", "Method", "Constructor"), _FUNCTIONS),
    **dict.fromkeys(("Module", "Namespace", "Package", "Event", "Operator"), 0.004),
    **dict.fromkeys(("Property", "Field", "Constant", "EnumMember"), _PARTS),
    **dict.fromkeys(("Variable",), -0.006),
    **dict.fromkeys(("TypeParameter", "Key", "String", "Number", "Boolean", "Array", "Object", "Null"), -0.010),
}
_VISIBILITY = {
    Visibility.PUBLIC: 0.003,
    Visibility.UNKNOWN: 0.002,
    Visibility.PROTECTED: 0.0,
    Visibility.PRIVATE: -0.003,
}
_ROLE = {
    **{"test": -0.030, "docs": -0.030, "translation": -0.030},
    **{"example": -0.020, "vendored": -0.020, "generated": -0.020},
}
_DECLARATION = -0.010
_DEPRECATED = -0.010
_STEM = 0.015
"""The bonus of a symbol after which its file is named."""
SAME_FILE = 0.020
NEAR = 0.015
"""The bonus, times the share of directories in common with the active file."""

QUALIFIED = (0.0, 0.03, 0.05, 0.054)
"""The qualifier does not fit, is in the path or in part of the container, names the container, is all of it."""

EQUALS = ((0.94, 0.94), (0.97, 0.96), (1.0, 0.98))
"""Least qualities and least scores of the classes of names that equal, in some spelling, the typed text."""
LEAST_EQUAL = EQUALS[0][1]
_EQUAL_WIDTH = 0.02
EQUAL_SCALE = _EQUAL_WIDTH / (4 * MOST)
"""The weight of a prior between names of one such class."""
MENTIONED = 0.0009
"""For a name that everybody mentions: less than the gap between any two kinds or visibilities of one role."""
RECENT = 0.0009
"""For a file that is being worked on."""
_EVERYBODY = 256
_ROUNDED = 1e-6  # qualities are of single precision

VISIBILITIES: tuple[Visibility, ...] = tuple(Visibility)

Floats = npt.NDArray[np.float64]
Rows = npt.NDArray[np.integer]


def _units(value: float) -> int:
    return round(value / UNIT)


KIND_PRIOR: Int16 = np.array(
    [_units(_KIND.get(SymbolKind(k).name, 0.0)) if k else 0 for k in range(max(SymbolKind) + 1)], dtype=np.int16
)
VISIBILITY_PRIOR: Int16 = np.array([_units(_VISIBILITY[v]) for v in VISIBILITIES], dtype=np.int16)
TEST_PRIOR = _units(_ROLE["test"])
GENERATED_PRIOR = _units(_ROLE["generated"])
DECLARATION_PRIOR = _units(_DECLARATION)
DEPRECATED_PRIOR = _units(_DEPRECATED)
STEM_PRIOR = _units(_STEM)


def path_prior(path: str) -> int:
    """Return the prior, in units, of every symbol of a file by the worst of its roles."""
    return min((_units(_ROLE[role]) for role in path_roles(path)), default=0)


def nearness(segment_rows: Callable[[str], tuple[int, int]], active: str, rows: Rows) -> Floats:
    """Return the bonus of rows for lying near the active file, by the share of its directories they lie below.

    `segment_rows` gives the half-open range of the rows below a directory, or of a file.
    """
    bonus = np.zeros(len(rows))
    directories = active.split("/")[:-1]
    for depth in range(1, len(directories) + 1):
        first, last = segment_rows("/".join(directories[:depth]))
        bonus[(rows >= first) & (rows < last)] = NEAR * depth / len(directories)
    return bonus


def of_use(mentions: Sequence[float], recency: Sequence[float]) -> Floats:
    """Return the bonus of rows for being mentioned so often and worked on so recently (0 to 1)."""
    share = np.log1p(np.array(mentions)) / np.log1p(_EVERYBODY)
    bonus: Floats = MENTIONED * np.minimum(share, 1.0) + RECENT * np.array(recency)
    return bonus


def scores(quality: Floats, prior: Floats) -> Floats:
    """Combine how well names fit with priors (as scores); no prior lifts a name above one that was typed."""
    found = np.clip(0.95 * (quality + prior), 0.0, LEAST_EQUAL - UNIT)
    above = EQUAL_SCALE * (np.clip(prior, -2 * MOST, 2 * MOST) + 2 * MOST)
    for least_quality, least_score in EQUALS:
        found = np.where(quality >= least_quality - _ROUNDED, least_score + above, found)
    return found
