"""Who calls a definition and what it calls, told from a real index."""

import time

import pytest
from codebases import opened, write

from lsp_codebase.config import Settings
from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import CallQuery, CancelToken, Document, Relation, Span

RATES = """from shop.net import fetch


def exchange_rate(currency):
    # fallback_tax() is for another day
    rate = fetch(currency) or fallback_rate()
    return rate or fallback_rate() or str(rate, "fallback_tax()")


def fallback_rate():
    return 1


def fallback_tax():
    return 2
"""
BASKET = """from shop.rates import exchange_rate


class Basket:
    def total(self, currency):
        first = exchange_rate(currency)
        return first + exchange_rate("EUR")

    def save(self):
        return Basket()


def exchange_rates():
    return [exchange_rate(one) for one in "AB"]


print(exchange_rate("USD"))
"""
RUBY = """class Mailer
  def deliver_now
    check_address
    valid_address?
  end

  def check_address
    # deliver_now comes later
    :deliver_now
  end

  def valid_address?
    true
  end
end

def send_all(mailer)
  mailer.deliver_now
end
"""
QUOTES = """from shop.quotes import quote_mark


def if_quoted(sign):
    if sign == '"': return quote_mark()


def said_in_the_docstring():
    \"\"\"
    Never calls quote_mark() itself.
    \"\"\"


def said_in_a_string():
    return 'quote_mark()'


def said_behind():
    return 0  # quote_mark() is elsewhere


def in_a_hole():
    return f"{quote_mark()}"
"""
PLAIN = """from plain.tools import load, sums as total
from json import parse
from . import nearest
import plain.tools
from plain.store import Store


def imported():
    return load() + parse() + nearest()


def from_a_module(reader):
    return plain.tools.open() + reader.append()


def only_one():
    return single() or several()


def of_its_class(store: Store):
    return store.put()
"""
OTHERS_OWN = {
    "own/tank.py": "class Tank:\n    def refill(self):\n        pass\n\n    def drive(self):\n        def late():\n"
    "            self.refill()\n        self.refill()\n",
    "own/tank.rs": "struct Tank;\n\nimpl Tank {\n    fn refill(&self) {}\n    fn drive(&self) { self.refill(); }\n}\n",
    "own/tank.hpp": "struct Tank {\n  void refill();\n  void drive();\n};\n",
    "own/tank.cpp": "void Tank::refill() {}\n\nvoid Tank::drive() {\n  refill();\n  this->refill();\n}\n",
    "own/tank.go": "package own\n\ntype Tank struct{}\n\nfunc (t *Tank) refill() {}\n\n"
    "func (t *Tank) drive() { t.refill() }\n",
    "own/tank.ts": "class Tank {\n  refill() {}\n  drive() { later(() => this.refill()) }\n}\n",
    "own/Tank.java": "class Tank {\n  void refill() {}\n  void drive() { refill(); Tank.this.refill(); }\n}\n",
    "own/Tank.kt": "class Tank {\n  fun refill() {}\n  fun drive() { this.refill() }\n}\n",
    "own/Tank.cs": "class Tank {\n  void Refill() {}\n  void refill() {}\n  void Drive() { this.refill(); }\n}\n",
    "own/tank.php": "<?php\nclass Tank {\n  function refill() {}\n  function drive() { $this->refill(); }\n}\n",
    "own/tank.rb": "class Tank\n  def refill\n  end\n\n  def drive\n    self.refill\n    refill\n  end\nend\n",
    "own/tank.swift": "class Tank {\n  func refill() {}\n  func drive() { self.refill() }\n}\n",
}
# What calls `bringIn` in a file that defines it: container, name and line.
AROUND = {
    "around/shop.scala": (
        "trait Shop {\n  val eager = bringIn(1)\n  def used() = {\n    bringIn(2)\n  }\n  bringIn(3)\n}\n\n"
        "def bringIn(x: Int) = x\n",
        [(None, "Shop", 2), ("Shop", "used", 4), (None, "Shop", 6)],
    ),
    "around/Shop.java": (
        "interface Shop {\n  int FIRST = bringIn(1);\n  default int used() {\n    return bringIn(2);\n  }\n"
        "  static int bringIn(int x) { return x; }\n}\n\nenum Size {\n  SMALL(Shop.bringIn(1));\n}\n",
        [(None, "Shop", 2), ("Shop", "used", 4), (None, "Size", 10)],
    ),
    "around/shop.kt": (
        "interface Shop {\n  val kept: Int get() =\n    bringIn(1)\n  fun used() = bringIn(2)\n}\n\n"
        "val late by lazy {\n  bringIn(3)\n}\nval now = bringIn(4)\n\nfun bringIn(x: Int) = x\n",
        [("Shop", "kept", 3), ("Shop", "used", 4), (None, "late", 8), (None, None, 10)],
    ),
    "around/Shop.cs": (
        "interface IShop {\n  int Kept => bringIn(1);\n  int Used() { return bringIn(2); }\n"
        "  static int bringIn(int x) => x;\n}\n\nclass Shop {\n  int kept = IShop.bringIn(3);\n}\n",
        [("IShop", "Kept", 2), ("IShop", "Used", 3), (None, "Shop", 8)],
    ),
    "around/shop.swift": (
        "extension Shop {\n  var kept: Int { bringIn(1) }\n  func used() { bringIn(2) }\n}\n\n"
        "func bringIn(x: Int) {}\n",
        [("Shop", "kept", 2), ("Shop", "used", 3)],
    ),
    "around/shop.ts": (
        "const view = memo(() =>\n  bringIn(1))\nfunction bringIn(x) {}\ndescribe('all of it', () => {\n  bringIn(2)\n"
        "  it('works', () => {\n    bringIn(3)\n  })\n})\nbringIn(4)\n",
        [(None, "view", 2), (None, "all of it", 5), ("all of it", "works", 7), (None, None, 10)],
    ),
    "around/shop.ex": (
        "defmodule Shop do\n  @kept bringIn(1)\n  def bringIn(x), do: x\n  bringIn(2)\nend\n",
        [(None, "Shop", 2), (None, "Shop", 4)],
    ),
}
FILES = {
    "text/quotes.py": QUOTES,
    "shop/quotes.py": "def quote_mark():\n    return 1\n",
    "plain/uses.py": PLAIN,
    "plain/tools.py": "def load(): pass\ndef open(): pass\ndef f(): pass\n",
    "plain/near.py": "def nearest(): pass\n",
    "plain/other.py": "def load(): pass\ndef parse(): pass\ndef several(): pass\n",
    "plain/more.py": "def several(): pass\ndef single(): pass\nclass Lines:\n    def append(self): pass\n",
    "plain/store.py": "class Store:\n    def put(self): pass\n",
    "plain/short.js": 'import { f } from "./tools.js"\nexport const short = () => f()\n',
    "plain/tools.js": "export function f() { return 1 }\n",
    "shell/lib.sh": "die() { exit 1; }\nlog() { echo; }\n",
    "shell/use.sh": "greet() {\n  echo die\n  [ -d . ] || log x\n}\n",
    "signs/report.el": "(defun report--head (x) x)\n(defun report->text (x) x)\n"
    "(defun report-all (xs)\n  (report--head xs)\n  (report->text xs))\n",
    "signs/report.clj": "(ns signs.report\n  (:require [signs.text :as text]))\n\n"
    "(defn print-all [xs]\n  (map text/write-row xs))\n",
    "signs/text.clj": "(ns signs.text)\n\n(defn write-row [x] x)\n",
    "signs/report.ps1": "function Get-Total {\n  Read-Rows $x\n}\nfunction Read-Rows { 1 }\n",
    "line/U.java": "public class U { public static int oneLine() { return 1; } }\n",
    "line/V.java": "class V { int with() { return U.oneLine(); } int without() { return 0; } }\n",
    "line/é.js": 'export const É = { eé() { return oneRow("é") }, né() { return 0 } }\n',
    "line/row.js": "Row.oneRow = function oneRow(x) { return x }\n",
    "ship/orders.py": "def ship(order):\n    deliver_order(order)\n",
    "ship/checked.py": "from tests.fakes import deliver_order\n\n\ndef check(order):\n    deliver_order(order)\n",
    "ship/command.py": "def run_all():\n    run_bench()\n",
    "ship/command_bench.py": "def run_bench():\n    pass\n",
    "ship/box.rs": "fn pack() {\n    sealed_box();\n}\n\n#[cfg(test)]\nmod tests {\n    fn sealed_box() {}\n\n"
    "    #[test]\n    fn packs() {\n        sealed_box();\n    }\n}\n",
    "tests/fakes.py": "def deliver_order(order):\n    pass\n",
    "tests/test_ship.py": "from tests.fakes import deliver_order\n\n\ndef test_ship():\n    deliver_order(1)\n",
    "ship/queue.go": "package ship\n\ntype Depot struct {\n\tsize int\n}\n\n"
    "func (d *Depot) Store() {\n\tlockDepot()\n\td.resize()\n}\n\n"
    "func (d *Depot) resize() {\n\tlockDepot()\n\tfreeRows()\n}\n\nfunc lockDepot() {}\n\nfunc freeRows() {}\n",
    "ship/data.js": "function wideData() {\n  packRow()\n  return a" + "ab" * 10_000 + "<a" * 5_000 + "\n}\n\n"
    "function packRow() {\n  return 1\n}\n" + "// a row of many that make the file no minified one\n" * 500,
    "ship/crane.cpp": "struct Crane {\n  int armLength() { return 2; }\n  void liftBox();\n};\n\n"
    "int boxWeight() { return 1; }\n\nvoid Crane::liftBox() {\n  armLength();\n  boxWeight();\n}\n",
    "ship/winch.hpp": "class Winch {\n  int ropeLength() { return boxWeight(); }\n  void pullRope();\n};\n",
    "ship/winch.cpp": "void Winch::pullRope() {\n  ropeLength();\n  boxWeight();\n  oilUp();\n}\n\nvoid oilUp() {}\n",
    "dock/mast.rs": "pub struct Mast {\n    height: u32,\n}\n",
    "dock/mast_sails.rs": "impl Mast {\n    fn hoist(&self) {\n        set_sail();\n    }\n}\n\nfn set_sail() {}\n",
    "dock/Buoy.swift": "struct Buoy {\n    var depth = 1\n}\n",
    "dock/Buoy+Light.swift": "extension Buoy {\n    func flash() { switchLamp() }\n}\n\nfunc switchLamp() {}\n",
    "dock/Ferry.cs": "public partial class Ferry {\n  public void Load() { RiverMap.FindKey(); }\n}\n",
    "dock/Ferry.Routes.cs": "public partial class Ferry {\n  public void Cross() {\n    RiverMap.FindBank();\n  }\n}\n",
    "dock/RiverMap.cs": "class RiverMap {\n  public static void FindBank() {}\n  public static void FindKey() {}\n}\n",
    "signs/money.hpp": "struct Money {\n  int cents;\n"
    "  bool operator==(const Money& other) const { return cents == other.cents; }\n};\n",
    "signs/pay.cpp": "bool paid(Money due, Money got) {\n  // due == got\n  return due == got;\n}\n\n"
    "bool none(Money due) {\n  return due.cents == 0;\n}\n",
    "signs/queue.cpp": "bool is_last(int at, int size) {\n  return at == size;\n}\n",
    "signs/pipe.fs": "module Pipes\n\nlet (>=>) first second = first >> second\n",
    "signs/web.fs": 'module Web\n\nlet app port = route "/" >=> text\n\nlet said = "a >=> b"\n',
    "signs/size.py": "class Size:\n    def __add__(self, other):\n        return Size(self.width + other.width)\n",
    "signs/sum.py": "from signs.size import Size\n\n\ndef both(one: Size, other: Size):\n    return one + other\n\n\n"
    "def said(one: Size, other):\n    return one.__add__(other)\n",
    "signs/edition.rb": "class Edition\n  def <=>(other)\n    number <=> other.number\n  end\nend\n",
    "signs/sort.rb": "def newest(all)\n  all.sort { |one, other| one <=> other }.last\nend\n",
    "own/feed.py": "class Feed:\n    def refill(self):\n        pass\n\n    def feed(self):\n        self.refill()\n",
    "own/farm.py": "from own.feed import Feed\n\n\ndef feed_all(feed):\n    feed.refill()\n",
    "own/trough.py": "class Trough(Feed):\n    def refill(self):\n        pass\n\n    def clean(self):\n"
    "        self.refill()\n\n\nclass Bucket(Feed):\n    def carry(self):\n        self.refill()\n",
    "named/vat.ex": "defmodule Acme.Vat do\n  def add_rate(sum), do: sum\nend\n",
    "named/toll.ex": "defmodule Acme.Toll do\n  def add_rate(sum), do: sum\nend\n",
    "named/bill.ex": "defmodule Acme.Bill do\n  def sum_up(x), do: Vat.add_rate(x)\n"
    "  def toll(x), do: Toll.add_rate(x)\n  def other(x), do: Other.add_rate(x)\n"
    "  def far(x), do: Decimal.add_rate(x)\nend\n"
    "\ndefmodule Acme.Other do\n  use Acme.Base\nend\n",
    "named/paid.ex": "defmodule Acme.Paid do\n  alias Acme.Vat, as: Tax\n\n"
    "  def renamed(x), do: Tax.add_rate(x)\nend\n",
    "named/mesh.rs": "struct Mesh;\nstruct Node;\n\nimpl Mesh {\n    fn new() -> Mesh { Mesh }\n}\n\nimpl Node {\n"
    "    fn new() -> Node { Node }\n}\n\nfn build_mesh<T: Make>() {\n    let nodes: Vec = Vec::new();\n"
    "    let made = T::new();\n"
    "    let node = Node::<u8>::new();\n    let mesh = Mesh::new();\n}\n",
    "named/lens.hpp": "struct Lens {\n  static int widthOf(int x);\n};\n"
    "struct Wide : Lens {\n  static int widthOf(int x);\n};\nstruct Frame {\n  static int widthOf(int x);\n};\n",
    "named/lens.cpp": "int Lens::widthOf(int x) { return x; }\n\nint Wide::widthOf(int x) { return x; }\n\n"
    "int Frame::widthOf(int x) { return x; }\n",
    "named/view.cpp": "int seen(int x) { return Lens::widthOf(x); }\n\nint far(int x) { return Wide::widthOf(x); }\n\n"
    "int drawn(int x) { return Frame::widthOf(x); }\n",
    "shell/task.py": "class Task:\n    def halt(self):\n        pass\n\n\ndef halt_all(tasks):\n    tasks[0].halt()\n",
    "shell/stop.sh": "stop_all() {\n  halt now\n}\n\nbegin_all() {\n  start_up\n}\n\nstart_up() {\n  echo\n}\n",
    "shell/go.py": "def go_on():\n    start_up()\n",
    "near/stock.go": "package near\n\nfunc CountStock() int { return 1 }\n",
    "near/stock_test.go": "package near\n\nfunc TestCountStock(t *testing.T) {\n\tCountStock()\n}\n",
    "near/stock.c": "int report() { return CountStock(); }\n",
    "near/stock.rb": "def report\n  CountStock()\nend\n",
    "near/stock.md": "# Stock\n\nCount it with `CountStock()`.\n",
    "until/stock.go": "package until\n\nfunc Report() int { return near.CountStock() }\n",
    "tongue/use.rs": "use scale::*;\n\nfn weigh_all(all: u8) -> u8 {\n"
    "    weigh_one(all) + to_pounds(1) + to_grams(2)\n}\n",
    "tongue/scale.rs": "pub fn weigh_one(one: u8) -> u8 {\n    1\n}\n",
    "tongue/a.c": "int weigh_one(int one) { return 1; }\n",
    "tongue/pound.c": "int to_pounds(int x) { return 2 * x; }\n",
    "tongue/gram.py": "def to_grams(x):\n    return x\n",
    "apart/pattern.hpp": "class Pattern {\n public:\n  int tallyUp(int x) { return x; }\n};\n",
    "apart/row.java": "class Row {\n  int tallyUp(int x) { return x; }\n}\n",
    "apart/cart.ts": "export class Cart {\n  tallyUp(x) { return x }\n}\n",
    "apart/till.proto": "service Till {\n  rpc TallyUp(Ask) returns (Sum);\n}\n",
    "apart/use.cpp": "int useAll(auto any) { return any.tallyUp(1); }\n",
    "apart/view.mm": "int viewAll(auto any) { return any.tallyUp(1); }\n",
    "apart/Use.kt": "fun useRow(any: Any) = any.tallyUp(1)\n",
    "apart/page.vue": "<script>\nfunction page(any) { return any.tallyUp(1) }\n</script>\n",
    "apart/till.py": "def use_till(any):\n    return any.tallyUp(1) + any.TallyUp(1)\n",
    "apart/till.rb": "def use_till(any)\n  any.tallyUp(1) + any.TallyUp(1)\nend\n",
    "apart/notes.md": "# Notes\n\n`tallyUp(1)` counts.\n",
    **{path: text for path, (text, _) in AROUND.items()},
    "view/Shelf.tsx": "export function Shelf<T>(props: Props<T>) {\n  return null\n}\n",
    "view/Store.tsx": "import { Shelf } from './Shelf'\n\nexport function StoreFront() {\n"
    "  const one = useState<Shelf>(1)\n  return (\n    <div>\n      <Shelf rows={1} />\n"
    "      {all.map((row) => <Shelf key={row}>{row}</Shelf>)}\n    </div>\n  )\n}\n",
    "view/Hall.vue": "<script setup>\nimport Shelf from './Shelf'\n</script>\n\n"
    '<template>\n  <Shelf\n    rows="1" />\n</template>\n',
    "types/cash.ex": "defmodule Acme.Cash do\n  @type state :: map()\n\n  def pay_out(state), do: count_out(state)\n\n"
    "  defp count_out(state), do: state\nend\n",
    "alone/tool.py": "class Tool:\n    def fit_on(self, x):\n        pass\n\n    fitted = fit_on(1, 2)\n\n\n"
    "def use_tool(tool):\n    tool.fit_on(1)\n",
    "alone/other.py": "from library import fit_on\n\n\ndef of_library():\n    fit_on(1)\n",
    "alone/bound.py": "def by_name(tool):\n    fit_on = tool.fit_on\n    fit_on(1)\n",
    "alone/hook.ts": "export class Cart { addRow() {} }\nexport function useRows() { return { addLine() {} } }\n",
    "alone/page.ts": "const {\n  addRow,\n  addLine\n} = useCart()\nexport function page() { addRow(); addLine() }\n",
    "alone/own.ts": "const addRow = (row: Row) => row\nexport function ownRow() { return addRow(1) }\n",
    "alone/Tool.java": "class Bit {\n  void fitIn() {}\n  void turn() { fitIn(); }\n}\n",
    **OTHERS_OWN,
    "shop/rates.py": RATES,
    "shop/basket.py": BASKET,
    "shop/mailer.rb": RUBY,
    "other/rates.py": "def fallback_tax():\n    return 3\n\n\nclass Basket:\n    pass\n",
    "other/rates.ts": "declare function exchange_rate(currency: string): number;\n",
}


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    root = tmp_path_factory.mktemp("calls")
    write(root, FILES)
    return root


