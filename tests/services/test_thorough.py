"""Thorough questions: the first hits are looked at again, by what is built in or by small real models of both kinds."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from codebases import seen, write
from onnx_models import write_cross_encoder, write_transformer

from lsp_codebase.codebase import Codebase
from lsp_codebase.config import Settings
from lsp_codebase.embed import load_reranker
from lsp_codebase.embed.rerankers import BiEncoder, CrossEncoder
from lsp_codebase.errors import Cancelled, ModelUnavailable
from lsp_codebase.index import SilentListener, WorkerPool
from lsp_codebase.model import CancelToken, Effort, Hit, Mode, SearchAnswer, SearchQuery
from lsp_codebase.search.ranking import rerank, second_look
from lsp_codebase.tools import Toolbox
from lsp_codebase.view import View
from lsp_codebase.workspace import Workspace

WORDS = ["parcel", "customs", "border", "weigh", "label", "def", "return", "stamp", "scale"]
QUESTION = "weigh the parcel at the border"
FILES = {
    f"src/{name}.py": f'def {name}_parcel(border):\n    """Weigh it."""\n    return {words}\n'
    for name, words in {
        "first": "border",
        "second": "scale + scale",
        "third": "weigh(border, weigh(border, weigh(parcel)))",
        "fourth": "label",
    }.items()
}


@pytest.fixture(autouse=True)
def _models_have_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no hit be left unread because the machine is busy."""
    monkeypatch.setattr(rerank, "_LOADING_S", 60.0)
    monkeypatch.setattr(rerank, "_SCORING_S", 60.0)


