"""Who asks for the tests of a name sees the tests that use it, those that are called like it first, and no code."""

import pytest

FILES = {
    "desk/LostBoxTest.php": "<?php\nclass BoxesTest extends Case_\n{\n    public function test_it() {}\n}\n",
    "desk/Api/LostBoxApiTest.php": """<?php
// tests of the lost box
class LostBoxApiTest
{
    public function test_lost_box() {}
}
""",
    "shop/auth.go": """package shop

// TokenRefresher renews a token.
func TokenRefresher(token string) string {
	return token
}
""",
    "shop/auth_test.go": """package shop

func TestLogin(t *testing.T) {
	login("anna")
}
""",
    "shop/refresh_test.go": """package shop

func TestOthers(t *testing.T) {
	refreshAll("token refresher")
}
""",
    "src/DecisionComparer.cs": """public class DecisionComparer
{
    public int Compare(Decision x, Decision y)
    {
        return x.Score - y.Score;
    }
}
""",
    "src/DecisionMaker.cs": """public class DecisionMaker
{
    private DecisionComparer _comparer = new DecisionComparer();
}
""",
    "src.Tests/DecisionMakerTests.cs": """public class DecisionMakerTests
{
    [Test]
    public void should_make()
    {
        new DecisionMaker(new DecisionComparer()).Make();
    }
}
""",
    "src.Tests/PrioritizeTests.cs": """public class PrioritizeTests
{
    private DecisionComparer _comparer;

    [Test]
    public void should_sort()
    {
        _comparer = new DecisionComparer();
        Sort(new DecisionComparer());
    }
}
""",
    "src/pile.ts": """import { sum } from './sum';

export function pileHeight(books: number[]) {
  return sum(books);
}
""",
    "src/pile.spec.ts": """import { pileHeight } from './pile';

describe('pileHeight', () => {
  it('is the sum', () => {
    expect(pileHeight([1])).toBe(1);
  });
});
""",
    "src/shelf.spec.ts": """import { pileHeight } from './pile';

it('fits', () => {
  expect(pileHeight([1])).toBe(1);
  expect(pileHeight([2])).toBe(2);
  expect(pileHeight([3])).toBe(3);
});
""",
    "src/scales.rs": """pub fn weigh_goods(goods: &[u32]) -> u32 {
    goods.iter().sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing() {
        assert_eq!(weigh_goods(&[]), 0);
    }
}
""",
    "src/ScoreTable.cs": """public class ScoreTable
{
    public int ScoreOf(Decision one)
    {
        return 1;
    }
}
""",
    "src/ScoreService.cs": """public class ScoreService
{
    public int Best(Decision one)
    {
        return new ScoreTable().ScoreOf(one);
    }
}
""",
    "src.Tests/BestFixture.cs": """public class BestFixture
{
    [Test]
    public void should_be_best()
    {
        Mocker.Resolve<ScoreService>().Best(null);
    }
}
""",
    "src/stamp.ts": """export function stampUrl(name: string) {
  return name;
}
""",
    "src/letter.ts": """import { stampUrl } from './stamp';

export function writeLetter(name: string) {
  return stampUrl(name);
}
""",
    "src/letter.spec.ts": """import { writeLetter } from './letter';

it('is stamped', () => {
  expect(writeLetter('a')).toBe('a');
});
""",
    "shop/stamp_test.go": """package shop

func TestStamps(t *testing.T) {
	stampAll("stamp url")
}
""",
    "src/ledger.cpp": """#include "ledger.h"

int Ledger::total() const { return 1; }
void Ledger::clear() {}
void Ledger::close() {}
""",
    "src/ledger.h": "class Ledger {\npublic:\n    int total() const;\n    void clear();\n    void close();\n};\n",
    "tests/books.cpp": """#include "ledger.h"

TEST(Books, total) {
    Ledger ledger;
    EXPECT_EQ(ledger.total(), 1);
}
""",
    "tests/all_books.cpp": """#include "ledger.h"

TEST(AllBooks, clear) {
    // either a total of one, or a total of two
    Ledger ledger;
    ledger.clear();
}
""",
    "specs/ledger.md": "# Ledger\n\nA Ledger has a total.\n",
    "vault/Proof.sol": "library Proof {\n    function check(bytes32 one) internal {}\n}\n",
    "vault/mocks/HashMock.sol": """contract HashMock {
    function check(bytes32 one) external {
        Proof.check(one);
    }
}
""",
    "tests/Proof.test.js": """it('checks a proof', async () => {
  await deploy('Proof');
  await Proof.check(one);
});
""",
    "bin/seal.lua": "function seal_wax(drops)\n  return drops\nend\n",
    "bin/test_seal.py": """import seal


def test_wax():
    assert seal.wax(1) == 1
""",
    "lib/desk/drawer.ex": """defmodule Desk.Drawer do
  def start_link(opts), do: opts
  def pull(drawer), do: drawer
end
""",
    "test/desk/drawer_test.exs": """defmodule Desk.DrawerTest do
  alias Desk.Drawer

  test "it is pulled" do
    assert Drawer.pull(1) == 1
  end
end
""",
    "test/support/desk_case.ex": """defmodule DeskCase do
  def open(opts), do: Desk.Drawer.start_link(opts)
end
""",
    "test/desk/other_test.exs": """defmodule Desk.OtherTest do
  test "it starts" do
    start_link([])
    start_link([1])
  end
end
""",
    "docs/scales.md": """# Tests

Tests for weigh_goods and pileHeight are written by hand.
""",
}