@pytest.fixture(scope="module")
def workspace(root, tmp_path_factory):
    location = str(tmp_path_factory.mktemp("cache"))
    with opened(Settings(index_location=location, embedding_model="none", index_debounce_ms=1), root) as workspace:
        yield workspace


def calls(workspace, relation, name=None, **fields):
    answer = workspace.calls(CallQuery(relation, name, **fields), CancelToken())
    (root,) = workspace.roots
    return [
        (call.place.path.relative_to(root).as_posix(), call.name, [site.line + 1 for site in call.sites])
        for call in answer.calls
    ]


def test_callers_are_told_with_their_lines_those_outside_of_any_definition_too(workspace):
    assert calls(workspace, Relation.CALLER, "exchange_rate") == [
        ("shop/basket.py", "total", [6, 7]),
        ("shop/basket.py", "exchange_rates", [14]),
        ("shop/basket.py", None, [17]),
    ]


def test_callees_are_told_in_the_order_of_the_calls_without_what_the_codebase_does_not_define(workspace):
    assert calls(workspace, Relation.CALLEE, "exchange_rate") == [("shop/rates.py", "fallback_rate", [6, 7])]


def test_a_type_calls_what_its_members_call_that_stand_beside_it_but_not_these(workspace):
    assert calls(workspace, Relation.CALLEE, "Depot") == [
        ("ship/queue.go", "lockDepot", [8, 13]),
        ("ship/queue.go", "freeRows", [14]),
    ]
    assert calls(workspace, Relation.CALLEE, "Crane") == [("ship/crane.cpp", "boxWeight", [10])]


