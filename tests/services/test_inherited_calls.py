"""Calls of what a type has from its bases, told from a real index."""

import time

import pytest
from codebases import indexed, opened, write

from lsp_codebase.config import Settings
from lsp_codebase.model import CallQuery, CancelToken, DefinitionQuery, Relation, SearchQuery

# In each a base and another type have `fetchRow`. The lines with "of the base" call it on a subtype.
LANGUAGES = {
    "a/python.py": "class Base:\n    def fetchRow(self):\n        pass\n\n\nclass Lonely:\n    def fetchRow(self):\n"
    "        pass\n\n\nclass Sub(Base):\n    def own(self):\n        self.fetchRow()  # of the base\n\n\n"
    "class Third(Sub):\n    def fetchRow(self):\n        super().fetchRow()  # of the base\n\n\n"
    "def use():\n    Sub(1, two()).fetchRow()  # of the base\n",
    "a/script.ts": "class Base { fetchRow() {} }\nclass Lonely { fetchRow() {} }\nclass Sub<T> extends Base {\n"
    "  own() {\n"
    "    this.fetchRow() // of the base\n  }\n}\nclass Third extends Sub<number> {\n  fetchRow() {\n"
    "    super.fetchRow() // of the base\n  }\n}\nfunction use() {\n  new Sub<number>(1).fetchRow() // of the base\n"
    "}\n",
    "a/Java.java": "class Base { void fetchRow() {} }\nclass Lonely { void fetchRow() {} }\n"
    "class Sub extends Base {\n  void own() {\n    fetchRow(); // of the base\n  }\n}\n"
    "class Third extends Sub {\n  void fetchRow() {\n    super.fetchRow(); // of the base\n  }\n"
    "  void use() {\n    new Sub(1).fetchRow(); // of the base\n  }\n}\n",
    "a/kotlin.kt": "open class Base { open fun fetchRow() {} }\nclass Lonely { fun fetchRow() {} }\n"
    "open class Sub(val one: Int = 1) : Base() {\n  fun own() {\n    fetchRow() // of the base\n  }\n}\n"
    "class Third : Sub(1) {\n  override fun fetchRow() {\n    super.fetchRow() // of the base\n  }\n}\n"
    "fun use() {\n  Sub(1).fetchRow() // of the base\n}\n",
    "a/Sharp.cs": "class Base { public virtual void fetchRow() {} }\nclass Lonely { void fetchRow() {} }\n"
    "class Sub : Base {\n  void Own() {\n    fetchRow(); // of the base\n  }\n}\n"
    "class Third : Sub {\n  public override void fetchRow() {\n    base.fetchRow(); // of the base\n  }\n"
    "  void Use() {\n    new Sub().fetchRow(); // of the base\n  }\n}\n",
    "a/plus.cpp": "struct Base { void fetchRow() {} };\nstruct Lonely { void fetchRow() {} };\n"
    "struct Sub final : public Base {\n  void own() {\n    this->fetchRow(); // of the base\n  }\n};\n"
    "struct Third : Sub {\n  void fetchRow() {\n    Sub::fetchRow(); // of the base\n  }\n};\n"
    "void use() {\n  Sub().fetchRow(); // of the base\n}\n",
    "a/page.php": "<?php\nclass Base { function fetchRow() {} }\nclass Lonely { function fetchRow() {} }\n"
    "class Sub extends Base {\n  function own() {\n    $this->fetchRow(); // of the base\n  }\n}\n"
    "class Third extends Sub {\n  function fetchRow() {\n    parent::fetchRow(); // of the base\n  }\n}\n"
    "function run() {\n  (new Sub)->fetchRow(); // of the base\n}\n",
    "a/gem.rb": "class Base\n  def fetchRow\n  end\nend\n\nclass Lonely\n  def fetchRow\n  end\nend\n\n"
    "class Sub < Base\n  def own\n    self.fetchRow # of the base\n  end\nend\n\n"
    "def use\n  Sub.new(1).fetchRow # of the base\nend\n",
    "a/mixin.rb": "module Base\n  def fetchRow\n  end\nend\n\nclass Lonely\n  def fetchRow\n  end\nend\n\n"
    "class Sub\n  include Base\n\n  def own\n    fetchRow # of the base\n  end\nend\n",
    "a/apple.swift": "class Base { func fetchRow() {} }\nclass Lonely { func fetchRow() {} }\n"
    "class Sub: Base {\n  func own() {\n    self.fetchRow() // of the base\n  }\n}\n"
    "class Third: Sub {\n  override func fetchRow() {\n    super.fetchRow() // of the base\n  }\n}\n"
    "func use() {\n  Sub().fetchRow() // of the base\n}\n",
    "a/steps.scala": "class Base { def fetchRow() = 1 }\nclass Lonely { def fetchRow() = 1 }\n"
    "class Sub(one: Int) extends Base {\n  def own() = {\n    this.fetchRow() // of the base\n  }\n}\n"
    "object Use {\n  def use() = new Sub(1).fetchRow() // of the base\n}\n",
    "a/throw.dart": "class Base { void fetchRow() {} }\nclass Lonely { void fetchRow() {} }\n"
    "class Sub extends Base {\n  void own() {\n    this.fetchRow(); // of the base\n  }\n}\n"
    "class Third extends Sub {\n  void fetchRow() {\n    super.fetchRow(); // of the base\n  }\n}\n"
    "void use() {\n  Sub().fetchRow(); // of the base\n}\n",
    "a/traits.php": "<?php\ntrait Base { function fetchRow() {} }\nclass Lonely { function fetchRow() {} }\n"
    "class Sub {\n    use Base;\n\n    function own() {\n        $this->fetchRow(); // of the base\n    }\n}\n",
    "a/gun.go": "package a\n\ntype Base struct{}\n\nfunc (b *Base) fetchRow() {}\n\ntype Lonely struct{}\n\n"
    "func (l *Lonely) fetchRow() {}\n\ntype Sub struct {\n\t*Base\n}\n\n"
    "func (s *Sub) own() {\n\ts.fetchRow() // of the base\n}\n",
    "a/crab.rs": "trait Base {\n    fn fetchRow(&self) {}\n}\n\nstruct Lonely;\n\nimpl Lonely {\n"
    "    fn fetchRow(&self) {}\n}\n\n"
    "struct Sub;\n\nimpl Base for Sub {}\n\nimpl Sub {\n    fn own(&self) {\n        self.fetchRow() // of the base\n"
    "    }\n}\n",
}
SHOP = {
    "shop/base.py": "class Store:\n    def save(self):\n        pass\n\n\nclass Other:\n    def save(self):\n"
    "        pass\n",
    "shop/rows.py": "from shop.base import Store as Kept\nfrom shop.base import Store\nfrom remote import Table\n"
    "import shop.base as kept\n"
    "from elsewhere import Other\n\n\n"
    "class Row(Store):\n    pass\n\n\nclass Far(Table):\n    def store(self):\n        self.save()\n\n\n"
    "class Named(kept.Store):\n    def of_module(self):\n        self.save()\n\n\n"
    "class Foreign(Other):\n    def of_library(self):\n        self.save()\n\n\n"
    "def use_row():\n    Row().save()\n\n\n"
    "def Rows():\n    return find_rows()\n\n\ndef use_rows():\n    Rows().save()\n",
    "shop/ring.py": "class Ring(Chain):\n    def ring(self):\n        self.save()\n\n\nclass Chain(Ring):\n    pass\n",
    "shop/diamond.py": "class Top:\n    def turn(self):\n        pass\n\n\nclass Left(Top):\n    pass\n\n\n"
    "class Right(Top):\n    def turn(self):\n        pass\n\n\nclass Bottom(Left, Right):\n    def both(self):\n"
    "        self.turn()\n\n\nclass Aside:\n    def turn(self):\n        pass\n",
    "shop/steps.py": "class First:\n    def take(self):\n        pass\n\n\nclass Second(First):\n    def take(self):\n"
    "        pass\n\n    def taken(self):\n        self.take()\n\n\nclass Last(Second):\n    def last(self):\n"
    "        super().take()\n\n    def own(self):\n        self.take()\n\n\nclass Odd:\n    def take(self):\n"
    "        pass\n",
    "same/one.py": "class Task:\n    def start_up(self):\n        pass\n\n\nclass Job(Task):\n    def go(self):\n"
    "        self.start_up()\n",
    "same/two.py": "class Task:\n    pass\n\n\nclass Job(Task):\n    def stay(self):\n        self.start_up()\n",
    "same/Task.rb": "class Task\n  def start_up\n  end\nend\n",
    "part/Sum.cs": "partial class Sum { void Add() {\n    Round();\n} }\n",
    "part/Sum.More.cs": "partial class Sum : Amount { }\n\nclass Amount { protected void Round() {} }\n\n"
    "class Shape { void Round() {} }\n",
}


