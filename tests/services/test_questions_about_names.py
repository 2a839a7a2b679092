"""A question about a name is led by the lines that it is about: uses of a kind, subtypes, readers, handlers."""

import pytest
from codebases import found, indexed

FILES = {
    # Uses, by their verbs.
    "till/Till.ts": """import { Drawer } from './Drawer';

export class Till {
  drawer: Drawer | null = null;

  isOpen(drawer: Drawer): boolean {
    return this.drawer === drawer;
  }
}
""",
    "till/Drawer.ts": "export class Drawer {\n  coins = 0;\n}\n",
    "till/factory.ts": """import { Drawer } from './Drawer';

export function fill(coins: number) {
  const drawer = new Drawer();
  drawer.coins = coins;
  return drawer;
}
""",
    "till/__tests__/Drawer.test.ts": """import { Drawer } from '../Drawer';

test('a drawer is empty', () => {
  expect(new Drawer().coins).toBe(0);
});
""",
    "desk/desk.h": "class Desk : public Table\n{\nsignals:\n    void bellRung(int times);\n};\n",
    "desk/desk.cpp": "void Desk::press()\n{\n    emit bellRung(1);\n}\n",
    "desk/clerk.cpp": "Clerk::Clerk(Desk* desk)\n{\n    connect(desk, &Desk::bellRung, this, &Clerk::hurry);\n}\n",
    "stock/errors.py": 'class StockError(Exception):\n    """Something is missing."""\n',
    "stock/take.py": """from stock.errors import StockError


def take(item):
    if item not in SHELF:
        raise StockError(item)


def try_to_take(item):
    try:
        take(item)
    except StockError:
        return None
""",
    # An option that is only a string, one that a field stands for, and a key.
    "stock/options.py": """def load_options(options):
    # The option shelf_height is used by shelves.
    options.add("shelf_height", int, 3, "How high a shelf is: the option is used where shelves are.")
""",
    "stock/shelf.py": "def build(options):\n    return [None] * options.shelf_height\n",
    "server/config.go": 'package server\n\ntype Config struct {\n\tMaxQueue int `toml:"queue_limit"`\n}\n',
    "server/serve.go": "package server\n\nfunc accept(c Config) bool {\n\treturn waiting < c.MaxQueue\n}\n",
    "stock/commands.py": """import command


@command.command("shelf.sort.next")
def sort_next(shelf):
    return sorted(shelf)[1:]


def run(call):
    call("shelf.sort.next")
""",
    "stock/watch.py": """EVENTS = ["shelf.filled", "shelf.emptied"]


def watch(event):
    match event.name:
        case "shelf.filled":
            return event.shelf
""",
    "stock/items.py": "def next(items):\n    return items[0]\n",
    "docs/stock.md": "# Stock\n\n`shelf_height` and `queue_limit` say how much there is room for.\n",
    # Subtypes.
    "shapes/shape.ts": "export interface Shape {\n  area(): number;\n}\n\nexport function draw(object: Shape) {}\n",
    "shapes/square.ts": "export class Square<T extends Color>\n  extends Base\n  implements Shape {\n}\n",
    "shapes/Circle.java": "public class Circle extends Figure {\n    Shape inner;\n}\n",
    "shapes/Oval.java": "/** A class of shapes. */\npublic class Oval extends Circle implements Shape {\n}\n",
    "shapes/plain.py": "class Plain(base.Shape, metaclass=Meta):\n    pass\n\n\ndef area(shape: Shape):\n    pass\n",
    "shapes/cube.py": "@registered\n@implementer(\n    Drawable, base.Shape\n)\n@final\nclass Cube:\n    pass\n",
    "shapes/shape.rs": "impl<T> Shape for Ring<T> {\n    fn area(&self) -> f64 { 0.0 }\n}\n",
    "shapes/Star.cs": "public sealed class Star : Figure, Shape\n{\n}\n",
    "shapes/star.h": "class StarWidget final\n    : public Widget\n    , public Shape\n{\n};\n",
    "shapes/Dot.kt": "class Dot(val inner: Shape) : Figure()\n\nclass Spot(val size: Int) : Figure(), Shape\n",
    "shapes/Disc.kt": "abstract class Disc<T>(\n    /**\n"
    + "     * How large it is :) and { so on }; a disc of no size is none.\n" * 10
    + "     */\n    protected val size: Int = run { 3 },\n) : Figure(size), Shape {\n}\n",
    "shapes/cross.rb": "class Cross < Geometry::Shape\n  def area\n    0\n  end\nend\n",
    "shapes/line.ex": "defimpl Geometry.Shape, for: Line do\n  def area(_), do: 0\nend\n",
    "shapes/grid.ex": "defmodule Grid do\n  @behaviour Geometry.Shape\n\n  def area(_), do: 0\nend\n",
    "shapes/star.ex": "defmodule Star do\n  use Geometry.Shape, points: 5\n\n  def area(_), do: 0\nend\n",
    "shapes/ring.ml": "module Ring (Hole : Sized) : Geometry.Shape with type t = int = struct\n  type t = int\nend\n",
    "shapes/hole.ml": "let area (module Hole : Sized) = 0\nmodule Both (Inner : Shape) = struct end\n",
    "shapes/Moon.scala": "class Moon(radius: Double) extends Figure(radius) with Shape {\n}\n",
    "shapes/Sun.swift": "final class Sun: Figure, Shape {\n}\n",
    "shapes/Tile.php": "<?php\nfinal class Tile extends Figure implements Shape\n{\n}\n",
    "tests/test_shapes.py": "class FakeShape(Shape):\n    pass\n",
    # Tests within a file of code.
    "scales/weigh.rs": "pub trait Scale {\n    fn weigh(&self) -> u32;\n}\n\n"
    "pub fn weigh_all(scales: &[u32]) -> u32 {\n    scales.iter().sum()\n}\n\n"
    "#[cfg(test)]\nmod tests {\n    struct Fake;\n\n"
    "    impl Scale for Fake {\n        fn weigh(&self) -> u32 {\n            0\n        }\n    }\n\n"
    "    #[test]\n    fn nothing_weighs_nothing() {\n        assert_eq!(weigh_all(&[]), 0);\n    }\n}\n",
    "scales/zones.rs": "struct Far;\n\nimpl Scale for Far {\n    fn weigh(&self) -> u32 {\n"
    "        weigh_all(&[1])\n    }\n}\n",
    # A function, what it calls, and what calls it.
    "inn/rent.py": """from inn.prices import price_of
from inn.rooms import check_free


def rent_room(room, days):
    note_the_call()
    check_free(room)
    return round(price_of(room) * days)
""",
    "inn/rooms.py": "def check_free(room):\n    assert room.is_free\n",
    "inn/prices.py": "def price_of(room):\n    return room.size * 3\n",
    "inn/lobby.py": "from inn.rent import rent_room\n\n\ndef greet(guest):\n    rent_room(guest.wish, 1)\n",
    "tests/fake_log.py": "def note_the_call():\n    CALLS.append(1)\n\n\ndef rent_room(room, days):\n    return days\n",
    "docs/inn.md": "# Inn\n\nWhat functions does `rent_room` call? The callees of `rent_room` are called from it.\n",
    # Types whose methods stand outside of them, modules, and what these call.
    "ferry/ferry.go": "package ferry\n\ntype Ferry struct {\n\tload int\n}\n\n"
    "func (f *Ferry) Sail() {\n\tf.Moor()\n\tcastOff(f.load)\n}\n",
    "ferry/moor.go": "package ferry\n\nfunc (f *Ferry) Moor() {\n\ttieUp(f.load)\n}\n",
    "ferry/ropes.go": "package ferry\n\nfunc castOff(load int) {}\n",
    "ferry/knots.go": "package ferry\n\nfunc tieUp(load int) {}\n",
    "toys/toy.go": "package toys\n\ntype Ferry struct{}\n\nfunc (f *Ferry) Float() {\n\tfillTheTub()\n}\n",
    "toys/tub.go": "package toys\n\nfunc fillTheTub() {}\n",
    "locks/lock.rs": "pub enum Lock {\n    Open,\n    Shut,\n}\n",
    "locks/work.rs": "impl Lock {\n    fn work(&self) {\n        raise_water(1)\n    }\n}\n",
    "locks/water.rs": "pub fn raise_water(by: u32) {}\n",
    "docks/dock.h": "class Dock;\n\nclass Dock {\npublic:\n    Dock();\n    void clean();\n};\n",
    "docks/dock.cpp": "Dock::Dock() {}\n\nvoid Dock::clean()\n{\n    pumpOut(3);\n}\n",
    "docks/pump.cpp": "void pumpOut(int hours)\n{\n}\n",
    "piers/pier.ex": "defmodule Piers.Pier do\n  def build(length), do: Planks.cut_planks(length)\nend\n",
    "piers/planks.ex": "defmodule Planks do\n  def cut_planks(length), do: length\nend\n",
    "quays/quay.rb": "module Quay\n  def self.lay\n    cut_stones 3\n  end\nend\n",
    "quays/stones.rb": "def cut_stones(count)\n  count\nend\n",
    "buoys/buoy.swift": "struct Buoy {\n  var depth: Int\n}\n",
    "buoys/light.swift": "extension Buoy {\n  func blink() {\n    switchLamp(depth)\n  }\n}\n",
    "buoys/lamp.swift": "func switchLamp(_ depth: Int) {}\n",
    # What one uses of another, beside what others use of it.
    "mill/wheel.py": "from mill.gears import turn_gear\n\n\nclass Wheel:\n    def spin(me):\n        turn_gear(me)\n",
    "mill/repair.py": """from mill.gears import Gear, turn_gear


# Where Wheel calls turn_gear, for grind_corn to use it.
def call_and_turn_gear_of_wheel(wheel):
    # grind_corn creates Gear.
    turn_gear(Gear(wheel))
""",
    "mill/grind.py": "from mill.gears import Gear, turn_gear\n\n\ndef grind_corn():\n    turn_gear(Gear(3))\n",
    "mill/gears.py": "class Gear:\n    def grow(self): ...\n\n\ndef turn_gear(gear):\n    pass\n",
    "mill/axle.go": "package mill\n\n// Axle is what grease is for.\ntype Axle struct{}\n\n"
    "func greaseAll() {}\n\nfunc oil() {\n\tgreaseAll()\n}\n",
    "mill/care.go": "package mill\n\nfunc (a *Axle) Care() {\n\tgreaseAll()\n}\n",
    "mill/sieve.ex": "defmodule Mill.Sieve do\n  def init, do: Flags.set(:shake_off)\nend\n",
    "mill/dust.ex": "defmodule Mill.Sieve.Dust do\n  def shake(mill), do: Mill.Belt.shake_off(mill)\nend\n",
    "mill/belt.ex": "defmodule Mill.Belt do\n  def shake_off(mill), do: mill\nend\n",
    # Uses of modules by a part of their names, of keys, and of methods that several types define.
    "sluice/gate.ex": "defmodule Sluice.Gate do\n  def open(width), do: width\nend\n",
    "sluice/keeper.ex": "defmodule Sluice.Keeper do\n  alias Sluice.{Bell, Gate}\n\n"
    "  def let_in(boat), do: Gate.open(boat.width)\nend\n",
    "sluice/garden.ex": "defmodule Garden do\n  def close, do: Garden.Gate.shut(1)\nend\n",
    "docs/sluice.md": "# Sluices\n\n`Sluice.Gate` is used where boats are let in.\n",
    "weir/high.py": "class High:\n    def drain_all(self):\n        return 1\n",
    "weir/low.py": "class Low:\n    def drain_all(self):\n        return 2\n",
    "weir/run.py": "def run(weirs):\n    for weir in weirs:\n        weir.drain_all()\n",
    "tests/test_weirs.py": "def test_it_is_empty(weir):\n    assert weir.drain_all() == 1\n",
    "chart/templates/web.yaml": "{{- if .Values.web.pdb.enabled }}\nkind: PodDisruptionBudget\n{{- end }}\n",
    **{f"chart/values/{at}.yaml": f"pod{at}:\n  enabled: true\n" for at in range(110)},
    "web/budget.py": 'def is_on(values):\n    return values.get("web.pdb.enabled")\n',
    # Variables of the environment.
    "web/env.d.ts": "interface Env {\n  readonly SHOP_URL: string;\n}\n",
    "web/client.ts": "export const client = connect(import.meta.env.SHOP_URL);\n",
    "web/set.cjs": "env.SHOP_URL = 'http://localhost';\n",
    "web/all_names.py": 'NAMES = ["SHOP_URL", "SHOP_FLAGS"]\n',
    "web/flags.py": 'import os\n\n\ndef flags():\n    return os.environ["SHOP_FLAGS"].split()\n',
    "chart/templates/_names.tpl": '{{- define "web.fullname" -}}\nshop\n{{- end }}\n',
    "chart/templates/service.yaml": 'kind: Service\nmetadata:\n  name: {{ include "web.fullname" . }}\n',
    "web/names.py": 'def fullname_included(web):\n    """Return who includes the fullname of the web."""\n',
    "web/start.sh": 'start() {\n  serve --port "${SHOP_PORT:-80}"\n}\n',
    "web/stop.sh": 'stop() {\n  if [ -n "$SHOP_PID" ]; then kill; fi\n}\n',
    "tests/start.bats": "SHOP_PORT=8080\nSHOP_PID=1\n",
    "jobs/mail_job.rb": """class MailJob < Job
  def perform(to)
    # Enqueued as a mail job.
    send_mail(to)
  end
end
""",
    "jobs/orders.rb": """class Orders
  def buy(order)
    MailJob.set(wait: 5).perform_later(order.buyer)
  end
end
""",
    "jobs/other.rb": "class Other\n  JOBS = [MailJob]\nend\n",
    "jobs/baker.service.ts": "// Where OvenService is injected: a baker of an oven service.\n@Injectable()\n"
    "export class Baker {\n  public constructor(\n    private readonly oven: OvenService,\n  ) {}\n}\n",
    "jobs/oven.service.ts": "@Injectable()\nexport class OvenService {\n  inject() {}\n}\n",
    "yard/gate/gate.go": "package gate\n\n// Import yard/gate to open a gate.\nfunc Open() {}\n",
    "yard/main.go": 'package main\n\nimport (\n\t"fmt"\n\n\t"acme.org/shop/yard/gate"\n)\n\n'
    "func main() {\n\tfmt.Println(gate.Open)\n}\n",
    "yard/other.go": 'package main\n\nimport "acme.org/shop/yard/gates"\n\nvar path = "yard/gate"\n',
    "yard/fence.ts": "import { post } from '@shop/yard/post';\n\nexport const fence = post();\n",
    "jobs/setup.ts": "import { ClockPlugin } from './clock';\n\nconst app = create();\n"
    "const all = [ClockPlugin];\napp.registerPlugin(new ClockPlugin());\n",
    "jobs/clock.ts": "// Where is it registered: a clock plugin.\nexport class ClockPlugin {}\n",
    "editor/typed.rs": """pub const TYPED: &[Typed] = &[
    Typed {
        name: "write",
        aliases: &["w"],
        fun: save_all,
    },
    Typed {
        name: "reload-all",
        aliases: &[],
        fun: read_again,
    },
];
""",
    "editor/keys.rs": """pub fn keys() -> Keys {
    keymap(&[("space", "write"), ("r", "reload-all")])
}
""",
    "editor/write.rs": "pub fn write(path: &Path, text: &str) {\n    disk.write(path, text)\n}\n",
    "editor/commands.lua": """command("Telescope", function(opts)
  pick(opts)
end)
""",
    "Ledger.java": "import java.util.Optional;\n\nclass Ledger {\n    Optional<Line> last() {\n"
    "        return Optional.empty();\n    }\n}\n",
    "Optionals.java": "class Optionals {\n    // What is optional is used here: Optional things are used.\n}\n",
    # Events that are types, defaults, declarations, calls over several lines.
    "post/events.ts": "export class ParcelSent {\n  constructor(readonly id: string) {}\n}\n",
    "post/office.ts": "import { ParcelSent } from './events';\n\nexport function send(id: string) {\n"
    "  bus.publish(\n    new ParcelSent(id),\n  );\n}\n",
    "post/mailer.ts": "import { ParcelSent } from './events';\n\nexport class Mailer {\n"
    "  @OnEvent(ParcelSent.name)\n  tell(parcelSent: ParcelSent) {\n    this.mail(parcelSent.id);\n  }\n}\n",
    "post/ParcelLost.cs": "public class ParcelLost : IEvent\n{\n    public ParcelLost(int id)\n    {\n"
    "        Id = id;\n    }\n}\n",
    "post/Clerk.cs": "public class Clerk : IHandle<ParcelLost>\n{\n    public int Count { get; set; }\n\n"
    "    public void Handle(ParcelLost message)\n    {\n        _log.Write(message.Id);\n    }\n}\n",
    "post/Auditor.cs": "public class Auditor : IHandle<ParcelBroken>\n{\n"
    "    public void Handle(ParcelBroken message)\n    {\n        _log.Write(message);\n    }\n}\n",
    "post/IHandle.cs": "public interface IHandle<T>\n{\n    void Handle(T message);\n}\n",
    "post/Loser.cs": "public class Loser\n{\n    public void Lose(int id)\n    {\n"
    "        _bus.PublishEvent(\n            new ParcelLost(id));\n    }\n}\n",
    "post/IScales.cs": "public interface IScales\n{\n    int HeaviestParcel { get; }\n}\n",
    "post/Scales.cs": "public class Scales : IScales\n{\n    public int HeaviestParcel\n    {\n"
    '        get { return GetInt("HeaviestParcel", 30); }\n    }\n}\n',
    "post/Lobby.cs": "public class Lobby\n{\n    private readonly IScales _weights;\n\n"
    "    public Lobby(IScales weights)\n    {\n        _weights = weights;\n    }\n}\n",
    "post/Weigher.cs": "public class Weigher\n{\n    public bool IsHeavy(Parcel parcel)\n    {\n"
    "        return parcel.Weight > _scales.HeaviestParcel;\n    }\n}\n",
    "post/till.rs": "pub struct Till {\n    pub drawers: usize,\n}\n\nimpl Default for Till {\n"
    "    fn default() -> Self {\n        Self {\n            drawers: 5,\n        }\n    }\n}\n",
    "post/tills.rs": "/// The default drawers of tills are few drawers.\nfn small() -> Till {\n"
    "    Till { drawers: 2 }\n}\n",
    "post/coins.ts": "interface Coins {\n  maxCoins: number;\n}\n\nfunction getDefaultCoins(): Coins {\n"
    "  return {\n    maxCoins: 9,\n  };\n}\n",
    "post/few.ts": "const few: Coins = {\n  maxCoins: 1,\n};\n",
    "post/settings.ts": "export const settings = cleanEnv(process.env, {\n  MAX_PARCELS: num({ default: 7 }),\n});\n",
    "post/ask.ts": "export const most = () => {\n  return configuration.get('MAX_PARCELS');\n};\n",
    "post/limit.ts": "export const isFull = (n: number) => n >= settings.MAX_PARCELS;\n",
    "post/loss.py": "def lose(parcel):\n    bus.emit(\n        ParcelGone(parcel),\n    )\n\n\n"
    "def find(parcel):\n    return isinstance(parcel, ParcelGone)\n",
    "docs/web.md": "# Web\n\nSet the environment variable `SHOP_URL` before you start it.\n",
}


