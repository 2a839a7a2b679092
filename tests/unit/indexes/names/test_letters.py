from __future__ import annotations

import pytest

from lsp_codebase.indexes.names.letters import fold


def words(name: str) -> list[str]:
    letters, starts = fold(name)
    return [letters[a:b] for a, b in zip(starts, (*starts[1:], len(letters)), strict=True)]


@pytest.mark.parametrize(
    "name",
    ["getHTTPResponse2", "get_http_response_2", "get-http-response-2", "GET_HTTP_RESPONSE_2", "GetHttpResponse2"],
)
def test_case_styles_fold_to_the_same_words(name: str) -> None:
    assert words(name) == ["get", "http", "response", "2"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("__init__", ["init"]),
        ("utf8Decode", ["utf", "8", "decode"]),
        ("größeÄndern", ["größe", "ändern"]),
        ("获取响应", ["获", "取", "响", "应"]),
        ("HTTP", ["http"]),
        ("operator==", ["operator"]),
        ("e\u0301tat", ["état"]),
    ],
)
def test_a_name_folds_to_its_words(name: str, expected: list[str]) -> None:
    assert words(name) == expected


@pytest.mark.parametrize("name", ["==", "_", "$", "[]="])
def test_a_name_of_separators_folds_to_itself(name: str) -> None:
    assert fold(name) == (name, (0,))