@pytest.fixture(scope="module")
def models(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    home = tmp_path_factory.mktemp("models")
    write_cross_encoder(home / "cross", WORDS)
    write_cross_encoder(home / "silent", WORDS, says_so=False)
    write_transformer(home / "bi", WORDS, limit=64)
    return {name: home / name for name in ("cross", "silent", "bi")}


@pytest.fixture(scope="module")
def codebase(tmp_path_factory: pytest.TempPathFactory, pool: WorkerPool) -> Iterator[Codebase]:
    """One index for all questions; each asker has settings of its own."""
    root = tmp_path_factory.mktemp("parcels")
    write(root, FILES)
    settings = Settings(index_location=str(tmp_path_factory.mktemp("cache")), embedding_model="hash")
    codebase = Codebase(root, settings, pool, SilentListener())
    codebase.start()
    codebase.wait_until_idle(CancelToken())
    yield codebase
    codebase.close()


@pytest.fixture
def asker(codebase: Codebase) -> Callable[[object], View]:
    def asker(model: object) -> View:
        return View(lambda: codebase, replace(codebase.settings, rerank_model=str(model)))

    return asker


@pytest.fixture
def no_model(monkeypatch: pytest.MonkeyPatch) -> None:
    def load(*_: object) -> Any:
        raise AssertionError("nobody asked for a model")

    monkeypatch.setattr(rerank._RERANKERS, "get", load)


def asked(view: View, effort: Effort = Effort.THOROUGH, text: str = QUESTION, **fields: Any) -> SearchAnswer:
    return view.search(SearchQuery(text, effort=effort, **{"explain": True, **fields}), CancelToken())


def stems(hits: Sequence[Hit]) -> list[str]:
    return [hit.path.stem for hit in hits]


@pytest.mark.parametrize("name", ["cross", "silent"])
def test_a_directory_with_a_cross_encoder_is_told_by_its_configuration_or_its_output(
    models: dict[str, Path], name: str
) -> None:
    model = load_reranker(str(models[name]), 1)
    assert isinstance(model, CrossEncoder)
    scores = model.scores("weigh parcel", ["label", "weigh label", "weigh parcel"] * 3, lambda: True)
    assert scores == [0.0, 2.0, 4.0] * 3


def test_a_directory_with_a_sentence_transformer_scores_by_likeness(models: dict[str, Path]) -> None:
    model = load_reranker(str(models["bi"]), 1)
    assert isinstance(model, BiEncoder)
    same, other = model.scores("weigh parcel", ["weigh parcel", "stamp label"], lambda: True)
    assert other < same == pytest.approx(1.0, abs=0.01)


@pytest.mark.parametrize("name", ["cross", "bi"])
def test_a_thorough_question_has_the_model_decide_between_likely_hits(
    asker: Callable[[object], View], models: dict[str, Path], name: str
) -> None:
    view = asker(models[name])
    fast, thorough = asked(view, Effort.FAST), asked(view)
    assert {hit.path for hit in thorough.hits} == {hit.path for hit in fast.hits}
    texts = ["\n".join([f"src/{stem}.py", *FILES[f"src/{stem}.py"].splitlines()]) for stem in stems(thorough.hits)]
    says = load_reranker(str(models[name]), 1).scores("weigh the parcel at the border", texts, lambda: True)
    shares = [hit.signals["rerank"] for hit in thorough.hits]
    assert shares[says.index(max(says))] == pytest.approx(rerank.WEIGHT / (1 + rerank.WEIGHT))
    assert shares[says.index(min(says))] == 0.0
    for hit in thorough.hits:
        assert sum(hit.signals.values()) == pytest.approx(hit.score)
    assert [hit.score for hit in thorough.hits] == sorted((hit.score for hit in thorough.hits), reverse=True)
    assert not any("rerank" in hit.signals for hit in fast.hits)


def test_the_cross_encoder_brings_the_hit_to_the_front_that_it_prefers(
    asker: Callable[[object], View], models: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    view = asker(models["cross"])
    question = "label on the scale or border"
    fast = stems(asked(view, Effort.FAST, question).hits)
    assert fast[0] != "third"
    monkeypatch.setattr(rerank, "WEIGHT", 10.0)
    assert stems(asked(view, text=question).hits)[0] == "third"  # which has the border thrice


@pytest.mark.parametrize("none", ["none", "", " None "])
def test_thorough_without_a_second_look_answers_as_fast(
    asker: Callable[[object], View], no_model: None, none: str
) -> None:
    fast, thorough = (asked(asker(none), effort) for effort in (Effort.FAST, Effort.THOROUGH))
    assert (thorough.hits, thorough.notes) == (fast.hits, fast.notes)
    assert fast.hits


def test_the_built_in_second_look_needs_no_model_and_keeps_the_scores_in_their_order(
    codebase: Codebase, no_model: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Backwards:
        def values(self, rows: Any) -> Any:
            return np.arange(len(rows))

    monkeypatch.setattr(second_look, "_trees", Backwards)
    fast, thorough = (asked(seen(codebase), effort) for effort in (Effort.FAST, Effort.THOROUGH))
    assert stems(thorough.hits) == stems(fast.hits)[::-1]
    assert [hit.score for hit in thorough.hits] == pytest.approx([hit.score for hit in fast.hits])
    for hit in thorough.hits:
        assert sum(hit.signals.values()) == pytest.approx(hit.score)
    assert not any("rerank" in hit.signals for hit in fast.hits)
    assert not any(hit.signals for hit in asked(seen(codebase), explain=False).hits)


@pytest.mark.parametrize(
    "fields",
    [
        {"effort": Effort.FAST},
        {"mode": Mode.LEXICAL},
        {"mode": Mode.VECTOR},
        {"weights": (1.0, 1.0)},
        {"text": '"parcel"'},
        {"text": "first_parcel"},
        {"mode": Mode.REGEX, "text": "par.el"},
    ],
)
def test_the_model_is_asked_only_where_words_and_meaning_are_ranked_for_a_thorough_question(
    asker: Callable[[object], View], no_model: None, fields: dict[str, Any]
) -> None:
    assert asked(asker("some/model"), **fields).hits


def test_a_model_that_cannot_be_used_is_told_and_the_built_in_look_stands_in_for_it(
    asker: Callable[[object], View], codebase: Codebase, tmp_path: Path
) -> None:
    answer = asked(asker(tmp_path / "missing"))
    (note,) = answer.notes
    assert note.startswith("answered without the model that re-ranks: rerank.model: there is no directory")
    assert answer.hits == asked(seen(codebase)).hits


def test_a_name_that_nothing_has_is_told_with_close_ones() -> None:
    with pytest.raises(ModelUnavailable, match=r"rerank\.model: .*Xenova/ms-marco-MiniLM-L-6-v2"):
        load_reranker("ms-marco-MiniLM-L-6-v2", 1)


def test_a_known_name_offline_says_what_to_do(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HF_HUB_OFFLINE", "1")
    monkeypatch.setenv("FASTEMBED_CACHE_PATH", str(tmp_path))
    for name in ("Xenova/ms-marco-MiniLM-L-6-v2", "sentence-transformers/all-MiniLM-L6-v2"):
        with pytest.raises(ModelUnavailable, match=r"rerank\.model: .*go online once"):
            load_reranker(name, 1)


def test_the_pages_of_a_question_follow_one_reading_of_the_model(
    asker: Callable[[object], View], models: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    view, question = asker(models["cross"]), "border on the label or scale"
    monkeypatch.setattr(rerank, "WEIGHT", 10.0)
    whole = stems(asked(view, text=question, limit=4).hits)
    assert whole != stems(asked(view, Effort.FAST, question, limit=4).hits)
    monkeypatch.setattr(rerank, "_SCORING_S", 0.0)  # a model asked again would change the order
    paged: list[str] = []
    query: SearchQuery | None = SearchQuery(question, effort=Effort.THOROUGH, explain=True, limit=1)
    while query:
        page = view.search(query, CancelToken())
        paged += stems(page.hits)
        query = replace(query, cursor=page.next_cursor) if page.next_cursor else None
    assert paged == whole
    assert len(whole) == 4


def test_a_model_without_time_leaves_the_ranking(
    asker: Callable[[object], View], models: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    view, question = asker(models["cross"]), "how is a parcel weighed"
    monkeypatch.setattr(rerank, "_SCORING_S", 0.0)
    assert stems(asked(view, text=question).hits) == stems(asked(view, Effort.FAST, question).hits)


def test_a_cancelled_question_does_not_wait_for_the_model(
    asker: Callable[[object], View], models: dict[str, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    cancel, read = CancelToken(), CrossEncoder.scores

    def scores(self: CrossEncoder, *arguments: Any) -> Any:
        cancel.cancel()
        return read(self, *arguments)

    monkeypatch.setattr(CrossEncoder, "scores", scores)
    with pytest.raises(Cancelled):
        asker(models["cross"]).search(SearchQuery("where is the parcel weighed", effort=Effort.THOROUGH), cancel)


def test_the_tools_of_agents_ask_thoroughly(codebase: Codebase, monkeypatch: pytest.MonkeyPatch) -> None:
    efforts: list[Effort] = []

    def search(query: SearchQuery, _: CancelToken) -> SearchAnswer:
        efforts.append(query.effort)
        return SearchAnswer((), Mode.HYBRID, codebase.status())

    workspace = Workspace(codebase.settings)
    workspace.add_folder(codebase.root)
    monkeypatch.setattr(workspace, "search", search)
    Toolbox(workspace).call("search", {"query": QUESTION}, CancelToken())
    workspace.close()
    assert efforts == [Effort.THOROUGH]
