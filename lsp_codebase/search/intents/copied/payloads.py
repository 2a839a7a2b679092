"""The channel of payloads: pasted data, in JSON or of a form, leads to the code that knows most of its keys."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from itertools import islice

from lsp_codebase.parse import split_identifier
from lsp_codebase.search.corpus import ChunkText
from lsp_codebase.search.intents.pieces import piece_of
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece

_LONGEST = 100_000  # characters
_FEWEST_KEYS, _MOST_KEYS = 2, 24
_MOST_CHUNKS = 60  # are read
_MOST_PIECES = 5

_IS_OBJECT = re.compile(r"\s*[\[{]\s*[{\"]|\s*\"[^\"\\\n]{1,80}\"\s*:")
_KEY = re.compile(r"\"([^\"\\\n]{1,80})\"\s*:")
_FORM = re.compile(r"\??([\w.\[\]-]+=[^&\s=]*(?:&[\w.\[\]-]+=[^&\s=]*)+)")
_NAME = re.compile(r"[^\W\d][\w-]{2,}")


def keys_of(text: str) -> list[str]:
    """Return the keys of data in JSON, of a part of it, or of a form; nothing of other texts, nor of a single key."""
    keys = [*islice(dict.fromkeys(filter(_NAME.fullmatch, _keys_of(text))), _MOST_KEYS)]
    return keys if len(keys) >= _FEWEST_KEYS else []


def knowing_keys(question: Question, keys: Sequence[str]) -> list[Piece]:
    """Return the chunks that hold keys of data, those with most of them first."""
    chunk_ids, _ = question.corpus.holding_most(keys, question.filters)
    rated = [(_held(chunk, keys), chunk) for chunk in question.corpus.texts(chunk_ids[:_MOST_CHUNKS])]
    most = max((held for held, _ in rated), default=0)
    if 2 * most < max(len(keys), 2 * _FEWEST_KEYS):
        return []
    known = [(held / most * question.prior(chunk), chunk) for held, chunk in rated if 2 * held > most]
    known.sort(key=lambda one: (-one[0], one[1].path, one[1].start_line))
    return [piece_of(chunk, score) for score, chunk in known[:_MOST_PIECES]]


def _keys_of(text: str) -> Iterator[str]:
    if len(text) > _LONGEST:
        return
    if form := _FORM.fullmatch(text.strip()):
        yield from (pair.partition("=")[0] for pair in form[1].split("&"))
    elif _IS_OBJECT.match(text):
        try:
            yield from _of_value(json.loads(text))
        except (RecursionError, ValueError):  # a part of it, or nested as deep as it is long
            yield from _KEY.findall(text)


def _of_value(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        yield from value
        value = [*value.values()]
    for inner in value if isinstance(value, list) else ():
        yield from _of_value(inner)


def _held(chunk: ChunkText, keys: Sequence[str]) -> float:
    """Return how many keys stand in a chunk: whole as keys, most of it as other words, half of it in another case."""
    return sum(_stands(chunk.text, key) for key in keys)


def _stands(text: str, key: str) -> float:
    if key in text:
        own = re.escape(key)
        if re.search(rf"([\"'`]){own}\1|(?<![\w$-])[:@]?{own}\s*(?::|=>)|:{own}(?![\w-])", text):
            return 1.0
        if re.search(rf"(?<![\w-]){own}(?![\w-])", text):
            return 0.75
    parts = "[_-]?".join(map(re.escape, split_identifier(key)))
    return 0.5 if parts and re.search(rf"(?i)(?<![^\W_]){parts}(?![^\W_])", text) else 0.0
