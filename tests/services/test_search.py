"""What a search answers over a real index: filters in every channel, every mode, budgets, pages, odd queries."""

import unicodedata
from dataclasses import replace

import pytest
from codebases import found, write

from lsp_codebase.errors import Cancelled, InvalidQuery
from lsp_codebase.model import CancelToken, Confidence, Mode, Pack, SearchQuery, SymbolKind
from lsp_codebase.search.exact import exact, holding_files
from lsp_codebase.search.exact.holding_files import HoldingFiles

FILES = {
    "src/auth/login.py": '''"""Logging users in."""


class LoginService:
    """Checks a user's password and opens a session."""

    def authenticate(self, user, password):
        # 处理用户登录
        if not self.check_password(user, password):
            raise PermissionError("wrong password")
        return self.open_session(user)

    def check_password(self, user, password):
        return user.hash == hash(password)

    def open_session(self, user):
        return {"user": user}
''',
    "src/auth/login.js": "export function authenticateUser(user, password) {\n"
    "  return checkPassword(user, password);\n}\n",
    "src/net/retry.go": "package net\n\n// Retry calls f again with growing pauses.\n"
    "func Retry(f func() error) error {\n\treturn f()\n}\n",
    "tests/test_login.py": "from auth import LoginService\n\n\ndef test_wrong_password_is_refused():\n"
    "    LoginService().authenticate('user', 'wrong password')\n",
    "docs/login.md": "# Login\n\nHow users authenticate with a password.\n",
    "it's/quote.py": "def quoted_path_function():\n    return 'authenticate password'\n",
    "data/users.json": '{"user": "password"}\n',
}
ALL = frozenset(FILES)
QUERY = "authenticate a user with a password"


def search(codebase, text=QUERY, **fields):
    return codebase.search(SearchQuery(text, **fields), CancelToken())


PYTHON = {"src/auth/login.py", "tests/test_login.py", "it's/quote.py"}
CODE = ALL - {"docs/login.md", "data/users.json"}
CHANNELS = [Mode.HYBRID, Mode.LEXICAL, Mode.VECTOR]


@pytest.mark.parametrize("mode", CHANNELS)
@pytest.mark.parametrize(
    ("fields", "allowed"),
    [
        ({"languages": ("python",)}, PYTHON),
        ({"exclude_languages": ("python", "markdown")}, {"src/auth/login.js", "src/net/retry.go", "data/users.json"}),
        ({"source_code_only": True}, CODE),
        ({"source_code_only": True, "languages": ("python", "markdown")}, PYTHON),
        ({"include": ("src/**",)}, {"src/auth/login.py", "src/auth/login.js", "src/net/retry.go"}),
        ({"include": ("*.py", "*.js"), "exclude": ("tests/", "it's/")}, {"src/auth/login.py", "src/auth/login.js"}),
        ({"include": ("it's/**",)}, {"it's/quote.py"}),
        ({"kinds": ("Class",)}, {"src/auth/login.py"}),
        ({"languages": ("markdown",), "source_code_only": True}, set()),
        ({"exclude_roles": ("test", "docs")}, ALL - {"tests/test_login.py", "docs/login.md"}),
        ({"include": ("nothing/**",)}, set()),
    ],
)
def test_filters_hold_in_every_channel(codebase, mode, fields, allowed):
    """W01, W08, W09, W11-W13: pushed down, so that a filtered answer is full."""
    assert set(found(codebase, QUERY, mode=mode, **fields)) <= allowed
    assert found(codebase, QUERY, mode=mode, **fields) or not allowed


@pytest.mark.parametrize("mode", [Mode.SYMBOL, Mode.EXACT, Mode.REGEX])
def test_filters_hold_for_names_literals_and_patterns(codebase, mode):
    text = {Mode.SYMBOL: "authenticate", Mode.EXACT: "password", Mode.REGEX: "pass[a-z]+"}[mode]
    whole = set(found(codebase, text, mode=mode))
    assert {"src/auth/login.py", "src/auth/login.js"} <= whole
    assert set(found(codebase, text, mode=mode, languages=("javascript",))) == {"src/auth/login.js"}
    assert set(found(codebase, text, mode=mode, folder=codebase.root / "src", exclude=("*.js",))) == {
        "src/auth/login.py"
    }
    assert set(found(codebase, text, mode=mode, exclude_roles=("test",))) == whole - {"tests/test_login.py"}


