"""Calls on values whose types their files tell, read from a real index."""

import re
import time

import pytest
from codebases import indexed, opened, write

from lsp_codebase.config import Settings
from lsp_codebase.model import CallQuery, CancelToken, Relation

# In each `Base` and `Lonely` have a `fetchRow`, and `Sub` has that of its base. Lines tell on which they call it: "any"
# stands for a value of an unknown type, "none" for one of a library.
LANGUAGES = {
    "a/python.py": """
import os
from remote import Table


class Base:
    def fetchRow(self):
        pass


class Lonely:
    def fetchRow(self):
        pass


class Sub(Base):
    pass


def make(count) -> Sub:
    return Sub()


class Shop:
    kept: Sub

    def __init__(self, given: "Lonely", unknown):
        self.sub = Sub()
        self.given = given
        self.unknown = unknown
        self.table = Table("rows")

    def use(self):
        self.sub.fetchRow()  # base
        self.kept.fetchRow()  # base
        self.given.fetchRow()  # lonely
        self.unknown.fetchRow()  # any
        self.table.fetchRow()  # none


def use(first: Sub, second: "Lonely | None", third, shop: Shop):
    first.fetchRow()  # base
    second.fetchRow()  # lonely
    third.fetchRow()  # any
    shop.sub.fetchRow()  # base
    local = Sub()
    local.fetchRow()  # base
    local = Lonely()
    local.fetchRow()  # lonely
    if third:
        either = Sub()
    else:
        either = Lonely()
    either.fetchRow()  # base lonely
    make(1).fetchRow()  # base
    made = make(
        2,
    )
    made.fetchRow()  # base
    os.fetchRow()  # none
    with Sub() as opened:
        opened.fetchRow()  # base
    for first in third:
        first.fetchRow()  # any
    {}.fetchRow()  # none
""",
    "a/script.ts": """
import { Table } from "remote"
class Base { fetchRow() {} }
class Lonely { fetchRow() {} }
class Sub extends Base {}
function make(count: number): Sub { return new Sub() }
type Aliased = Sub | Alone
type Alone = Lonely
class Shop {
  kept?: Sub
  private made = new Lonely()
  table: Table<Sub>
  constructor(private readonly sub: Sub, given: Lonely, unknown) {
    this.given = given
    this.unknown = unknown
  }
  use() {
    this.sub.fetchRow() // base
    this.kept!.fetchRow() // base
    this.made.fetchRow() // lonely
    this.given.fetchRow() // lonely
    this.unknown.fetchRow() // any
    this.table.fetchRow() // none
  }
}
function use(first: Sub, second: Lonely | undefined, third, shop: Shop) {
  first.fetchRow() // base
  second?.fetchRow() // lonely
  third.fetchRow() // any
  shop.kept.fetchRow() // base
  const local = new Sub()
  local.fetchRow() // base
  const { made, table } = shop
  made.fetchRow() // lonely
  if (third) {
    const local = new Lonely()
    local.fetchRow() // lonely
  }
  local
    .fetchRow() // base
  make(1).fetchRow() // base
  const aliased: Aliased = third
  aliased.fetchRow() // base lonely
  const cast = third as Lonely
  cast.fetchRow() // lonely
  third.forEach((first) => first.fetchRow()) // any
  const list: Sub[] = []
  list.fetchRow() // none
}
""",
    "a/Java.java": """
import remote.Table;
class Base { void fetchRow() {} }
class Lonely { void fetchRow() {} }
class Sub extends Base {}
class Shop {
  private final Sub sub = new Sub();
  private Lonely given;
  private Table table;
  Sub make(int count) { return sub; }
  void use(Sub first, final Lonely second) {
    sub.fetchRow(); // base
    this.given.fetchRow(); // lonely
    table.fetchRow(); // none
    first.fetchRow(); // base
    second.fetchRow(); // lonely
    Sub local = null;
    local.fetchRow(); // base
    var made = new Lonely();
    made.fetchRow(); // lonely
    make(1).fetchRow(); // base
    for (Sub one : all()) {
      one.fetchRow(); // base
    }
    all().fetchRow(); // any
    String text = "";
    text.fetchRow(); // none
  }
}
""",
    "a/gun.go": """
package a

import "os"

type Base struct{}

func (b *Base) fetchRow() {}

type Lonely struct{}

func (l *Lonely) fetchRow() {}

type Sub struct {
\t*Base
}

type Shop struct {
\tsub   *Sub
\tgiven Lonely
}

func NewSub(count int) (*Sub, error) {
\treturn &Sub{}, nil
}

func (s *Shop) use(first *Sub, second, third Lonely, fourth interface{}) {
\ts.sub.fetchRow() // base
\ts.given.fetchRow() // lonely
\tfirst.fetchRow() // base
\tsecond.fetchRow() // lonely
\tthird.fetchRow() // lonely
\tfourth.fetchRow() // any
\tlocal := &Sub{}
\tlocal.fetchRow() // base
\tvar declared Lonely
\tdeclared.fetchRow() // lonely
\tmade, err := NewSub(1)
\tmade.fetchRow() // base
\tos.fetchRow() // none
\tfor _, one := range all() {
\t\tone.fetchRow() // any
\t}
}
""",
    "a/crab.rs": """
use remote::Table;

trait Base {
    fn fetchRow(&self) {}
}

struct Lonely;

impl Lonely {
    fn fetchRow(&self) {}
}

struct Sub;

impl Base for Sub {}

impl Sub {
    fn new(count: u8) -> Self {
        Sub
    }
}

struct Shop {
    sub: Sub,
    given: Option<Box<Lonely>>,
    boxed: Box<Lonely>,
}

impl Shop {
    fn use_all(&self, first: &Sub, second: &mut Lonely, third: impl Base) {
        self.sub.fetchRow(); // base
        self.boxed.fetchRow(); // lonely
        first.fetchRow(); // base
        second.fetchRow(); // lonely
        third.fetchRow(); // base
        let local = Sub::new(1);
        local.fetchRow(); // base
        let declared: Lonely = all();
        declared.fetchRow(); // lonely
        let unknown = all();
        unknown.fetchRow(); // any
    }
}
""",
    "a/kotlin.kt": """
open class Base { fun fetchRow() {} }
class Lonely { fun fetchRow() {} }
class Sub : Base()
fun make(count: Int): Sub = Sub()
class Shop(private val sub: Sub, val count: Int) {
  lateinit var given: Lonely
  fun use(first: Sub, second: Lonely?) {
    sub.fetchRow() // base
    given.fetchRow() // lonely
    this.given.fetchRow() // lonely
    first.fetchRow() // base
    second?.fetchRow() // lonely
    val local = Sub()
    local.fetchRow() // base
    val declared: Lonely = all()
    declared.fetchRow() // lonely
    make(1).fetchRow() // base
    val unknown = all()
    unknown.fetchRow() // any
  }
}
""",
    "a/Sharp.cs": """
class Base { public void fetchRow() {} }
class Lonely { public void fetchRow() {} }
class Sub : Base {}
class Shop {
  private readonly Sub _sub = new();
  public Lonely Given { get; set; }
  Sub Make(int count) { return _sub; }
  void Use(Sub first, Lonely? second) {
    _sub.fetchRow(); // base
    Given.fetchRow(); // lonely
    first.fetchRow(); // base
    second?.fetchRow(); // lonely
    Sub local = All();
    local.fetchRow(); // base
    var made = new Lonely();
    made.fetchRow(); // lonely
    Make(1).fetchRow(); // base
    var unknown = All();
    unknown.fetchRow(); // any
  }
}
""",
    "a/plus.cpp": """
struct Base { void fetchRow() {} };
struct Lonely { void fetchRow() {} };
struct Sub : public Base {};
Sub make(int count);
class Shop {
  Sub sub_;
  std::unique_ptr<Lonely> given_;
  void use(const Sub& first, Lonely* second);
};
void Shop::use(const Sub& first, Lonely* second) {
  sub_.fetchRow(); // base
  given_->fetchRow(); // lonely
  first.fetchRow(); // base
  second->fetchRow(); // lonely
  Sub local(1);
  local.fetchRow(); // base
  auto made = Lonely();
  made.fetchRow(); // lonely
  auto unknown = all();
  unknown.fetchRow(); // any
}
using SubPtr = std::unique_ptr<Sub>;
typedef Lonely Alone;
void aliased(SubPtr first, Alone& second, SubPtr* third) {
  first->fetchRow(); // base
  second.fetchRow(); // lonely
}
struct Early : public Sub {
  using Base::Base;
  void use() { Base::fetchRow(); } // base
};
""",
    "a/apple.swift": """
class Base { func fetchRow() {} }
class Lonely { func fetchRow() {} }
class Sub: Base {}
func make(count: Int) -> Sub { return Sub() }
class Shop {
  let sub: Sub
  var given = Lonely()
  func use(first: Sub, for second: Lonely?) {
    sub.fetchRow() // base
    self.given.fetchRow() // lonely
    first.fetchRow() // base
    second?.fetchRow() // lonely
    let local = Sub()
    local.fetchRow() // base
    make(count: 1).fetchRow() // base
    let unknown = all()
    unknown.fetchRow() // any
  }
}
""",
    "a/steps.scala": """
class Base { def fetchRow() = 1 }
class Lonely { def fetchRow() = 1 }
class Sub extends Base
class Shop(sub: Sub) {
  val held: Lonely = all()
  def use(first: Sub) = {
    held.fetchRow() // lonely
    first.fetchRow() // base
    val local = new Sub()
    local.fetchRow() // base
    val unknown = all()
    unknown.fetchRow() // any
  }
}
""",
    "a/throw.dart": """
class Base { void fetchRow() {} }
class Lonely { void fetchRow() {} }
class Sub extends Base {}
class Shop {
  final Sub sub = Sub();
  Lonely? given;
  void use(Sub first, {required Lonely second}) {
    sub.fetchRow(); // base
    given?.fetchRow(); // lonely
    first.fetchRow(); // base
    second.fetchRow(); // lonely
    final local = Sub();
    local.fetchRow(); // base
    var unknown = all();
    unknown.fetchRow(); // any
  }
}
""",
    "a/page.php": """<?php
class Base { function fetchRow() {} }
class Lonely { function fetchRow() {} }
class Sub extends Base {}
class Shop {
  private Sub $sub;
  function __construct(private Lonely $given) { $this->made = new Sub(); }
  function run(Sub $first, ?Lonely $second, $third) {
    $this->sub->fetchRow(); // base
    $this->given->fetchRow(); // lonely
    $this->made->fetchRow(); // base
    $first->fetchRow(); // base
    $second->fetchRow(); // lonely
    $third->fetchRow(); // any
    $local = new Sub();
    $local->fetchRow(); // base
  }
}
""",
    "a/gem.rb": """
class Base
  def fetchRow
  end
end

class Lonely
  def fetchRow
  end
end

class Sub < Base
end

class Shop
  def initialize(unknown)
    @sub = Sub.new(1)
    @unknown = unknown
  end

  def run(third)
    @sub.fetchRow # base
    @unknown.fetchRow # any
    third.fetchRow # any
    local = Lonely.new
    local.fetchRow # lonely
  end
end
""",
}

