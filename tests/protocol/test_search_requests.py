"""`codebase/similar` and what `pack: "context"` brings, over the wire and in the client's units."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from raw_client import RawClient

LINE = "    größe = '𝄞日本'; return area(größe)"
SHAPES = f'''from math import area, unused
import other


class Square:
    """A shape."""

    def measure_square(self, value):
        """Measure the area of a square."""
        first = value
        second = first + 1
    {LINE}
'''
SHAPES_LINE = SHAPES.split("\n").index(f"    {LINE}")
ROUND = '''def measure_circle(value):
    """Measure the area of a circle."""
    first = value
    second = first + 1
    return area(second)
'''
DRAWING = """from circle import measure_circle


def draw_all(values):
    return [measure_circle(value) for value in values]
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("searched")
    (root / "square.py").write_text(SHAPES, encoding="utf-8")
    (root / "circle.py").write_text(ROUND, encoding="utf-8")
    (root / "drawing.py").write_text(DRAWING, encoding="utf-8")
    (root / "colours.js").write_text("export const red = '#f00';\n", encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def client(shared: RawClient, folder: Path) -> Iterator[RawClient]:
    """The server, with one folder for all of this file."""
    with shared.visit(folder):
        yield shared


def similar(folder: Path, **fields: Any) -> dict[str, Any]:
    return {"textDocument": {"uri": (folder / "circle.py").as_uri()}, **fields}


def at(line: int, character: int) -> dict[str, int]:
    return {"line": line, "character": character}


@pytest.mark.parametrize("place", [{"position": at(3, 6)}, {"range": {"start": at(0, 0), "end": at(5, 0)}}])
def test_similar_code_is_found_elsewhere(client: RawClient, folder: Path, place: dict[str, Any]) -> None:
    answer = client.result("codebase/similar", similar(folder, **place))
    assert answer["hits"][0]["location"]["uri"] == (folder / "square.py").as_uri()
    assert answer["hits"][0]["name"] == "measure_square"
    assert (folder / "circle.py").as_uri() not in {hit["location"]["uri"] for hit in answer["hits"]}
    assert {"mode", "confidence", "truncated", "index", "tookMs"} <= answer.keys()
    twin = client.result("workspace/executeCommand", command("codebase.similar", similar(folder, **place)))
    assert [hit["location"] for hit in twin["hits"]] == [hit["location"] for hit in answer["hits"]]


def command(name: str, params: dict[str, Any]) -> dict[str, Any]:
    return {"command": name, "arguments": [params]}


def test_similar_is_announced(client: RawClient) -> None:
    assert "codebase/similar" in client.capabilities["experimental"]["codebase"]["methods"]
    assert "codebase.similar" in client.capabilities["executeCommandProvider"]["commands"]


@pytest.mark.parametrize(
    ("field", "change"),
    [
        ("position", {}),
        ("position", {"position": at(0, 0), "range": {"start": at(0, 0), "end": at(1, 0)}}),
        ("position", {"position": at(400, 0)}),
        ("position.line", {"position": {"line": "1", "character": 0}}),
        ("limit", {"position": at(0, 0), "limit": 0}),
        ("limit", {"position": at(0, 0), "limit": 101}),
        ("textDocument.uri", {"position": at(0, 0), "textDocument": {"uri": "file:///outside/of/all.py"}}),
        ("textDocument.uri", {"position": at(0, 0), "textDocument": {"uri": "untitled:1"}}),
    ],
)
def test_a_wrong_field_is_named(client: RawClient, folder: Path, field: str, change: dict[str, Any]) -> None:
    error = client.error("codebase/similar", {**similar(folder), **change})
    assert (error["code"], error["data"]["field"]) == (-32602, field)


@pytest.mark.parametrize("path", ["missing.py", "."])
def test_what_is_no_file_is_named_rather_than_the_place_in_it(client: RawClient, folder: Path, path: str) -> None:
    document = {"uri": (folder / path).as_uri()}
    error = client.error("codebase/similar", {**similar(folder, position=at(0, 0)), "textDocument": document})
    assert (error["code"], error["data"]["field"]) == (-32602, "textDocument.uri")


@pytest.mark.parametrize("path", [".env", ".git/config", ".git/HEAD"])
def test_what_is_never_read_is_no_query(client: RawClient, folder: Path, path: str) -> None:
    document = {"uri": (folder / path).as_uri()}
    error = client.error("codebase/similar", {**similar(folder, position=at(0, 0)), "textDocument": document})
    assert (error["code"], error["data"]["field"]) == (-32602, "textDocument.uri")
    error = client.error("codebase/readFile", document)
    assert (error["code"], error["data"]["field"]) == (-32602, "uri")
    assert "never read" in error["data"]["reason"]


def test_a_selection_may_be_given_backwards(client: RawClient, folder: Path) -> None:
    start, end = at(0, 0), at(5, 0)
    forwards = client.result("codebase/similar", similar(folder, range={"start": start, "end": end}))
    backwards = client.result("codebase/similar", similar(folder, range={"start": end, "end": start}))
    assert [hit["location"] for hit in backwards["hits"]] == [hit["location"] for hit in forwards["hits"]]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32"])
def test_a_match_is_told_in_the_units_of_the_client(
    start: Callable[..., RawClient], folder: Path, encoding: str
) -> None:
    client = start()
    client.initialize({"general": {"positionEncodings": [encoding]}}, rootUri=folder.as_uri())
    client.wait_until_indexed()
    code = {"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}[encoding]
    width = {"utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]
    line = SHAPES.split("\n")[SHAPES_LINE].encode(code)
    for query, mode, wanted in (
        ("GRÖSSE|größe", "regex", ["größe", "größe"]),
        ("größe", "exact", ["größe", "größe"]),
        ("'𝄞日本", "exact", ["'𝄞日本"]),
        ("area", "lexical", ["area"]),
    ):
        answer = client.result("codebase/hybridSearch", {"query": query, "mode": mode, "include": ["square.py"]})
        told = [one for hit in answer["hits"] for one in hit["matches"] if one["start"]["line"] == SHAPES_LINE]
        cut = [line[width * one["start"]["character"] : width * one["end"]["character"]].decode(code) for one in told]
        assert cut == wanted, (query, mode)
    client.close()


def test_letter_case_and_whole_words_are_part_of_a_request(client: RawClient) -> None:
    def lines(**fields: Any) -> set[int]:
        answer = client.result("codebase/hybridSearch", {"query": "square", "include": ["square.py"], **fields})
        return {hit["location"]["range"]["start"]["line"] for hit in answer["hits"]}

    assert lines(mode="exact") == {4, 7, 8}
    assert lines(mode="exact", caseSensitive=True) == {7, 8}
    assert lines(mode="regex", wholeWord=True) == {4, 8}
    assert lines(mode="auto", wholeWord=True, caseSensitive=True) == {8}
    for field in ("caseSensitive", "wholeWord"):
        error = client.error("codebase/hybridSearch", {"query": "x", "mode": "hybrid", field: True})
        assert (error["code"], error["data"]["field"]) == (-32602, field)
        error = client.error("codebase/hybridSearch", {"query": "x", field: "yes"})
        assert (error["code"], error["data"]["field"]) == (-32602, field)


@pytest.mark.parametrize(
    "uri",
    ["file:///usr/lib/python3/os.py", "untitled:Untitled-1", "file://", "term://~//1:/bin/sh", "git:/a.py?ref=HEAD"],
)
def test_a_search_from_a_buffer_that_is_no_file_is_answered(client: RawClient, uri: str) -> None:
    here = {"textDocument": {"uri": uri}, "position": at(3, 0), "openDocuments": [uri]}
    answer = client.result("codebase/hybridSearch", {"query": "measure_circle", "limit": 1, **here})
    assert answer["hits"][0]["name"] == "measure_circle"


@pytest.mark.parametrize(
    ("field", "here"),
    [
        ("textDocument.uri", {"textDocument": {"uri": "nonsense"}}),
        ("openDocuments", {"openDocuments": ["untitled:1", "nonsense"]}),
    ],
)
def test_what_is_no_uri_is_refused_as_the_place_of_a_user(client: RawClient, field: str, here: dict[str, Any]) -> None:
    error = client.error("codebase/hybridSearch", {"query": "measure_circle", **here})
    assert (error["code"], error["data"]["field"]) == (-32602, field)


@pytest.mark.parametrize("most", [20, 60, 500])
def test_the_previews_of_relations_count_among_the_characters(client: RawClient, most: int) -> None:
    asked = {"query": "measure_circle", "pack": "context", "limit": 3}
    whole = client.result("codebase/hybridSearch", {**asked, "maxChars": 20_000})
    cut = client.result("codebase/hybridSearch", {**asked, "maxChars": most})
    assert _characters(cut) <= most < _characters(whole)
    assert cut["truncated"]
    assert not whole["truncated"]


def _characters(answer: dict[str, Any]) -> int:
    beside = [piece["text"] for hit in answer["hits"] for piece in hit.get("context", [])]
    previews = [related["preview"] for hit in answer["hits"] for related in hit.get("related", [])]
    return sum(map(len, [*(hit.get("text", "") for hit in answer["hits"]), *beside, *previews]))


def test_a_hit_names_who_calls_it(client: RawClient, folder: Path) -> None:
    answer = client.result("codebase/hybridSearch", {"query": "measure_circle", "pack": "context", "limit": 1})
    (related,) = answer["hits"][0]["related"]
    assert (related["relation"], related["name"], related["kind"]) == ("caller", "draw_all", 12)
    assert related["location"]["uri"] == (folder / "drawing.py").as_uri()
    assert related["location"]["range"]["start"] == at(3, 0)
    plain = client.result("codebase/hybridSearch", {"query": "measure_circle", "limit": 1})
    assert "related" not in plain["hits"][0]


def test_context_has_ranges_in_the_clients_units(client: RawClient, folder: Path) -> None:
    answer = client.result(
        "codebase/hybridSearch", {"query": "measure the area of a square", "pack": "context", "limit": 1}
    )
    (hit,) = answer["hits"]
    lines = SHAPES.split("\n")
    for piece in (*hit.get("context", ()), {"range": hit["location"]["range"], "text": hit["text"]}):
        start, end = piece["range"]["start"], piece["range"]["end"]
        assert piece["text"] == "\n".join(lines[start["line"] : end["line"] + 1])
        assert (start["character"], end["character"]) == (0, len(lines[end["line"]].encode("utf-16-le")) // 2)
    shown = hit["text"] + "".join(piece["text"] for piece in hit.get("context", ()))
    assert "from math import area" in shown
    assert "class Square" in shown


EFFORTS: list[dict[str, str]] = [{}, {"effort": "fast"}, {"effort": "thorough"}]


def answers_by_effort(client: RawClient, query: str) -> list[Any]:
    """Return the answers without an effort, to a fast and to a thorough question."""
    asked = {"query": query, "explain": True, "pack": "context"}
    answers = [client.result("codebase/hybridSearch", {**asked, **more}) for more in EFFORTS]
    for answer in answers:
        del answer["tookMs"]
    assert answers[0]["hits"]
    return answers


@pytest.mark.parametrize("query", ["measure_circle", '"area"'])
def test_names_and_literals_are_answered_alike_with_every_effort(client: RawClient, query: str) -> None:
    default, fast, thorough = answers_by_effort(client, query)
    assert default == fast == thorough


def test_a_thorough_question_is_answered_with_the_same_hits_after_a_second_look(client: RawClient) -> None:
    default, fast, thorough = answers_by_effort(client, "measure the area of a square")
    assert default == fast
    assert {hit["preview"] for hit in thorough["hits"]} == {hit["preview"] for hit in fast["hits"]}
    scores = [hit["score"] for hit in thorough["hits"]]
    assert scores == sorted(scores, reverse=True)
    for hit in thorough["hits"]:
        assert sum(hit["signals"].values()) == pytest.approx(hit["score"], abs=1e-3)
    assert [any("rerank" in hit["signals"] for hit in answer["hits"]) for answer in (fast, thorough)] == [False, True]