def test_a_type_calls_what_its_members_in_other_files_call_each_line_with_its_file(workspace, root):
    found = workspace.calls(CallQuery(Relation.CALLEE, "Winch"), CancelToken()).calls
    source = root / "ship/winch.cpp"
    assert [(call.name, [(site.line + 1, site.text, site.path) for site in call.sites]) for call in found] == [
        ("boxWeight", [(2, "int ropeLength() { return boxWeight(); }", None), (3, "boxWeight();", source)]),
        ("oilUp", [(4, "oilUp();", source)]),
    ]


@pytest.mark.parametrize(
    ("defined_in", "called", "called_in"),
    [
        ("dock/mast.rs", "set_sail", "dock/mast_sails.rs"),
        ("dock/Buoy.swift", "switchLamp", "dock/Buoy+Light.swift"),
        ("dock/Ferry.cs", "FindBank", "dock/Ferry.Routes.cs"),
        ("dock/Ferry.Routes.cs", "FindKey", "dock/Ferry.cs"),
    ],
)
def test_members_in_other_files_are_told_in_each_language_that_has_such(workspace, root, defined_in, called, called_in):
    found = workspace.calls(CallQuery(Relation.CALLEE, None, root / defined_in, 0), CancelToken()).calls
    told = [(call.name, site.path) for call in found for site in call.sites]
    assert (called, root / called_in) in told