# The same for elements of lists and maps, and parameters of closures.
ELEMENTS = {
    "a/python.py": """

class Bag(Generic[T]):
    def both(self):
        return self

    def fetchRow(self):
        pass


def build(count):
    def other():
        return Lonely()

    if not count:
        return None
    return Sub(
        count,
    )


def build_any(count):
    if count:
        return Sub()
    return count


def build_all(count):
    yield Sub()


def use_built(bag: Bag):
    build(1).fetchRow()  # base
    build_any(1).fetchRow()  # any
    build_all(1).fetchRow()  # any
    bag.both().fetchRow()  # none


def use_many(many: list[Sub], named: dict[str, Lonely], own: Bag[Lonely], unknown: list):
    for one in many:
        one.fetchRow()  # base
    for at, one in enumerate(many):
        one.fetchRow()  # any
    for one in sorted(many):
        one.fetchRow()  # base
    for one in named.values():
        one.fetchRow()  # lonely
    for one in named:
        one.fetchRow()  # any
    for one in unknown:
        one.fetchRow()  # any
    for one in own:
        one.fetchRow()  # any
    many[0].fetchRow()  # base
    named["a"].fetchRow()  # lonely
    unknown[0].fetchRow()  # any
    one = Lonely()
    _ = [one.fetchRow() for one in many if one]  # base
    _ = {one: one.fetchRow() for at, one in enumerate(many)}  # any
    _ = any(
        one.fetchRow()  # base
        for one in many
    )
    one.fetchRow()  # lonely
    for one in many:
        pass
""",
    "a/script.ts": """
const build = (count) => new Sub()
function buildOther(count) {
  return new Lonely()
}
function buildLater(count) {
  return new Promise((done) => done(count))
}
function buildOf(Kind) {
  return new Kind(1)
}
function buildTold(Kind: typeof Sub) {
  const told = new Kind()
  told.fetchRow() // base
}
async function useLater() {
  const later = await buildLater(1)
  later.fetchRow() // any
  buildOf(Sub).fetchRow() // any
}
function useBuilt() {
  build(1).fetchRow() // base
  const other = buildOther(1)
  other.fetchRow() // lonely
}
function useMany(many: Sub[], named: Map<string, Lonely>, other: Array<Lonely>, unknown: any[]) {
  for (const one of many) {
    one.fetchRow() // base
  }
  many.filter(Boolean).forEach((one) => one.fetchRow()) // base
  other.map(one => {
    one.fetchRow() // lonely
  })
  other.map((one, at) => one.fetchRow()) // lonely
  other.reduce((one, at) => one.fetchRow()) // any
  for (const one of named.values()) one.fetchRow() // lonely
  unknown.forEach((one) => one.fetchRow()) // any
  many[0].fetchRow() // base
  unknown.map((one: Lonely) => one.fetchRow()) // lonely
}
""",
    "a/Java.java": """
class Use {
  void use(List<Sub> many, Map<String, Lonely> named, Lonely[] others) {
    for (var one : many) {
      one.fetchRow(); // base
    }
    for (var one : others) one.fetchRow(); // lonely
    many.forEach(one -> one.fetchRow()); // base
    many.stream().filter(one -> one != null).forEach(one -> one.fetchRow()); // base
    others[0].fetchRow(); // lonely
    named.values().forEach((one) -> one.fetchRow()); // lonely
    use((Lonely one) -> one.fetchRow()); // lonely
  }
}
""",
    "a/gun.go": """

func useMany(many []*Sub, named map[string]Lonely) {
\tfor _, one := range many {
\t\tone.fetchRow() // base
\t}
\tfor _, one := range named {
\t\tone.fetchRow() // lonely
\t}
\tmany[0].fetchRow() // base
\tnamed["a"].fetchRow() // lonely
\tcall(func(one *Lonely) { one.fetchRow() }) // lonely
}
""",
    "a/crab.rs": """
fn use_all(many: &[Sub], named: HashMap<String, Lonely>, other: Vec<Lonely>) {
    for one in many {
        one.fetchRow(); // base
    }
    for one in other.iter() {
        one.fetchRow(); // lonely
    }
    other.iter().for_each(|one| one.fetchRow()); // lonely
    many[0].fetchRow(); // base
    all().map(|one: &Lonely| one.fetchRow()); // lonely
}
""",
    "a/kotlin.kt": """
fun build(count: Int) = Sub()
fun useMany(many: List<Sub>, other: Array<Lonely>) {
  for (one in many) {
    one.fetchRow() // base
  }
  other.forEach { one -> one.fetchRow() } // lonely
  many[0].fetchRow() // base
  build(1).fetchRow() // base
}
""",
    "a/Sharp.cs": """
class Use {
  void Run(List<Sub> many, Lonely[] others, Dictionary<string, Lonely> named) {
    foreach (var one in many) {
      one.fetchRow(); // base
    }
    foreach (var one in named.Values) one.fetchRow(); // any
    others.Select(one => one.fetchRow()); // lonely
    others[0].fetchRow(); // lonely
    named["a"].fetchRow(); // lonely
  }
}
""",
    "a/plus.cpp": """
void useMany(const std::vector<Sub>& many, std::map<int, std::unique_ptr<Lonely>> named) {
  for (const auto& one : many) {
    one.fetchRow(); // base
  }
  many[0].fetchRow(); // base
  named[0]->fetchRow(); // lonely
  call([](Lonely& one) { one.fetchRow(); }); // lonely
}
""",
    "a/apple.swift": """
func useMany(many: [Sub], named: [String: Lonely]) {
  for one in many {
    one.fetchRow() // base
  }
  many.forEach { one in one.fetchRow() } // base
  named["a"]?.fetchRow() // lonely
}
""",
    "a/page.php": """
/** Nothing tells the types of elements here. */
function runMany($many, Lonely $one) {
  foreach ($many as $one) {
    $one->fetchRow(); // any
  }
}
""",
}
for at, more in ELEMENTS.items():
    LANGUAGES[at] += more