@pytest.fixture(scope="module")
def ask(tmp_path_factory):
    with indexed(tmp_path_factory.mktemp("asked"), FILES) as codebase:
        yield lambda text, **fields: found(codebase, text, limit=30, **fields)


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("who creates Drawer", "till/factory.ts"),
        ("where is the Drawer class instantiated", "till/factory.ts"),
        ("where is bellRung emitted", "desk/desk.cpp"),
        ("what triggers bellRung?", "desk/desk.cpp"),
        ("who throws StockError", "stock/take.py"),
        ("raise StockError", "stock/take.py"),
        ("Drawer在哪里被实例化", "till/factory.ts"),
        ("quién crea Drawer", "till/factory.ts"),
        ("где выбрасывается исключение StockError", "stock/take.py"),
        ("StockError'ı kim fırlatıyor", "stock/take.py"),
        ("bellRungはどこで発火されますか", "desk/desk.cpp"),
    ],
)
def test_a_verb_leads_to_the_lines_that_do_it_not_to_all_that_hold_the_name(ask, question, path):
    assert ask(question)[0] == path


def test_what_creates_something_in_tests_comes_behind_code_and_before_what_only_names_it(ask):
    assert ask("who creates Drawer")[:3] == ["till/factory.ts", "till/__tests__/Drawer.test.ts", "till/Till.ts"]


