"""What goes over the wire and comes back is what it was."""

from __future__ import annotations

import json
import string
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import Mock

from hypothesis import given
from hypothesis import strategies as st

from lsp_codebase import model
from lsp_codebase.answers import Answers
from lsp_codebase.attach import decode_answers, decode_files, encode
from lsp_codebase.server import messages, wire
from lsp_codebase.server.features.directory_tree import draw
from lsp_codebase.server.positions import PositionConverter
from lsp_codebase.server.search_params import to_query
from lsp_codebase.server.structure import strict_converter
from lsp_codebase.server.uris import PathMap

ROOT = Path("/home/me/größe #1?")
CONVERTER, PATHS = strict_converter(), PathMap()
TEXTS = st.text(st.characters(codec="utf-8"), max_size=20)
NAMES = st.text(st.characters(codec="utf-8", exclude_characters="/\0"), min_size=1, max_size=8).filter(
    lambda name: name not in (".", "..")
)
COUNTS = st.integers(0, 2**31 - 1)
PATHS_BELOW = st.lists(NAMES, min_size=1, max_size=3).map(lambda parts: ROOT.joinpath(*parts))
MS = st.integers(0, 100_000).map(lambda tenths: tenths / 10)
SCORES = st.floats(0, 1)
SPANS = st.builds(model.Span, COUNTS, COUNTS, COUNTS, COUNTS)
KINDS = st.sampled_from(model.SymbolKind)
IS_ASCII = st.just(False)  # does not go over the wire