SHOP = {
    "shop/__init__.py": "",
    "shop/store.py": "class Store:\n    def save_all(self):\n        pass\n\n\nclass Vault:\n    def save_all(self):\n"
    "        pass\n\n\nshared = Store()\n",
    "shop/saving.py": "def save_all():\n    pass\n",
    "shop/io.py": "",
    "shop/use.py": "import io\nimport os.path\nfrom remote import Vault\nfrom shop import saving\n"
    "from shop.store import Store, shared\n\n\ndef on_anything(thing):\n    thing.save_all()\n\n\n"
    "def on_store(store: Store):\n    store.save_all()\n\n\n"
    "def on_module():\n    saving.save_all()\n\n\ndef on_library():\n    os.path.save_all()\n\n\n"
    "def on_inner():\n    io.save_all()\n\n\ndef on_library_vault(vault: Vault):\n    vault.save_all()\n",
    "shop/shared_use.py": "from shop.store import shared\n\n\ndef on_shared():\n    shared.save_all()\n",
    "shop/test_store.py": "from shop.store import Store\n\n\ndef test_store():\n    Store().save_all()\n",
    "shop/deep.py": "class Base:\n    def save_deep(self):\n        pass\n\n\nclass Deep(Base):\n"
    "    def save_deep(self):\n        pass\n\n\ndef on_base(base: Base):\n    base.save_deep()\n\n\n"
    "def on_deep(deep: Deep):\n    deep.save_deep()\n\n\ndef on_new_base():\n    Base().save_deep()\n",
    "disk/disk.go": "package disk\n\ntype Saver interface {\n\tSaveAll()\n\tClose()\n}\n\ntype Disk struct{}\n\n"
    "func (d *Disk) SaveAll() {}\n\nfunc (d *Disk) Close() {}\n\ntype Tape struct{}\n\n"
    "func (t *Tape) SaveAll() {}\n\nfunc onSaver(saver Saver) {\n\tsaver.SaveAll()\n}\n",
    "azure/azure.go": "package azure\n\ntype Saver struct{}\n\nfunc (s *Saver) SaveAll() {}\n\n"
    "func (s *Saver) Close() {}\n\nfunc (s *Saver) Open() {}\n",
    "internal/log/log.go": "package log\n\ntype Disk struct{}\n\nfunc (d *Disk) Flush() {}\n\nfunc Flush() {}\n",
    "main/main.go": 'package main\n\nimport (\n\t"log"\n\town "acme/shop/internal/log"\n)\n\n'
    "func onLog() {\n\tlog.Flush()\n}\n\nfunc onOwn() {\n\town.Flush()\n}\n\n"
    "func onOwnDisk(disk *own.Disk) {\n\tdisk.Flush()\n}\n\nfunc onLibrary(disk *log.Disk) {\n\tdisk.Flush()\n}\n",
    "reach/Reach.cs": "class Bike { }\nclass Boat { }\nstatic class Reach {\n"
    "  public static void WashAll(this Bike bike, int times) { }\n"
    "  public static string Shorten(this string text) { return text; }\n}\n"
    "class Text {\n  void OnText(string text) {\n    text.Shorten();\n    Remote.Shorten();\n  }\n"
    "  void OnBike(Bike bike) {\n"
    "    bike.Shorten();\n  }\n}\nclass Use {\n  void OnBike(Bike bike) {\n"
    "    bike.WashAll(1);\n  }\n  void OnBoat(Boat boat) {\n    boat.WashAll(1);\n  }\n  void OnClass(Bike bike) {\n"
    "    Reach.WashAll(bike, 1);\n  }\n}\n",
    "reach/reach.kt": "class Bike\nclass Boat\nfun Bike.washOnce(times: Int) {}\n"
    "fun onBike(bike: Bike) {\n  bike.washOnce(1)\n}\n"
    "fun onBoat(boat: Boat) {\n  boat.washOnce(1)\n}\n",
    "reach/reach.swift": "class Bike {}\nclass Boat {}\nextension Bike {\n  func washTwice() {}\n}\n"
    "func onBike(bike: Bike) {\n  bike.washTwice()\n}\nfunc onBoat(boat: Boat) {\n  boat.washTwice()\n}\n",
    "reach/reach.dart": "class Bike {}\nclass Boat {}\nextension Reach on Bike {\n  void washThrice() {}\n}\n"
    "void onBike(Bike bike) {\n  bike.washThrice();\n}\nvoid onBoat(Boat boat) {\n  boat.washThrice();\n}\n",
    "reach/reach.scala": "class Bike\nclass Boat\nextension (bike: Bike)\n  def washOften(x: Int) = x\n"
    "implicit class Rich(bike: Bike) {\n  def washDaily(x: Int) = x\n}\n"
    "def onBike(bike: Bike) =\n  bike.washOften(1)\n\ndef onBoat(boat: Boat) =\n  boat.washOften(1)\n\n"
    "def onDaily(bike: Bike) =\n  bike.washDaily(1)\n\ndef onNever(boat: Boat) =\n  boat.washDaily(1)\n",
    "garage/go.mod": "module acme.dev/garage/v2 // cars\n\ngo 1.21\n",
    "garage/car.go": "package garage\n\ntype Car struct{}\n\nfunc (c *Car) Park() {}\n\n"
    "func New() *Car { return &Car{} }\n",
    "garage/lift/car.go": "package lift\n\ntype Car struct{}\n\nfunc (c *Car) Park() {}\n",
    "garage/cmd/main.go": 'package main\n\nimport (\n\t"acme.dev/garage/v2"\n\t"acme.dev/garage/v2/lift"\n'
    '\tremote "far.dev/lift"\n)\n\nfunc onCar(car *garage.Car) {\n\tcar.Park()\n}\n\n'
    "func onNewCar() {\n\tgarage.New().Park()\n}\n\nfunc onLift(car *lift.Car) {\n\tcar.Park()\n}\n\n"
    "func onFar(car *remote.Car) {\n\tcar.Park()\n}\n",
    "crate/crate.ts": "class Crate { pack() {} }\nclass Parcel { pack() {} }\n"
    "function onGeneric<T extends Crate>(thing: T) { thing.pack() }\n",
}


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    root = tmp_path_factory.mktemp("values")
    write(root, {**LANGUAGES, **SHOP})
    return root