@pytest.mark.parametrize(
    "question",
    [
        "what uses Scales",
        "where is the Scales class used",
        "what breaks if I change Scales",
        "what happens if I delete the Scales class",
    ],
)
def test_a_type_that_code_only_gets_by_the_interface_called_like_it_is_used_where_that_is(ask, question):
    assert ask(question)[0] == "post/Lobby.cs"


def test_an_option_that_is_only_a_string_is_used_where_code_says_it_without_quotes(ask):
    assert ask("where is the shelf_height option used")[:2] == ["stock/shelf.py", "stock/options.py"]
    assert ask("where is shelf_height used")[0] == "stock/shelf.py"


def test_an_option_that_a_field_stands_for_is_used_where_the_field_is(ask):
    assert ask("where is queue_limit used")[0] == "server/serve.go"


SUBTYPES = {
    "shapes/square.ts",
    "shapes/Oval.java",
    "shapes/plain.py",
    "shapes/cube.py",
    "shapes/shape.rs",
    "shapes/Star.cs",
    "shapes/star.h",
    "shapes/Dot.kt",
    "shapes/Disc.kt",
    "shapes/cross.rb",
    "shapes/line.ex",
    "shapes/grid.ex",
    "shapes/star.ex",
    "shapes/ring.ml",
    "shapes/Moon.scala",
    "shapes/Sun.swift",
    "shapes/Tile.php",
}


