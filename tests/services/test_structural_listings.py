"""Questions for all code of some structure: by the types of functions, by members, kinds, places and marks."""

import pytest
from codebases import indexed, places_of

from lsp_codebase.model import CancelToken, SearchQuery

FILES = {
    "vault/keys.rs": """#[derive(Debug, Clone)]
pub struct Key {
    teeth: u8,
}

#[derive(
    Debug,
    vault::Sealed,
)]
enum Lock {
    Open,
}

#[derive(Debug)]
struct CloneCount(u8);

#[vault::guarded]
fn turn(key: &Key) {}

#[test]
fn turned() {}
""",
    "vault/VaultService.java": """@Vaulted
public class VaultService {
    @Guarded(by = "key")
    @Override
    public void open() {}

    public void shut() {}
}
""",
    "pkg/cart.go": """package shop

type Cart struct {
	Size int
	owner string
}

// TODO: carts of guests, see receipts
func NewCart(size int) *Cart { return nil }

func (c *Cart) Copy() (*Cart, error) { return c, nil }

func (c *Cart) Total() int { return 0 }

func Pay(c *Cart, coins []Coin) {
}
""",
    "pkg/cart_test.go": "package shop\n\nfunc fakeCart() *Cart { return nil }\n",
    "web/carts.ts": """export async function load(id: string): Promise<Cart[]> {
  return []
}
export const first = (carts: Cart[]): Cart => carts[0]
async function save(options: { cart: Cart }) {}
/** @deprecated use load */
export function loadAll() {}
""",
    "web/cart.js": "/**\n * @param {Cart} cart\n * @returns {Receipt} what was paid\n */\nfunction print(cart) {}\n",
    "shop/till.h": "struct Till *till_open(int id);\n",
    "shop/till.c": "struct Till *till_open(int id) { return 0; }\nstatic int count(void) { return 1; } /* FIXME */\n",
    "shop/till_fields.h": "struct Till {\n" + "".join(f"    int coin_{number};\n" for number in range(50)) + "};\n",
    "shop/shelf.py": "class Shelf:\n    width: int\n\n    @property\n    def area(self):\n        return self.width\n\n"
    + "".join(f"    def take_{number}(self): ...\n" for number in range(40)),
    "shop/layers/http/base.py": """from dataclasses import dataclass


@dataclass
class Request:
    path: str

    @property
    def parts(self):
        return self.path.split("/")


class Layer:
    def running(self): ...

    @staticmethod
    def make(): ...

    def _hide(self):
        \"\"\"Says "TODO" to no one.\"\"\"
""",
    "shop/layers/tcp.py": "from shop.layers.http.base import Layer\n\n\nclass Tcp(Layer):\n    def running(self): ...\n"
    "\n\nclass Tls(Tcp):\n    def running(self): ...\n\n\nclass Udp(Layer):\n    def other(self): ...\n",
    "shop/net/http.py": "from dataclasses import dataclass\n\n\n@dataclass\nclass Header:\n    name: str\n",
    "shop/addons/logs.py": "LIMIT = 3\n\n\nclass Logs:\n    def running(self): ...\n\n    def keyTest(self): ...\n",
    "shop/actions/zoom.py": "class Zoom:\n    def keyTest(self): ...  # TODO keys\n",
    **{f"web/locales/{language}.json": '{\n  "pay": "..."\n}\n' for language in ("de", "es", "fr", "it")},
    "README-de.md": "# Kasse\n",
    **{f"db/migrations/{number}_carts.sql": "ALTER TABLE carts ADD COLUMN size;\n" for number in range(5)},
    "cli/keepers.go": "package cli\n\ntype Keeper interface {\n\tKeep()\n\tGive()\n}\n\ntype Shelf struct{}\n\n"
    "func (s *Shelf) Keep() {}\nfunc (s *Shelf) Give() {}\n\ntype Hook struct{}\n\nfunc (h Hook) Keep() {}\n"
    "\nfunc (h Hook) Give() {}\n",
    "cli/main.go": "package cli\n\n"
    + "".join(f"var cmd{one} = &cobra.Command{{\n}}\n" for one in ("Pay", "Ask", "Go")),
    "shop/coins.rs": "pub mod Till {\n    pub struct Coin {\n        size: u8,\n    }\n"
    + "    // The end of it.\n" * 2
    + "\n    impl Coin {\n        pub fn weigh(&self) -> u8 { 1 }\n    }\n}\n\npub struct Coin {}\n\nimpl Coin {\n"
    "    pub fn toss(&self) {}\n}\n",
    "shop/Vouchers.swift": "struct Voucher {}\n\nfunc draw(\n    id: Int\n)\n    -> Voucher { Voucher() }\n",
    "src/Ledger.hs": """newtype Ledger = Ledger Int

open :: Int -> Either Fault Ledger
open n =
  Right (Ledger n)

spend
  :: Ledger -- ^ of a day
  -> Int
spend (Ledger n) = n
""",
    "contracts/Vault.sol": """contract Vault {
    enum Lock { Open }

    function state(uint256 id)
        public view
        virtual
        returns (bool, Lock)
    {
        return (true, Lock.Open);
    }

    function shut(Lock lock) external {}
}
""",
    "lib/shelf.ex": """defmodule Shop.Shelf do
  @spec find(integer(), keyword()) ::
          {:ok, Shop.Shelf.t()} | :error
  def find(id, opts), do: get(id, opts)

  @spec size(Shop.Shelf.t()) :: integer()
  def size(shelf), do: shelf.size
end
""",
    "shop/proxy/server.py": "async def serve(): ...\n\n\ndef stop(): ...\n",
}