@pytest.fixture(scope="module")
def workspace(root, tmp_path_factory):
    location = str(tmp_path_factory.mktemp("cache"))
    with opened(Settings(index_location=location, embedding_model="none"), root) as workspace:
        yield workspace


def lines_calling(workspace, path, line):
    answer = workspace.calls(CallQuery(Relation.CALLER, path=path, line=line, limit=100), CancelToken())
    return {site.line for call in answer.calls if call.place.path == path for site in call.sites}


def told(path):
    """Return the lines of a file that call the name, with the words that tell on what."""
    lines = enumerate(LANGUAGES[path].split("\n"))
    return {at: {*re.split(r"#|//", line)[1].split()} for at, line in lines if re.search(r"(?:\.|->)fetchRow\b", line)}


@pytest.mark.parametrize("path", sorted(LANGUAGES))
def test_a_call_on_a_value_is_of_its_type_where_the_file_tells_it(workspace, root, path):
    members = [one for one in workspace.symbols_in(root / path, CancelToken()).symbols if one.name == "fetchRow"]
    found = {one.container: lines_calling(workspace, root / path, one.name_span.start_line) for one in members}
    calls = told(path)
    assert calls
    for owner in ("Base", "Lonely"):
        wanted = {line for line, words in calls.items() if words & {owner.lower(), "any"}}
        assert {at + 1 for at in found[owner] & calls.keys()} == {at + 1 for at in wanted}, owner