@pytest.mark.parametrize(
    "question",
    [
        "which classes implement Shape",
        "subclasses of Shape",
        "implementations of Shape",
        "Shapeを実装しているクラス",
        "welche Klassen erben von Shape",
    ],
)
def test_subtypes_are_told_by_their_heads_in_every_language_then_those_of_tests_then_the_type_itself(ask, question):
    hits = ask(question)
    count = len(SUBTYPES)
    assert {*hits[:count]} == SUBTYPES
    assert hits[count : count + 2] == ["tests/test_shapes.py", "shapes/shape.ts"]


@pytest.mark.parametrize("question", ["who calls weigh_all", "implementations of Scale"])
def test_what_tests_beside_the_code_do_comes_behind_what_code_does(ask, question):
    assert ask(question)[:2] == ["scales/zones.rs", "scales/weigh.rs"]


@pytest.mark.parametrize(
    "question",
    [
        "what does rent_room call",
        "what functions does rent_room call?",
        "which functions are called by rent_room",
        "functions called in `rent_room()`",
        "callees of rent_room",
        "calls made by RentRoom",
        "welche Funktionen ruft rent_room auf",
        "rent_room调用了哪些函数",
    ],
)
def test_who_asks_what_a_function_calls_sees_it_then_what_it_calls_in_the_order_of_the_calls(ask, question):
    assert ask(question)[:3] == ["inn/rent.py", "inn/rooms.py", "inn/prices.py"]


