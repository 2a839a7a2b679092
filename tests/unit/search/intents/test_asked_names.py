import time

import pytest

from lsp_codebase.search.call_graph.type_heads import Heads
from lsp_codebase.search.intents.about_names.asked_uses import asked_operator, asked_use
from lsp_codebase.search.intents.about_names.callees import asked_caller
from lsp_codebase.search.intents.about_names.environment import asked_variable
from lsp_codebase.search.intents.about_names.quoted_names import asked_key
from lsp_codebase.search.intents.about_names.subtypes import asked_type
from lsp_codebase.search.intents.about_names.uses_within import asked_use_within


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("who calls open_shop", "open_shop"),
        ("What uses `Shop.open()`?", "Shop.open"),
        ("which template includes shop.name", "shop.name"),
        ("where is .Values.shop.port used", "Values.shop.port"),
        ("which functions call openShop", "openShop"),
        ("callers of open_shop", "open_shop"),
        ("list all usages of shop::open", "shop::open"),
        ("users of ShopListener", "ShopListener"),
        ("all consumers of open_shop", "open_shop"),
        ("users of shops", None),
        ("where is open_shop being called?", "open_shop"),
        ("where is the open_shop function used", "open_shop"),
        ("where is the option cart_size used", "cart_size"),
        ("where is the cache option used", "cache"),
        ("who creates Shop", "Shop"),
        ("where is the Shop instantiated", "Shop"),
        ("what throws ShopError?", "ShopError"),
        ("where is the closed signal emitted", "closed"),
        ("who sets cartSize", "cartSize"),
        ("who emits 'closeShop'", "closeShop"),
        ("who calls open-shop", "open-shop"),
        ("who calls shop--open", "shop--open"),
        ("who creates shop->cart", "shop->cart"),
        ("where is *max-items* used", "*max-items*"),
        ("who calls fetch!", "fetch!"),
        ("where is the Shop.Cart module used", "Shop.Cart"),
        ("where is the drop-down used", None),
        ("who calls the error handler", None),
        ("where is the event loop used", None),
        ("where is the error Handler used", "Handler"),
        ("is open_shop used anywhere?", "open_shop"),
        ("is open_shop still called", "open_shop"),
        ("are there any callers of open_shop", "open_shop"),
        ("does anything use open_shop", "open_shop"),
        ("who calls open_shop(_:at:with:)", "open_shop"),
        ("what would break if I change size in the Cart", "Cart.size"),
        ("what breaks if I rename open_shop of Street", "Street.open_shop"),
        ("if I rename open_shop, what breaks?", "open_shop"),
        ("what would break if I change the order in the list", None),
        ("is the shop used anywhere", None),
        ("who calls the shop", None),
        ("where is the shop used", None),
        ("where are the options used", None),
        ("calls open_shop", None),
        ("who calls open_shop and why", None),
        ("where is the shop created", None),
        ("who creates shops", None),
        ("where is a cart set", None),
    ],
)
def test_a_question_about_uses_names_one_name(question, name):
    asked = asked_use(question)
    assert (asked and asked.name) == name


@pytest.mark.parametrize(
    ("question", "operator"),
    [
        ("who calls >>=", ">>="),
        ("callers of (<+>)?", "<+>"),
        ("where is the |> operator used", "|>"),
        ("references to operator `~>`", "~>"),
        ("who calls operator==", "=="),
        ("callers of `operator<<`", "<<"),
        ("who uses ../", None),
        ("who calls +", None),
        ("who calls open_shop", None),
        ("who creates >>=", None),
    ],
)
def test_an_operator_whose_uses_are_asked_for_is_two_signs_or_more(question, operator):
    assert asked_operator(question) == operator