@pytest.mark.parametrize("path", sorted(LANGUAGES))
def test_what_is_called_on_a_value_is_what_its_type_has(workspace, root, path):
    for line, words in told(path).items():
        if words - {"base", "lonely"} or len(words) > 1:
            continue
        answer = workspace.calls(CallQuery(Relation.CALLEE, path=root / path, line=line), CancelToken())
        owners = {
            call.container.lower()
            for call in answer.calls
            for at in call.sites
            if (call.name, at.line) == ("fetchRow", line)
        }
        assert owners == words, line + 1


def callers(workspace, name, **fields):
    return [call.name for call in workspace.calls(CallQuery(Relation.CALLER, name, **fields), CancelToken()).calls]


def callees(workspace, name, **fields):
    answer = workspace.calls(CallQuery(Relation.CALLEE, name, **fields), CancelToken())
    return [(call.container, call.name) for call in answer.calls]


def test_calls_that_are_sure_come_before_those_of_unknown_values(workspace):
    assert callers(workspace, "Store.save_all") == ["on_shared", "on_store", "on_anything", "test_store"]
    assert callers(workspace, "Store.save_all", limit=1) == ["on_shared"]


def test_an_imported_value_is_of_the_type_that_its_own_file_tells(workspace):
    assert "on_shared" in callers(workspace, "Store.save_all")
    assert "on_shared" not in callers(workspace, "Vault.save_all")