@pytest.mark.parametrize(
    ("question", "paths"),
    [
        ("what does ferry.Ferry call", ["ferry/ferry.go", "ferry/ropes.go", "ferry/knots.go"]),
        ("what does toys.Ferry call", ["toys/toy.go", "toys/tub.go"]),
        ("callees of Lock", ["locks/lock.rs", "locks/water.rs"]),
        ("what functions does the Dock class use", ["docks/dock.h", "docks/pump.cpp"]),
        ("what does Piers.Pier call?", ["piers/pier.ex", "piers/planks.ex"]),
        ("functions called in the Quay module", ["quays/quay.rb", "quays/stones.rb"]),
        ("everything Buoy calls", ["buoys/buoy.swift", "buoys/lamp.swift"]),
        ("welche Funktionen ruft toys.Ferry auf", ["toys/toy.go", "toys/tub.go"]),
    ],
)
def test_a_type_or_module_calls_what_its_members_call_wherever_they_stand(ask, question, paths):
    assert ask(question)[: len(paths)] == paths


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("where does Wheel call turn_gear", "mill/wheel.py"),
        ("where is turn_gear called in the Wheel class", "mill/wheel.py"),
        ("which methods of Wheel call turn_gear?", "mill/wheel.py"),
        ("does grind_corn use turn_gear", "mill/grind.py"),
        ("how does grind_corn reach turn_gear", "mill/grind.py"),
        ("where does grind_corn create Gear", "mill/grind.py"),
        ("does Axle call greaseAll", "mill/care.go"),
        ("calls from Mill.Sieve.Dust to shake_off", "mill/dust.ex"),
        ("wo ruft Wheel turn_gear auf", "mill/wheel.py"),
        ("turn_gear 在哪里被 Wheel 调用", "mill/wheel.py"),
    ],
)
def test_where_one_uses_another_leads_to_what_of_it_or_its_members_does(ask, question, path):
    assert ask(question)[0] == path


