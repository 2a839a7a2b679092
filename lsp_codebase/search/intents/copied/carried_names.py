"""A text copied from a running system that carries one name of the code is read as this name.

A variable or a header that is set (`CART_URL=http://...`, `X-Cart-Token: 7`), a sample or a query of a metric, the path
of a call over gRPC.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial

from lsp_codebase.indexes import Snapshot
from lsp_codebase.model import SearchQuery
from lsp_codebase.search.call_graph.definitions import definitions_named
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.ranking.lexical import stands

_LONGEST = 1_000  # characters

_VARIABLE = r"([A-Z][A-Z0-9]*_[A-Z0-9_]+|[A-Z]{4,})"
_PARTS = r"(?:-[A-Z][A-Za-z0-9]*)+"  # of the name of a header
_SETS = re.compile(
    rf"(?:(?:export|set|setx|env|ENV)\s+)?{_VARIABLE}=(?!=).*"  # before a command, too
    rf"|\$env:{_VARIABLE}\s*=.*"
    rf"|[a-z][\w-]*\s.*?(?<!\S)(?:-e|--env|--build-arg)[\s=]{_VARIABLE}(?:=.*)?"
    rf"|\$\{{{_VARIABLE}(?::?[-=?+][^{{}}]*)?\}}"
    rf"|(?:-H\s*[\"']?)?(?:(X{_PARTS}):\s.*|([A-Z][A-Za-z0-9]*{_PARTS}):\s+(?=\S*[\d/=;_])\S+(?:\s\S+)?)"
)
"""A header that is no `X-...` has a value that no prose has: `Auto-Save: crashes` is a title."""
_LABELS = r'\{\s*(?:[A-Za-z_]\w*\s*(?:=~|!~|!=|=)\s*"[^"]*"\s*,?\s*)+\}'
_NAME = r"([A-Za-z_][\w:]*_[\w:]*[a-z])"
_SAMPLE = re.compile(rf"{_NAME}\s*{_LABELS}(?:\s+[\d.eE+-]+){{0,2}}")
_QUERY = re.compile(
    rf"\w+\s*(?:(?:by|without)\s*\([^()]*\)\s*)?\(.*?(?<![\w:]){_NAME}\s*(?:{_LABELS}|\[\d+(?:ms|[smhdwy])).*"
)
_ADDED = re.compile(r"_(?:bucket|count|created|sum|total)\Z")
"""The ends that libraries of metrics give a name."""
_CALL = re.compile(r"(?:\S*[\s=\"'])?/(?:[a-z]\w*\.)*([A-Z]\w+)/([A-Z]\w+)[\"']?")


def carried_name(corpus: Corpus, query: SearchQuery) -> str | None:
    """Return the name of this codebase that a query carries; None for all other texts."""
    text = query.text.strip()
    if not query.is_free or "\n" in text or len(text) > _LONGEST:
        return None
    if sets := _SETS.fullmatch(text):
        names: Iterator[str] = filter(None, sets.groups())
    elif call := _CALL.fullmatch(text):
        names = filter(partial(_is_defined, corpus.names), (f"{call[1]}.{call[2]}", call[2]))
        return next(names, None)
    else:
        metric = _SAMPLE.fullmatch(text) or _QUERY.fullmatch(text)
        names = _spelled(metric[1]) if metric else iter(())
    return next(filter(partial(stands, corpus.segments), names), None)


def _spelled(metric: str) -> Iterator[str]:
    """Yield a metric as code may spell it: without the end, and without the namespace, that its library adds."""
    for whole in dict.fromkeys((metric, _ADDED.sub("", metric))):
        yield whole
        *_, last = whole.split(":")
        parts = last.split("_")
        yield from ("_".join(parts[first:]) for first in range(1, min(3, len(parts) - 1)))


def _is_defined(names: Snapshot, name: str) -> bool:
    return bool(definitions_named(names, name, None, 1))
