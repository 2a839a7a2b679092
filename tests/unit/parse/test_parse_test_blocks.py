"""Tests that calls make: groups and cases are symbols under their sentences, in every language alike."""

import pytest

from lsp_codebase.model import SymbolKind
from lsp_codebase.parse import parse_file

RUBY = """
RSpec.describe Shop::Cart, "when empty", type: :model do
  let(:cart) { Cart.new }
  context 'with "one" item' do
    it "adds #{name} up" do
      expect(1)
    end
    it "is not written yet"
    it { is_expected.to be }
  end
  it("costs nothing") { expect(0) }
end
"""
ELIXIR = """
defmodule CartTest do
  use ExUnit.Case
  describe "total/1" do
    test "adds up", %{cart: cart} do
      assert 1
    end
    test "is not written yet"
  end
end
"""
JAVASCRIPT = """
describe("Cart", () => {
  const make = () => new Cart();
  it.each([1, 2])(`adds %s up`, function () {});
  test.skip('isn\\'t slow', { timeout: 5 }, async () => {});
  xit.each`a`("is exact", () => {});
  it("is not written yet");
  it("adds " + name, () => {});
  word.test("Cart");
});
test.describe("page", () => { test("opens", async () => {}); });
test("runs", (t) => { t.test("within", () => {}); });
"""
LUA = """
describe("Cart", function()
  it("adds up", function() assert(true) end)
  it("is not written yet")
end)
"""


@pytest.mark.parametrize(
    ("path", "text", "blocks"),
    [
        (
            "cart.rb",
            RUBY,
            [
                "Namespace Shop::Cart",
                'Namespace Shop.Cart.with "one" item',
                'Method Shop.Cart.with "one" item.adds #{name} up',
                "Method Shop.Cart.costs nothing",
            ],
        ),
        ("cart.exs", ELIXIR, ["Module CartTest", "Namespace CartTest.total/1", "Method CartTest.total/1.adds up"]),
        *(
            (
                path,
                JAVASCRIPT,
                [
                    "Namespace Cart",
                    "Function Cart.make",
                    "Method Cart.adds %s up",
                    "Method Cart.isn't slow",
                    "Method Cart.is exact",
                    "Namespace page",
                    "Method page.opens",
                    "Method runs",
                    "Method runs.within",
                ],
            )
            for path in ("cart.js", "cart.ts", "cart.tsx")
        ),
        ("cart.lua", LUA, ["Namespace Cart", "Method Cart.adds up"]),
    ],
)
def test_groups_and_cases_are_symbols_where_they_stand(path: str, text: str, blocks: list[str]) -> None:
    symbols = parse_file(path, text.encode()).symbols
    assert [f"{one.kind.name} {one.container}.{one.name}".replace(" .", " ") for one in symbols] == blocks
    assert all(one.is_test for one in symbols if one.kind is not SymbolKind.Module)


def test_a_case_is_shown_by_its_first_line_and_its_name_is_the_sentence() -> None:
    group, case, _ = parse_file(
        "a.test.js", b'describe("a", () => {\n  it("b \\"c\\"", () => {\n    d()\n  });\n  it("e", f => f);\n});'
    ).symbols
    assert (group.signature, case.signature) == ('describe("a", ()', 'it("b \\"c\\"", ()')
    assert (case.name, case.name_span, case.span) == ('b "c"', (1, 6, 1, 13), (1, 2, 3, 4))
