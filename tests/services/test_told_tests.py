"""Tests that are told in words are found by them, behind the code that they tell of; extensions behind their type."""

import pytest
from codebases import found, seen

from lsp_codebase.model import CancelToken

FILES = {
    "lib/server.rb": "class Server\n  def add_user(name)\n    @users << name\n  end\n\n"
    "  def closeConnection\n    @socket.close\n  end\nend\n",
    "spec/server_spec.rb": "RSpec.describe Server do\n"
    '  describe "add user" do\n    it "is told when the list is full" do\n      expect(1)\n    end\n  end\n'
    '  describe "close connection" do\n    it "sends a goodbye" do\n      expect(1)\n    end\n  end\n'
    '  describe "add_user" do\n    it "adds a user to the list" do\n      expect(1)\n    end\n  end\nend\n',
    "Sources/Model.swift": "class Cart {\n    var items = 0\n}\n",
    "Sources/Cart.swift": "extension Cart: Equatable {\n    func isFull() -> Bool { false }\n}\n",
}


def listed(codebase, pattern):
    hits = seen(codebase).symbols(pattern, CancelToken()).hits
    return [(hit.path.relative_to(codebase.root).as_posix(), hit.symbol.name) for hit in hits]


@pytest.mark.parametrize("words", ["is told when the list is full", "goodbye", "list is full"])
def test_a_test_is_found_among_the_symbols_by_its_words(codebase, words):
    assert listed(codebase, words)[0][0] == "spec/server_spec.rb"


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("add user", "add_user"),
        ("add_user", "add_user"),
        ("close connection", "closeConnection"),
        ("Server", "Server"),
        ("Server.add_user", "add_user"),
    ],
)
def test_code_comes_before_the_test_that_is_called_like_it(codebase, typed, name):
    assert listed(codebase, typed)[0] == ("lib/server.rb", name)
    assert found(codebase, typed)[0] == "lib/server.rb"


def test_a_type_comes_before_its_extensions_which_are_found_by_its_name(codebase):
    assert listed(codebase, "Cart")[:2] == [("Sources/Model.swift", "Cart"), ("Sources/Cart.swift", "Cart")]
    assert found(codebase, "Cart")[0] == "Sources/Model.swift"
    assert listed(codebase, "Cart.isFull")[0] == ("Sources/Cart.swift", "isFull")
