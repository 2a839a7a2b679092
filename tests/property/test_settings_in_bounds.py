"""Whatever a file of settings holds, what is resolved from it is within bounds, and each mistake is one line."""

import string
import tempfile
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from lsp_codebase.config import OPTIONS, Settings, Sources

WORDS = st.sampled_from(sorted({part for option in OPTIONS for part in option.key.split(".")} | {"lspCodebase", "x"}))
KEYS = st.one_of(st.sampled_from([option.key for option in OPTIONS]), st.lists(WORDS, min_size=1).map(".".join))
TEXTS = st.text(st.characters(exclude_characters="'", exclude_categories=("C",)), max_size=20)
SCALARS = st.one_of(
    st.integers(-(10**12), 10**12).map(str),
    st.floats().map(lambda number: repr(number).replace("e+", "e")),
    st.sampled_from(["true", "false", "2001-02-03", "07:32:00", "{}", "{a = 1}", "[]", "'builtin'", "'*.py'", "'go'"]),
    TEXTS.map(lambda text: f"'{text}'"),
)
VALUES = st.one_of(SCALARS, st.lists(SCALARS, max_size=4).map(lambda items: f"[{', '.join(items)}]"))
LINES = st.one_of(
    st.tuples(KEYS, VALUES).map(" = ".join),
    KEYS.map(lambda key: f"[{key}]"),
    st.text(string.printable, max_size=10),
)


@given(st.one_of(st.lists(LINES, max_size=8).map("\n".join), st.text()))
def test_any_file_gives_settings_within_bounds(text: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        (root / "lsp-codebase.toml").write_bytes(text.encode("utf-8", "surrogatepass"))
        resolved = Sources().resolved(root)
    for option in OPTIONS:
        value = getattr(resolved.settings, option.field)
        assert option.read(value, of_root=option.may_root) == value
        assert type(value) is type(option.default)
        assert option.may_root or value == option.default
        assert value == option.default or resolved.origins[option.key]
    assert all(problem.startswith("lsp-codebase.toml: ") and problem.isprintable() for problem in resolved.problems)
    assert resolved.problems or text.strip() == "" or resolved.origins or resolved.settings == Settings()
