"""What operators inside a query text do to its hits: each is the same as the field of the request."""

from dataclasses import replace

import pytest
from codebases import opened, write

from lsp_codebase.config import Settings
from lsp_codebase.model import CancelToken, Mode, SearchAnswer, SearchQuery, SymbolKind

FILES = {
    "src/auth/login.py": '''"""Logging users in."""


class LoginService:
    """Checks a user's password and opens a session."""

    def authenticate(self, user, password):
        if not self.check_password(user, password):
            raise PermissionError("wrong password given")
        return self.open_session(user)

    def check_password(self, user, password):
        return user.hash == hash(password)

    def open_session(self, user):
        return {"user": user}
''',
    "src/auth/login.js": "export function authenticateUser(user, password) {\n"
    "  return checkPassword(user, password);\n}\n",
    "src/net/retry.go": "package net\n\n// Retry the session of a user.\n"
    "func Retry(f func() error) error {\n\treturn f()\n}\n",
    "src/net/permanent.go": "package net\n\n// Permanent keeps the session of a user for ever.\n"
    "func Permanent(user string) bool {\n\treturn true\n}\n",
    "tests/test_login.py": "from auth import LoginService\n\n\ndef test_wrong_password_is_refused():\n"
    "    LoginService().authenticate('user', 'wrong password')\n",
    "docs/login.md": "# Login\n\nHow users open a session with a password.\n",
}
QUERY = "session of a user password"
CHANNELS = [Mode.AUTO, Mode.HYBRID, Mode.LEXICAL, Mode.VECTOR]


@pytest.fixture(scope="module")
def workspace(tmp_path_factory):
    folder = tmp_path_factory.mktemp("operators")
    write(folder / "one", FILES)
    write(folder / "two", {"lib/session.rb": "# The session of a user\nclass Session\n  def open; end\nend\n"})
    settings = Settings(index_location=str(folder / "cache"))  # with the built-in model
    with opened(settings, folder / "one", folder / "two") as workspace:
        yield workspace


@pytest.fixture
def ask(workspace):
    def search(text: str, **fields) -> SearchAnswer:
        return workspace.search(SearchQuery(text, limit=50, **fields), CancelToken())

    return search


def names(answer: SearchAnswer) -> set[str]:
    return {hit.path.name for hit in answer.hits}


def like(answer: SearchAnswer) -> tuple[object, ...]:
    return answer.hits, answer.mode, answer.truncated, answer.next_cursor


@pytest.mark.parametrize("mode", CHANNELS)
@pytest.mark.parametrize(
    ("operator", "fields"),
    [
        ("lang:python", {"languages": ("python",)}),
        ("lang:py,go", {"languages": ("python", "go")}),
        ("-lang:python", {"exclude_languages": ("python",)}),
        ("kind:class", {"kinds": ("Class",)}),
        ("kind:FUNCTION kind:method", {"kinds": ("Function", "Method")}),
        ("path:src/net", {"include": ("**/*src/net*",)}),
        ("file:*.go", {"include": ("*.go",)}),
        ("path:src file:*.go", {"include": ("src/**/*.go",)}),
        ("path:net OR path:docs", {"include": ("*net*", "*docs*")}),
        ("-path:tests", {"exclude": ("*tests*",)}),
        ("-file:*.md -file:*.go", {"exclude": ("*.md", "*.go")}),
        ("path:src -lang:go kind:fn", {"include": ("*src*",), "exclude_languages": ("go",), "kinds": ("fn",)}),
    ],
)  # fmt: skip
def test_an_operator_is_the_same_as_its_field(ask, mode, operator, fields):
    by_field = ask(QUERY, mode=mode, **fields)
    assert like(ask(f"{operator} {QUERY}", mode=mode)) == like(by_field)
    assert like(ask(f"{QUERY} {operator}", mode=mode)) == like(by_field)
    assert by_field.hits
    assert names(by_field) < names(ask(QUERY, mode=mode))


@pytest.mark.parametrize("text", ['"wrong password"', "open_session"])
def test_an_operator_leaves_the_mode_that_the_words_ask_for(ask, text):
    by_field = ask(text, languages=("python",))
    assert like(ask(f"{text} lang:python")) == like(by_field)
    assert ask(f"{text} lang:python").mode is not Mode.HYBRID


def test_what_is_to_be_found_as_it_is_written_is_only_filtered(ask):
    by_field = ask("LoginService", case_sensitive=True, languages=("python",))
    assert like(ask("LoginService lang:python", case_sensitive=True)) == like(by_field)
    assert ask("session OR user", whole_word=True, mode=Mode.EXACT).hits == ()


def test_an_operator_and_its_field_are_both_held_to(ask):
    assert names(ask(f"lang:go,python {QUERY}", languages=("go",))) == {"retry.go", "permanent.go"}
    assert names(ask(f"path:src {QUERY}", include=("*.md", "*.js"))) == {"login.js"}
    assert {hit.kind for hit in ask(f"kind:class,method {QUERY}", kinds=("class",)).hits} == {SymbolKind.Class}


@pytest.mark.parametrize("mode", CHANNELS)
def test_a_phrase_must_stand_in_the_hit_in_any_case(ask, mode):
    assert names(ask('user "Wrong Password GIVEN"', mode=mode)) == {"login.py"}
    assert names(ask('user "wrong password"', mode=mode)) == {"login.py", "test_login.py"}