def test_what_is_called_on_a_module_is_no_member_of_a_type(workspace):
    assert not {"on_module", "on_library"} & {*callers(workspace, "Store.save_all")}
    assert callees(workspace, "on_module") == [(None, "save_all")]
    assert callees(workspace, "on_library") == []


def test_a_module_of_a_library_is_one_though_the_codebase_has_an_inner_one_of_its_name(workspace):
    assert "on_inner" not in callers(workspace, "Store.save_all")


def test_a_package_of_go_is_the_one_of_the_imported_path(workspace):
    assert callers(workspace, "Disk.Flush") == ["onOwnDisk"]
    assert callees(workspace, "onOwn") == [(None, "Flush")]
    assert callees(workspace, "onLog") == []


def test_a_module_of_go_says_where_its_packages_lie_that_of_its_root_too(workspace, root):
    lines = (root / "garage/car.go", 4), (root / "garage/lift/car.go", 4)
    of_car, of_lift = (callers(workspace, None, path=path, line=line) for path, line in lines)
    assert (of_car, of_lift) == (["onCar", "onNewCar"], ["onLift"])
    assert callees(workspace, "onNewCar") == [(None, "New"), ("Car", "Park")]
    assert callees(workspace, "onFar") == []


@pytest.mark.parametrize(
    ("member", "expected"),
    [
        ("Reach.WashAll", ["OnBike", "OnClass"]),
        ("Reach.Shorten", ["OnText"]),
        ("Bike.washOnce", ["onBike"]),
        ("Bike.washTwice", ["onBike"]),
        ("Reach.washThrice", ["onBike"]),
        ("Bike.washOften", ["onBike"]),
        ("Rich.washDaily", ["onDaily"]),
    ],
)
def test_an_extension_is_called_on_values_of_the_type_that_it_extends(workspace, member, expected):
    found = workspace.calls(CallQuery(Relation.CALLER, member), CancelToken()).calls
    assert [call.name for call in found] == expected
    caller = found[0].place
    called = workspace.calls(CallQuery(Relation.CALLEE, None, caller.path, caller.span.start_line), CancelToken()).calls
    assert [(call.container, call.name, len(call.sites)) for call in called] == [(*member.split("."), 1)]