def test_where_one_does_not_use_another_the_words_are_looked_for(ask):
    assert ask("does Wheel call greaseAll")[0] in ("mill/axle.go", "mill/wheel.py")


def test_what_a_function_calls_is_narrowed_as_other_answers_are(ask):
    assert ask("what does rent_room call", include=("tests/**",))[0] == "tests/fake_log.py"
    assert ask("what does rent_room call", include=("inn/**",))[:3] == ["inn/rent.py", "inn/rooms.py", "inn/prices.py"]
    assert ask("what does rent_room call", kinds=("class",))[0] != "inn/rent.py"


def test_a_module_is_used_where_the_last_part_of_its_name_stands_for_it(ask):
    assert ask("where is Sluice.Gate used")[:2] == ["sluice/keeper.ex", "docs/sluice.md"]


def test_the_same_method_of_another_type_is_no_caller_of_it(ask):
    assert ask("who calls drain_all")[:2] == ["weir/run.py", "tests/test_weirs.py"]


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("where is web.pdb.enabled read", "web/budget.py"),
        ("where is .Values.web.pdb.enabled used", "chart/templates/web.yaml"),
    ],
)
def test_a_key_of_several_parts_is_found_however_common_its_last_part_is(ask, question, path):
    assert ask(question)[0] == path


