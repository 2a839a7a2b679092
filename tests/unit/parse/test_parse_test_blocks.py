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
DART = """
void main() {
  group('Cart', () {
    test('adds up, '
        'isn\\'t slow', () async => await add());
    testWidgets("opens", (tester) async {}, skip: true);
    blocTest<Cart, int>('emits', build: () => Cart());
    test('is not written yet');
  });
}
"""
SWIFT = """
class CartSpec: QuickSpec {
  override class func spec() {
    describe("Cart") {
      let cart = Cart()
      context("when \\"empty\\"") {
        it("adds up") { expect(1) == 1 }
        fit("costs nothing", flags: [:]) {}
      }
      it("is not written yet")
    }
  }
}
"""
POWERSHELL = """
BeforeAll { . $PSScriptRoot/Cart.ps1 }
Describe Get-Cart -Tag 'slow' {
  BeforeEach { $cart = 1 }
  Context "when empty" {
    It 'isn''t slow' { 1 | Should -Be 1 }
    It -Name "costs <n>" -TestCases @(@{ n = 1 }) {
      param($n)
    }
  }
  It 'is not written yet'
}
"""
KOTEST = """
class CartTest : FunSpec({
  val cart = Cart()
  test("adds up") { "no".test { } }
  context("when empty") { xtest("costs nothing").config(enabled = false) { } }
})
class Sentences : StringSpec({
  "adds up" { f("no") }
  "is slow".config(timeout = 5) { }
})
class Words : WordSpec({ "Cart" When { "empty" should { "cost nothing" { } } } })
class Free : FreeSpec() { init { "Cart" - { "adds up" { } } } }
class Behaviour : BehaviorSpec({ given("a cart") { `when`("empty") { then("it costs nothing") { } } } })
fun build() { "no" { } }
"""
SCALA = """
class CartSuite extends FunSuite {
  test("adds up") { assert(1 == 1) }
  test(s"adds $x".ignore) { }
  property("sums") = forAll { (x: Int) => x }
  test("is not written yet")
}
class Flat extends AnyFlatSpec {
  "A cart" should "add up" in { }
  it must "cost nothing" taggedAs(Slow) in { }
}
class Words extends AnyWordSpec { "Cart" when { "empty" should { "cost nothing" in { } } } }
object Micro extends TestSuite { val tests = Tests { test("adds up") - { test("twice") { } } } }
object Z extends ZIOSpecDefault { def spec = suite("Cart")(test("adds up")(assertTrue(true))) }
"""
SPOCK = """
@Property(name = "cart", value = "(full)")
class CartSpec extends Specification {
    def "adds #a up"() {
        expect:
        a == 1
        where:
        a | b
        1 | 2
    }

    void 'costs "nothing"'() {
        when: "it is empty"
        cart.clear()
    }
}
"""
BATS = """
setup() {
  load helpers
}

@test "adds up" {
  run cart 1
  [ "$status" -eq 0 ]
}

@test 'costs nothing' {
  skip
}
"""
PEST = """<?php
describe('Cart', function () {
    it('adds up', function () {
        expect(1)->toBe(1);
    })->group('slow');
    test("costs nothing", fn () => expect(0)->toBe(0));
    it('is not written yet');
});
"""
EXPECTO = """
module CartTests
let tests =
  testList "Cart" [
    testCase "adds up" <| fun _ ->
      Expect.equal 1 1 ""

    test "costs nothing" {
      Expect.equal 0 0 ""
    }
  ]
"""
HSPEC = """
spec :: Spec
spec = describe "Cart" $ do
  context "when empty" $
    it "costs nothing" $ do
      total [] `shouldBe` 0
tests = testGroup "Cart" [ testCase "adds up" $ 1 @?= 1, testProperty "sums" prop_sums ]
"""
PERL = """
subtest 'adds up' => sub { ok(1) };
subtest("costs nothing", sub { ok(1) });
"""
NIM = """
suite "Cart":
  test "adds up":
    check 1 == 1
"""
TESTTHAT = """
test_that("Cart adds up", {
  expect_equal(1, 1)
})
describe("Cart", { it("costs nothing", { }) })
"""
GO = """
package cart

func TestCart(t *testing.T) {
	t.Run("adds up", func(t *testing.T) {
		t.Run(`isn't slow`, func(t *testing.T) {})
	})
	for _, one := range cases {
		t.Run(one.name, func(t *testing.T) {})
	}
	app.Run("serve", func(c *Context) {})
}
"""
PPX = """
let%test "adds up" = 1 = 1
let%expect_test "prints" = print ()
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
        (
            "cart_test.go",
            GO,
            [
                "Package cart",
                "Function TestCart",
                "Method TestCart.adds up",
                "Method TestCart.adds up.isn't slow",
            ],
        ),
        (
            "cart.dart",
            DART,
            [
                "Function main",
                "Namespace main.Cart",
                "Method main.Cart.adds up, isn't slow",
                "Method main.Cart.opens",
                "Method main.Cart.emits",
            ],
        ),
        (
            "Cart.swift",
            SWIFT,
            [
                "Class CartSpec",
                "Method CartSpec.spec",
                "Namespace CartSpec.spec.Cart",
                'Namespace CartSpec.spec.Cart.when "empty"',
                'Method CartSpec.spec.Cart.when "empty".adds up',
                'Method CartSpec.spec.Cart.when "empty".costs nothing',
            ],
        ),
        (
            "Cart.ps1",
            POWERSHELL,
            [
                "Namespace Get-Cart",
                "Namespace Get-Cart.when empty",
                "Method Get-Cart.when empty.isn't slow",
                "Method Get-Cart.when empty.costs <n>",
            ],
        ),
        (
            "Cart.kt",
            KOTEST,
            [
                "Class CartTest",
                "Method CartTest.adds up",
                "Namespace CartTest.when empty",
                "Method CartTest.when empty.costs nothing",
                "Class Sentences",
                "Method Sentences.adds up",
                "Method Sentences.is slow",
                "Class Words",
                "Namespace Words.Cart",
                "Namespace Words.Cart.empty",
                "Method Words.Cart.empty.cost nothing",
                "Class Free",
                "Namespace Free.Cart",
                "Method Free.Cart.adds up",
                "Class Behaviour",
                "Namespace Behaviour.a cart",
                "Namespace Behaviour.a cart.empty",
                "Method Behaviour.a cart.empty.it costs nothing",
                "Function build",
            ],
        ),
        (
            "Cart.scala",
            SCALA,
            [
                "Class CartSuite",
                "Method CartSuite.adds up",
                "Method CartSuite.adds $x",
                "Method CartSuite.sums",
                "Class Flat",
                "Method Flat.A cart should add up",
                "Method Flat.it must cost nothing",
                "Class Words",
                "Namespace Words.Cart",
                "Namespace Words.Cart.empty",
                "Method Words.Cart.empty.cost nothing",
                "Class Micro",
                "Constant Micro.tests",
                "Method Micro.tests.adds up",
                "Method Micro.tests.adds up.twice",
                "Class Z",
                "Method Z.spec",
                "Namespace Z.spec.Cart",
                "Method Z.spec.Cart.adds up",
            ],
        ),
        ("Cart.groovy", SPOCK, ["Class CartSpec", "Method CartSpec.adds #a up", 'Method CartSpec.costs "nothing"']),
        ("cart.bats", BATS, ["Function setup", "Method adds up", "Method costs nothing"]),
        ("Cart.php", PEST, ["Namespace Cart", "Method Cart.adds up", "Method Cart.costs nothing"]),
        (
            "Cart.fs",
            EXPECTO,
            [
                "Module CartTests",
                "Constant CartTests.tests",
                "Namespace CartTests.tests.Cart",
                "Method CartTests.tests.Cart.adds up",
                "Method CartTests.tests.Cart.costs nothing",
            ],
        ),
        (
            "Cart.hs",
            HSPEC,
            [
                "Function spec",
                "Namespace spec.Cart",
                "Namespace spec.Cart.when empty",
                "Method spec.Cart.when empty.costs nothing",
                "Function tests",
                "Namespace tests.Cart",
                "Method tests.Cart.adds up",
                "Method tests.Cart.sums",
            ],
        ),
        ("cart.pl", PERL, ["Method adds up", "Method costs nothing"]),
        ("cart.nim", NIM, ["Namespace Cart", "Method Cart.adds up"]),
        ("cart.R", TESTTHAT, ["Method Cart adds up", "Namespace Cart", "Method Cart.costs nothing"]),
        ("cart.ml", PPX, ["Method adds up", "Method prints"]),
    ],
)
def test_groups_and_cases_are_symbols_where_they_stand(path: str, text: str, blocks: list[str]) -> None:
    symbols = parse_file(path, text.encode()).symbols
    assert [f"{one.kind.name} {one.container}.{one.name}".replace(" .", " ") for one in symbols] == blocks
    told = [one for one in symbols if one.kind in (SymbolKind.Namespace, SymbolKind.Method) and one.name != "spec"]
    assert told
    assert all(one.is_test for one in told)


def test_a_case_is_shown_by_its_first_line_and_its_name_is_the_sentence() -> None:
    group, case, _ = parse_file(
        "a.test.js", b'describe("a", () => {\n  it("b \\"c\\"", () => {\n    d()\n  });\n  it("e", f => f);\n});'
    ).symbols
    assert (group.signature, case.signature) == ('describe("a", ()', 'it("b \\"c\\"", ()')
    assert (case.name, case.name_span, case.span) == ('b "c"', (1, 6, 1, 13), (1, 2, 3, 4))


def test_a_specification_of_kotlin_is_shown_without_its_tests() -> None:
    assert (
        parse_file(
            "A.kt",
            b"""class A : FunSpec({
  test("b") { c() }
})""",
        )
        .symbols[0]
        .signature
        == "class A : FunSpec"
    )


def test_a_sentence_over_two_lines_is_marked_in_the_first() -> None:
    (_, case) = parse_file("a.dart", b"main() {\n  test('adds '\n    'up', () {});\n}").symbols
    assert (case.name, case.name_span) == ("adds up", (1, 8, 1, 13))
