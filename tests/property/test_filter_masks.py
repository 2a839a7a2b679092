"""Whatever the filters, the chunks that pass are those whose file and kinds pass one by one."""

from pathlib import Path

import numpy as np
import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from lsp_codebase.indexes.file_table import FileColumns
from lsp_codebase.indexes.words import of_chunks
from lsp_codebase.model import Mention, Narrowing, SearchQuery, SymbolKind
from lsp_codebase.search.filters.filter_masks import passing_files, passing_rows
from lsp_codebase.search.filters.filters import compile_filter
from lsp_codebase.search.filters.held_text import HeldText, token_of
from lsp_codebase.store.schema import CHUNKS

ROOT = Path("/root")
NAMES = st.sampled_from(
    ["a.py", "b.py", "src/a.py", "src/é.go", "src/deep/x-test.go", "srcs/a.py", "docs/a b.md", "it's/[x].py"]
)
LANGUAGES = st.sampled_from(["python", "go", "markdown"])
KINDS = st.sampled_from([SymbolKind.Class, SymbolKind.Function, SymbolKind.Field])
GLOBS = st.sampled_from(
    ["*.py", "src/**", "**/x*.go", "docs", "it's/*", "{src,docs}/*", "[ab].py", "é.go", "src/?.py", "!a.py"]
)
FILES = st.dictionaries(NAMES, st.tuples(LANGUAGES, st.lists(st.lists(KINDS, max_size=3), max_size=3)))
QUERIES = st.builds(
    SearchQuery,
    st.just("x"),
    languages=st.lists(LANGUAGES, max_size=2, unique=True).map(tuple),
    kinds=st.lists(KINDS.map(lambda kind: kind.name), max_size=2, unique=True).map(tuple),
    include=st.lists(GLOBS, max_size=2).map(tuple),
    exclude=st.lists(GLOBS, max_size=2).map(tuple),
    folder=st.sampled_from([None, ROOT, ROOT / "src", ROOT / "it's"]),
    narrowing=st.builds(
        Narrowing,
        languages=st.lists(LANGUAGES, max_size=2).map(tuple),
        exclude_languages=st.lists(LANGUAGES, max_size=1).map(tuple),
        kinds=st.lists(KINDS.map(lambda kind: kind.name), max_size=2).map(tuple),
        paths=st.lists(st.lists(GLOBS, min_size=1, max_size=2).map(tuple), max_size=2).map(tuple),
        exclude=st.lists(GLOBS, max_size=1).map(tuple),
    ),
)
TEXTS = st.lists(
    st.sampled_from(["session", "Sessions", "get_user", "getUser", "user", "x.y", "é", "用户", "\n", "a", "# user"]),
    max_size=5,
).map(" ".join)
MENTIONS = st.sampled_from(["session", "user", "getUser", "GET_USER", "srcs", "deep", "用户", "a"])
WORDS = MENTIONS.map(lambda text: Mention(text, is_word=token_of(text) is not None))
PHRASES = st.sampled_from(["session user", "x.y", "R # u", "é"]).map(lambda text: Mention(text, is_word=False))


def chunk(file_id: int, position: int, path: str, language: str, kinds: list[SymbolKind]) -> dict:
    row = {field.name: "" if field.type == pa.string() else 0 for field in CHUNKS}
    own = {"chunk_id": file_id << 20 | position, "file_id": file_id, "path": path, "language": language}
    return row | own | {"names": ["name"] * len(kinds), "kinds": [int(kind) for kind in kinds]}


@given(FILES, QUERIES)
def test_what_passes_together_passes_alone(files, query):
    filters = compile_filter(query, ROOT)
    rows = [
        chunk(number, position, path, language, kinds)
        for number, (path, (language, chunks)) in enumerate(files.items())
        for position, kinds in enumerate(chunks)
    ]
    languages = [language for language, _ in files.values()]
    columns = FileColumns(np.arange(len(files)), pa.array(list(files), pa.string()), pa.array(languages, pa.string()))
    segment = of_chunks(pa.Table.from_pylist(rows, schema=CHUNKS))
    passing = passing_rows(segment, passing_files(filters, columns, ()), filters.kinds)
    assert passing.tolist() == [
        filters.accepts_file(row["path"], row["language"])
        and (not filters.kinds or not filters.kinds.isdisjoint(row["kinds"]))
        for row in rows
    ]


def segment_of(texts: list[tuple[str, str]]):
    rows = [chunk(0, place, path, "python", []) | {"text": text} for place, (path, text) in enumerate(texts)]
    return of_chunks(pa.Table.from_pylist(rows, schema=CHUNKS))


@given(
    st.lists(st.tuples(NAMES, TEXTS), min_size=1, max_size=5),
    st.lists(st.lists(WORDS, min_size=1, max_size=2).map(tuple), max_size=2).map(tuple),
    st.lists(WORDS, max_size=2).map(tuple),
)
def test_the_chunks_that_pass_by_their_words_are_those_whose_text_passes(texts, held, absent):
    filters = HeldText(held, tuple(mention for mention in absent if mention.is_word))
    assert all(mention.is_word for group in held for mention in group if mention.text.isascii())
    passing = filters.rows(segment_of(texts)).tolist()
    for may_pass, (path, text) in zip(passing, texts, strict=True):
        passes = filters.accepts(path, text)
        assert may_pass == passes or (may_pass and not all(mention.is_word for group in held for mention in group))


@given(st.lists(st.tuples(NAMES, TEXTS), min_size=1, max_size=5), PHRASES, st.sampled_from([True, False]))
def test_no_chunk_is_lost_by_a_phrase(texts, phrase, is_held):
    filters = HeldText(held=((phrase,),)) if is_held else HeldText(absent=(phrase,))
    for may_pass, (path, text) in zip(filters.rows(segment_of(texts)).tolist(), texts, strict=True):
        assert may_pass or not filters.accepts(path, text)