@pytest.fixture(scope="module")
def root(tmp_path_factory):
    root = tmp_path_factory.mktemp("inherited")
    write(root, {**LANGUAGES, **SHOP})
    return root


@pytest.fixture(scope="module")
def workspace(root, tmp_path_factory):
    location = str(tmp_path_factory.mktemp("cache"))
    with opened(Settings(index_location=location, embedding_model="none"), root) as workspace:
        yield workspace


def callers(workspace, name=None, **fields):
    answer = workspace.calls(CallQuery(Relation.CALLER, name, limit=100, **fields), CancelToken())
    (root,) = workspace.roots
    return {
        (call.place.path.relative_to(root).as_posix(), site.line + 1) for call in answer.calls for site in call.sites
    }


def names_of_callers(workspace, name):
    answer = workspace.calls(CallQuery(Relation.CALLER, name, limit=100), CancelToken())
    return {call.name for call in answer.calls}


@pytest.mark.parametrize("path", sorted(LANGUAGES))
def test_a_call_on_a_subtype_is_one_of_the_nearest_base_that_defines_it_and_of_no_other_type(workspace, root, path):
    members = [one for one in workspace.symbols_in(root / path, CancelToken()).symbols if one.name == "fetchRow"]
    lines = {one.container: one.name_span.start_line for one in members}
    wanted = {(path, at + 1) for at, line in enumerate(LANGUAGES[path].split("\n")) if "of the base" in line}
    assert {one for one in callers(workspace, path=root / path, line=lines["Base"]) if one[0] == path} == wanted
    assert not callers(workspace, path=root / path, line=lines["Lonely"]) & wanted