def test_calls_beside_a_word_of_many_letters_are_told_at_once(workspace):
    begin = time.thread_time()
    assert calls(workspace, Relation.CALLEE, "wideData") == [("ship/data.js", "packRow", [2])]
    assert time.thread_time() - begin < 1


def test_in_ruby_a_call_needs_no_parentheses_and_a_comment_or_symbol_is_none(workspace):
    assert calls(workspace, Relation.CALLER, "deliver_now") == [("shop/mailer.rb", "send_all", [18])]
    assert calls(workspace, Relation.CALLEE, "deliver_now") == [
        ("shop/mailer.rb", "check_address", [3]),
        ("shop/mailer.rb", "valid_address?", [4]),
    ]
    assert calls(workspace, Relation.CALLER, "valid_address?") == [("shop/mailer.rb", "deliver_now", [4])]


@pytest.mark.parametrize(
    ("caller", "callees"),
    [
        ("report-all", ["report--head", "report->text"]),
        ("print-all", ["write-row"]),
        ("Get-Total", ["Read-Rows"]),
    ],
)
def test_a_name_with_hyphens_is_called_in_a_language_that_has_such(workspace, caller, callees):
    assert [name for _, name, _ in calls(workspace, Relation.CALLEE, caller)] == callees


def test_comments_docstrings_and_strings_hold_no_calls_and_a_quoted_quote_hides_none(workspace):
    assert calls(workspace, Relation.CALLER, "quote_mark") == [
        ("text/quotes.py", "if_quoted", [5]),
        ("text/quotes.py", "in_a_hole", [23]),
    ]
    assert calls(workspace, Relation.CALLEE, "if_quoted") == [("shop/quotes.py", "quote_mark", [5])]
    assert calls(workspace, Relation.CALLEE, "said_in_the_docstring") == []