def test_subtypes_of_what_nothing_extends_are_looked_for_by_words(ask):
    assert ask("implementations of sorting")[0] == "stock/commands.py"


@pytest.mark.parametrize(
    "question",
    [
        "SHOP_URL",
        "where is SHOP_URL read",
        "SHOP_URL environment variable",
        "where is the environment variable SHOP_URL used",
        "what does SHOP_URL do",
    ],
)
def test_a_variable_of_the_environment_leads_to_the_code_that_reads_it_however_it_is_asked_for(ask, question):
    assert ask(question)[0] == "web/client.ts"


def test_a_template_is_used_where_it_is_included(ask):
    told = ask("who includes web.fullname")
    assert {*told[:2]} == {"chart/templates/service.yaml", "chart/templates/_names.tpl"}


def test_a_variable_is_read_where_the_environment_is_asked_not_where_its_name_is_listed(ask):
    assert ask("where is SHOP_FLAGS read")[0] == "web/flags.py"


@pytest.mark.parametrize(("name", "reader"), [("SHOP_PORT", "web/start.sh"), ("SHOP_PID", "web/stop.sh")])
def test_a_shell_reads_a_variable_where_it_does_without_it(ask, name, reader):
    assert ask(name)[0] == reader
    assert ask(f"where is {name} read")[0] == reader


@pytest.mark.parametrize("question", ["Shape class", "where is the shape base class defined?"])
def test_a_type_is_found_by_its_name_and_a_word_for_types_before_what_speaks_of_it(ask, question):
    assert ask(question)[0] == "shapes/shape.ts"


@pytest.mark.parametrize("question", ["who listens to shelf.filled", 'where is the event "shelf.filled" handled?'])
def test_who_listens_to_an_event_sees_the_code_that_takes_it(ask, question):
    assert ask(question)[0] == "stock/watch.py"


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("who listens to ParcelSent", "post/mailer.ts"),
        ("what handles ParcelLost?", "post/Clerk.cs"),
        ("handlers of ParcelLost", "post/Clerk.cs"),
        ("where is StockError caught", "stock/take.py"),
        ("what happens when ParcelLost is published?", "post/Clerk.cs"),
        ("what happens on ParcelSent", "post/mailer.ts"),
        ("who implements IHandle<ParcelLost>?", "post/Clerk.cs"),
    ],
)
def test_who_listens_to_an_event_that_is_a_type_sees_the_code_that_takes_it(ask, question, path):
    assert ask(question)[0] == path