def test_an_injection_is_only_a_path_that_does_not_exist(codebase):
    """W12."""
    for glob in ("x' OR '1'='1", "'); DROP TABLE chunks; --", "a\\'b", "%", "_"):
        assert found(codebase, QUERY, include=(glob,)) == []
    for text in ("' OR 1=1 --", "\\' OR true", "%"):
        found(codebase, text, mode=Mode.EXACT)


def test_without_a_filter_nothing_is_left_out(codebase):
    """W15."""
    assert {"src/auth/login.py", "src/auth/login.js", "docs/login.md"} <= set(found(codebase, QUERY, limit=50))


def test_the_definition_comes_before_its_mentions_and_its_tests(codebase):
    assert found(codebase, "authenticate")[0] == "src/auth/login.py"
    assert found(codebase, "check the password of a user")[0] == "src/auth/login.py"
    order = found(codebase, "wrong password is refused", limit=50)
    assert order.index("src/auth/login.py") < order.index("tests/test_login.py") or order[0] == "tests/test_login.py"


def test_asking_for_tests_brings_tests(codebase):
    assert found(codebase, "test that a wrong password is refused")[0] == "tests/test_login.py"


def test_a_hit_says_what_it_is(codebase):
    hit = search(codebase, "check_password").hits[0]
    assert (hit.name, hit.kind, hit.container) == ("check_password", SymbolKind.Method, "LoginService")
    assert hit.language == "python"
    assert hit.preview == "def check_password(self, user, password):"
    assert hit.text.startswith("    def check_password")
    assert hit.name_span.start_line == hit.span.start_line


def test_a_question_in_chinese_finds_the_chinese_comment(codebase):
    """M18."""
    assert found(codebase, "如何处理用户登录")[0] == "src/auth/login.py"


RETRIES = {
    "policy.py": "class RetryPolicy:\n    limit = 3\n    pause = 2\n",
    "client.py": "def send(request, policy):\n    # RetryPolicy: a RetryPolicy waits between attempts\n"
    "    while policy.is_open(request):\n        wait(policy.pause)\n",
}


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("what RetryPolicy says of the waits", "policy.py"),
        ("fix what RetryPolicy says of the waits", "client.py"),
    ],
    ids=["it is asked for", "it is to be changed"],
)
def test_a_type_that_is_named_leads_to_its_definition_unless_a_change_is_asked_for(root, open_codebase, text, path):
    write(root, RETRIES)
    assert found(open_codebase(), text)[0] == path


def test_a_definition_that_the_nearest_code_calls_is_lifted(root, open_codebase):
    text = "an upload that fails is tried again after a pause that grows"
    caller = (
        "def {}(upload):\n    # an upload that fails is tried again after a pause that grows\n    return {}(upload)\n"
    )
    write(
        root,
        {
            "one.py": caller.format("send_photo", "growing_pause"),
            "two.py": caller.format("send_film", "growing_pause"),
            "back.py": "def growing_pause(times):\n    return 2**times\n",
        },
    )
    hits = open_codebase().search(SearchQuery(text, explain=True), CancelToken()).hits
    called = {hit.path.name: hit.signals.get("called", 0.0) for hit in hits}
    assert called["back.py"] > 0 == called["one.py"] == called["two.py"]


def test_a_literal_is_found_line_by_line(codebase):
    (hit,) = search(codebase, '"PermissionError("', mode=Mode.AUTO).hits
    assert hit.span.start_line == hit.span.end_line == 9
    assert search(codebase, "permissionerror(", mode=Mode.EXACT).hits[0].path == hit.path
    (lines,) = search(codebase, "password):\n        return", mode=Mode.EXACT).hits
    assert lines.span.end_line == lines.span.start_line + 1