@pytest.mark.parametrize(
    ("question", "line", "is_such"),
    [
        ("who creates Shop", "shop = new Shop(size)", True),
        ("who creates Shop", "auto shop = std::make_unique<Shop>(size);", True),
        ("who creates Shop", "let shop = Shop::new(size);", True),
        ("who creates Shop", "shop := &Shop{size: 3}", True),
        ("who creates Shop", "class Shop {", False),
        ("who creates Shop", "def open(shop: Shop)", False),
        ("where is closed emitted", "emit closed(shop)", None),
        ("where is the closed signal emitted", "emit closed(shop)", True),
        ("where is the closed event emitted", "this.emit('closed', shop)", True),
        ("where is the closed event fired", "closed?.Invoke(this, args);", True),
        ("where is the closed signal emitted", "connect(shop, &Shop::closed, this, &Street::emitEmpty)", False),
        ("which components render CartRow", "return <CartRow items={items} />", True),
        ("where is CartRow rendered", "render(React.createElement(CartRow))", True),
        ("where is CartRow rendered", "import { CartRow } from './rows'", False),
        ("where is cart_size configured", "  cart_size: 30", True),
        ("where is cart_size configured", "cart_size = 30", True),
        ("where is cart_size configured", "    cart_size: u64, true, def, 30;", True),
        ("where is cart_size configured", "if len(cart) > cart_size:", False),
        ("who throws ShopError", "throw new ShopError(size)", True),
        ("who raises ShopError", "raise errors.ShopError from None", True),
        ("who raises ShopError", "except ShopError:", False),
        ("who returns ErrClosed", "return nil, ErrClosed", True),
        ("where is cart_size set", "self.cart_size = 3", True),
        ("where is cart_size set", "options['cart_size'] = 3", True),
        ("where is cart_size set", "if cart_size == 3:", False),
        ("where is CART_PORT set", "      CART_PORT: 8080", True),
        ("where is CART_PORT set", "        - name: CART_PORT", True),
        ("where is CART_PORT set", "ENV CART_PORT 8080", True),
        ("where is CART_PORT set", '      - "CART_PORT=8080"', True),
        ("where is CART_PORT set", "port = int(CART_PORT)", False),
        ("where is cart_size set", "cart_size: int", False),
        ("who changes cart.size", "cart.size++;", True),
        ("who changes cart.size", "--shop->cart.size;", True),
        ("who changes cart.size", "total = 3 - -cart.size", False),
    ],
)
def test_a_verb_says_which_lines_do_that_to_a_name(question, line, is_such):
    asked = asked_use(question)
    assert (asked and asked.line and asked.line.search(line) is not None) == is_such


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("what does open_shop call", "open_shop"),
        ("What functions does `Shop.open()` call?", "Shop.open"),
        ("which other methods does the Shop class invoke", "Shop"),
        ("what helper functions does openShop use", "openShop"),
        ("which functions are called by open_shop", "open_shop"),
        ("list all functions called in open_shop", "open_shop"),
        ("find the methods that are invoked from shop::open", "shop::open"),
        ("what is called in open_shop?", "open_shop"),
        ("functions open_shop calls", "open_shop"),
        ("show me everything that open_shop calls", "open_shop"),
        ("callees of open_shop", "open_shop"),
        ("open_shop callees", "open_shop"),
        ("outgoing calls of open_shop", "open_shop"),
        ("function calls in open_shop", "open_shop"),
        ("what calls does open_shop make", "open_shop"),
        ("what does open_shop call internally", "open_shop"),
        ("functions called by the Shop module", "Shop"),
        ("what calls open_shop", None),
        ("which functions call open_shop", None),
        ("calls to open_shop", None),
        ("what does open_shop do", None),
        ("what port does open_shop use", None),
        ("what does open_shop call first", None),
        ("calls from open_shop to close_shop", None),
        ("where does open_shop call close_shop", None),
        ("what does the shop call", None),
        ("what does it call", None),
    ],
)
def test_a_question_about_what_is_called_names_what_calls(question, name):
    asked = asked_caller(question)
    assert (asked and asked.name) == name