def test_a_value_of_an_interface_may_be_of_any_type_with_its_methods(workspace, root):
    assert "onSaver" in callers(workspace, "Disk.SaveAll")
    assert "onSaver" not in callers(workspace, "Tape.SaveAll")
    (member,) = (
        one for one in workspace.symbols_in(root / "azure/azure.go", CancelToken()).symbols if one.name == "SaveAll"
    )
    place = {"path": root / "azure/azure.go", "line": member.name_span.start_line}
    assert "onSaver" in callers(workspace, None, **place)


def test_a_value_of_a_base_may_be_of_a_subtype_but_a_new_one_is_not(workspace):
    assert {"on_base", "on_deep"} <= {*callers(workspace, "Deep.save_deep")}
    assert "on_new_base" not in callers(workspace, "Deep.save_deep")


def test_a_parameter_for_types_says_nothing(workspace):
    assert {"onGeneric"} <= {*callers(workspace, "Crate.pack")} & {*callers(workspace, "Parcel.pack")}


def test_a_type_of_a_library_that_shares_its_name_is_another_one(workspace):
    assert "on_library_vault" not in callers(workspace, "Vault.save_all")


def test_thousands_of_bindings_of_one_name_are_read_at_once(tmp_path):
    many = "def use(store):\n" + "".join(f"    store = store_{at}.store\n    store.save_all()\n" for at in range(3_000))
    chain = "".join(f"v{at + 1} = v{at}\n" for at in range(3_000)) + "v3000.save_all()\n"
    brackets = "x = " + "(" * 5_000 + "\nx.save_all()\n" + "a." * 5_000 + "save_all()\n"
    written = "function run(a){" + "a=a.b(a);" * 5_000 + "a.save_all()}\n"
    files = {"many.py": many, "chain.py": chain, "brackets.py": brackets, "written.ts": written}
    files["store.py"] = SHOP["shop/store.py"]
    with indexed(tmp_path, files, embedding_model="none") as codebase:
        begin = time.thread_time()
        codebase.calls(CallQuery(Relation.CALLER, "Store.save_all", limit=100), CancelToken())
        codebase.calls(CallQuery(Relation.CALLEE, "use", limit=100), CancelToken())
        codebase.calls(CallQuery(Relation.CALLEE, "run", limit=100), CancelToken())
        assert time.thread_time() - begin < 15  # one of quadratic time takes minutes