@pytest.mark.parametrize(
    ("caller", "callees"),
    [
        ("imported", [("plain/tools.py", "load"), ("plain/near.py", "nearest")]),  # `parse` is of `json`
        ("from_a_module", [("plain/tools.py", "open")]),
        ("only_one", [("plain/more.py", "single")]),
        ("of_its_class", [("plain/store.py", "put")]),
        ("short", [("plain/tools.js", "f")]),
        ("greet", [("shell/lib.sh", "log")]),
    ],
)
def test_a_plain_word_means_what_the_file_imports_or_names_or_the_only_function_of_it(workspace, caller, callees):
    assert [(path, name) for path, name, _ in calls(workspace, Relation.CALLEE, caller)] == callees


@pytest.mark.parametrize(
    ("caller", "callees"),
    [
        ("ship", []),
        ("pack", []),
        ("check", ["deliver_order"]),
        ("test_ship", ["deliver_order"]),
        ("packs", ["sealed_box"]),
        ("run_all", ["run_bench"]),
    ],
)
def test_code_calls_what_tests_define_only_if_it_is_a_test_or_imports_it(workspace, caller, callees):
    assert [name for _, name, _ in calls(workspace, Relation.CALLEE, caller)] == callees


@pytest.mark.parametrize(
    ("operator", "callers"),
    [
        ("Money.operator==", [("signs/pay.cpp", "paid", [3])]),
        (">=>", [("signs/web.fs", "app", [3])]),
        ("Size.__add__", [("signs/sum.py", "both", [5]), ("signs/sum.py", "said", [9])]),
        ("Edition.<=>", [("signs/sort.rb", "newest", [2])]),
    ],
)
def test_an_operator_is_called_by_its_signs_one_of_all_types_where_its_type_is_named(workspace, operator, callers):
    assert calls(workspace, Relation.CALLER, operator) == callers