def test_a_phrase_that_stands_nowhere_is_taken_as_words_and_said_so(ask):
    answer = ask('login "purple elephants"')
    assert like(answer) == like(ask("login purple elephants"))
    assert answer.notes == ('nothing holds "purple elephants": taken as words',)


@pytest.mark.parametrize("mode", CHANNELS)
def test_a_word_with_a_minus_stands_in_no_hit(ask, mode):
    whole, without = ask("session user", mode=mode), ask("session user -permanent", mode=mode)
    assert names(without) == names(whole) - {"permanent.go"}
    assert without.notes == ("left out is what holds: permanent",)
    assert like(ask("session user NOT permanent", mode=mode)) == like(without)


def test_a_word_is_left_out_as_a_part_of_a_name_too(ask):
    assert "login.js" in names(ask("authenticate user"))
    assert "login.js" not in names(ask("authenticate user -passwords"))
    assert "login.js" not in names(ask("authenticate user -checkPassword"))


def test_names_joined_by_or_are_answered_by_their_definitions(ask):
    answer = ask("open_session OR Permanent")
    assert {hit.name for hit in answer.hits[:2]} == {"open_session", "Permanent"}
    assert ask("open_session OR Permanent", exclude=("*.py",)).hits[0].name == "Permanent"


def test_a_word_of_the_path_is_a_word_of_the_hit(ask):
    assert "test_login.py" in names(ask("authenticate password"))
    assert "test_login.py" not in names(ask("authenticate password -tests"))
    assert names(ask("session AND docs")) == {"login.md"}


def test_or_takes_either_and_and_both(ask):
    assert names(ask("retry OR permanent")) == {"retry.go", "permanent.go"}
    assert names(ask("session AND permanent")) == {"permanent.go"}
    assert names(ask("session AND user NOT permanent NOT password")) == {"retry.go", "session.rb"}


def test_a_literal_search_leaves_out_the_lines_with_a_word(ask):
    answer = ask('"user" lang:python -password')
    assert answer.mode is Mode.EXACT
    assert answer.hits
    assert not any("password" in hit.preview for hit in answer.hits)


@pytest.mark.parametrize("mode", [Mode.AUTO, Mode.SYMBOL, Mode.LEXICAL])
def test_filters_without_words_list_definitions(ask, mode):
    answer = ask("kind:class,function path:src", mode=mode)
    assert {hit.name for hit in answer.hits} == {"LoginService", "authenticateUser", "Retry", "Permanent"}
    assert answer.mode is Mode.SYMBOL
    assert answer.notes == ("there is no word to look for: the most telling definitions are listed",)


def test_pages_of_a_query_with_operators_follow_each_other(workspace):
    query = SearchQuery('session "of a user" -password', limit=1)
    seen, cursor = [], None
    for _ in range(10):
        answer = workspace.search(replace(query, cursor=cursor), CancelToken())
        seen += [hit.path.name for hit in answer.hits]
        cursor = answer.next_cursor
        if cursor is None:
            break
    assert sorted(seen) == ["permanent.go", "retry.go", "session.rb"]


@pytest.mark.parametrize(
    ("text", "fields", "told"),
    [
        ("user", {"languages": ("markdown",), "source_code_only": True},
         "sourceCodeOnly leaves out every language that is asked for: none of them is code"),
        ("lang:markdown user", {"source_code_only": True},
         "sourceCodeOnly leaves out every language that is asked for: none of them is code"),
        ("lang:go user", {"languages": ("python",)}, "the languages asked for exclude each other"),
        ("kind:class user", {"kinds": ("Method",)}, "the kinds of the query and the field kinds exclude each other"),
        ("user path:nowhere", {}, "nothing that was found passes path:nowhere"),
    ],
)  # fmt: skip
def test_an_answer_without_hits_says_which_filters_left_nothing(ask, text, fields, told):
    answer = ask(text, **fields)
    assert answer.hits == ()
    assert answer.notes == (told,)


def test_symbols_are_filtered_by_the_same_operators(workspace):
    def found(pattern: str) -> set[str]:
        return {hit.symbol.name for hit in workspace.symbols(pattern, CancelToken()).hits}

    assert {"LoginService", "authenticate", "authenticateUser"} <= found("login") | found("auth")
    assert found("auth lang:js") == {"authenticateUser"}
    assert found("kind:class login") == {"LoginService"}
    assert found("path:src/net retry") == {"Retry"}
    assert found("lang:go") == {"Retry", "Permanent", "net"}
    assert "test_wrong_password_is_refused" in found("password")
    assert "test_wrong_password_is_refused" not in found("password -path:tests")
    asked = workspace.symbols("?user lang:go", CancelToken()).hits
    assert {hit.path.name for hit in asked} == {"retry.go", "permanent.go"}


@pytest.mark.parametrize(
    ("pattern", "told"),
    [
        ("retry lang:pythn", "lang:pythn is taken as words: unknown language 'pythn'; did you mean python?"),
        ("retry kind:methid", "kind:methid is taken as words: unknown kind 'methid'; did you mean Method?"),
        (":strukt retry", ":strukt is taken as words: unknown kind 'strukt'; did you mean struct?"),
        ("retry path:nosuch", "nothing that was found passes path:nosuch"),
    ],
)
def test_symbols_tell_which_filters_are_unknown_or_left_nothing(workspace, pattern, told):
    found = workspace.symbols(pattern, CancelToken())
    assert not found.hits
    assert found.notes == (told,)


def test_symbols_tell_nothing_of_a_pattern_that_is_found(workspace):
    assert not workspace.symbols(":function retry", CancelToken()).notes
