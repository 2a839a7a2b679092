"""Operators inside a query, and names as people write them, over the wire."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from raw_client import RawClient
from written_files import write

from lsp_codebase.search.filters.filters import LANGUAGES_TAKEN

FILES = {
    "src/net/retry.go": "package net\n\n// Retry the session of a user.\nfunc Retry() error {\n\treturn nil\n}\n",
    "src/login.py": "class Login:\n    '''Opens a permanent session of a user.'''\n\n    def open(self): pass\n",
    "tests/test_login.py": "def test_login():\n    '''The session of a user is opened.'''\n",
    "web/login.tsx": "export function Login() { return openSession('user') }\n",
    "docs/login.md": "# Login\n\nHow a user opens a session.\n",
}


@pytest.fixture(scope="module")
def client(shared: RawClient, tmp_path_factory: pytest.TempPathFactory) -> Iterator[RawClient]:
    """The server, with one folder for all of this file."""
    root = write(tmp_path_factory.mktemp("operators"), FILES)
    with shared.visit(root):
        yield shared


def search(client: RawClient, query: str, **fields: Any) -> dict[str, Any]:
    return client.result("codebase/hybridSearch", {"query": query, "limit": 20, **fields})


def names(answer: dict[str, Any]) -> set[str]:
    return {hit["location"]["uri"].rpartition("/")[2] for hit in answer["hits"]}


@pytest.mark.parametrize(
    ("operator", "fields", "found"),
    [
        ("lang:python", {"languages": ["python"]}, {"login.py", "test_login.py"}),
        ("lang:typescriptreact", {"languages": ["tsx"]}, {"login.tsx"}),
        ("-lang:md", {"excludeLanguages": ["markdown"]}, {"login.py", "test_login.py", "login.tsx", "retry.go"}),
        ("kind:class", {"kinds": ["Class"]}, {"login.py"}),
        ("path:src/net", {"include": ["**/*src/net*"]}, {"retry.go"}),
        ("file:*.go", {"include": ["*.go"]}, {"retry.go"}),
        ("-path:tests", {"exclude": ["*tests*"]}, {"login.py", "login.tsx", "retry.go", "login.md"}),
    ],
)
def test_an_operator_is_the_same_as_its_field(
    client: RawClient, operator: str, fields: dict[str, Any], found: set[str]
) -> None:
    answer = search(client, f"session of a user {operator}")
    assert answer["hits"] == search(client, "session of a user", **fields)["hits"]
    assert names(answer) == found
    assert "notes" not in answer


def test_phrases_alternatives_and_words_left_out_filter_hits(client: RawClient) -> None:
    assert names(search(client, 'user "permanent session"')) == {"login.py"}
    assert names(search(client, "permanent OR retry")) == {"login.py", "retry.go"}
    answer = search(client, "session user -permanent")
    assert names(answer) == FILES_BY_NAME - {"login.py"}
    assert answer["notes"] == ["left out is what holds: permanent"]


FILES_BY_NAME = {name.rpartition("/")[2] for name in FILES}


def test_what_cannot_be_read_is_taken_as_words_and_said_so(client: RawClient) -> None:
    answer = search(client, "lang:klingon session")
    assert names(answer) == FILES_BY_NAME
    assert answer["notes"] == [f"lang:klingon is taken as words: unknown language 'klingon'; {LANGUAGES_TAKEN}"]


def test_symbols_take_the_filters_too(client: RawClient) -> None:
    def found(query: str) -> set[str]:
        return {symbol["name"] for symbol in client.result("workspace/symbol", {"query": query})}

    assert found("kind:class login") == {"Login"}
    assert found("login lang:ts") == {"Login"}
    assert found("login -path:tests lang:py kind:function") == set()
    assert found("login file:*_login.py") == {"test_login"}


def test_all_wrong_values_are_named_at_once(client: RawClient) -> None:
    wrong = {"query": "x", "limit": 0, "languages": ["klingon", "pyhton"], "include": ["!src/**"], "kinds": ["Klass"]}
    data = client.error("codebase/hybridSearch", wrong)["data"]
    assert data == {
        "field": "limit",
        "reason": "must be between 1 and 100, is 0",
        "problems": [
            {"field": "limit", "reason": "must be between 1 and 100, is 0"},
            {"field": "languages", "reason": f"unknown language 'klingon'; {LANGUAGES_TAKEN}"},
            {"field": "languages", "reason": "unknown language 'pyhton'; did you mean python?"},
            {
                "field": "include",
                "reason": "'!src/**' takes back what a glob before it matched, and there is none; "
                "put 'src/**' in exclude",
            },
            {"field": "kinds", "reason": "unknown kind 'Klass'; did you mean Class?"},
        ],
    }
    data = client.error("codebase/hybridSearch", {"query": 1, "limit": "x"})["data"]
    assert [problem["field"] for problem in data["problems"]] == ["query", "limit"]
    one = client.error("codebase/hybridSearch", {"query": "x", "limit": 0})["data"]
    assert one == {"field": "limit", "reason": "must be between 1 and 100, is 0"}
    many = {"maxResults": 0, "languages": ["klingon"], "include": ["["]}
    fields = [problem["field"] for problem in client.error("codebase/listFiles", many)["data"]["problems"]]
    assert fields == ["languages", "maxResults", "include"]


def test_files_are_listed_by_any_name_of_a_language(client: RawClient) -> None:
    def listed(*languages: str) -> set[str]:
        answer = client.result("codebase/listFiles", {"maxResults": 100, "languages": languages})
        return {uri.rpartition("/")[2] for uri in answer["uris"]}

    assert listed("PY") == {"login.py", "test_login.py"}
    assert listed("ts") == {"login.tsx"}
    assert listed("golang", "md") == {"retry.go", "login.md"}


def test_the_status_lists_every_language_with_the_number_of_its_files(client: RawClient) -> None:
    (status,) = client.result("codebase/status", {})
    assert list(status["languages"].items())[:5] == [
        ("python", 2), ("go", 1), ("markdown", 1), ("tsx", 1), ("abap", 0),
    ]  # fmt: skip
    assert len(status["languages"]) > 150
    assert "languages" not in search(client, "x")["index"]


ANCHORED = '; a glob with "/" in it begins at the workspace folder: "**/" in front finds it at any depth'


@pytest.mark.parametrize(
    ("fields", "hint"),
    [
        ({"include": ["net/*.go"]}, ANCHORED),
        ({"include": ["**/nat/*.go"]}, ""),
        ({"include": ["*.rs"]}, ""),
        ({"languages": ["rust"]}, ""),
        ({"kinds": ["Enum"]}, ""),
        ({"exclude": ["*"]}, ""),
        ({"excludeRoles": ["docs"], "languages": ["markdown"]}, ""),
    ],
)
@pytest.mark.parametrize("query", ["session of a user", '"session"', "Login", "se+ion"])
def test_filters_that_let_nothing_pass_are_told_as_the_cause(
    client: RawClient, query: str, fields: dict[str, Any], hint: str
) -> None:
    answer = search(client, query, **fields)
    assert answer["hits"] == []
    assert f"nothing that is indexed passes the filters{hint}" in answer["notes"]


def test_filters_that_let_something_pass_are_not_told_as_the_cause(client: RawClient) -> None:
    answer = search(client, '"no such text"', include=["*.go"], mode="exact")
    assert answer["hits"] == []
    assert "notes" not in answer