@pytest.fixture(scope="module")
def codebase(tmp_path_factory):
    with indexed(tmp_path_factory.mktemp("structures"), FILES) as codebase:
        yield codebase


def asked(codebase, query, **fields):
    return codebase.search(SearchQuery(query, **fields), CancelToken())


def places(codebase, query, **fields):
    answer = asked(codebase, query, limit=50, **fields)
    assert answer.total == len(answer.hits)
    return places_of(codebase, answer)


@pytest.mark.parametrize(
    "query",
    [
        "which functions return a Cart?",
        "functions returning carts",
        "what returns a cart",
        "list all methods that return Cart",
        "Can you please find all functions that return a Cart in this project?",
        "do we have a function that returns a cart",
    ],
)
def test_functions_that_return_a_type_say_so_in_their_heads(codebase, query):
    assert places(codebase, query) == ["pkg/cart.go:9", "pkg/cart.go:11", "web/carts.ts:1", "web/carts.ts:4"]


def test_those_in_tests_are_told_by_their_number(codebase):
    (note,) = asked(codebase, "which functions return a Cart?").notes
    assert note == "4 in all: 4 functions that return Cart; 1 more in tests, documents or code of others"


def test_a_type_with_what_is_around_it_is_looked_for_as_it_is_written(codebase):
    assert places(codebase, "functions that return Promise<Cart[]>") == ["web/carts.ts:1"]
    assert places(codebase, "which functions return *Cart") == ["pkg/cart.go:9", "pkg/cart.go:11"]


@pytest.mark.parametrize(
    "query",
    [
        "functions that take a *Cart",
        "what takes a *Cart",
        "what takes a *Cart as a parameter?",
        "functions with a *Cart parameter",
    ],
)
def test_functions_that_take_a_type_have_it_among_their_parameters(codebase, query):
    assert places(codebase, query) == ["pkg/cart.go:15"]


def test_a_comment_tells_the_types_of_a_function_whose_head_cannot(codebase):
    assert places(codebase, "what returns a Receipt") == ["web/cart.js:5"]
    assert "web/cart.js:5" in places(codebase, "functions taking a Cart")


