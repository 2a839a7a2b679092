"""Capabilities that show in the answers of one server over one small, odd project."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from raw_client import RawClient
from written_files import write

SERVE = (sys.executable, "-c", "from lsp_codebase.server.app import serve; raise SystemExit(serve(log_level='debug'))")
SAME = """def sum_of_squares(values):
    total = 0
    for value in values:
        total += value * value
    return total
"""
FILES: dict[str, str | bytes] = {
    "src/auth/login.py": '''"""Logging users in."""


class LoginService:
    """Checks the password of a user and opens a session."""

    def authenticate(self, user, password):
        if not self.check_password(user, password):
            raise PermissionError("wrong password")
        return self.open_session(user)

    def check_password(self, user, password):
        return user.hash == hash(password)
''',
    "src/urls.py": "def url_for(view):\n    return '/' + view\n\n\n"
    "def url_for_admin(view):\n    return '/admin/' + view\n",
    "web/login.js": "import x from 'x';\n\n"
    "export function authenticateUser(user, password) {\n  return x(user, password);\n}\n",
    "core/shop.rs": "use std::fmt;\n\n/// A shop.\npub struct Shop {\n    stock: Vec<u32>,\n}\n\n"
    "impl Shop {\n    pub fn restock(&mut self, amount: u32) {\n        self.stock.push(amount);\n    }\n}\n",
    "core/Cart.java": "package core;\n\npublic class Cart {\n    int total() {\n        return 0;\n    }\n}\n",
    "tests/test_login.py": "def test_wrong_password_is_refused():\n    assert not login('user', 'wrong password')\n",
    "docs/login.md": "# Login\n\nHow users authenticate with a password.\n",
    "data/users.json": '{"user": "password"}\n',
    "one/same.py": SAME,
    "two/same.py": SAME,
    "odd/UP.PY": "def shouted_name():\n    pass\n",
    "odd/broken.py": "def damaged_place(:\n    return 'half of it'\n\n\ndef sound_place():\n    return 'whole'\n",
    "odd/notes.zzz": "an ending that nobody knows\n",
    "odd/western.py": "# written before there was UTF-8\ngrößter_wert = 1\n".encode("cp1252"),
    "odd/image.py": b"hidden_in_a_binary_file = 1\n" + bytes(range(256)) * 40,
    "odd/large.py": "hidden_in_a_large_file = 1\n" + "x = 1\n" * 200_000,
    "odd/deep.py": "x = "
    + 200 * ("(" * 100 + "\n")
    + 200 * (")" * 100 + "\n")
    + "\ndef behind_the_depth():\n    pass\n",
    "odd/long.py": "def endless():\n" + "".join(f"    step_{number} = {number}\n" for number in range(600)),
    ".gitignore": "ignored/\n",
    "ignored/out.py": "hidden_by_a_rule = 1\n",
}
WORDS = "authenticate user password"


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write(tmp_path_factory.mktemp("rows"), FILES)


@pytest.fixture(scope="module")
def client(root: Path) -> Iterator[RawClient]:
    """One server for all of this file, which logs its searches."""
    client = RawClient(SERVE)
    client.initialize(rootUri=root.as_uri())
    client.wait_until_indexed()
    yield client
    try:
        client.close()
    finally:
        client.kill()


def search(client: RawClient, query: str, **fields: Any) -> Any:
    return client.result("codebase/hybridSearch", {"query": query, **fields})


def hits(client: RawClient, query: str, **fields: Any) -> Any:
    return search(client, query, **fields)["hits"]


def path(root: Path, hit: Any) -> str:
    return str(hit["location"]["uri"]).removeprefix(root.as_uri() + "/")


def paths(client: RawClient, root: Path, query: str, **fields: Any) -> list[str]:
    return [path(root, hit) for hit in hits(client, query, **{"limit": 100, **fields})]


@pytest.mark.parametrize("mode", ["lexical", "vector", "symbol", "exact", "regex", "hybrid"])
def test_each_way_to_search_answers_by_itself(client: RawClient, root: Path, mode: str) -> None:
    answer = search(client, "check_password", mode=mode)
    assert answer["mode"] == mode
    assert path(root, answer["hits"][0]) == "src/auth/login.py"


def test_weights_are_a_sum_of_channels_each_scaled_by_its_best(client: RawClient) -> None:
    found = hits(client, WORDS, weights={"lexical": 0.3, "vector": 0.7}, explain=True, limit=100)
    first_of_files = {hit["location"]["uri"]: hit for hit in reversed(found)}.values()
    assert len(first_of_files) >= 5
    for hit in first_of_files:  # further hits of a file count less and less
        assert hit["score"] == pytest.approx(hit["signals"]["lexical"] + hit["signals"]["vector"], abs=1e-3)
    for channel, share in (("lexical", 0.3), ("vector", 0.7)):
        assert max(hit["signals"][channel] for hit in found) == pytest.approx(share, abs=1e-3)
    scores = [hit["score"] for hit in found]
    again = hits(client, WORDS, weights={"lexical": 3, "vector": 7}, limit=100)
    assert [hit["score"] for hit in again] == scores, "only their ratio counts"
    assert hits(client, "zzqx", weights={"lexical": 1, "vector": 0}) == [], "what no channel found is no hit"


def test_a_rank_is_made_of_channels_names_file_and_place(client: RawClient) -> None:
    (hit,) = hits(client, WORDS, explain=True, limit=1)
    assert {"lexical", "vector", "names", "file", "path", "here"} <= hit["signals"].keys()


@pytest.mark.parametrize(
    ("query", "mode", "first"),
    [
        ('"wrong password"', "exact", "src/auth/login.py"),
        (r"def \w+_password\(", "regex", "src/auth/login.py"),
        ("where is the password of a user checked", "hybrid", "src/auth/login.py"),
    ],
)
def test_the_form_of_a_query_chooses_how_it_is_answered(
    client: RawClient, root: Path, query: str, mode: str, first: str
) -> None:
    answer = search(client, query)
    assert (answer["mode"], path(root, answer["hits"][0])) == (mode, first)


@pytest.mark.parametrize("query", ["urlFor", "UrlFor", "url_for", "url for", "URL_FOR"])
def test_a_name_in_any_spelling_finds_its_definition_first(client: RawClient, query: str) -> None:
    assert hits(client, query)[0]["name"] == "url_for"


def test_a_question_in_chinese_finds_english_code(client: RawClient, root: Path) -> None:
    assert path(root, hits(client, "如何处理用户登录")[0]) == "src/auth/login.py"


def test_the_same_code_in_two_files_is_one_hit_that_names_both(client: RawClient, root: Path) -> None:
    (hit,) = [hit for hit in hits(client, "sum of squares") if path(root, hit).endswith("same.py")]
    assert [copy["uri"] for copy in hit["copies"]] == [f"{root.as_uri()}/two/same.py"]


def test_code_comments_prose_and_data_are_found_alike(client: RawClient) -> None:
    found = hits(client, WORDS, limit=100)
    assert {"python", "javascript", "markdown", "json"} <= {hit["language"] for hit in found}


@pytest.mark.parametrize(
    ("query", "file", "first_line"),
    [
        ("authenticate", "src/auth/login.py", "    def authenticate("),
        ("authenticateUser", "web/login.js", "export function authenticateUser("),
        ("restock", "core/shop.rs", "    pub fn restock("),
        ("Cart", "core/Cart.java", "public class Cart {"),
    ],
)
def test_a_hit_begins_and_ends_with_its_definition(
    client: RawClient, root: Path, query: str, file: str, first_line: str
) -> None:
    hit = hits(client, query)[0]
    assert path(root, hit) == file
    assert hit["text"].startswith(first_line)
    assert hit["name"] == query


@pytest.mark.parametrize(
    ("word", "file", "language"),
    [
        ("shouted_name", "odd/UP.PY", "python"),
        ("half of it", "odd/broken.py", "python"),
        ("sound_place", "odd/broken.py", "python"),
        ("nobody", "odd/notes.zzz", "unknown"),
        ("größter_wert", "odd/western.py", "python"),
        ("behind_the_depth", "odd/deep.py", "python"),
        ("step_555", "odd/long.py", "python"),
    ],
)
def test_odd_files_are_found(client: RawClient, root: Path, word: str, file: str, language: str) -> None:
    (hit,) = hits(client, word, mode="exact")
    assert (path(root, hit), hit["language"]) == (file, language)
    first = hits(client, word, mode="lexical")[0]
    assert path(root, first) == file
    assert len(first["text"]) < 5_000


@pytest.mark.parametrize("mode", ["exact", "regex", "lexical", "symbol"])
def test_binary_large_and_ignored_files_are_left_out_and_the_first_two_are_told(
    client: RawClient, root: Path, mode: str
) -> None:
    found = [hit for hit in hits(client, "hidden_in", mode=mode) if "hidden_" in hit["text"]]
    assert found == []
    (status,) = client.result("codebase/status", {})
    told = {problem["uri"].removeprefix(root.as_uri() + "/"): problem["reason"] for problem in status["problems"]}
    assert told["odd/image.py"] == "binary"
    assert told["odd/large.py"] == "larger than 1000000 bytes"
    assert "ignored/out.py" not in told


PYTHON = {"src/auth/login.py", "tests/test_login.py"}
CODE = {*PYTHON, "web/login.js"}
ALL = {*CODE, "docs/login.md", "data/users.json"}


@pytest.mark.parametrize("mode", ["hybrid", "lexical", "exact", "regex"])
@pytest.mark.parametrize(
    ("fields", "found"),
    [
        ({}, ALL),
        ({"languages": [], "excludeLanguages": [], "include": [], "exclude": []}, ALL),
        ({"languages": ["python"]}, PYTHON),
        ({"languages": ["python"], "include": ["tests/**"]}, {"tests/test_login.py"}),
        ({"languages": ["python", "markdown"]}, {*PYTHON, "docs/login.md"}),
        ({"sourceCodeOnly": True}, CODE),
        ({"sourceCodeOnly": True, "languages": ["python", "markdown"]}, PYTHON),
        ({"sourceCodeOnly": True, "excludeLanguages": ["python"]}, {"web/login.js"}),
        ({"excludeLanguages": ["python"]}, ALL - PYTHON),
        ({"languages": ["unknown"]}, set()),
        ({"include": ["'; drop table files; --"]}, set()),
    ],
)
def test_filters_combine_and_are_applied_before_anything_is_ranked(
    client: RawClient, root: Path, mode: str, fields: dict[str, Any], found: set[str]
) -> None:
    assert set(paths(client, root, "password", mode=mode, **fields)) & ALL == found
    if not any(fields.values()):
        assert hits(client, "password", mode=mode, **fields) == hits(client, "password", mode=mode)


@pytest.mark.parametrize("mode", ["hybrid", "lexical", "vector", "exact", "regex"])
def test_a_filter_that_leaves_most_out_still_fills_the_answer(client: RawClient, root: Path, mode: str) -> None:
    assert path(root, hits(client, "password", mode=mode, excludeLanguages=["python"], limit=1)[0]) not in PYTHON
    assert len(hits(client, "password", mode=mode, excludeLanguages=["python"], limit=3)) == 3


def test_each_search_is_logged_with_its_filters(client: RawClient) -> None:
    """W14."""
    for query, fields, line in (
        ("password lang:py", {"exclude": ["tests/"]}, "password of exclude ('tests/',), operators ('lang:py',)"),
        ("list all classes", {}, "list all classes of all"),
    ):
        search(client, query, **fields)
        client.wait_for(lambda line=line: f"search auto: {line}\n" in client.log)


@pytest.mark.parametrize(
    ("fields", "field", "said"),
    [
        ({"languages": ["klingon"]}, "languages", "'klingon'"),
        ({"languages": ["go", "python"], "excludeLanguages": ["python"]}, "excludeLanguages", "python"),
    ],
)
def test_filters_that_make_no_sense_are_refused_by_value_and_field(
    client: RawClient, fields: dict[str, Any], field: str, said: str
) -> None:
    error = client.error("codebase/hybridSearch", {"query": "password", **fields})
    assert (error["code"], error["data"]["field"]) == (-32602, field)
    assert said in error["data"]["reason"]


def test_lines_put_above_a_definition_move_its_hit_and_leave_nothing_behind(client: RawClient, root: Path) -> None:
    moved = root / "moved.py"
    definition = "def pushed_downwards(first):\n    return first + 'far below'\n"
    for above in (0, 50):
        moved.write_text("# one line more\n" * above + definition)
        client.notify("textDocument/didSave", {"textDocument": {"uri": moved.as_uri()}})

        def lines() -> list[int]:
            found = hits(client, "far below", mode="exact")
            return [hit["location"]["range"]["start"]["line"] for hit in found]

        client.wait_for(lambda above=above, lines=lines: lines() == [above + 1])

    def is_whole() -> bool:
        (status,) = client.wait_until_indexed()
        return bool(status["vectors"]["done"] == status["vectors"]["total"] == status["chunks"])

    client.wait_for(is_whole)


@pytest.mark.parametrize(("model", "mode"), [("hash", "vector"), ("/no/such/model", "hybrid")])
def test_without_the_model_a_simpler_way_answers(
    start: Callable[..., RawClient], tmp_path: Path, model: str, mode: str
) -> None:
    (tmp_path / "retry.py").write_text("def wait_longer_after_failure(attempt):\n    return 2**attempt\n")
    client = start()
    client.initialize(rootUri=tmp_path.as_uri(), initializationOptions={"embedding": {"model": model}})
    client.wait_until_indexed()
    assert hits(client, "wait after a failure", mode=mode)[0]["name"] == "wait_longer_after_failure"
    if mode == "hybrid":
        error = client.error("codebase/hybridSearch", {"query": "wait after a failure", "mode": "vector"})
        assert "embedding.model" in error["data"]["reason"]