def test_a_property_is_used_where_code_reads_it_before_other_declarations_of_it(ask):
    hits = ask("what reads HeaviestParcel")
    assert hits[0] == "post/Weigher.cs"
    assert set(hits[1:3]) == {"post/IScales.cs", "post/Scales.cs"}


@pytest.mark.parametrize("question", ["what reads MAX_PARCELS", "where is MAX_PARCELS used"])
def test_a_key_is_used_where_code_asks_for_it_before_it_gets_a_value(ask, question):
    assert set(ask(question)[:2]) == {"post/limit.ts", "post/ask.ts"}


@pytest.mark.parametrize("question", ["default value of MAX_PARCELS", "what is the default of `MAX_PARCELS`?"])
def test_the_default_of_a_name_is_where_code_says_so(ask, question):
    assert ask(question)[0] == "post/settings.ts"


@pytest.mark.parametrize(
    "question", ["default value of drawers", "what is the default drawers?", "default of maxCoins"]
)
def test_a_default_is_where_a_definition_called_after_defaults_gives_it(ask, question):
    assert ask(question)[0] == ("post/till.rs" if "drawers" in question else "post/coins.ts")


def test_the_default_of_what_has_none_leads_to_its_definition(ask):
    assert ask("default value of HeaviestParcel")[0] in ("post/Scales.cs", "post/IScales.cs")


@pytest.mark.parametrize(
    ("question", "path"), [("who emits ParcelGone", "post/loss.py"), ("who publishes ParcelLost", "post/Loser.cs")]
)
def test_a_call_may_be_written_over_several_lines(ask, question, path):
    assert ask(question)[0] == path


@pytest.mark.parametrize("question", ["shelf.sort.next", "where is the command shelf.sort.next defined"])
def test_a_dotted_key_leads_to_the_code_that_defines_it_not_to_its_last_part(ask, question):
    assert ask(question)[0] == "stock/commands.py"


@pytest.mark.parametrize(
    ("question", "path"),
    [
        (":write", "editor/typed.rs"),
        ("what does :write do?", "editor/typed.rs"),
        ("where is the :reload-all command implemented", "editor/typed.rs"),
        ("`:Telescope`", "editor/commands.lua"),
    ],
)
def test_a_command_of_an_editor_leads_to_the_code_that_names_it(ask, question, path):
    assert ask(question)[0] == path


@pytest.mark.parametrize("question", ["where is Optional used", "who uses Optional?"])
def test_a_type_of_another_package_is_used_where_it_is_imported(ask, question):
    assert ask(question)[0] == "Ledger.java"


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("where is MailJob enqueued", "jobs/orders.rb"),
        ("who schedules MailJob?", "jobs/orders.rb"),
        ("where is ClockPlugin registered", "jobs/setup.ts"),
        ("what registers ClockPlugin", "jobs/setup.ts"),
        ("where is OvenService injected", "jobs/baker.service.ts"),
    ],
)
def test_any_verb_leads_to_the_lines_that_say_it_beside_the_name(ask, question, path):
    assert ask(question)[0] == path


def test_a_verb_that_no_line_says_beside_the_name_leads_nowhere(ask):
    assert ask("where is ClockPlugin frobnicated")[0] == "jobs/clock.ts"


@pytest.mark.parametrize(
    "question",
    [
        "Could you please tell me which files import yard/gate?",
        "I need to know which files import yard/gate in this codebase",
        "please find out where yard/gate is imported, thanks",
    ],
)
def test_a_polite_question_is_read_as_the_one_that_it_asks(ask, question):
    assert ask(question)[0] == "yard/main.go"


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("which files import yard/gate", "yard/main.go"),
        ("who imports the package `yard/gate`?", "yard/main.go"),
        ("where is @shop/yard/post imported", "yard/fence.ts"),
        ("which files import the post module", "yard/fence.ts"),
        ("where is the gate package imported", "yard/main.go"),
    ],
)
def test_who_imports_a_path_is_told_by_the_lines_that_do(ask, question, path):
    assert ask(question)[0] == path
