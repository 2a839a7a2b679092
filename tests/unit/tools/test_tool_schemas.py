"""The schema of a tool is read off its function, and what a model sends is held to it."""

from collections.abc import Sequence
from typing import Annotated, Literal

import pytest

from lsp_codebase.model import CancelToken
from lsp_codebase.tools.schemas import Described, read_value, schema_of


def example(
    cancel: CancelToken,
    name: Annotated[str, Described("A name")],
    line: Annotated[int | None, Described("A line", minimum=1)] = None,
    how: Annotated[Literal["fast", "slow"], Described("How")] = "fast",
    of: Annotated[Sequence[str], Described("Of these")] = (),
    deep: Annotated[bool, Described("Deeper")] = False,
) -> None: ...


PROPERTIES = schema_of(example)["properties"]


def test_a_schema_says_what_is_required_and_what_else_is_assumed():
    assert schema_of(example) == {
        "type": "object",
        "properties": {
            "name": {"type": "string", "description": "A name"},
            "line": {"type": "integer", "description": "A line", "minimum": 1},
            "how": {"type": "string", "enum": ["fast", "slow"], "description": "How", "default": "fast"},
            "of": {"type": "array", "items": {"type": "string"}, "description": "Of these", "default": []},
            "deep": {"type": "boolean", "description": "Deeper", "default": False},
        },
        "required": ["name"],
        "additionalProperties": False,
    }


@pytest.mark.parametrize(
    ("name", "sent", "read"),
    [
        ("name", "5", "5"),
        ("name", '["a"]', '["a"]'),
        ("line", 5, 5),
        ("line", 5.0, 5),
        ("line", "5", 5),
        ("of", ["a", "b"], ["a", "b"]),
        ("of", '["a", "b"]', ["a", "b"]),
        ("deep", True, True),
        ("deep", "true", True),
    ],
)
def test_numbers_and_lists_that_a_model_writes_as_text_are_read(name, sent, read):
    assert read_value(PROPERTIES[name], sent) == read


@pytest.mark.parametrize(
    ("name", "sent", "said"),
    [
        ("name", 5, "must be a string"),
        ("name", ["a"], "must be a string"),
        ("line", 0, "must be a whole number, at least 1"),
        ("line", 1.5, "must be a whole number, at least 1"),
        ("line", float("nan"), "must be a whole number, at least 1"),
        ("line", True, "must be a whole number, at least 1"),
        ("line", "many", "must be a whole number, at least 1"),
        ("how", "fat", "must be one of fast, slow; did you mean fast?"),
        ("of", "a", "must be a list of strings"),
        ("of", [1], "must be a list of strings"),
        ("of", '[["a"]]', "must be a list of strings"),
        ("of", "[" * 100_000, "must be a list of strings"),
        ("deep", 1, "must be true or false"),
        ("deep", {}, "must be true or false"),
    ],
)
def test_a_value_of_another_type_is_refused_with_what_it_must_be(name, sent, said):
    with pytest.raises(ValueError) as refused:
        read_value(PROPERTIES[name], sent)
    assert str(refused.value) == said