def test_a_literal_of_several_lines_is_found_across_chunks(root, open_codebase):
    body = "\n\n\n".join(f"def function_{n}():\n" + "    value = 'some text'\n" * 40 for n in range(6))
    write(root, {"long.py": body})
    codebase = open_codebase()
    assert len(codebase._published.state.chunk_lines("long.py")) > 3
    lines = body.split("\n")
    for start in range(0, len(lines) - 3, 5):
        wanted = "\n".join(lines[start : start + 3]).strip("\n")
        if "def" in wanted:
            hits = search(codebase, wanted, mode=Mode.EXACT).hits
            assert any(lines[hit.span.start_line : hit.span.end_line + 1] == wanted.split("\n") for hit in hits)


def test_a_literal_is_found_among_very_many_chunks_that_nearly_hold_it(root, open_codebase):
    body = "\n\n".join(f"def f{n}():\n" + "    needle()\n" * 2 + "    other()\n" * 90 for n in range(50))
    write(root, {f"{number}.py": f"# {number}\n{body}" for number in range(40)})
    write(root, {"tests/last.py": body + "\n\ndef last():\n    return Needle()\n"})
    codebase = open_codebase()
    assert codebase.status().chunks > 1_280
    assert found(codebase, "Needle()", mode=Mode.EXACT) == ["tests/last.py"]
    assert found(codebase, r"Need[l]e\(\)", mode=Mode.REGEX) == ["tests/last.py"]


def files_read(codebase, monkeypatch):
    """Return the list of files that are read from now on, two of them before the words are looked through."""
    monkeypatch.setattr(exact, "_READ_AT_ONCE", 2)
    monkeypatch.setattr(holding_files, "_FEW", 0)
    read = []
    utf8 = codebase._texts.utf8
    monkeypatch.setattr(
        codebase._texts, "utf8", lambda root, paths, most: read.extend(paths) or utf8(root, paths, most)
    )
    return read


def test_a_pattern_that_asks_for_a_whole_word_reads_no_files_of_longer_words(root, open_codebase, monkeypatch):
    write(root, {f"{n}.py": f"deadline = {n}\n\n\ndef outline{n}(linear):\n    pass\n" for n in range(30)})
    write(root, {"tests/last.py": "line = 42\n"})
    codebase = open_codebase()
    read = files_read(codebase, monkeypatch)
    assert found(codebase, r"\bline\s*=\s*[0-9]+", mode=Mode.REGEX) == ["tests/last.py"]
    assert read == ["0.py", "1.py", "tests/last.py"]


def test_words_are_not_looked_through_for_a_literal_that_many_files_hold(root, open_codebase, monkeypatch):
    write(
        root,
        {f"{n:02}.py": f"def f{n}():\n    return {'needle' if n % 2 else 'nee, eed, edl, dle'}\n" for n in range(40)},
    )
    codebase = open_codebase()
    read, looked = files_read(codebase, monkeypatch), []
    monkeypatch.setattr(HoldingFiles, "by_words", lambda files, **_: looked.append(files) or files)
    hits = search(codebase, "needle", mode=Mode.EXACT, limit=3).hits
    assert [hit.path.name for hit in hits] == ["01.py", "03.py", "05.py"]
    assert (len(read) <= 8, looked) == (True, [])


def test_few_files_are_read_for_a_literal_that_many_may_hold(root, open_codebase, monkeypatch):
    nearly = "def f{n}(minor):\n    instead = nstar(street, return_all)\n"  # every run of three letters of `minstr`
    write(root, {f"{n}.py": nearly.format(n=n) for n in range(30)})
    write(
        root, {"tests/last.py": "def adminstrate():\n    return 'größe'\n", "tests/z.py": "x = 'größe'  # min, ins\n"}
    )
    codebase = open_codebase()
    read = files_read(codebase, monkeypatch)
    for query, mode in (("minstr", Mode.EXACT), (r"minstr\w+\(", Mode.REGEX)):
        assert found(codebase, query, mode=mode) == ["tests/last.py"]
        assert len(read) <= 4  # two by their trigrams, and those whose words hold it
        read.clear()
    assert len(search(codebase, "instead", mode=Mode.EXACT, limit=1).hits) == 1
    assert len(read) < 10


