"""What lies deep in a file is found although only the upper levels of its tree are walked."""

import time
from pathlib import Path

import pytest

from lsp_codebase.model import ParsedFile
from lsp_codebase.parse import parse_file, partial_walk
from lsp_codebase.parse.limits import ParseLimits

SAMPLES = sorted(Path(__file__).with_name("samples").iterdir())
LIMITS = ParseLimits()
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
                """How partial_walk."""
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


def both_ways(
    path: str, text: str, monkeypatch: pytest.MonkeyPatch, limits: ParseLimits = LIMITS
) -> tuple[ParsedFile, ParsedFile]:
    quick = parse_file(path, text.encode(), limits)
    with monkeypatch.context() as whole:
        whole.setattr(partial_walk, "DEPTHS", {})
        return quick, parse_file(path, text.encode(), limits)


@pytest.mark.parametrize(("path", "text"), [("deep.py", PYTHON), ("deep.js", JAVASCRIPT)])
def test_deep_definitions_and_comments_are_found(path: str, text: str, monkeypatch: pytest.MonkeyPatch) -> None:
    quick, whole = both_ways(path, text, monkeypatch)
    assert quick == whole
    names = {symbol.name for symbol in quick.symbols}
    assert not {"notAName", "not_a_name"} & names
    assert {"Local", "field"} <= names


@pytest.mark.parametrize(("path", "text"), [("deep.py", PYTHON), ("deep.js", JAVASCRIPT)])
@pytest.mark.parametrize("max_depth", range(20))
def test_no_level_below_the_deepest_is_looked_at(
    path: str, text: str, max_depth: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    quick, whole = both_ways(path, text, monkeypatch, ParseLimits(max_depth=max_depth))
    assert quick.symbols == whole.symbols


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_every_sample_parses_as_if_its_whole_tree_were_walked(sample: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = sample.read_text("utf-8") * 5
    quick, whole = both_ways(sample.name, text, monkeypatch)
    assert quick == whole


def test_a_file_of_many_deep_definitions_is_walked_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "(() => { (() => { {\n" + "".join(f"function f{n}() {{}}\n" for n in range(500)) + "} })() })();\n"
    quick, whole = both_ways("many.js", text, monkeypatch)
    assert quick == whole
    assert len(quick.symbols) == 500


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
