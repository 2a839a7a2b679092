"""What texts say of values and their types."""

import pytest

from lsp_codebase.model import Span, Symbol, SymbolKind
from lsp_codebase.search.call_graph.expressions import expression_at_start, receiver_of
from lsp_codebase.search.call_graph.imports import names_of
from lsp_codebase.search.call_graph.return_types import return_type
from lsp_codebase.search.call_graph.source_file import Source
from lsp_codebase.search.call_graph.type_texts import Written, types_in


@pytest.mark.parametrize(
    ("before", "names"),
    [
        ("self.cart.", ["self", "cart"]),
        ("return cart?.", ["cart"]),
        ("$this->cart->", ["$this", "cart"]),
        ("x = Cart(1, f(2)).", ["Cart"]),
        ("new shop.Cart<Row>(1).", ["shop.Cart"]),
        ("Cart::<u8>::new(1).", ["Cart", "new"]),
        ("Cart{rows: []}.", ["Cart"]),
        ("cart\n  .first()\n  .", ["cart", "first"]),
        ("@cart.", ["@cart"]),
        ("carts[0].", ["carts", ""]),
        ("[cart].", [""]),
        ("if cart ", None),
        ("(await cart()).", [""]),
    ],
)
def test_what_a_name_is_a_member_of_is_read_backwards(before, names):
    found = receiver_of(before)
    assert (found and [step.name for step in found.steps]) == names


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("Cart(1, 2), next", "Cart(1, 2)"),
        ("make(\n  1,\n)\nnext()", "make(\n  1,\n)"),
        ("new Map<string, Row>();", "new Map<string, Row>()"),
        ("cart  # of rows", "cart"),
        ("make(1", ""),
    ],
)
def test_an_expression_ends_with_its_line_or_a_sign(text, expression):
    assert expression_at_start(text) == expression


@pytest.mark.parametrize(
    ("text", "types"),
    [
        ("Cart", ["Cart"]),
        ("Cart | None", ["Cart"]),
        ("Optional[shop.Cart]", ["shop.Cart"]),
        ('"Cart"', ["Cart"]),
        ("Union[Cart, Row]", ["Cart", "Row"]),
        ("&mut Box<dyn Cart>", ["Cart"]),
        ("std::unique_ptr<Cart>", ["Cart"]),
        ("const shop::Cart&", ["shop.Cart"]),
        ("*shop.Cart", ["shop.Cart"]),
        ("List<Cart>", ["List"]),
        ("Cart[]", [""]),
        ("(row: Row) => Cart", [""]),
        ("Any", []),
        ("T", []),
        ("Cart | Any", []),
        ("Promise<Cart>", ["Promise"]),
    ],
)
def test_a_type_names_all_types_that_a_value_of_it_may_have_or_none(text, types):
    assert [one.name for one in types_in(text)] == types


@pytest.mark.parametrize(
    ("text", "parameters"),
    [
        ("List[Cart]", ["Cart"]),
        ("Cart[]", ["Cart"]),
        ("Array<Map<A, B>>", ["Map<A, B>"]),
        ("Optional[Dict[str, Cart]]", ["str", "Cart"]),
        ("[]*Cart", ["*Cart"]),
        ("[3]Cart", ["Cart"]),
        ("map[string][]Cart", ["string", "[]Cart"]),
        ("&[Cart; 3]", ["Cart"]),
        ("[String: Cart]", ["String", "Cart"]),
        ("const std::vector<shop::Cart>&", ["shop::Cart"]),
        ("Cart", []),
        ("(row: Row) => Cart", []),
    ],
)
def test_a_type_tells_its_parameters_a_list_that_of_its_elements(text, parameters):
    (written,) = types_in(text)
    assert [*written.parameters] == parameters


def test_an_awaited_type_is_the_one_it_holds():
    assert types_in("Promise<Cart>", is_awaited=True) == (Written("Cart"),)


@pytest.mark.parametrize(
    ("language", "text", "said"),
    [
        ("python", "def use(cart: Cart, n):", [("Cart", None)]),
        ("python", "for cart in carts: pass", [(None, "carts")]),
        ("python", "cart = make(1)", [(None, "make(1)")]),
        ("python", "use(cart=1) == cart", []),
        ("python", "with Cart() as cart:", [(None, " Cart() ")]),
        ("python", "lambda cart: cart.first()", [(None, None)]),
        ("python", "assert isinstance(cart, Cart)", [("Cart", None)]),
        ("typescript", "const { cart, row } = useStore()", [(None, "useStore()")]),
        ("typescript", "use({ cart: cart })", []),
        ("typescript", "x ? cart : Cart", []),
        ("java", "return cart;", []),
        ("java", "final List<Cart> cart = make();", [("List<Cart>", None)]),
        ("java", "cart.use(); new cart();", []),
        ("go", "func use(cart, row *Cart) {", [("*Cart", None)]),
        ("go", "cart, err := NewCart()", [(None, "NewCart()")]),
        ("rust", "let cart: &Cart = x;", [("&Cart", None)]),
        ("cpp", "Cart cart(1);", [("Cart", None)]),
        ("php", "function use(?Cart $cart) {", [("?Cart", None)]),
    ],
)
def test_what_binds_a_name_is_found(language, text, said):
    found = [*Source(text.split("\n"), language).bindings("cart")]
    assert [(one.types, one.value) for one in found] == said


@pytest.mark.parametrize(
    ("language", "line", "types"),
    [
        ("python", "def make(x: int) -> Cart:", "Cart"),
        ("python", "def make(x):", ""),
        ("typescript", "const make = (x: number): Cart => new Cart()", "Cart"),
        ("go", "func make(x int) (*Cart, error) {", "*Cart"),
        ("rust", "fn make(x: u8) -> Cart {", "Cart"),
        ("java", "public Cart make(int x) {", "Cart"),
        ("kotlin", "fun make(x: Int): Cart {", "Cart"),
        ("typescript", "make: () => Cart", "Cart"),
    ],
)
def test_a_function_returns_the_type_that_its_head_says(language, line, types):
    at = line.index("make")
    span = Span(0, at, 0, at + 4)
    function = Symbol("make", SymbolKind.Function, Span(0, 0, 0, len(line)), span, "")
    assert return_type(Source([line], language), function) == types


@pytest.mark.parametrize(
    ("language", "statement", "names"),
    [
        ("python", "from shop.cart import Cart as Kept, rows", {"Kept", "rows"}),
        ("python", "import shop.cart", {"shop"}),
        ("go", 'import c "shop/cart"', {"c"}),
        ("go", 'import "shop/cart"', {"cart"}),
        ("typescript", 'import Cart, { rows as kept } from "./cart"', {"Cart", "kept"}),
    ],
)
def test_the_names_that_an_import_defines_are_told(language, statement, names):
    assert {*names_of(statement, language)} - {"import", "from"} == names