def test_an_error_message_finds_the_code_that_says_it(root, open_codebase):
    method = """    def close_{n}(self):
        # the session expired before the upload finished
        return self.session
"""
    write(root, {"service.py": "class Service:\n" + "\n".join(method.format(n=n) for n in range(3))})
    write(
        root,
        {"errors.py": 'def check(one):\n    raise LookupError(f"upload session {one} expired before it finished")\n'},
    )
    codebase = open_codebase()
    assert found(codebase, "upload session 1742 expired before it finished")[0] == "errors.py"
    assert found(codebase, "what happens when the session expired")[0] == "service.py"


@pytest.mark.parametrize(
    ("text", "path", "line"),
    [
        ("login.js", "src/auth/login.js", 0),
        ("auth/login.py", "src/auth/login.py", 0),
        ("auth/login", "src/auth/login.js", 0),
        ("retry.go:5", "src/net/retry.go", 4),
        ("src\\net\\retry.go", "src/net/retry.go", 0),
        ('  File "/srv/app/src/auth/login.py", line 9, in authenticate', "src/auth/login.py", 8),
        ("\t/go/acme/src/net/retry.go:5 +0x1d", "src/net/retry.go", 4),
        ('  File "/srv/old/src/auth/login.py", line 40, in open_session', "src/auth/login.py", 15),
    ],
)
def test_a_place_that_is_named_comes_first(codebase, text, path, line):
    first = search(codebase, text).hits[0]
    assert first.path == codebase.root / path
    assert first.span.start_line <= line <= first.span.end_line


def test_a_place_of_another_project_leads_nowhere(codebase):
    at = "Error\n    at run (/usr/lib/node_modules/other/login.js:1:1)"
    assert all("place" not in hit.signals for hit in search(codebase, at, explain=True).hits)


def test_a_place_keeps_to_the_filters(codebase):
    assert found(codebase, "login.py", languages=("javascript",))[0] == "src/auth/login.js"


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("written", ["NFC", "NFD"])
def test_a_place_is_found_however_its_accents_are_written(root, open_codebase, form, written):
    name = unicodedata.normalize(form, "größe.py")
    write(root, {name: "def form(a):\n    return a\n" * 100, "other.py": "größe = 'größe é'\n" * 30})
    codebase = open_codebase()
    for place, line in ("größe.py", 0), ("größe.py:150", 149):
        first = search(codebase, unicodedata.normalize(written, place), explain=True).hits[0]
        assert (first.path.name, "place" in first.signals) == (name, True)
        assert first.span.start_line <= line <= first.span.end_line


def test_of_files_that_differ_by_case_the_one_spelled_so_comes_first(root, open_codebase):
    if (root.parent / root.name.swapcase()).exists():
        pytest.skip("names differ by more than case here")
    write(root, {"Cart.py": "def upper(a):\n    return a\n", "cart.py": "def lower(a):\n    return a\n"})
    codebase = open_codebase()
    assert [found(codebase, place)[0] for place in ("cart.py", "Cart.py", "cart.py:1")] == [
        "cart.py",
        "Cart.py",
        "cart.py",
    ]


def test_pasted_code_is_found_where_it_stands(root, open_codebase):
    write(root, {f"near_{n}.py": f"def total_{n}(cart):\n    return sum(cart.prices, {n})\n" for n in range(20)})
    write(root, {"far.py": "class Report:\n    def write(self, cart):\n        return sum(cart.prices, start=0)\n"})
    codebase = open_codebase()
    assert found(codebase, "return sum(cart.prices, start=0)")[0] == "far.py"
    assert found(codebase, "  def write(self, cart):\n    return sum(cart.prices, start=0)")[0] == "far.py"
    assert found(codebase, 'why does it say "return sum(cart.prices, start=0)"')[0] == "far.py"


