"""What is looked for in which field of a chunk, though only three of the fields are stored."""

import pyarrow as pa
import pytest

from lsp_codebase.indexes.words import FIELDS
from lsp_codebase.indexes.words.fields import COLUMNS, fields_of
from lsp_codebase.parse import token_string
from lsp_codebase.store.schema import CHUNKS


def tokens_by_field(**values):
    row = {field.name: "" if field.type == pa.string() else 0 for field in CHUNKS} | {"names": [], "kinds": []}
    rows = pa.Table.from_pylist([row | {"path": "a.py", "language": "python"} | values], schema=CHUNKS)
    fields = fields_of(rows.select(list(COLUMNS)))
    texts = [token_string(field[0].as_py()) for field in fields]
    return dict(zip(FIELDS, texts, strict=True))


def test_a_body_counts_whole_and_its_literals_once_more():
    fields = tokens_by_field(text="log.warning('disk full')")
    assert fields["body_tokens"] == "log warn disk full"
    assert fields["string_tokens"] == "disk full"


@pytest.mark.parametrize("language", ["markdown", "unknown", "json"])
def test_quotes_of_prose_and_data_are_no_literals(language):
    assert tokens_by_field(language=language, text="a 'quoted word'")["string_tokens"] == ""


def test_names_count_as_names_of_their_own():
    assert tokens_by_field(names=["readFile", "x"])["name_tokens"] == "read fil =readfile x"


@pytest.mark.parametrize(
    ("path", "stem", "directory"),
    [
        ("src/web/userStore.py", "user stor =userstore", "src web"),
        ("Makefile", "makefil", ""),
        ("a/.env", "env", "a"),
        ("a.b/archive.tar.gz", "archiv tar", "a b"),
    ],
)
def test_a_path_counts_by_its_stem_and_its_directories(path, stem, directory):
    fields = tokens_by_field(path=path)
    assert (fields["stem_tokens"], fields["directory_tokens"]) == (stem, directory)


def test_what_does_not_follow_from_other_columns_is_taken_as_it_is_stored():
    fields = tokens_by_field(scope_words="Outer", signature_words="def x", comment_words="says why")
    assert fields["scope_tokens"] == "outer"
    assert fields["signature_tokens"] == "def x"
    assert fields["comment_tokens"] == "say why"
