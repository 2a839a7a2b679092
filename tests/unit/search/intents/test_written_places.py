import time

import pytest

from lsp_codebase.search.intents.places.written_places import Place, places


@pytest.mark.parametrize(
    ("text", "path", "line", "beside"),
    [
        ("\tat org.acme.cart.Cart.add(Cart.java:12)", "org/acme/cart/Cart.java", 11, "add"),
        ("\tat java.base/java.util.HashMap.get(HashMap.java:5)", "java/util/HashMap.java", 4, "get"),
        ("   at Acme.Cart.Add(Item item) in C:\\src\\Cart.cs:line 40", "C:/src/Cart.cs", 39, "Add"),
        ("Cart.cs(12,34): error CS1002: ; expected", "Cart.cs", 11, None),
        ('  File "/app/cart.py", line 7, in total', "app/cart.py", 6, "total"),
        ("    at total (/home/me/app/cart.js:10:15)", "home/me/app/cart.js", 9, "total"),
        ("\t/go/src/acme/cart/cart.go:30 +0x1d", "go/src/acme/cart/cart.go", 29, None),
        ("main.(*Cart).Total(0x1)\n\t/go/src/acme/cart/cart.go:30 +0x1d", "go/src/acme/cart/cart.go", 29, "Total"),
        ("   4: shop::cart::Cart::total\n             at ./src/cart.rs:30:14", "src/cart.rs", 29, "total"),
        ("panicked at src/cart.rs:10:5:", "src/cart.rs", 9, None),
        ("cart.c:120:14: error: implicit declaration of function 'total'", "cart.c", 119, "total"),
        ("Uncaught TypeError in /app/src/Cart.php on line 88", "app/src/Cart.php", 87, None),
        ("#0 /app/Cart.php(123): Cart->total()", "app/Cart.php", 122, "total"),
        ("    (shop 0.1.0) lib/shop/cart.ex:30: Shop.Cart.total/2", "lib/shop/cart.ex", 29, "total"),
        ("./plugins/cart/functions: line 9: total: command not found", "plugins/cart/functions", 8, None),
        ("https://example.org/acme/blob/main/src/cart.py#L10-L20", "example.org/acme/blob/main/src/cart.py", 9, None),
    ],
)
def test_a_line_is_read_from_what_programs_print(text, path, line, beside):
    place = places(text)[0]
    assert (place.path, place.line) == (path, line)
    assert beside is None or beside in place.beside


@pytest.mark.parametrize(
    "text",
    [
        "[ERROR] src/cart.c:[12,34] cannot find symbol",
        "src/cart.c line 12",
        "at: res://src/cart.c:12",
        "webpack:///./src/cart.c:12:3",
        "src/cart.c lines 12-14",
        "line 12 of src/cart.c",
        "look at lines 12-14 in the file src/cart.c",
        "The problem is in src/cart.c, around line 12, where nothing is checked",
        "see a.c, and line 12 of src/cart.c",
        "vim +12 src/cart.c",
        "src/cart.c +12",
        "src/cart.c|12 col 5 error| undefined",
        "src/cart.c-12-",
        "::error file=src/cart.c,line=12,col=5::undefined",
        '{"path": "src/cart.c", "start_line": 12, "end_line": 20}',
        '<file name="src/cart.c">\n<error line="12" column="3"/>\n</file>',
        "src/cart.c\n  12:5  error  unused  no-unused-vars\n\n1 problem",
        " ----- --------\n  Line   src/cart.c\n ----- --------\n  12     undefined\n",
        "src/cart.c      120      4    97%   12-14",
        "Can't locate object method at src/cart.c line 12.",
        r'{"stack": "TypeError\n    at total (src/cart.c:12:5)"}',
        r"  File \"src/cart.c\", line 12, in total",
        "  File &quot;src/cart.c&quot;, line 12, in total",
    ],
)
def test_a_line_is_read_however_it_is_written(text):
    assert ("src/cart.c", 11) in [(place.path, place.line) for place in places(text)]


