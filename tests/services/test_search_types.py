"""Types and modules are found by their name, with the kind that a query says they have, whatever the language."""

import pytest
from codebases import found, names

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
    "src/shelves.md": "# The Shelf trait\n\nA trait of shelves: the wooden shelf class, a Shelf object.\n",
    "src/Pipes.fs": """module Shop.Pipes

/// The operator that joins two operators, an operator as others.
let compose first second = first >> second
let (>=>) = compose
""",
    "src/core.clj": """(ns shop.core)

(defmacro unless [test body] `(if ~test nil ~body))
(defprotocol Measured (length [this] "Implementations of Measured have one."))
(defmulti area :shape)
(defn macro-of-tests [unless] unless)
"""
    + "".join(f"(defmethod area :shape-{at} [shape] (* {at} (:size shape)))\n" for at in range(8)),
    "src/shapes.clj": """(ns shop.shapes
  (:require [shop.core :as core]))

(defrecord Rope [metres]
  core/Measured
  (length [this] metres))

(defn empty-rope? "Whether a rope is empty: who uses or calls an empty rope?" [rope] (zero? (length rope)))
""",
    "src/cutting.clj": """(ns shop.cutting)

(defn cut-rope "Cuts a rope, for who calls to cut a rope." [rope] (when-not (empty-rope? rope) rope))
""",
    "src/sales.clj": "(ns shop.sales)\n\n(defn sell [thing] (cut-rope thing))\n",
    "src/Ranked.hs": "-- The Ranked type class and its instances.\nmodule Ranked where\n\n"
    "class Ranked a where\n  rank :: a -> Int\n",
    "src/Ordered.hs": """module Ordered where

instance Ranked Bool where
  rank _ = 1
""",
    "src/Printing.fs": "module Shop.Printing\n\n/// Implementations of IPrinter print.\n"
    "type IPrinter =\n    abstract Print: string -> unit\n",
    "src/Paper.fs": """module Shop.Paper

type Paper() =
    interface IPrinter with
        member _.Print text = printfn "%s" text
""",
    "src/till_store.ml": "(* Tills. *)\n\ntype t = int list\n\nlet total tills = List.fold_left (+) 0 tills\n",
    "src/till_store.mli": "type t\n\nval total : t -> int\n",
    "src/config.ml": """module Till_store = Till_store

type t =
  { till_store : Till_store.t  (* The module Till_store. *)
  ; name : string
  }
""",
    "src/users.py": "class User:\n    '''Who has an interface.'''\n\n\ndef show_user_interface():\n    return User()\n",
}


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
        ("area multimethod", "src/core.clj", 5),
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


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("implementations of Store", "lib/shop/store/memory.ex"),
        ("implementations of Measured", "src/shapes.clj"),
        ("implementations of IPrinter", "src/Paper.fs"),
        ("instances of Ranked", "src/Ordered.hs"),
        ("instances of the Ranked type class", "src/Ordered.hs"),
    ],
)
def test_what_implements_a_protocol_comes_before_the_protocol(codebase, query, path):
    assert found(codebase, query)[0] == path


def test_instances_of_what_is_no_type_class_are_its_values(codebase):
    assert found(codebase, "instances of IPrinter")[0] == "src/Printing.fs"


@pytest.mark.parametrize(
    ("query", "path"),
    [
        ("who calls cut-rope", "src/sales.clj"),
        ("who calls empty-rope?", "src/cutting.clj"),
        ("where is empty-rope? used", "src/cutting.clj"),
    ],
)
def test_the_uses_of_a_name_with_signs_of_its_language_are_found(codebase, query, path):
    assert found(codebase, query)[0] == path


def test_what_implements_a_protocol_is_found_as_a_member_of_its_type(codebase):
    assert names(codebase, "Memory.save")[0] == "save"
    assert found(codebase, "Memory.save")[0] == "lib/shop/store/memory.ex"


@pytest.mark.parametrize("query", ["Till_store", "Till_store module", "where is the Till_store module defined?"])
def test_a_file_of_ocaml_is_found_as_the_module_that_it_is(codebase, query):
    assert found(codebase, query)[:2] == ["src/till_store.ml", "src/till_store.mli"]