def test_what_another_type_calls_on_itself_and_defines_is_no_call_of_a_member(workspace):
    assert calls(workspace, Relation.CALLER, "Feed.refill", limit=100) == [
        ("own/feed.py", "feed", [6]),
        ("own/trough.py", "clean", [6]),
        ("own/trough.py", "carry", [11]),
        ("own/farm.py", "feed_all", [5]),  # nothing tells what is fed
    ]


@pytest.mark.parametrize(
    ("member", "callers"),
    [
        ("Tool.fit_on", {"use_tool", "by_name", "Tool"}),
        ("Cart.addRow", {"page"}),
        ("useRows.addLine", {"page"}),
        ("Bit.fitIn", {"turn"}),
    ],
)
def test_a_method_that_needs_something_in_front_is_not_called_by_its_name_alone(workspace, member, callers):
    assert {name for _, name, _ in calls(workspace, Relation.CALLER, member)} == callers


def test_a_name_without_its_type_is_called_wherever_it_is(workspace):
    found = {path for path, *_ in calls(workspace, Relation.CALLER, "refill", limit=100)}
    assert found == {"own/feed.py", "own/farm.py", "own/trough.py", *OTHERS_OWN} - {"own/tank.hpp"}


@pytest.mark.parametrize("path", sorted(OTHERS_OWN.keys() - {"own/tank.hpp"}))
def test_a_type_calls_its_own_member(workspace, root, path):
    (member,) = (one for one in workspace.symbols_in(root / path, CancelToken()).symbols if one.name == "refill")
    found = calls(workspace, Relation.CALLER, None, path=root / path, line=member.name_span.start_line, limit=100)
    assert path in {caller for caller, *_ in found}
    assert not {*OTHERS_OWN} - {path} & {caller for caller, *_ in found}


