"""The lexical fields of chunk rows; text of other columns is not stored twice, which would be a third of an index."""

from __future__ import annotations

from functools import lru_cache

import pyarrow as pa

from lsp_codebase.indexes.words.word_segment import FIELDS
from lsp_codebase.parse import CODE, cut, string_literals

_STORED = {"scope_tokens": "scope_words", "signature_tokens": "signature_words", "comment_tokens": "comment_words"}
COLUMNS = (
    *("chunk_id", "file_id", "path", "language", "start_line", "end_line", "text", "names", "kinds"),
    *_STORED.values(),
)


def fields_of(chunks: pa.Table) -> list[pa.Array]:
    """Return each of `FIELDS` of every chunk: its words, with blanks between."""
    texts, paths = chunks["text"].to_pylist(), chunks["path"].to_pylist()
    is_code = [language in CODE for language in chunks["language"].to_pylist()]
    made = {
        "body_tokens": map(cut, texts),
        "name_tokens": (cut("\n".join(names)) for names in chunks["names"].to_pylist()),
        "stem_tokens": (_of_path(path)[0] for path in paths),
        "directory_tokens": (_of_path(path)[1] for path in paths),
        "string_tokens": (
            cut(string_literals(text)) if code else "" for text, code in zip(texts, is_code, strict=True)
        ),
    }
    return [
        chunks[_STORED[field]].combine_chunks() if field in _STORED else pa.array(made[field], pa.string())
        for field in FIELDS
    ]


@lru_cache(maxsize=16)  # the chunks of a file lie side by side
def _of_path(path: str) -> tuple[str, str]:
    """Return the words of a file's name without its extension, and those of its directories."""
    directory, _, name = path.rpartition("/")
    return cut(name.rsplit(".", 1)[0] or name), cut(directory)
