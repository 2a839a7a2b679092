"""What lies deep in a file is found, in time that grows with its size."""

import time

import pytest

from lsp_codebase.parse import parse_file

PADDING = "x = 1\n" * 200
PYTHON = (
    PADDING
    + '''
class Outer:
    class Inner:
        class Innermost:
            """Deepest of all."""
            size = 1

            @property
            def depth(self):
                """How deep."""
                if self:
                    def local(value):
                        # what it does
                        return "# no comment; def not_a_name()"
                    class Local:
                        field = 2
                    shorten = lambda text: text[:1]
'''
)
JAVASCRIPT = (
    PADDING
    + """
(function () {
  if (window) {
    // word of a function
    function deep(a) { /* inside */ return "function notAName() {"; }
    const arrow = async (a) => a;
    class Local {
      field = 1;
      get value() { return 1; }
      async method(a,
                   b) {
        items.map((item) => item.name); // each
      }
    }
    module.exports = { shorthand(a) { return a; }, key: function () {}, plain: 1 };
    this.assigned = function named() {};
  }
})();
module.exports = class Exported { size = 1; };
export const Made = class extends Base {
  tag = 1;
  constructor(
    // first
    first, second) {
    super(first);
  }
  static from(of) {
    return new (class {
      return(value) { return value; }
    })();
  }
};
"""
)


@pytest.mark.parametrize(
    ("path", "text", "names", "word_of_a_comment"),
    [
        (
            "deep.py",
            PYTHON,
            "Outer Inner Innermost size depth local Local field shorten",
            "what it does",
        ),
        (
            "deep.js",
            JAVASCRIPT,
            "deep arrow Local field value method shorthand key assigned named Exported size "
            "Made tag constructor from return",
            "word of a function",
        ),
    ],
)
def test_deep_definitions_and_comments_are_found(path: str, text: str, names: str, word_of_a_comment: str) -> None:
    parsed = parse_file(path, text.encode())
    found = [symbol.name for symbol in parsed.symbols if symbol.name != "x"]
    assert sorted(found) == sorted(names.split())
    assert any(word_of_a_comment in chunk.comments for chunk in parsed.chunks)


def test_a_file_of_many_deep_definitions_lists_them_all() -> None:
    text = "(() => { (() => { {\n" + "".join(f"function f{n}() {{}}\n" for n in range(500)) + "} })() })();\n"
    assert len(parse_file("many.js", text.encode()).symbols) == 500


def test_many_deep_definitions_cost_in_proportion() -> None:
    text = "export const m%d = call('%s', (a) => ({ key: (b) => b, other: 1 }));\n"

    def cost(count: int) -> float:
        data = "".join(text % (i, "as code has " * 25) for i in range(count)).encode()
        costs = []
        for _ in range(3):
            begin = time.thread_time()
            assert len(parse_file("a.js", data).symbols) == 2 * count
            costs.append(time.thread_time() - begin)
        return min(costs)

    cost(10)
    assert cost(2_000) < 8 * cost(500)