@pytest.mark.parametrize(
    ("member", "callers"),
    [
        ("Vat.add_rate", ["sum_up", "other", "renamed"]),  # an `Other` may have it from elsewhere
        ("Toll.add_rate", ["toll", "other"]),
        ("Lens.widthOf", ["seen", "far"]),  # a `Wide` is a `Lens`
        ("Frame.widthOf", ["drawn"]),
    ],
)
def test_a_call_that_names_another_type_or_module_with_such_a_member_is_none(workspace, member, callers):
    assert [name for _, name, _ in calls(workspace, Relation.CALLER, member)] == callers


def test_a_call_that_names_a_type_calls_the_member_of_this_one(workspace, root):
    called = workspace.calls(CallQuery(Relation.CALLEE, "build_mesh"), CancelToken()).calls
    told = {(call.container, call.name): [site.line + 1 for site in call.sites] for call in called}
    assert told["Node", "new"] == [15]
    assert told["Mesh", "new"] == [16]
    assert 13 not in [line for lines in told.values() for line in lines]
    callers = workspace.calls(CallQuery(Relation.CALLER, "Mesh.new"), CancelToken()).calls
    assert [site.line + 1 for call in callers for site in call.sites] == [14, 16]


def test_the_head_of_a_definition_calls_nothing(workspace, root):
    path = root / "named/lens.cpp"
    assert calls(workspace, Relation.CALLEE, None, path=path, line=0) == []
    assert [name for _, name, _ in calls(workspace, Relation.CALLEE, "seen")] == ["widthOf"]


def test_a_tag_calls_a_component(workspace):
    found = calls(workspace, Relation.CALLER, "Shelf")
    assert ("view/Store.tsx", "StoreFront", [7, 8]) in found
    assert ("view/Hall.vue", None, [6]) in found
    assert [(name, lines) for _, name, lines in calls(workspace, Relation.CALLEE, "StoreFront")] == [("Shelf", [7, 8])]


def test_a_shell_runs_programs_and_its_own_functions_and_nothing_else_calls_these(workspace):
    assert [name for _, name, _ in calls(workspace, Relation.CALLER, "halt")] == ["halt_all"]
    assert calls(workspace, Relation.CALLEE, "stop_all") == []
    assert [name for _, name, _ in calls(workspace, Relation.CALLER, "start_up")] == ["begin_all"]
    assert calls(workspace, Relation.CALLEE, "go_on") == []


def test_code_that_calls_comes_before_tests_other_languages_and_documents_that_stand_nearer(workspace):
    found = calls(workspace, Relation.CALLER, "CountStock")
    assert [path for path, *_ in found] == ["until/stock.go", "near/stock_test.go", "near/stock.c", "near/stock.md"]


def test_a_call_means_a_definition_of_another_language_only_if_its_own_has_none(workspace):
    called = calls(workspace, Relation.CALLEE, "weigh_all")
    assert [path for path, *_ in called] == ["tongue/scale.rs", "tongue/pound.c"]


@pytest.mark.parametrize(
    ("name", "callers"),
    [
        ("Pattern.tallyUp", ["apart/use.cpp", "apart/view.mm"]),
        ("Row.tallyUp", ["apart/Use.kt"]),
        ("Cart.tallyUp", ["apart/page.vue"]),
        ("Till.TallyUp", ["apart/till.py", "apart/till.rb"]),  # as generated code has it
    ],
)
def test_languages_that_call_nothing_of_another_are_no_callers_of_it(workspace, name, callers):
    found = {path for path, *_ in calls(workspace, Relation.CALLER, name, limit=100)}
    assert found - {"apart/notes.md"} == {*callers}