@pytest.mark.parametrize("path", sorted(LANGUAGES))
def test_what_a_type_inherits_is_found_by_its_own_name(workspace, root, path):
    members = [one for one in workspace.symbols_in(root / path, CancelToken()).symbols if one.name == "fetchRow"]
    (base,) = (one for one in members if one.container == "Base")
    query = DefinitionQuery("Sub.fetchRow", path=root / path)
    assert [hit.symbol.name_span for hit in workspace.definitions(query, CancelToken()).hits] == [base.name_span]


def test_callers_of_an_inherited_member_are_those_of_the_base_whose_place_is_told(workspace, root):
    answer = workspace.calls(CallQuery(Relation.CALLER, "Row.save"), CancelToken())
    assert (answer.definition.path, answer.definition.symbol.container) == (root / "shop/base.py", "Store")
    assert "use_row" in {call.name for call in answer.calls}


def test_a_question_that_names_an_inherited_member_is_led_by_its_definition(workspace, root):
    hits = workspace.search(SearchQuery("what does Row.save do when there is no room"), CancelToken()).hits
    assert (hits[0].path, hits[0].name) == (root / "shop/base.py", "save")


def test_a_base_outside_of_the_codebase_may_define_anything_so_its_calls_stay(workspace):
    assert {"store", "of_library"} <= names_of_callers(workspace, "Other.save")
    assert "store" in names_of_callers(workspace, "Store.save")


