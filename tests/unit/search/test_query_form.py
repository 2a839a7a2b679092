import time
import warnings

import pytest

from lsp_codebase.model import Mode
from lsp_codebase.search.query.query_form import is_pattern, understand


@pytest.mark.parametrize(
    ("text", "mode"),
    [
        ("getUserName", Mode.SYMBOL),
        ("Foo::bar", Mode.SYMBOL),
        ("pkg.mod.fn", Mode.SYMBOL),
        ("Class#method", Mode.SYMBOL),
        ("用户", Mode.SYMBOL),
        ("how is the cache invalidated", Mode.HYBRID),
        ('"no such file"', Mode.EXACT),
        ("'literal text'", Mode.EXACT),
        ("???", Mode.EXACT),
        (":=", Mode.EXACT),
        (r"\(\)", Mode.REGEX),
        (r"def get_\w+_display", Mode.REGEX),
        (r"\bfoo\b", Mode.REGEX),
        (r"print\(", Mode.REGEX),
        ("foo.*bar", Mode.REGEX),
        ("[a-z]+Error", Mode.REGEX),
        ("[a-z+Error.*x", Mode.HYBRID),
        ("what does .*x mean", Mode.HYBRID),
        (r"src\bin\server\main.py", Mode.HYBRID),
        ("src/**/*.js", Mode.HYBRID),
        ("arr[i]+=1", Mode.HYBRID),
        ("if (x.*y)", Mode.HYBRID),
        (r"get_\w+(?=Error)", Mode.HYBRID),  # what no engine of ours can look for is no pattern
    ],
)
def test_the_form_of_a_query_chooses_its_mode(text, mode):
    assert understand(text).mode is mode


@pytest.mark.parametrize("asked", ["what happens when the till closes", "What happens to a till that closes"])
def test_that_something_happens_is_not_looked_for(asked):
    query = understand(asked)
    assert {term.token for term in query.terms if term.is_word} == {"till", "clos"}
    assert query.telling == ("till", "closes")
    assert "happens" in query.meaning
    assert "happen" in {term.token for term in understand("what happens").terms}
    assert "happen" in {term.token for term in understand("an event that happens twice").terms}


def test_a_query_that_looks_like_a_set_of_sets_says_nothing_on_standard_error():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert understand(r"[[a-z]+x").mode is Mode.REGEX


@pytest.mark.parametrize("piece", ["[a-a", "[", "a-", "[a-z]", "\\[a-z"])
def test_what_may_be_a_pattern_is_told_in_time_that_grows_with_the_length_of_a_query(piece):
    begin = time.thread_time()
    is_pattern(piece * (10_000 // len(piece)))
    assert time.thread_time() - begin < 1


@pytest.mark.parametrize("mode", [mode for mode in Mode if mode is not Mode.AUTO])
def test_a_forced_mode_is_kept(mode):
    assert understand("getUserName", mode).mode is mode


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("what is a job's lock", {"job", "lock"}),
        ("where is the caller’s lock taken", {"caller", "lock", "tak"}),
        ("where it doesn't lock", {"lock"}),
    ],
)
def test_the_end_of_a_contracted_word_is_no_term(text, terms):
    assert {term.token for term in understand(text).terms if term.is_word} == terms


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("how are carts thrown away", {"cart", "throw"}),
        ("carts that are too large", {"cart"}),
        ("too large", {"larg"}),
        ("carts packed in parallel", {"cart", "pack", "parallel"}),
    ],
)
def test_the_adverb_of_an_expression_is_no_term(text, terms):
    assert {term.token for term in understand(text).terms if term.is_word} == terms


def test_stop_words_are_no_terms_unless_there_is_nothing_else():
    assert {term.token for term in understand("where is the parser").terms} == {"parser"}
    assert understand("what is this").terms


def test_neighbouring_words_also_look_for_the_joined_name():
    tokens = {term.token: term for term in understand("read the config file").terms}
    assert tokens["=configfile"].gain < tokens["config"].gain
    assert "=readconfig" not in tokens  # a stop word lies between
    assert not tokens["=configfile"].is_word


def test_identifiers_inside_a_sentence_are_known():
    assert understand("why does get_user fail when `session` is None").identifiers == {"=getuser", "=session"}


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("fix crash in src/net/http.py", "src/net/http.py"),
        ("static: keep files", "static"),
        ("ignore/types: add container", "ignore/types"),
        ("add hints to sphinx.ext.autodoc", "sphinx/ext/autodoc"),
    ],
)
def test_paths_modules_and_scope_prefixes_are_mentions(text, path):
    assert path in understand(text).paths


@pytest.mark.parametrize(
    ("text", "tests", "examples"),
    [
        ("tests for login", True, True),
        ("test_login_fails implementation", True, True),
        ("benchmark of x", False, True),
        ("login", False, False),
    ],
)
def test_intent_for_tests_and_examples_is_read_from_the_words(text, tests, examples):
    found = understand(text)
    assert ("test" in found.wants, "example" in found.wants) == (tests, examples)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("config of the linter", True),
        ("configuration", True),
        ("where is the spelling service registered", True),
        ("where is the config file parsed", False),
        ("lint", False),
    ],
)
def test_files_of_settings_are_asked_for_but_where_code_does_something_with_them(text, wanted):
    assert ("config" in understand(text).wants) is wanted