def test_a_quotation_is_found_as_whole_words_before_it_is_found_within_others(root, open_codebase):
    files = {
        "a.py": "def a(cart):\n    cart.say('Remove the item now')\n",
        "b.py": "def b(cart):\n    cart.say('move the item')\n",
    }
    write(root, files)
    assert found(open_codebase(), 'where does it say "move the item"')[:2] == ["b.py", "a.py"]


def test_a_quoted_message_is_looked_for_in_code_not_in_the_change_log(root, open_codebase):
    write(
        root,
        {"CHANGES": "* says 'the cart is closed' now\n", "cart.py": "def add():\n    fail('the cart is closed')\n"},
    )
    assert found(open_codebase(), 'where is the error "the cart is closed" raised')[0] == "cart.py"


def test_a_question_in_chinese_finds_english_code(codebase):
    assert search(codebase, "验证用户的密码").hits[0].path.name in ("login.py", "login.js")
    assert "retry.go" in {hit.path.name for hit in search(codebase, "在哪里重试", limit=2).hits}


def test_a_module_is_found_by_its_dotted_name(root, open_codebase):
    write(
        root,
        {
            "lib/shop/cart.ex": "defmodule Shop.Cart do\n  def add(cart), do: cart\nend\n",
            "lib/shop.ex": "defmodule Shop do\n  def cart, do: 1\n  def get_cart, do: 2\nend\n",
            "src/Cart/Item.php": "<?php\nnamespace Shop\\Cart;\n\nclass Item\n{\n}\n",
            "src/Item.php": "<?php\nnamespace Shop;\n\nclass Item\n{\n}\n",
        },
    )
    codebase = open_codebase()
    assert found(codebase, "Shop.Cart")[0] == "lib/shop/cart.ex"
    assert found(codebase, "Shop\\Cart\\Item")[0] == "src/Cart/Item.php"


@pytest.mark.parametrize("text", ['"wrong password for this user"', r"refuse\w+ a (?=wrong) password\("])
def test_what_is_nowhere_as_written_is_answered_by_what_is_nearest(codebase, text):
    answer = search(codebase, text, mode=Mode.AUTO)
    assert answer.mode is Mode.HYBRID
    assert answer.hits
    assert not search(codebase, '"wrong password for this user"', mode=Mode.EXACT).hits


@pytest.mark.parametrize("text", ["A" * 100, " ".join(letter * 100 for letter in "abc") + ": 12"])
def test_words_too_long_for_the_index_stand_in_no_string(codebase, text):
    assert search(codebase, text, mode=Mode.AUTO).confidence is not Confidence.HIGH


def test_signs_without_a_word_are_taken_literally_and_like_nothing_else(codebase):
    answer = search(codebase, "):", mode=Mode.AUTO)
    assert answer.mode is Mode.EXACT
    assert answer.hits
    assert all("):" in hit.text for hit in answer.hits)
    assert not search(codebase, "!?!?", mode=Mode.AUTO).hits


@pytest.mark.parametrize("mode", Mode)
def test_explain_says_in_every_mode_what_the_score_is_made_of(codebase, mode):
    text = {Mode.EXACT: "password", Mode.REGEX: r"pass\w+", Mode.SYMBOL: "authenticate"}.get(mode, QUERY)
    hits = search(codebase, text, mode=mode, explain=True, limit=50).hits
    assert hits
    assert all(hit.signals for hit in hits)
    assert not any(hit.signals for hit in search(codebase, text, mode=mode).hits)
    for hit in hits:
        assert sum(hit.signals.values()) == pytest.approx(hit.score, abs=1e-6), hit
    if mode in (Mode.EXACT, Mode.REGEX):
        (lowered,) = {tuple(hit.signals) for hit in hits if hit.path.name == "login.md"}
        assert lowered == ("written", "example", "prose")


def test_a_pattern_is_known_by_its_form(codebase):
    answer = search(codebase, r"def \w+_password\(", mode=Mode.AUTO)
    assert answer.mode is Mode.REGEX
    assert [(hit.path.name, hit.span.start_line) for hit in answer.hits] == [("login.py", 12)]