def test_a_base_is_the_one_that_the_file_imports(workspace):
    assert "of_module" in names_of_callers(workspace, "Store.save")
    assert "of_module" not in names_of_callers(workspace, "Other.save")


def test_of_types_of_one_name_the_one_of_the_file_is_the_base(workspace, root):
    found = callers(workspace, "Task.start_up", path=root / "same/one.py")
    assert ("same/one.py", 8) in found


def test_what_a_function_returns_that_nothing_tells_is_of_an_unknown_type(workspace):
    assert {"use_rows"} <= names_of_callers(workspace, "Store.save") & names_of_callers(workspace, "Other.save")
    assert "use_row" not in names_of_callers(workspace, "Other.save")


def test_types_that_are_bases_of_each_other_are_gone_through_once(workspace):
    assert "ring" in names_of_callers(workspace, "Store.save")


def test_a_base_of_two_types_comes_behind_both(workspace):
    assert "both" in names_of_callers(workspace, "Right.turn")
    assert "both" not in names_of_callers(workspace, "Aside.turn")


def test_a_call_on_super_is_one_of_the_nearest_base_alone(workspace):
    assert names_of_callers(workspace, "Second.take") == {"taken", "last", "own"}
    assert names_of_callers(workspace, "First.take") == {"taken", "own"}  # a `Second` is a `First`


def callees(workspace, name, **fields):
    answer = workspace.calls(CallQuery(Relation.CALLEE, name, **fields), CancelToken())
    return [(call.container, call.name) for call in answer.calls]


def test_a_type_calls_on_itself_and_on_its_bases_what_these_define(workspace):
    assert callees(workspace, "Last.last") == [("Second", "take")]
    assert callees(workspace, "Last.own") == [("Second", "take")]
    assert callees(workspace, "Last") == [("Second", "take")]
    assert callees(workspace, "Second.taken") == [("Second", "take")]
    assert callees(workspace, "use_row") == [(None, "Row"), ("Store", "save")]


@pytest.mark.parametrize("path", sorted(LANGUAGES))
def test_what_is_called_on_a_subtype_is_what_the_base_defines(workspace, root, path):
    lines = [*enumerate(LANGUAGES[path].split("\n"))]
    for at in (at for at, line in lines if "of the base" in line):
        answer = workspace.calls(CallQuery(Relation.CALLEE, path=root / path, line=at), CancelToken())
        assert [call.container for call in answer.calls if call.name == "fetchRow"] == ["Base"]
        assert [call.definitions for call in answer.calls if call.name == "fetchRow"] == [1]


def test_the_bases_of_a_type_of_several_parts_are_those_of_all_parts(workspace):
    assert names_of_callers(workspace, "Amount.Round") == {"Add"}
    assert names_of_callers(workspace, "Shape.Round") == set()


def test_deep_and_wide_hierarchies_are_told_at_once(tmp_path):
    deep = "".join(f"class Deep{at + 1}(Deep{at}):\n    pass\n\n\n" for at in range(2_000))
    wide = "".join(f"class Wide{at}(Base):\n    def step(self):\n        self.fetch_row()\n\n\n" for at in range(300))
    same = {
        f"many/m{at}.py": "class Base:\n    pass\n\n\nclass Same(Base):\n    def go(self):\n        self.fetch_row()\n"
        for at in range(300)
    }
    base = "class {}:\n    def fetch_row(self):\n        pass\n\n\n"
    base = base.format("Base") + base.format("Lonely") + "class Deep0(Base):\n    pass\n\n\n"
    last = "class Last(Deep2000):\n    def end(self):\n        self.fetch_row()\n"
    with indexed(tmp_path, {"all.py": base + deep + wide + last, **same}, embedding_model="none") as codebase:
        begin = time.thread_time()
        answer = codebase.calls(CallQuery(Relation.CALLER, "Lonely.fetch_row", limit=100), CancelToken())
        assert time.thread_time() - begin < 5
    assert "step" not in {call.name for call in answer.calls}
