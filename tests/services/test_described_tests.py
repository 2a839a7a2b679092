"""A test that a report names by its descriptions leads to that test."""

import pytest
from codebases import found, seen

from lsp_codebase.model import CancelToken, SearchQuery

FILES = {
    "src/cart.ts": "export function total(cart: Cart): number {\n  return cart.empty ? 0 : cart.total;\n}\n",
    "src/cart.test.ts": """describe("Cart", () => {
  describe("total", () => {
    it("is zero for an empty cart", () => {
      expect(total(cart)).toBe(0);
    });
    it("counts", () => {
      expect(total(cart)).toBe(1);
    });
  });
});
""",
    "src/till.test.ts": """describe("Till", () => {
  it("is zero for an empty cart", () => {
    expect(open(till)).toBe(0);
  });
});
""",
    "lib/basket.rb": "class Basket\n  def add(goods)\n    full? ? refuse(goods) : keep(goods)\n  end\nend\n",
    "spec/basket_spec.rb": """RSpec.describe Basket do
  context "when it is full" do
    it "refuses further goods" do
      expect(basket.add(1)).to be false
    end
  end
end
""",
    "java/com/acme/LedgerTest.java": """package com.acme;

class LedgerTest {
  @Test
  void sumOfAnEmptyLedger() {
    assertEquals(0, new Ledger().sumUp());
  }
}
""",
    "java/com/acme/Ledger.java": "package com.acme;\n\nclass Ledger {\n  int sumUp() { return 0; }\n}\n",
}


@pytest.mark.parametrize(
    ("written", "path", "line"),
    [
        ("Cart › total › is zero for an empty cart", "src/cart.test.ts", 2),
        ("● Cart › total › counts", "src/cart.test.ts", 5),
        ("Till > is zero for an empty cart", "src/till.test.ts", 1),
        ("FAIL  src/till.test.ts > is zero for an empty cart", "src/till.test.ts", 1),
        ("Cart total is zero for an empty cart", "src/cart.test.ts", 2),
        ("✓ Till is zero for an empty cart (5 ms)", "src/till.test.ts", 1),
        ("not ok 12 - Till is zero for an empty cart", "src/till.test.ts", 1),
        ("1) Basket when it is full refuses further goods", "spec/basket_spec.rb", 2),
        ("com.acme.LedgerTest > sumOfAnEmptyLedger() FAILED", "java/com/acme/LedgerTest.java", 3),
    ],
)
def test_the_name_of_a_test_in_a_report_leads_to_the_test(codebase, written, path, line):
    hit = seen(codebase).search(SearchQuery(written), CancelToken()).hits[0]
    assert (hit.path.relative_to(codebase.root).as_posix(), hit.span.start_line) == (path, line)


@pytest.mark.parametrize("text", ["how is the total of an empty cart zero", "total > 0", "Basket > add", "Cart + - ()"])
def test_what_describes_no_test_is_looked_for_like_any_words(codebase, text):
    assert "test" not in found(codebase, text)[0]
    assert "spec" not in found(codebase, text)[0]