def test_a_pattern_is_smart_about_case(codebase):
    assert "src/net/retry.go" in found(codebase, "^func retry", mode=Mode.REGEX)
    assert found(codebase, "^FUNC Retry", mode=Mode.REGEX) == []


@pytest.mark.parametrize("pattern", ["(", "*", "[", "a{2,1}", r"(?=x)", r"(a)\1"])
def test_a_pattern_that_cannot_be_searched_is_refused_by_name(codebase, pattern):
    with pytest.raises(InvalidQuery, match="regular expression") as caught:
        search(codebase, pattern, mode=Mode.REGEX)
    assert caught.value.field == "query"
    assert "(?i)" not in caught.value.reason  # what the user did not write


@pytest.mark.parametrize("pattern", ["(a+)+$", "(a|aa)+$", "(.*)*x" * 5, "^(([a-z])+.)+[A-Z]([a-z])+$"])
def test_an_evil_pattern_takes_linear_time(codebase, pattern):
    answer = search(codebase, pattern, mode=Mode.REGEX)
    assert answer.took_ms < 5_000


@pytest.mark.parametrize(
    "text",
    [
        "the of and",
        "???",
        "(",
        "*",
        "a",
        "🙂",
        "e\u0301te\u0301",
        "\ufeff",
        "x" * 10_000,
        "word " * 2_000,
        "'",
        '"',
        "a\0b",
    ],
)
def test_odd_queries_have_an_answer_in_every_mode(codebase, text):
    for mode in (Mode.AUTO, *CHANNELS, Mode.SYMBOL, Mode.EXACT):
        if text.strip():
            assert search(codebase, text, mode=mode).mode is not Mode.AUTO


def test_scores_do_not_depend_on_the_limit_and_fall(codebase):
    few, many = search(codebase, limit=2).hits, search(codebase, limit=50).hits
    assert [hit.score for hit in few] == [hit.score for hit in many[:2]]
    scores = [hit.score for hit in many]
    assert scores == sorted(scores, reverse=True)
    assert all(0 <= score <= 1 for score in scores)


def test_the_same_question_has_the_same_answer(codebase):
    first, second = search(codebase, limit=50), search(codebase, limit=50)
    assert first.hits == second.hits


def test_pages_are_the_whole_answer_in_pieces(codebase):
    whole = [(hit.path, hit.span) for hit in search(codebase, limit=50).hits]
    seen, cursor = [], None
    while True:
        answer = search(codebase, limit=2, cursor=cursor)
        seen += [(hit.path, hit.span) for hit in answer.hits]
        cursor = answer.next_cursor
        if cursor is None:
            break
    assert seen == whole


def test_hits_of_one_answer_do_not_overlap(codebase):
    shown = {}
    for hit in search(codebase, limit=50).hits:
        for line in range(hit.span.start_line, hit.span.end_line + 1):
            assert (hit.path, line) not in shown
            shown[hit.path, line] = True


@pytest.mark.parametrize(("lexical", "vector"), [(0.3, 0.7), (1.0, 0.0), (0.0, 1.0), (2.0, 2.0), (1e308, 1e308)])
def test_weights_are_a_weighted_sum_of_the_channels(codebase, lexical, vector):
    """M11, M12."""
    hits = search(codebase, weights=(lexical, vector), explain=True, limit=50).hits
    for hit in hits:
        assert {*hit.signals} - {"repeat"} == {"lexical", "vector"}
    assert max(hit.signals["lexical"] for hit in hits) == pytest.approx(
        lexical / 2 / (lexical / 2 + vector / 2), abs=1e-6
    )


def test_what_no_weighted_channel_found_is_no_hit(codebase):
    assert search(codebase, "zzqxw", weights=(0.0, 1.0)).hits
    answer = search(codebase, "zzqxw", weights=(1.0, 0.0))
    assert (answer.hits, answer.confidence) == ((), Confidence.NONE)
    assert all(hit.score > 0 for hit in search(codebase, weights=(1.0, 0.0), limit=50).hits)


