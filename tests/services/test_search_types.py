"""Types and modules are found by their name, with the kind that a query says they have, whatever the language."""

import pytest
from codebases import found, indexed, names

from lsp_codebase.model import CancelToken, SearchQuery

FILES = {
    "lib/shop/store.ex": """defprotocol Shop.Store do
  @doc "Saves an item in a store."
  def save(store, item)
end
""",
    "lib/shop/store/memory.ex": """defmodule Shop.Store.Memory do
  # Like `Shop.Store`, a protocol of stores, but in memory.
  defstruct [:items]
end

defimpl Shop.Store, for: Shop.Store.Memory do
  def save(store, item), do: [item | store.items]
end
""",
    "lib/shop/checkout.ex": """defmodule Shop.Checkout do
  @moduledoc "What `Shop.Store` and `Shop.LineItem` are used for: the protocol of a store, the struct of an item."

  alias Shop.Store

  def pay(store, item), do: Store.save(store, item)
end
""",
    "lib/shop/line_item.ex": "defmodule Shop.LineItem do\n  defstruct [:price]\nend\n",
    "src/Shelf.scala": """package shop

object Shelf {
  def empty: Shelf = new WoodenShelf(0)
}

trait Shelf {
  def rows: Int
}

class WoodenShelf(val rows: Int) extends Shelf
""",
    "src/shelves.md": "# The Shelf trait\n\nA trait of shelves: the Shelf trait, the wooden shelf class, a Shelf object.\n",
    "src/Pipes.fs": """module Shop.Pipes

/// The operator that joins two operators, an operator as others.
let compose first second = first >> second
let (>=>) = compose
""",
    "src/core.clj": """(ns shop.core)

(defmacro unless [test body] `(if ~test nil ~body))
(defmulti area :shape)
(defn macro-of-tests [unless] unless)
"""
    + "".join(f"(defmethod area :shape-{at} [shape] (* {at} (:size shape)))\n" for at in range(8)),
    "src/users.py": "class User:\n    '''Who has an interface.'''\n\n\ndef show_user_interface():\n    return User()\n",
}


@pytest.fixture(scope="module")
def codebase(tmp_path_factory):
    with indexed(tmp_path_factory.mktemp("types"), FILES) as codebase:
        yield codebase


def hits(codebase, query):
    answer = codebase.search(SearchQuery(query), CancelToken())
    places = [(hit.path.relative_to(codebase.root).as_posix(), hit.span.start_line + 1) for hit in answer.hits]
    return [(*place, hit.name) for place, hit in zip(places, answer.hits, strict=True)]


@pytest.mark.parametrize(
    ("query", "path", "line"),
    [
        ("Store protocol", "lib/shop/store.ex", 1),
        ("the Shop.Store protocol", "lib/shop/store.ex", 1),
        ("LineItem struct", "lib/shop/line_item.ex", 1),
        ("line item module", "lib/shop/line_item.ex", 1),
        ("where is the Checkout module defined?", "lib/shop/checkout.ex", 1),
        ("Shelf trait", "src/Shelf.scala", 7),
        ("trait Shelf", "src/Shelf.scala", 7),
        ("Shelf companion object", "src/Shelf.scala", 3),
        ("wooden shelf class", "src/Shelf.scala", 11),
        (">=> operator", "src/Pipes.fs", 5),
        ("unless macro", "src/core.clj", 3),
        ("area multimethod", "src/core.clj", 4),
    ],
)
def test_a_name_with_its_kind_leads_to_the_definition_of_that_kind(codebase, query, path, line):
    (first, *_) = hits(codebase, query)
    assert (first[0], first[1]) == (path, line)


@pytest.mark.parametrize("query", ["user interface", "User interface"])
def test_a_kind_that_nothing_of_the_name_has_is_a_word(codebase, query):
    assert hits(codebase, query)[0][2] == "show_user_interface"


@pytest.mark.parametrize("query", ["Shop.Store", "Store"])
def test_a_name_that_is_qualified_in_itself_leads_to_its_definition_before_those_that_quote_it(codebase, query):
    assert found(codebase, query)[0] == "lib/shop/store.ex"


@pytest.mark.parametrize("query", ["where is Store used", "where is Shop.Store used"])
def test_the_uses_of_a_module_are_found_by_any_of_its_names(codebase, query):
    assert "lib/shop/checkout.ex" in found(codebase, query)[:2]


def test_the_implementations_of_a_protocol_are_found_by_its_last_name(codebase):
    assert found(codebase, "implementations of Store")[0] == "lib/shop/store/memory.ex"


def test_what_implements_a_protocol_is_found_as_a_member_of_its_type(codebase):
    assert names(codebase, "Memory.save")[0] == "save"
    assert found(codebase, "Memory.save")[0] == "lib/shop/store/memory.ex"