@pytest.mark.parametrize("path", AROUND)
def test_a_call_outside_of_functions_is_one_of_the_type_around_or_of_a_value_of_several_lines(workspace, root, path):
    found = workspace.calls(CallQuery(Relation.CALLER, "bringIn", root / path, limit=100), CancelToken()).calls
    own = [call for call in found if call.place.path == root / path]
    told = {(call.container, call.name, site.line + 1) for call in own for site in call.sites}
    assert sorted(told, key=lambda one: one[2]) == AROUND[path][1]


def test_a_property_is_the_definition_around_its_lines(workspace, root):
    around = CallQuery(Relation.CALLEE, path=root / "around/shop.kt", line=2)
    assert workspace.calls(around, CancelToken()).definition.symbol.name == "kept"


def test_a_word_that_may_be_a_variable_calls_no_type(workspace):
    assert [name for _, name, _ in calls(workspace, Relation.CALLEE, "pay_out")] == ["count_out"]


def test_of_definitions_on_one_line_only_the_one_around_a_call_makes_it(workspace):
    assert calls(workspace, Relation.CALLER, "oneLine") == [("line/V.java", "with", [1])]
    assert calls(workspace, Relation.CALLEE, "without") == []
    assert calls(workspace, Relation.CALLEE, "with") == [("line/U.java", "oneLine", [1])]
    assert calls(workspace, Relation.CALLER, "oneRow") == [("line/é.js", "eé", [1])]
    assert calls(workspace, Relation.CALLEE, "né") == []


def test_a_definition_is_named_with_its_qualifier_by_its_file_or_by_a_line_in_it(workspace, root):
    answer = workspace.calls(CallQuery(Relation.CALLEE, "Basket.total"), CancelToken())
    assert answer.definition.symbol.name == "total"
    assert not answer.others
    in_file = CallQuery(Relation.CALLER, "fallback_tax", path=root / "other/rates.py")
    assert workspace.calls(in_file, CancelToken()).definition.path == root / "other/rates.py"
    around = CallQuery(Relation.CALLEE, path=root / "shop/basket.py", line=5)
    assert workspace.calls(around, CancelToken()).definition.symbol.name == "total"


def test_a_declaration_stands_behind_the_definition_and_others_of_the_name_are_told(workspace, root):
    answer = workspace.calls(CallQuery(Relation.CALLER, "exchange_rate"), CancelToken())
    assert answer.definition.path == root / "shop/rates.py"
    assert [other.path for other in answer.others] == [root / "other/rates.ts"]
    answer = workspace.calls(CallQuery(Relation.CALLER, "fallback_tax"), CancelToken())
    assert [other.symbol.name for other in answer.others] == ["fallback_tax"]


def test_a_name_that_nothing_has_has_no_calls(workspace):
    answer = workspace.calls(CallQuery(Relation.CALLER, "exchange"), CancelToken())
    assert (answer.definition, answer.calls, answer.others) == (None, (), ())


def test_a_limit_says_that_there_are_more(workspace):
    answer = workspace.calls(CallQuery(Relation.CALLER, "exchange_rate", limit=2), CancelToken())
    assert (len(answer.calls), answer.is_cut) == (2, True)
    assert not workspace.calls(CallQuery(Relation.CALLER, "exchange_rate", limit=3), CancelToken()).is_cut


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({}, "name"),
        ({"name": " "}, "name"),
        ({"name": "x", "line": 3}, "line"),
        ({"name": "x", "limit": 0}, "limit"),
    ],
)
def test_what_is_missing_or_too_much_is_named(workspace, fields, field):
    with pytest.raises(InvalidQuery) as refused:
        workspace.calls(CallQuery(Relation.CALLER, **fields), CancelToken())
    assert refused.value.field == field


def test_calls_in_an_open_document_are_told_as_it_stands(workspace, root):
    path = root / "shop/basket.py"
    document = Document(BASKET)
    workspace.open_document(path, document)
    start = Span(0, 0, 0, 0)
    document.edit(start, "def converted(price):\n    return exchange_rate(price)\n\n")
    workspace.document_changed(path)
    assert ("shop/basket.py", "converted", [2]) in calls(workspace, Relation.CALLER, "exchange_rate")
    workspace.close_document(path, document)