DEEP = 300
DEEP_FILES = {
    "fields.py": "".join(
        f"class C{at}:\n    def __init__(self):\n        self.f = C{at + 1}().f\n\n\n" for at in range(DEEP)
    )
    + f"class C{DEEP}:\n    def __init__(self):\n        self.f = Motor()\n\n\n"
    "class Motor:\n    def spin(self):\n        pass\n\n\ndef use():\n    C0().f.spin()\n",
    "brackets.py": "class Lamp:\n    def shine(self):\n        pass\n\n\n"
    f"def glow():\n    lamp = {'(' * 450}Lamp(){')' * 450}\n    lamp.shine()\n",
    "kites/use.py": "from kites.kite0 import value0\n\n\ndef fly():\n    value0.soar()\n",
    "kites/kite150.py": "class Kite:\n    def soar(self):\n        pass\n\n\nvalue150 = Kite()\n",
}
for at in range(150):
    DEEP_FILES[f"kites/kite{at}.py"] = f"from kites.kite{at + 1} import value{at + 1}\n\nvalue{at} = value{at + 1}\n"


def test_a_value_that_hundreds_of_others_tell_is_of_an_unknown_type(tmp_path):
    with indexed(tmp_path, DEEP_FILES, embedding_model="none") as codebase:
        assert callers(codebase, "Motor.spin") == ["use"]
        assert callers(codebase, "Lamp.shine") == ["glow"]
        assert callers(codebase, "Kite.soar") == ["fly"]
