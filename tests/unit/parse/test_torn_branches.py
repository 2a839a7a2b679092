"""Conditions of the preprocessor with a brace that stands in another branch, or behind them."""

import time

import pytest

from lsp_codebase.parse import parse_file
from lsp_codebase.parse.torn_branches import without_torn_branches

LOOP = """int before(void) { return 0; }

void run(int n)
{
    int i;
#ifdef UNIX
    for (i = 0; i < n; i++) {
        if (poll(i)) {
#else
    while (next(&i)) {
        {
#endif
            work(i);
        }
    }
}

int behind(void) { return 1; }
"""
HEAD = """#if defined(WIN32)
int main(int argc, wchar_t **argv) {
#else
int main(int argc, char **argv) {
#endif
    int local = argc;
#ifdef WIN32
    if (local) {
        start();
#endif
        run();
#ifdef WIN32
    }
#endif
    return 0;
}

int behind(void) { return 1; }
"""
NEVER = """#if 0
int old(int a) {
    {
#else
int now(int a) {
#endif
    return a;
}

int behind(void) { return 1; }
"""
NESTED = """int run(int a) {
#ifdef A
#  ifdef B
    if (a == 1) {
#  else
    if (a == 2) {
#  endif
#else
    if (a == 3) {
#endif
        return '{' + "}" [0]; /* { */ // }
    }
    return 0;
}

int behind(void) { return 1; }
"""


def functions(text: str, path: str = "run.c") -> list[tuple[str, int, int]]:
    symbols = parse_file(path, text.encode()).symbols
    return [(one.name, one.span.start_line, one.span.end_line) for one in symbols]


@pytest.mark.parametrize("path", ["run.c", "run.cpp", "run.cu"])
@pytest.mark.parametrize(
    ("text", "defined"),
    [
        (LOOP, [("before", 0, 0), ("run", 2, 15), ("behind", 17, 17)]),
        (HEAD, [("main", 1, 15), ("behind", 17, 17)]),
        (NEVER, [("now", 4, 7), ("behind", 9, 9)]),
        (NESTED, [("run", 0, 13), ("behind", 15, 15)]),
    ],
)
def test_a_definition_torn_by_the_preprocessor_is_found_and_none_of_its_variables(text, defined, path):
    assert functions(text, path) == defined


@pytest.mark.parametrize("unclosed", ["/* ", '"\\\\" ', "'a ", "#if \\\\ ", "{ #else\n", "#if A\n{\n#else\n"])
def test_what_nothing_closes_is_read_in_time_that_grows_with_the_text(unclosed):
    def seconds(count: int) -> float:
        text = ("#ifdef A\n" + unclosed * count + "#endif\n" * count).encode()
        begin = time.thread_time()
        without_torn_branches("c", text)
        return time.thread_time() - begin

    assert seconds(80_000) < 40 * max(seconds(8_000), 0.001)


def test_branches_that_are_whole_are_all_read():
    text = LOOP + "#ifdef A\nint one(int a) {\n    return a;\n}\n#else\nint two(int a) {\n    return a;\n}\n#endif\n"
    assert [name for name, *_ in functions(text)] == ["before", "run", "behind", "one", "two"]


@pytest.mark.parametrize("text", ["#endif\n}\n", "#else\n{\n", "#ifdef A\n{\n", "#ifdef A\n" * 5_000 + "{"])
def test_directives_without_another_end_nothing(text):
    assert parse_file("run.c", text.encode()).problem == ""