def test_signals_of_every_hit_of_a_file_sum_to_its_score(root, settings, open_codebase):
    bodies = (f"def retry_{n}(call):\n" + f"    call.retry({n})  # with a pause\n" * 60 for n in range(4))
    write(root, {"net.py": "\n\n".join(bodies), "other.py": "def pause(call):\n    return call\n"})
    codebase = open_codebase(settings=replace(settings, embedding_model="builtin"))
    codebase.wait_until_idle(CancelToken())
    for asked in ({"mode": Mode.HYBRID}, {"mode": Mode.LEXICAL}, {"weights": (0.3, 0.7)}, {"text": "retry_1"}):
        hits = search(codebase, **{"text": "retry the call with a pause", **asked}, explain=True, limit=50).hits
        assert any(hit.signals.get("repeat", 0.0) < 0 for hit in hits), "no file has a second hit"
        for hit in hits:
            assert sum(hit.signals.values()) == pytest.approx(hit.score, abs=1e-6), hit


def test_explain_gives_every_signal_and_silence_none(codebase):
    assert {"lexical", "vector", "coverage", "path"} <= set(search(codebase, explain=True).hits[0].signals)
    assert search(codebase).hits[0].signals == {}


def test_the_budget_is_kept_and_said(codebase):
    answer = search(codebase, max_chars=100)
    assert sum(len(hit.text) for hit in answer.hits) <= 100
    assert answer.truncated
    assert not search(codebase, max_chars=100_000).truncated
    assert all(hit.text is None for hit in search(codebase, pack=Pack.NONE).hits)


def test_the_active_file_decides_between_equals(codebase):
    query = SearchQuery("authenticate", active_path=codebase.root / "src/auth/login.js")
    assert codebase.search(query, CancelToken()).hits
    assert codebase.search(replace(query, active_path=codebase.root.parent / "elsewhere.py"), CancelToken()).hits


def test_a_cancelled_search_stops(codebase):
    cancel = CancelToken()
    cancel.cancel()
    with pytest.raises(Cancelled):
        codebase.search(SearchQuery(QUERY), cancel)


def test_vectors_are_refused_by_name_where_there_is_no_model(root, open_codebase):
    write(root, {"a.py": "x = 1\n"})
    with pytest.raises(InvalidQuery, match=r"embedding\.model"):
        open_codebase().search(SearchQuery("x", mode=Mode.VECTOR), CancelToken())


def test_words_that_stand_nowhere_take_no_place_from_those_that_do_in_a_long_query(codebase):
    nowhere = " ".join(f"zq{chr(97 + at // 26)}{chr(97 + at % 26)}" for at in range(100))
    hits = search(codebase, f"growing pauses {nowhere}", mode=Mode.LEXICAL).hits
    assert [hit.path.name for hit in hits] == ["retry.go"]


EVICTION = {
    "pool.py": "# How connections are evicted: idle connections are evicted from the pool.\n"
    "# The pool evicts idle connections. Connections that idle are evicted.\n"
    "# An idle connection of the pool is evicted; the pool asks for it.\n"
    "LIMIT = 3\n",
    "keeper.py": "def sweep(pool, now):\n    for connection in pool.idle(now):\n        pool.evict(connection)\n",
}
WAITS = {
    "options.py": "class Options:\n    max_waits = 3  # max waits\n    pause = 2\n",
    "client.py": "def send(request, options):\n    for n in range(options.max_waits):\n        request.post(n)\n",
}


@pytest.mark.parametrize(
    ("text", "path"),
    [("how are idle connections evicted from the pool", "keeper.py"), ("idle connections of the pool", "pool.py")],
    ids=["a question", "a phrase that stands in a comment"],
)
def test_a_question_is_answered_by_code_before_comments(root, open_codebase, text, path):
    write(root, EVICTION)
    assert found(open_codebase(), text)[0] == path


@pytest.mark.parametrize(
    ("text", "path"),
    [("how is max_waits applied to a request", "client.py"), ("max_waits of the options", "options.py")],
    ids=["a question", "a phrase"],
)
def test_a_question_about_a_field_is_answered_by_the_code_that_uses_it(root, open_codebase, text, path):
    write(root, WAITS)
    assert found(open_codebase(), text)[0] == path