def test_the_type_may_stand_on_the_line_behind_the_parameters(codebase):
    assert places(codebase, "functions that return a Voucher") == ["shop/Vouchers.swift:3"]


@pytest.mark.parametrize(
    ("query", "lines"),
    [
        ("functions that return a Ledger", ["src/Ledger.hs:3"]),
        ("functions that return Either Fault Ledger", ["src/Ledger.hs:3"]),
        ("which functions return a Lock", ["contracts/Vault.sol:4"]),
        ("which functions take a Lock", ["contracts/Vault.sol:12"]),
        ("functions that return a Shelf", ["lib/shelf.ex:4"]),
        ("functions that take a Shelf", ["lib/shelf.ex:7"]),
    ],
)
def test_a_signature_apart_from_the_parameters_tells_the_types(codebase, query, lines):
    assert places(codebase, query) == lines


def test_a_declaration_beside_the_definition_is_left_out(codebase):
    assert places(codebase, "functions that return Till") == ["shop/till.c:1"]


@pytest.mark.parametrize(
    "query",
    [
        "what takes a long time",
        "what returns true when the cart is empty",
        "functions that return a string",
        "which functions return a parcel",
    ],
)
def test_what_is_no_type_of_the_project_is_left_to_the_ranking(codebase, query):
    assert asked(codebase, query).total is None


@pytest.mark.parametrize(
    "query", ["classes with a running method", "which types define running", "overrides of running"]
)
def test_a_member_tells_the_types_that_have_it(codebase, query):
    below = ["shop/layers/tcp.py:5", "shop/layers/tcp.py:9"]
    assert places(codebase, query) == ["shop/addons/logs.py:5", "shop/layers/http/base.py:14", *below]


def test_a_member_tells_the_subtypes_of_a_base_that_have_it(codebase):
    for query in ("subclasses of Layer with a running method", "all subclasses of Layer that define running"):
        assert places(codebase, query) == ["shop/layers/tcp.py:5", "shop/layers/tcp.py:9"]


def test_the_word_for_the_types_narrows_them_where_it_says_something(codebase):
    assert places(codebase, "which addons have a running method") == ["shop/addons/logs.py:5"]
    assert places(codebase, "which actions have a keyTest") == ["shop/actions/zoom.py:2"]


def test_members_of_a_type_are_those_of_a_kind_wherever_they_stand(codebase):
    assert places(codebase, "methods of Cart") == ["pkg/cart.go:11", "pkg/cart.go:13"]
    assert places(codebase, "list the fields of struct Till") == [f"shop/till_fields.h:{line}" for line in range(2, 52)]
    assert places(codebase, "which properties does Shelf have")[:2] == ["shop/shelf.py:2", "shop/shelf.py:5"]


def test_a_short_type_is_shown_whole(codebase):
    first = asked(codebase, "fields of Cart").hits[0]
    assert (first.path.name, first.span.start_line, first.span.end_line) == ("cart.go", 2, 5)


def test_a_mark_in_the_head_narrows_a_kind(codebase):
    assert places(codebase, "static methods of Layer") == ["shop/layers/http/base.py:17"]
    assert places(codebase, "static functions in till.c") == ["shop/till.c:2"]
    assert places(codebase, "list all async functions") == [
        "shop/proxy/server.py:1",
        "web/carts.ts:1",
        "web/carts.ts:5",
    ]
    assert places(codebase, "what is deprecated?") == ["web/carts.ts:7"]
    assert places(codebase, "which functions in shop/proxy are async") == ["shop/proxy/server.py:1"]
    assert places(codebase, "list every method of Cart") == ["pkg/cart.go:11", "pkg/cart.go:13"]


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("structs that derive Clone", ["vault/keys.rs:2"]),
        ("what derives Sealed?", ["vault/keys.rs:10"]),
        ("which types derive Debug", ["vault/keys.rs:2", "vault/keys.rs:10", "vault/keys.rs:15"]),
        ("all classes annotated with @Vaulted", ["vault/VaultService.java:2"]),
        ("all classes annotated with @Vaulted.", ["vault/VaultService.java:2"]),
        ("methods with the Guarded annotation", ["vault/VaultService.java:5"]),
        ("functions with #[guarded]", []),
        ("which functions are decorated with #[vault::guarded]", ["vault/keys.rs:18"]),
    ],
)
def test_what_has_an_annotation_is_listed_by_the_line_of_its_name(codebase, query, expected):
    assert (asked(codebase, query).total or 0) == len(expected)
    assert not expected or places(codebase, query) == expected