@pytest.mark.parametrize(
    ("question", "what", "who"),
    [
        ("where does open_shop call close_shop", "close_shop", "open_shop"),
        ("Where does the Shop class use `Till.open()`?", "Till.open", "Shop"),
        ("does Shop use Till", "Till", "Shop"),
        ("do open_shop and others use Till", None, None),
        ("does Shop ever throw ShopClosed", "ShopClosed", "Shop"),
        ("how does shop::open reach Till", "Till", "shop::open"),
        ("does Shop depend on Till?", "Till", "Shop"),
        ("where is close_shop called in open_shop", "close_shop", "open_shop"),
        ("is close_shop called by the Shop class", "close_shop", "Shop"),
        ("which methods of Shop call close_shop", "close_shop", "Shop"),
        ("calls of close_shop in open_shop", "close_shop", "open_shop"),
        ("calls from open_shop to close_shop", "close_shop", "open_shop"),
        ("show me where open_shop calls close_shop", "close_shop", "open_shop"),
        ("who calls close_shop in the Shop class", "close_shop", "Shop"),
        ("callers of close_shop in Shop", "close_shop", "Shop"),
        ("where Shop reaches Till", "Till", "Shop"),
        ("does open call close", "close", "open"),
        ("does open use close", None, None),
        ("where does the shop use openTill", None, None),
        ("where does Shop use the till", None, None),
        ("where does it call close_shop", None, None),
        ("how does Shop work", None, None),
        ("where is close_shop called", None, None),
        ("who calls close_shop", None, None),
        ("does Shop close at midnight", None, None),
        ("where is the limit set in the settings", None, None),
        ("where the shop calls close_shop", None, None),
        ("where Shop is used", None, None),
        ("who calls close_shop in it", None, None),
    ],
)
def test_a_question_where_one_name_uses_another_names_both(question, what, who):
    asked = asked_use_within(question)
    assert (asked and asked.use.name, asked and asked.who.name) == (what, who)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("subclasses of Shop", "Shop"),
        ("find all implementations of the Shop interface", "Shop"),
        ("which classes implement Shop?", "Shop"),
        ("classes that extend the base class Shop", "Shop"),
        ("modules that implement the Shop behaviour", "Shop"),
        ("types derived from shop.Shop", "shop.Shop"),
        ("who inherits from Shop", "Shop"),
        ("Shop subclasses", "Shop"),
        ("where is Shop extended", "Shop"),
        ("implementation of Shop", None),
        ("where is Shop implemented", None),
        ("classes that extend the opening hours of a shop", None),
    ],
)
def test_a_question_about_subtypes_names_one_type(question, name):
    assert asked_type(question) == name


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("is the TERM environment variable looked at anywhere", "TERM"),
        ("which environment variables does HTTP use beside NO_PROXY", None),
        ("where is the environment variable SHOP_HOME used", "SHOP_HOME"),
        ("SHOP_HOME environment variable", "SHOP_HOME"),
        ("env var SHOP_HOME", "SHOP_HOME"),
        ("what does SHOP_HOME do?", "SHOP_HOME"),
        ("where is SHOP_HOME read", "SHOP_HOME"),
        ("which function reads `SHOP_HOME`", "SHOP_HOME"),
        ("where is shop_home read", None),
        ("where is SHOP_HOME used", None),
        ("read SHOP_HOME from the environment", None),
    ],
)
def test_a_question_about_a_variable_of_the_environment_names_it_in_capitals(question, name):
    asked = asked_variable(question)
    assert (asked and asked.name) == name


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("what handles the close_shop event", "close_shop"),
        ("where is the command shop.close defined", "shop.close"),
        ("where is shop.close handled?", "shop.close"),
        ("where is the shop handled", None),
        ("what handles errors", None),
    ],
)
def test_a_question_about_a_key_names_what_prose_could_not_hold(question, name):
    asked = asked_key(question)
    assert (asked and asked.name) == name


@pytest.mark.parametrize(
    "text",
    [
        "who calls " + "a." * 9_000,
        "who calls a" + " " * 20_000 + "b c d e",
        "who calls " + "a-" * 9_000,
        "which a " * 5_000,
        "where is " + "A" * 20_000,
        "classes that " * 3_000,
        "what functions does " * 3_000,
        "functions called by" + " " * 20_000 + "a b c d e",
        "where does " + "a does " * 5_000 + "call b",
        "does a call" + " " * 20_000 + "b c d e f",
        "`" * 20_000,
        "who calls " + "<" * 20_000 + "a",
    ],
)
def test_a_long_text_is_read_in_linear_time(text):
    started = time.process_time()
    for read in (asked_use, asked_use_within, asked_operator, asked_caller, asked_type, asked_variable, asked_key):
        read(text)
    assert time.process_time() - started < 0.5


@pytest.mark.parametrize(
    "text",
    [
        "class Shop " * 90_000,
        "class A(Shop=" * 5_000,
        "impl Shop for " * 9_000,
        "class A" + " " * 99_000,
        "reify Shop " * 9_000,
        "interface Shop<" * 9_000,
        "class Shop(()" * 9_000,
        "class A" + "((" * 40_000,
        "class A((a)" * 9_000 + "/* " * 9_000,
    ],
)
@pytest.mark.parametrize("language", ["java", "kotlin", "python", "ruby", "clojure", "fsharp"])
def test_types_are_told_in_a_moment_whatever_a_text_holds(text, language):
    started = time.process_time()
    list(Heads("Shop").of(text, language))
    assert time.process_time() - started < 3
