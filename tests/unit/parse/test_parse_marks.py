"""What parsing marks by paths agrees with how search and symbols rank by them."""

import pytest

from lsp_codebase.indexes.names.symbol_priors import TEST_PRIOR, path_prior
from lsp_codebase.parse import parse_file
from lsp_codebase.parse.file_marks import is_generated, is_test_path
from lsp_codebase.scan.roles import path_roles

TESTS = """
tests/cart.py Tests/Cart.cs test-suite/cart.py testcases/cart.py src/Acme.Specs/Cart.cs cart_test.go tests.py
CartIT.java AcmeUITests/Cart.swift CartSuite.scala mocks/cart.go fixtures/cart.py cypress/cart.js src/cart.spec.ts
src/test/A.java
""".split()
SOURCES = """
src/cart.py src/main/java/org/acme/e2e/Key.java openapi.spec.json contest/cart.py src/latest.py lib/cart_spec.go
""".split()


@pytest.mark.parametrize("path", [*TESTS, *SOURCES])
def test_a_path_says_that_a_file_is_a_test_to_parsing_and_ranking_alike(path):
    assert is_test_path(path) is (path in TESTS)
    assert (path_prior(path) == TEST_PRIOR) is (path in TESTS)


def test_the_symbols_of_a_test_file_are_marked():
    (symbol,) = parse_file("testcases/cart.py", b"def total(): pass\n").symbols
    assert symbol.is_test
    (symbol,) = parse_file("src/cart.py", b"def total(): pass\n").symbols
    assert not symbol.is_test


@pytest.mark.parametrize(
    "name", ["cart.min.mjs", "cart-min.js", "uv.lock", "Cargo.lock", "cart.gen.ts", "zz_generated.a.go"]
)
def test_a_name_tells_a_generated_file_to_parsing_and_ranking_alike(name):
    assert is_generated(f"src/{name}", b"")
    assert "generated" in path_roles(f"src/{name}")


@pytest.mark.parametrize("path", ["dist/cart.js", "generated/cart.py", "src/split_string.go", "src/token_gen.go"])
def test_a_folder_alone_or_a_name_that_people_give_too_makes_no_file_generated(path):
    assert not is_generated(path, b"")