def test_a_place_may_be_a_folder_told_by_its_words(codebase):
    assert places(codebase, "dataclasses in the http layer") == ["shop/layers/http/base.py:5"]
    assert places(codebase, "all dataclasses in http") == ["shop/layers/http/base.py:5", "shop/net/http.py:5"]
    assert places(codebase, "functions in the proxy server") == ["shop/proxy/server.py:1", "shop/proxy/server.py:4"]
    assert places(codebase, "constants in shop/addons") == ["shop/addons/logs.py:1"]


@pytest.mark.parametrize("query", ["methods of ::", "functions in --", "fields of ."])
def test_a_place_without_a_word_is_none(codebase, query):
    assert asked(codebase, query).total is None


def test_a_type_may_be_told_with_what_it_is_in(codebase):
    assert places(codebase, "methods of Till::Coin") == ["shop/coins.rs:9"]


@pytest.mark.parametrize("query", ["types of errors", "functions in the parser", "methods of payment", "all functions"])
def test_a_kind_without_a_place_of_the_project_is_left_to_the_ranking(codebase, query):
    assert asked(codebase, query).total is None


def test_marks_of_work_are_those_of_comments(codebase):
    assert places(codebase, "list all TODOs") == ["pkg/cart.go:8", "shop/actions/zoom.py:2"]
    assert places(codebase, "TODOs in shop/actions") == ["shop/actions/zoom.py:2"]
    assert places(codebase, "TODO comments about receipts") == ["pkg/cart.go:8"]
    assert places(codebase, "Show me all the places where there is a TODO in the actions package") == [
        "shop/actions/zoom.py:2"
    ]
    assert places(codebase, "how many TODOs are there") == ["pkg/cart.go:8", "shop/actions/zoom.py:2"]
    assert places(codebase, "which FIXMEs are there in shop") == ["shop/till.c:2"]


def test_types_with_the_methods_of_the_interface_of_a_kind_are_of_it(codebase):
    assert places(codebase, "which keepers are supported?") == ["cli/keepers.go:8", "cli/keepers.go:13"]


def test_variables_with_a_new_one_are_of_a_kind(codebase):
    assert places(codebase, "list all commands") == ["cli/main.go:3", "cli/main.go:5", "cli/main.go:7"]


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("where are the translations stored?", "4 files of translations, most in web/locales"),
        ("where do the migrations live", "5 files in folders called migration, most in db/migrations"),
    ],
)
def test_where_files_of_a_kind_are_is_told_by_all_and_the_folder_of_most(codebase, query, said):
    answer = asked(codebase, query, limit=50)
    assert len({hit.path.parent for hit in answer.hits}) == 1
    assert said in answer.notes[0]


@pytest.mark.parametrize(
    "query", ["where are the carts stored", "where are addons kept", "where is the receipt stored"]
)
def test_where_the_program_keeps_something_is_left_to_the_ranking(codebase, query):
    assert asked(codebase, query).total is None


def test_a_type_that_stands_in_very_many_places_is_told_to_be_read_in_part(codebase, monkeypatch):
    monkeypatch.setattr("lsp_codebase.search.intents.listings.by_types._MOST_CHUNKS", 1)
    (note,) = asked(codebase, "functions that take a *Cart").notes
    assert note == "1 in all: 1 functions that take *Cart in the first 1 places that name it"