@pytest.mark.parametrize(
    ("text", "translations"),
    [
        ("the german text of an empty basket", True),
        ("Translations of titles", True),
        ("the text of an empty basket", False),
    ],
)
def test_a_query_that_names_a_language_or_translations_asks_for_them(text, translations):
    assert ("translation" in understand(text).wants) is translations


def test_a_quoted_text_is_taken_literally():
    assert understand('"a  b"').literal == "a  b"


@pytest.mark.parametrize(
    "text",
    [
        "fix the retry after a failure",
        "Don't close the connection twice",
        "Do not close the connection twice",
        "net/http: close the connection once",
        "feat(core)!: close the connection once",
        "[core] close the connection once",
    ],
)
def test_a_change_is_known_by_its_first_word_or_by_the_place_in_front_of_it(text):
    assert understand(text).wants_change


@pytest.mark.parametrize(
    "text", ["retries after a failure", "Returns the fixed part", "how is a connection closed", "`fix` closes it"]
)
def test_what_describes_something_asks_for_no_change(text):
    assert not understand(text).wants_change


@pytest.mark.parametrize(
    ("text", "is_question"),
    [
        ("how are idle connections evicted", True),
        ("Where is the lock taken?", True),
        ("find the code that retries", True),
        ("show me where retries are counted", True),
        ("in which order are hooks run", True),
        ("when is a lock given back", True),
        ("when a lock is given back, how are the others told", True),
        ("does it wait between attempts", True),
        ("is the lock given back after an error", True),
        ("are other sessions ended when a password is changed", True),
        ("should every attempt be counted", True),
        ("attempts are counted twice. Why?", True),
        ("如何处理用户登录", True),
        ("wo wird das Passwort geprüft", True),
        ("eviction of idle connections", False),
        ("however it is called", False),
        ("when a lock is given back, the others are told", False),
        ("does a deep copy of the settings", False),
        ("find elements that have this class", False),
        ("is a wrapper around a file system", False),
        ("fix how idle connections are evicted", False),
        ("How connections are evicted\n\n" + "The pool keeps them for a while. " * 8, False),
    ],
)
def test_what_asks_as_questions_do_or_in_another_language_is_one(text, is_question):
    assert understand(text).is_question is is_question


class TestReports:
    TITLE = "Sessions expire too early behind a proxy"
    REST = (
        "Since the upgrade our users are logged out after a minute. I followed the example of the documentation, and "
        "wrote a test that shows it: the cookie is renewed but the store forgets it when `touch_session` is called.\n\n"
        "Expected: they stay. Version 3.2, Debian."
    )

    def gains(self, text):
        return {term.token: term.gain for term in understand(text).terms}

    def test_words_of_the_title_count_twice_as_much_as_those_that_follow(self):
        gains = self.gains(f"{self.TITLE}\n\n{self.REST}")
        assert gains["proxi"] == 2 * gains["upgrad"]
        assert gains["session"] == gains["proxi"]  # which stands in both

    def test_what_follows_asks_for_no_tests_examples_or_documents(self):
        report = understand(f"{self.TITLE}\n\n{self.REST}")
        assert report.wants.isdisjoint({"test", "example", "prose"})
        assert "example" in understand(f"Example of expiring sessions fails\n\n{self.REST}").wants

    def test_names_that_follow_are_still_looked_for(self):
        assert "=touchsession" in understand(f"{self.TITLE}\n\n{self.REST}").identifiers

    def test_the_headings_of_a_form_are_no_title_and_no_words(self):
        gains = self.gains(f"### Describe the bug\n\n{self.TITLE}\n\n{self.REST}")
        assert gains["proxi"] == 2 * gains["upgrad"]
        assert "bug" not in gains

    def test_it_asks_for_a_change(self):
        report = understand(f"{self.TITLE}\n\n{self.REST}")
        assert (report.is_report, report.wants_change) == (True, True)

    def test_its_first_lines_are_its_meaning(self):
        assert understand(f"{self.TITLE}\n\n{self.REST}").meaning == f"{self.TITLE}\n" + self.REST.replace("\n\n", "\n")
        assert "Debian" not in understand(f"{self.TITLE}\n\nShort.\nLines.\n{self.REST}").meaning

    @pytest.mark.parametrize(
        "text",
        [
            f"{TITLE} {REST}".replace("\n", " "),
            f"{TITLE}\nbehind nginx",
            "def renew(session):\n" + "    session.touch(now)\n" * 20,
            "import os\n" + "print(os.getcwd())\n" * 20,
        ],
        ids=["one line", "few words", "a function", "a module"],
    )
    def test_nothing_else_is_read_as_a_report(self, text):
        assert set(self.gains(text).values()) <= {1.0, 0.4, 0.3}
        assert understand(text).meaning == text
        assert not understand(text).is_report


@pytest.mark.parametrize("text", ["(not the tests)", " not tests", "\x1b[0m", " \x1b[31m\x1b[0m\n"])
def test_a_text_of_which_nothing_would_be_left_is_read_as_it_is(text):
    read = understand(text)
    assert (read.text, read.mode) == (text, Mode.HYBRID)
