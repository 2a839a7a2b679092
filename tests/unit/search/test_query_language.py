"""Which operators a query text holds, and which texts only look as if they held some."""

import pytest

from lsp_codebase.model import Mention, Mode, Narrowing
from lsp_codebase.search.filters.filters import KINDS_TAKEN, LANGUAGES_TAKEN
from lsp_codebase.search.query.query_language import parse_query


def read(text: str, mode: Mode = Mode.AUTO) -> tuple[str, dict[str, object]]:
    """Return the words and the parts of the narrowing that say something, `written` aside."""
    parsed = parse_query(text, mode)
    parts = {name: getattr(parsed.narrowing, name) for name in Narrowing.__slots__}
    return parsed.text, {name: value for name, value in parts.items() if value and name != "written"}


def word(text: str) -> Mention:
    return Mention(text, is_word=True)


def phrase(text: str) -> Mention:
    return Mention(text, is_word=False)


@pytest.mark.parametrize(
    ("text", "words", "parts"),
    [
        ("lang:python session", "session", {"languages": ("python",)}),
        ("session lang:python", "session", {"languages": ("python",)}),
        ("language:C# x", "x", {"languages": ("C#",)}),
        ('lang:"common lisp" x', "x", {"languages": ("common lisp",)}),
        ("lang:go,py x", "x", {"languages": ("go", "py")}),
        ("lang:go lang:py x", "x", {"languages": ("go", "py")}),
        ("lang:go OR lang:py x", "x", {"languages": ("go", "py")}),
        ("-lang:go x", "x", {"exclude_languages": ("go",)}),
        ("NOT lang:go x", "x", {"exclude_languages": ("go",)}),
        ("kind:class Foo", "Foo", {"kinds": ("class",)}),
        ("path:src/net x", "x", {"paths": (("**/*src/net*",),)}),
        ('path:"my docs" x', "x", {"paths": (("*my docs*",),)}),
        ("path:src file:*.go x", "x", {"paths": (("*src*",), ("*.go",))}),
        ("path:src AND file:*.go x", "x", {"paths": (("*src*",), ("*.go",))}),
        ("path:src OR path:lib x", "x", {"paths": (("*src*", "*lib*"),)}),
        ("-path:tests -file:*.md x", "x", {"exclude": ("*tests*", "*.md")}),
        ("where is the session stored path:src", "where is the session stored", {"paths": (("*src*",),)}),
        (
            "lang:go how is the pause of a retry computed",
            "how is the pause of a retry computed",
            {"languages": ("go",)},
        ),
        ("path:src", "", {"paths": (("*src*",),)}),
    ],
)
def test_a_filter_is_read_wherever_it_stands(text, words, parts):
    assert read(text) == (words, parts)


@pytest.mark.parametrize(
    ("text", "words", "parts"),
    [
        ('session "secure cookie"', "session secure cookie", {"held": ((phrase("secure cookie"),),)}),
        ('"one two" "three four"', "one two three four", {"held": ((phrase("one two"),), (phrase("three four"),))}),
        ("get OR fetch user", "get fetch user", {"held": ((word("get"), word("fetch")),)}),
        ('"a b" OR c OR d.e', "a b c d.e", {"held": ((phrase("a b"), word("c"), phrase("d.e")),)}),
        ("session AND cookie", "session cookie", {"held": ((word("session"),), (word("cookie"),))}),
        ("session -permanent", "session", {"absent": (word("permanent"),)}),
        ("-permanent session", "session", {"absent": (word("permanent"),)}),
        ('session -"not here"', "session", {"absent": (phrase("not here"),)}),
        ("session NOT permanent", "session", {"absent": (word("permanent"),)}),
        ("session AND NOT permanent", "session", {"absent": (word("permanent"),)}),
        (
            "session AND cookie NOT permanent",
            "session cookie",
            {"held": ((word("session"),), (word("cookie"),)), "absent": (word("permanent"),)},
        ),
    ],
)
def test_words_are_joined_and_left_out(text, words, parts):
    assert read(text) == (words, parts)


@pytest.mark.parametrize("text", ['lang:go "func main"', '"func main" lang:go'])
def test_a_text_that_is_one_quotation_stays_one(text):
    """It is looked for literally, with its quotes, as it is without a filter."""
    assert read(text) == ('"func main"', {"languages": ("go",)})
    assert read('"func main"') == ('"func main"', {})
    assert read(text, Mode.HYBRID) == ("func main", {"languages": ("go",), "held": ((phrase("func main"),),)})


