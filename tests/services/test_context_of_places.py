"""The document about chosen places, of files of any length."""

import pytest
from codebases import opened, write

from lsp_codebase.context import ChosenPlace, of_places, path_namer
from lsp_codebase.model import UNCANCELLED, Span, bounds

LONG = "".join(f"def step_{number}(value):\n    return value + {number}\n\n\n" for number in range(60))


@pytest.mark.parametrize(
    ("span", "shown"),
    [
        (Span(200, 0, 202, 0), "## long.py:201-202 `step_50` function\n\n```python\ndef step_50(value):\n"),
        (Span(201, 4, 201, 4), "## long.py:201-202 `step_50` function\n\n```python\ndef step_50(value):\n"),
        (Span(999, 0, 999, 5), "# Code of: long.py:241-241\n"),
        (Span(4, 0, 6, 0), "## long.py:5-6 `step_1` function\n\n```python\ndef step_1(value):\n"),
    ],
    ids=["lines", "the definition around a place", "past the end", "at the beginning"],
)
def test_places_behind_what_is_read_of_a_file_at_once_are_shown(root, settings, monkeypatch, span, shown):
    write(root, {"long.py": LONG})
    with opened(settings, root) as workspace:
        monkeypatch.setattr(bounds, "FILE_CHARS", bounds.Bounds(1, 1_000))
        places = [ChosenPlace(root / "long.py", span)]
        page = of_places(workspace, places, 1_000, path_namer(workspace.roots), UNCANCELLED)
    assert shown in page.text