@pytest.mark.parametrize(
    ("text", "path"),
    [
        ("diff --git a/src/a.c b/src/a.c\nindex 0123abc..4567def 100644", "src/a.c"),
        (" src/a.c | 12 ++++++------\n 1 file changed", "src/a.c"),
        ("\tmodified:   src/a.c", "src/a.c"),
        ("open the file src/a.c", "src/a.c"),
    ],
)
def test_a_file_alone_is_read_from_what_git_prints_and_people_ask(text, path):
    assert [(place.path, place.line) for place in places(text)] == [(path, None)]


@pytest.mark.parametrize(
    ("text", "path", "line"),
    [
        (r"src\net\test_cart.py:12", "src/net/test_cart.py", 11),
        (r"src\net.py:12", "src/net.py", 11),
        (r".\src\net.py:12", "src/net.py", 11),
        (r"C:\shop\net.py:12: in total", "C:/shop/net.py", 11),
        (r"\\server\share\net.py:12", "server/share/net.py", 11),
        (r"it broke in src\tests\new.cpp(12,5), I think", "src/tests/new.cpp", 11),
        (r'{"file": "C:\\shop\\net.py", "line": 12}', "C:/shop/net.py", 11),
        (r"Traceback:\n  File \"C:\\shop\\net.py\", line 12\nC", "C:/shop/net.py", 11),
        (r"error\nnet.py:12: error\n", "net.py", 11),
        (r"C:\shop\net.py", "C:/shop/net.py", None),
        (r"cat src\net.py", "src/net.py", None),
    ],
)
def test_the_backslashes_of_a_path_of_windows_end_no_lines(text, path, line):
    assert [(place.path, place.line) for place in places(text)] == [(path, line)]


@pytest.mark.parametrize("text", ["refactor total in src/a.c", "src/a.c +12 -3", "at f (/app/dist/index.js:1:84213)"])
def test_a_file_that_is_named_by_the_way_a_count_and_a_bundle_name_no_line(text):
    assert all(place.line is None for place in places(text))


def test_pytest_says_last_where_it_broke():
    text = "tests/test_a.py:12: \n_ _ _\nsrc/a.py:5: in total\n    x()\nsrc/b.py:7: KeyError"
    assert [place.path for place in places(text)] == ["src/b.py", "src/a.py", "tests/test_a.py"]


def test_a_function_on_the_line_of_another_place_is_not_beside_the_next():
    assert places("cart.js:1 total()\ncart.js:9")[1].beside == frozenset()


def test_a_hunk_names_the_first_line_it_changes():
    diff = "diff --git a/src/a.c b/src/a.c\n--- a/src/a.c\n+++ b/src/a.c\n@@ -300,7 +300,7 @@ int f\n-\tx\n+\ty"
    assert [(place.path, place.line) for place in places(diff)] == [("src/a.c", 302)]


def test_python_says_last_where_it_broke():
    text = 'Traceback (most recent call last):\n  File "a.py", line 1, in f\n  File "b.py", line 2, in g\nKeyError'
    assert [place.path for place in places(text)] == ["b.py", "a.py"]


@pytest.mark.parametrize("text", ["Cart.java", "cart/Cart", "src/cart/Cart.java", "System Calls/Mocking.swift"])
def test_a_path_alone_is_a_file(text):
    assert [(place.path, place.line) for place in places(text)] == [(text, None)]


@pytest.mark.parametrize(
    "text", ["Cart", "read the config file", "Acme\\Cart\\Item", "why is a/b slow when it is full"]
)
def test_names_and_sentences_are_no_places(text):
    assert places(text) == []


def test_a_file_that_a_sentence_goes_on_about_is_no_place():
    assert places("show pyproject.toml path in the message that it is there") == []
    assert places("open src/a.c and fix it") == [Place("src/a.c", None)]


@pytest.mark.parametrize("text", ["a" * 10_000, "a." * 5_000, "a/" * 5_000, "a.b:1 " * 1_600, "x.py:1 " + "a(" * 4_990])
def test_a_long_text_is_read_in_linear_time(text):
    started = time.process_time()
    places(text)
    assert time.process_time() - started < 0.5