@pytest.mark.parametrize(
    ("question", "paths"),
    [
        ("tests for DecisionComparer", ["src.Tests/PrioritizeTests.cs", "src.Tests/DecisionMakerTests.cs"]),
        ("which tests cover DecisionComparer?", ["src.Tests/PrioritizeTests.cs", "src.Tests/DecisionMakerTests.cs"]),
        ("where is `pileHeight` tested", ["src/pile.spec.ts", "src/shelf.spec.ts"]),
        ("tests for weigh_goods", ["src/scales.rs"]),
        ("find usages of pileHeight in tests", ["src/pile.spec.ts", "src/shelf.spec.ts"]),
        ("where is pileHeight used in the tests?", ["src/pile.spec.ts", "src/shelf.spec.ts"]),
    ],
)
def test_the_tests_that_use_a_name_come_first_by_name_then_by_how_often_they_do(ask, question, paths):
    assert ask(question)[: len(paths)] == paths


def test_if_no_test_uses_a_name_those_of_its_file_come_first(ask):
    assert ask("tests for TokenRefresher")[0] == "shop/auth_test.go"


def test_if_no_test_is_called_like_its_file_those_of_what_calls_it_come_first(ask):
    assert ask("which tests cover ScoreTable")[0] == "src.Tests/BestFixture.cs"


def test_the_tests_of_a_name_are_narrowed_as_other_answers_are(ask):
    assert ask("tests for DecisionComparer path:DecisionMaker")[0] == "src.Tests/DecisionMakerTests.cs"


def test_the_tests_of_what_nothing_is_called_are_looked_for_by_words(ask):
    assert ask("tests for PileOfDecisions")


@pytest.mark.parametrize("question", ["which tests cover the lost box", "tests for boxes that are lost"])
def test_the_tests_of_plain_words_are_first_those_whose_file_is_called_just_so(ask, question):
    assert ask(question)[0] == "desk/LostBoxTest.php"


@pytest.mark.parametrize("question", ["tests for the decision comparer", "which tests cover the decision comparer"])
def test_words_that_are_a_name_lead_to_its_tests(ask, question):
    assert ask(question)[:2] == ["src.Tests/PrioritizeTests.cs", "src.Tests/DecisionMakerTests.cs"]


@pytest.mark.parametrize(
    ("question", "paths"),
    [
        ("tests for src/pile.ts", ["src/pile.spec.ts", "src/shelf.spec.ts"]),
        ("which tests cover src/pile.ts?", ["src/pile.spec.ts", "src/shelf.spec.ts"]),
        ("where is src/pile.ts:4 tested", ["src/pile.spec.ts", "src/shelf.spec.ts"]),
        ("tests for src/ledger.cpp", ["tests/all_books.cpp", "tests/books.cpp"]),
        ("tests for Ledger.total", ["tests/books.cpp"]),
        ("tests for Ledger.close", ["tests/all_books.cpp", "tests/books.cpp"]),
        ("tests for shop/auth.go", ["shop/auth_test.go"]),
        ("tests for src/scales.rs", ["src/scales.rs"]),
        ("tests for lib/desk/drawer.ex", ["test/desk/drawer_test.exs", "test/support/desk_case.ex"]),
        ("tests for Desk.Drawer", ["test/desk/drawer_test.exs", "test/support/desk_case.ex"]),
    ],
)
def test_the_tests_of_a_file_are_those_of_what_it_gives_to_others(ask, question, paths):
    assert ask(question)[: len(paths)] == paths


def test_a_file_without_tests_is_shown_itself(ask):
    assert ask("tests for src/letter.spec.ts")[0] == "src/letter.spec.ts"


def test_tests_in_another_language_are_those_of_a_file_only_if_its_own_has_none(ask):
    assert ask("tests for stampUrl")[0] == "src/letter.spec.ts"
    assert ask("tests for seal_wax")[0] == "bin/test_seal.py"


def test_what_stands_in_for_something_in_tests_is_no_test(ask):
    assert ask("tests for Proof.check")[0] == "tests/Proof.test.js"