UNTOUCHED = [
    "how is the session cookie signed?",
    "find all usages of a class and its subclasses, or tests",
    "std::vector push_back",
    "Foo::bar",
    "foo:bar baz",
    "key: value",
    "language: python",
    "lang: go",
    "https://example.com/lang:go?x=1 timeout",
    "file:///home/me/x.py",
    "C:\\src\\file.py",
    "rg -i pattern",
    "grep -rn foo .",
    "tar -xzf archive.tar -C dir",
    "git log --oneline -n 5",
    "cmake -DBUILD=ON",
    "a - b",
    "a -b",
    "x -1",
    "well-known names",
    "foo(-bar)",
    "column NOT NULL",
    "IF NOT EXISTS",
    "combined with OR operator",
    "OR",
    "a OR",
    "NOT",
    "or and not",
    '"',
    'x "',
    'print("hello world")',
    'name = "some value"',
    'call f("a b") -now',
    '"say \\"hi\\" twice"',
    "'quoted text'",
    '""',
    '"   " x',
    "-foo -bar",
    "def f(path:str, file:File):",
    "{lang:python}",
    "@Component({selector: 'x'})",
    "src/net/http.go:42:7: undefined: foo",
    'File "x.py", line 3, in f',
    'the phrase "View on site" is shown on the page by this',
    "lang:python\nsession",
    "Traceback:\n  -foo OR bar lang:go",
]


@pytest.mark.parametrize("text", UNTOUCHED)
def test_what_only_looks_like_an_operator_is_left_as_it_is(text):
    assert read(text) == (text, {})


@pytest.mark.parametrize("mode", [Mode.EXACT, Mode.REGEX])
def test_literal_text_holds_no_operators(mode):
    text = 'lang:go "a b" OR c -word'
    parsed = parse_query(text, mode)
    assert (parsed.text, parsed.narrowing, parsed.notes) == (text, Narrowing(), ())


def test_a_name_is_only_filtered():
    assert read('kind:class Foo -Test OR "x y"', Mode.SYMBOL) == ('Foo -Test OR "x y"', {"kinds": ("class",)})


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("lang:klingon x", f"lang:klingon is taken as words: unknown language 'klingon'; {LANGUAGES_TAKEN}"),
        ("lang:pyhton x", "lang:pyhton is taken as words: unknown language 'pyhton'; did you mean python?"),
        ("kind:klass x", "kind:klass is taken as words: unknown kind 'klass'; did you mean Class?"),
        ("-kind:class x", "-kind:class is taken as words: kinds cannot be left out; name those that are wanted"),
        ("path:a|b x", "path:a|b is taken as words: its value is neither a part of a path nor a glob"),
        ("file:(go|py)$ x", "file:(go|py)$ is taken as words: its value is neither a part of a path nor a glob"),
        ("print file:line of each match", "file:line is taken as words: it stands amid a sentence"),
        ("file:[ x", "file:[ is taken as words: its value is neither a part of a path nor a glob"),
        ("cart kind:", f"kind: is taken as words: it has no value; {KINDS_TAKEN}"),
        ("-lang:", f"-lang: is taken as words: it has no value; {LANGUAGES_TAKEN}"),
        (
            "repo:flask x",
            "repo:flask is taken as words: repo: is no operator here; lang:, path:, file:, kind: and changed: are",
        ),
        ("changed:staged x", "changed:staged is taken as words: changed:uncommitted and changed:branch are read"),
        (
            "why is the foo OR bar read",
            "OR, AND, NOT and -word are taken as words in a sentence, in code and in a command line",
        ),
    ],
)
def test_an_operator_that_cannot_be_read_is_taken_as_words_and_said_so(text, told):
    parsed = parse_query(text)
    assert (parsed.text, parsed.narrowing, parsed.notes) == (text, Narrowing(), (told,))


@pytest.mark.parametrize(
    ("text", "left", "filters", "told"),
    [
        ("kind: class cart", "cart", {"kinds": ("class",)}, "kind: class is read as kind:class"),
        ("cart -lang: go", "cart", {"exclude_languages": ("go",)}, "-lang: go is read as -lang:go"),
    ],
)
def test_a_blank_before_the_value_of_a_filter_is_passed_over_and_said_so(text, left, filters, told):
    assert read(text) == (left, filters)
    assert parse_query(text).notes == (told,)


@pytest.mark.parametrize("text", ["kind: Deployment", "the kind: class of cart that it is", "path: must be given"])
def test_a_colon_of_prose_is_no_filter_without_a_value(text):
    assert read(text) == (text, {})


@pytest.mark.parametrize("text", ["path:a " * 65, '"a b" ' * 65, "b OR " * 65 + "b", "b " + "-word " * 65])
def test_so_many_operators_that_they_would_cost_seconds_are_taken_as_words(text):
    parsed = parse_query(text)
    assert (parsed.text, parsed.narrowing) == (text, Narrowing())
    assert parsed.notes == ("more than 64 operators are taken as words",)


def test_what_is_left_out_and_a_query_without_words_are_told():
    assert parse_query("session -permanent").notes == ("left out is what holds: permanent",)
    assert parse_query("lang:go").notes == ("there is no word to look for: the most telling definitions are listed",)
    assert parse_query("lang:go retry").notes == ()


@pytest.mark.parametrize("mode", Mode)
def test_half_of_a_character_is_read_as_one_that_is_unknown(mode):
    assert parse_query("a\ud800 b\udcff é", mode).text == "a\ufffd b\ufffd é"