def maybe(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.none() | strategy


def some(strategy: st.SearchStrategy[Any]) -> st.SearchStrategy[tuple[Any, ...]]:
    return st.lists(strategy, max_size=3).map(tuple)


PLACES = st.builds(model.Place, PATHS_BELOW, SPANS, IS_ASCII)
HITS = st.builds(
    model.Hit,
    path=PATHS_BELOW,
    span=SPANS,
    language=TEXTS,
    score=SCORES,
    preview=TEXTS,
    is_ascii=IS_ASCII,
    name=maybe(TEXTS),
    kind=maybe(KINDS),
    container=maybe(TEXTS),
    name_span=maybe(SPANS),
    matches=some(SPANS),
    text=maybe(TEXTS),
    signals=st.dictionaries(TEXTS, SCORES, max_size=2),
    context=some(st.builds(model.ContextPiece, st.sampled_from(model.ContextKind), SPANS, TEXTS)),
    copies=some(PLACES),
    related=some(st.builds(model.Related, st.sampled_from(model.Relation), PLACES, TEXTS, KINDS, maybe(TEXTS), TEXTS)),
    history=maybe(st.builds(model.TellingCommit, TEXTS, st.integers(0, 10**11 - 1), TEXTS)),
)
STATUSES = st.builds(
    model.IndexStatus,
    root=st.sampled_from(["", str(ROOT)]),
    phase=st.sampled_from(model.Phase),
    indexed=COUNTS,
    total=COUNTS,
    skipped=COUNTS,
    failed=COUNTS,
    chunks=COUNTS,
    symbols=COUNTS,
    vectors=st.builds(model.VectorStatus, COUNTS, COUNTS, maybe(TEXTS)),
    generation=COUNTS,
    role=st.sampled_from(model.Role),
    stale=st.booleans(),
    message=maybe(TEXTS),
    has_index=st.booleans(),
).map(lambda status: replace(status, has_index=status.has_index and status.phase is model.Phase.STARTING))
FULL_STATUSES = st.builds(
    lambda status, problems, total, languages, cut: replace(
        status, root=str(ROOT), problems=problems, problems_total=total if problems else 0,
        languages=tuple(languages.items()), symbols_cut=cut,
    ),
    STATUSES,
    some(st.builds(model.FileProblem, PATHS_BELOW.map(lambda path: path.relative_to(ROOT).as_posix()), TEXTS)),
    COUNTS,
    st.dictionaries(TEXTS, COUNTS, max_size=3),
    maybe(st.builds(model.SymbolsCut, TEXTS, COUNTS)),
)  # fmt: skip
ANSWERS = st.builds(
    model.SearchAnswer,
    hits=some(HITS),
    mode=st.sampled_from(model.Mode),
    status=STATUSES,
    truncated=st.booleans(),
    next_cursor=maybe(st.text(string.ascii_letters, min_size=1)),
    total=maybe(st.integers(0, 10_000)),
    took_ms=MS,
    confidence=st.sampled_from(model.Confidence),
    notes=some(TEXTS),
)
SYMBOLS = st.builds(
    model.Symbol,
    name=TEXTS,
    kind=KINDS,
    span=SPANS,
    name_span=SPANS,
    container=TEXTS,
    signature=st.just(""),  # no answer knows of signatures
    visibility=st.sampled_from(model.Visibility),
    is_test=st.booleans(),
    is_declaration=st.booleans(),
    is_deprecated=st.booleans(),
)
SYMBOL_HITS = st.builds(model.SymbolHit, PATHS_BELOW, SYMBOLS, TEXTS, SCORES, IS_ASCII)
SYMBOL_ANSWERS = st.builds(model.SymbolAnswer, some(SYMBOL_HITS), STATUSES, st.booleans(), some(TEXTS))


CALL_ANSWERS = st.builds(
    model.CallAnswer,
    definition=maybe(SYMBOL_HITS),
    calls=some(
        st.builds(
            model.Call,
            relation=st.sampled_from(model.Relation),
            place=PLACES,
            name=maybe(TEXTS),
            kind=maybe(KINDS),
            container=maybe(TEXTS),
            sites=some(st.builds(model.CallSite, COUNTS, TEXTS, maybe(PATHS_BELOW))),
            definitions=COUNTS,
        )
    ),
    others=some(SYMBOL_HITS),
    status=STATUSES,
    is_cut=st.booleans(),
)

HISTORY_ANSWERS = st.builds(
    model.HistoryAnswer,
    commits=some(
        st.builds(
            model.PastCommit,
            id=TEXTS,
            time=st.integers(0, 10**11 - 1),
            subject=TEXTS,
            body=TEXTS,
            files=some(PATHS_BELOW),
            files_total=COUNTS,
            score=maybe(SCORES),
        )
    ),
    status=STATUSES,
    is_cut=st.booleans(),
    notes=some(TEXTS),
)


def nodes(below: st.SearchStrategy[Any]) -> st.SearchStrategy[model.TreeNode]:
    made = st.builds(
        model.TreeNode,
        name=st.just(""),
        path=PATHS_BELOW,
        kind=st.sampled_from(model.EntryKind),
        size=maybe(COUNTS),
        children=below,
        omitted=COUNTS,
        excluded=st.booleans(),
        symbols=some(st.builds(model.TreeSymbol, TEXTS, KINDS, COUNTS)),
        error=TEXTS,
    )
    return made.map(lambda node: replace(node, name=node.path.name))


TREES = st.builds(
    model.TreeAnswer,
    etag=TEXTS,
    stats=st.builds(model.TreeStats, COUNTS, COUNTS, COUNTS, COUNTS, COUNTS, MS, TEXTS, COUNTS, COUNTS, COUNTS, TEXTS),
    text=maybe(TEXTS),
    roots=maybe(some(st.recursive(nodes(st.none()), lambda inner: nodes(maybe(some(inner))), max_leaves=4))),
    truncated=st.booleans(),
    cut_by=some(TEXTS),
    core_files=maybe(some(st.builds(model.CoreFile, PATHS_BELOW, TEXTS, st.booleans()))),
    not_modified=st.booleans(),
)
PAGES = st.builds(
    model.Page,
    maybe(
        some(
            st.builds(
                lambda path, is_directory, is_link: model.PageEntry(path.name, path, is_directory, is_link),
                PATHS_BELOW, st.booleans(), st.booleans(),
            )
        )
    ),
    st.booleans(), st.booleans(), COUNTS,
)  # fmt: skip

GLOBS = some(st.sampled_from(["src/**", "*.py", "größe/"]))
WEIGHTS = st.floats(0.5, 1)
QUERIES = st.builds(
    model.SearchQuery,
    text=TEXTS.filter(bool),
    limit=st.integers(1, 100),
    cursor=maybe(TEXTS),
    mode=st.sampled_from(model.Mode),
    weights=maybe(st.tuples(WEIGHTS, WEIGHTS)),
    languages=GLOBS,
    exclude_languages=GLOBS,
    source_code_only=st.booleans(),
    exclude_roles=GLOBS,
    include=GLOBS,
    exclude=GLOBS,
    kinds=GLOBS,
    case_sensitive=maybe(st.booleans()),
    whole_word=st.booleans(),
    folder=maybe(PATHS_BELOW),
    active_path=PATHS_BELOW,
    active_position=maybe(st.builds(model.Position, COUNTS, COUNTS)),
    open_paths=some(PATHS_BELOW),
    max_chars=maybe(st.integers(1, 100_000)),
    pack=st.sampled_from(model.Pack),
    explain=st.booleans(),
    effort=st.sampled_from(model.Effort),
)
LIMITS = maybe(st.integers(1, 1_000))
TREE_QUERIES = st.builds(
    model.TreeQuery,
    preset=st.sampled_from(["default", "void", "aigne"]),
    format=st.sampled_from(["text", "json"]),
    max_depth=LIMITS,
    max_entries=LIMITS,
    max_items_per_directory=LIMITS,
    max_chars=LIMITS,
    max_tokens=LIMITS,
    respect_gitignore=st.booleans(),
    include_hidden=maybe(GLOBS),
    exclude=GLOBS,
    priority=maybe(GLOBS),
    symbols=st.booleans(),
    languages=GLOBS,
    min_bytes=LIMITS,
    max_bytes=LIMITS,
    core_files=LIMITS,
    cut_off_message=maybe(TEXTS),
    if_none_match=maybe(TEXTS),
)


def sent(message: Any) -> Any:
    """Return what a client reads of a message."""
    return json.loads(json.dumps(CONVERTER.unstructure(message), ensure_ascii=False).encode())


def converter() -> PositionConverter:
    return PositionConverter("utf-8", PATHS, lambda path: ())


@given(ANSWERS)
def test_a_search_comes_back_as_it_was(answer: model.SearchAnswer) -> None:
    message = wire.to_search_result(answer, [*wire.to_hits(answer, converter())], PATHS)
    assert decode_answers.search_answer(sent(message)) == answer


@given(SYMBOL_ANSWERS)
def test_symbols_come_back_as_they_were(answer: model.SymbolAnswer) -> None:
    assert decode_answers.symbol_answer(sent(wire.to_symbols_result(answer, converter(), PATHS))) == answer


@given(CALL_ANSWERS)
def test_calls_come_back_as_they_were(answer: model.CallAnswer) -> None:
    assert decode_answers.call_answer(sent(wire.to_calls(answer, converter(), PATHS))) == answer


@given(HISTORY_ANSWERS)
def test_earlier_commits_come_back_as_they_were(answer: model.HistoryAnswer) -> None:
    assert decode_answers.history_answer(sent(wire.to_history(answer, PATHS))) == answer


@given(FULL_STATUSES)
def test_a_status_comes_back_as_it_was(status: model.IndexStatus) -> None:
    assert decode_answers.index_status(sent(wire.to_status(status, PATHS, is_full=True))) == status


@given(TREES)
def test_a_tree_comes_back_as_it_was(answer: model.TreeAnswer) -> None:
    assert decode_files.tree_answer(sent(wire.to_tree(answer, PATHS))) == answer


@given(PAGES)
def test_a_page_of_a_directory_comes_back_as_it_was(page: model.Page) -> None:
    assert decode_files.page(sent(wire.to_directory(page, None, PATHS))) == page


@given(QUERIES)
def test_a_search_is_asked_as_it_was(query: model.SearchQuery) -> None:
    params = CONVERTER.structure(sent(encode.search_params(query)), messages.HybridSearchParams)
    assert to_query(params, PATHS, converter()) == query


@given(TREE_QUERIES, maybe(PATHS_BELOW))
def test_a_tree_is_asked_for_as_it_was(query: model.TreeQuery, path: Path | None) -> None:
    asked: list[Any] = []
    answers = Mock(Answers, tree=Mock(side_effect=lambda *question: asked.append(question)))
    params = CONVERTER.structure(sent(encode.tree_params(path, query)), messages.DirectoryTreeParams)
    with suppress(AttributeError):  # there is no answer to put into a message
        draw(answers, params, PATHS, model.UNCANCELLED)
    assert asked == [(path, query, model.UNCANCELLED)]
