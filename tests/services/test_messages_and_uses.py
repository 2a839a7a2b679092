"""A message of the program, a question about uses, and a single word are led by the lines that they are about."""

import pytest
from codebases import found, indexed, write

from lsp_codebase.search.corpus import Corpus
from lsp_codebase.store import Store

FILES = {
    "shop/state.py": '''"""The state of an import."""

from shop.paths import home


def save_state(path, state):
    try:
        path.write_text(state)
    except OSError as error:
        log.error(f"state file could not be written: {error}")
    return home(path)
''',
    "shop/paths.py": '''"""Places: the config of a shop, its projects, and the home of anna."""


def home(path):
    """Return the home of projects. The state file could not be written elsewhere."""
    return path / "config.toml"


def main(config, branch):
    return config, branch
''',
    "shop/branches.py": '''"""Branches."""


def find_branch(name):
    if name not in BRANCHES:
        raise KeyError(f'no pull requests found for branch "{name}"')
    return BRANCHES[name]


def list_branches():
    return [find_branch(name) for name in BRANCHES]
''',
    "shop/pool.py": '''"""A pool of connections."""


def is_dead(connection, connection_test_query):
    """Ask whether a connection answers the query that it is tested with."""
    return not connection.execute(connection_test_query)
''',
    "tests/test_branches.py": '''"""Tests of branches and of the connection of a query."""

from shop.branches import find_branch


def test_main_branch():
    assert find_branch("main") == "main"


def test_connection_query():
    """Test the connection with a query."""
    assert connection_test().query == "select 1"
''',
    "shop/theme.py": '''"""Colours."""

import os

FOLDER = os.environ.get("SHOP_HOME", "~")
SHOP_DEBUG = bool(os.environ.get("SHOP_DEBUG"))


class Theme:
    """The colours of a shop."""

    def apply(self, window):
        window.colours = self.colours
''',
    "shop/window.py": '''"""A window."""


class Window:
    """What a shop looks like."""

    theme = None
''',
    "shop/options.py": '''"""The options of a command."""


def find_command(name):
    if name not in COMMANDS:
        raise LookupError("Unknown command %s" % name)
    return COMMANDS[name]


def read_option(name, value):
    """Invalid values of a port, such as abc, have no such option."""
    if name not in OPTIONS:
        raise LookupError(f"No such option: {name}")
    if not value.isdigit():
        raise ValueError("Invalid value for {}: {}".format(name, value))
''',
    "shop/commands.py": '''"""Every command of a shop that is unknown, and its colour."""


def add_command(name, colour):
    """Add a command, and the option of a colour."""
    COMMANDS[name] = colour


def port_of(value):
    """Return the port, abc and all, that a value names."""
    return value.port
''',
    "shop/seller.rb": """class Seller
  def check
    errors.add(:link, "is from banned shop #{shop.name}: #{shop.reason}") if shop.banned?
  end
end
""",
    "shop/banned.rb": "# A shop is banned, its link is spam: acme.example.\ndef banned_shop(link)\n  link\nend\n",
    "shop/spans.py": """def read_span(text, kind):
    raise ValueError(f"Span {text} has no unit, so it cannot be read as {kind.__name__}")
""",
    "tests/test_spans.py": """def test_spans():
    assert said("Span '5' has no unit, so it cannot be read as int")
""",
    "shop/doors.js": """// Doors of a shop.
function open(door, key) {
  if (!key) {
    throw new Error("Door " + door.name + " could not be " +
      "opened without a key");
  }
}
""",
    "shop/gates.py": '''"""Gates."""


def shut(gate):
    raise ValueError(
        "Gate %s is"
        " not fit for"
        " this kind"
        " of hinge" % gate
    )
''',
    "shop/Hall.java": """class Hall {
    void enter(String who) {
        String text = String.format(
                "Hall is CROWDED!"
                        + " Guest Name: %s, Hall Size: %d (seated: %d),"
                        + " Doors: %d",
                who, size, seated, doors);
        throw new HallException(text);
    }
}
""",
    "shop/HallCrowded.java": """class HallCrowded {
    // The hall is crowded: guest name, hall size, seated, doors.
    String guestName = hall.crowded(guest, name), hallSize = hall.size(name, seated, doors);
}
""",
    "shop/transport.py": """def transport_named(name):
    raise KeyError("No such transport: {}. Did you mean {}?".format(name, near(name)))
""",
    "shop/lorry.py": """def lorry_transport(lorry, such):
    # A key error: no such lorry transport. Did you mean a lorry? A transport by lorry is no such mean transport.
    return lorry.transport(such)
""",
    "shop/opened.py": """# A door, the front, a key: none could be opened.
# Gate seven is not fit for this kind of hinge at all.
def opened(door, front, key, without, hinge, gate, seven, fit, kind):
    return door and front and key and hinge and gate
""",
    "native/lock.c": '/* Locks of a shop. */\nint lock(const char *who)\n{\n    warn("lock is held by %s", who);\n}\n',
    "shop/login.py": """# What users see when they log in: an open cart, on startup, after the upgrade.
def open_cart_when_users_log_in(cart, users, startup):
    if not cart.is_open:
        cart.open(startup)
""",
    "native/cart.c": 'int check(int state)\n{\n    return state ? 0 : warn("cart %d is not open", state);\n}\n',
    "native/refused.c": "/* A lock is refused: who held it, anna or another. */\nint refused;\n",
    "tests/test_options.py": 'def test_options():\n    assert said("Unknown command colour")\n',
    "chain/Chain.hs": "module Chain where\n\n(>>>=) :: Step -> Next -> Step\nstep >>>= next = next (run step)\n",
    "chain/Use.hs": "module Use where\n\nboth = first >>>= second\n\nother = first >>= second\n",
    "scripts/run.sh": "export SHOP_HOME=/srv/shop\nexport SHOP_DEBUG=1\nexec shop\n",
    "hotel/lobby.py": "class Lobby:\n    def open_up(self):\n        pass\n",
    "hotel/guard.py": "def guard(hotel):\n    hotel.open_up()\n",
    "hotel/z_porter.py": "def porter(hotel, lobby):\n    lobby.open_up()\n",
    "queue/session.ex": """defmodule Shop.Session do
  def queue_up(pid), do: send(pid, :up)
end
""",
    "queue/session/data.ex": """defmodule Shop.Session.Data do
  def apply(data), do: queue_up(data)

  defp queue_up(data), do: data
end
""",
    "web/live.ex": """defmodule Web.Live do
  alias Shop.Session

  def event(pid), do: Session.queue_up(pid)
end
""",
    "crane/arm.py": "class Arm:\n    pass\n\n\nclass LongArm(Arm):\n    pass\n\n\ndef lift(arm: Arm):\n    pass\n",
    **{f"tests/crane/test_{n}.py": "from crane.arm import Arm\n\n\ndef test_arm():\n    Arm()\n" for n in range(12)},
    "tests/test_window.js": 'test("throws when the factory is not a function", () => expect(open).toThrow());\n',
    "tests/test_words.py": 'def test_words():\n    assert says("is not defined") or says("positional arguments")\n',
    "docs/branches.md": "# list_branches\n\nThe list.\n\n# StateDrawer\n\nWhat is not open is a drawer.\n",
    "docs/state.md": "# State\n\nAfter `state file could not be written: disk full` free some room.\n",
}


@pytest.mark.parametrize(
    ("message", "path"),
    [
        ("state file could not be written: /home/anna/projects/shop/config.toml", "shop/state.py"),
        ("error: state file could not be written: [Errno 28] in config.toml", "shop/state.py"),
        ("state file could not be written: main", "shop/state.py"),
        ('{"level": "error", "msg": "state file could not be written: main", "config": "branch"}', "shop/state.py"),
        ("2026-03-14 09:15:22 ERROR [main] shop.paths - state file could not be written: main", "shop/state.py"),
        ('no pull requests found for branch "main"', "shop/branches.py"),
        ("no pull requests found for branch 'config/home'", "shop/branches.py"),
    ],
)
def test_a_message_leads_to_the_code_that_prints_it_whatever_was_filled_in(ask, message, path):
    assert ask(message)[0] == path


def test_a_test_that_repeats_a_message_comes_behind_the_code_that_prints_it(ask):
    message = "Span '5' has no unit, so it cannot be read as int"
    assert ask(message)[:2] == ["shop/spans.py", "tests/test_spans.py"]


@pytest.mark.parametrize(
    "message",
    [
        "Unknown command frobnicate",
        "error: unknown command colour",
        "why do I get 'Unknown command frobnicate'?",
        "No such option: --colour",
        "no such option: colour of a shop",
        "Invalid value for port: abc",
        "shop: invalid value for port: abc",
    ],
)
def test_a_message_with_plain_words_filled_in_leads_to_its_template(ask, message):
    assert ask(message)[0] == "shop/options.py"


@pytest.mark.parametrize(
    ("message", "path"),
    [
        ("Door front could not be opened without a key", "shop/doors.js"),
        ("Gate seven is not fit for this kind of hinge", "shop/gates.py"),
        ("KeyError: 'No such transport: lory. Did you mean lorry?'", "shop/transport.py"),
        ("Hall is CROWDED! Guest Name: anna-7, Hall Size: 20 (seated: 12), Doors: 2", "shop/Hall.java"),
    ],
)
def test_a_template_may_be_joined_from_several_strings(ask, message, path):
    assert ask(message)[0] == path


@pytest.mark.parametrize(
    "message",
    [
        "TypeError: x.list_branches is not a function",
        "ReferenceError: list_branches is not defined",
        "TypeError: list_branches() takes 0 positional arguments but 1 was given",
        "error: no matching function for call to 'list_branches'",
        "ImportError: cannot import name 'list_branches' from 'shop'",
    ],
)
def test_the_message_of_a_runtime_leads_to_the_one_definition_that_it_names_before_tests_that_repeat_it(ask, message):
    assert ask(message)[0] == "shop/branches.py"


def test_a_heading_is_no_definition_that_a_message_names(ask):
    assert ask("StateDrawer: when the state file could not be written it is not defined")[0] != "docs/branches.md"


def test_the_definition_that_a_message_names_comes_right_behind_the_code_that_prints_it(ask):
    assert ask("Unknown command list_branches")[:2] == ["shop/options.py", "shop/branches.py"]
    assert ask("No such option: Theme.apply")[:2] == ["shop/options.py", "shop/theme.py"]


@pytest.mark.parametrize("text", ["lock is held by anna", "add a command of a colour"])
def test_a_sentence_that_tells_of_no_failure_is_read_as_no_message(ask, monkeypatch, text):
    monkeypatch.setattr(Corpus, "saying_most", None)
    assert ask(text)


@pytest.mark.parametrize(
    "told",
    [
        "users see the error cart 7 is not open when they log in",
        "it crashes with CartError: cart 7 is not open after the upgrade, any idea?",
        "getting cart 7 is not open on startup",
        "where does the server say that cart 7 is not open",
    ],
)
def test_a_message_told_amid_a_sentence_leads_to_the_string_that_it_was_made_from(ask, told):
    assert ask(told)[0] == "native/cart.c"


@pytest.mark.parametrize("text", ["getting held locks", "lock is held by anna when they log in"])
def test_a_sentence_that_tells_of_no_message_is_looked_for_in_no_string(ask, monkeypatch, text):
    monkeypatch.setattr(Corpus, "saying", None)
    assert ask(text)


@pytest.mark.parametrize(
    "text",
    [
        'why do I get "state file could not be written: /home/anna/projects/config"',
        "报错 state file could not be written: /home/anna/projects/config 怎么解决",
        "「state file could not be written: /home/anna/projects/config」というエラー",
        "ошибка «state file could not be written: /home/anna/projects/config», откуда она?",
        "pourquoi « state file could not be written: /home/anna/projects/config » apparaît",
    ],
)
def test_a_message_in_a_sentence_of_any_language_leads_to_the_code_that_prints_it(ask, text):
    assert ask(text)[0] == "shop/state.py"


def test_calls_are_found_behind_many_near_lines_that_speak_of_a_word_that_the_name_is_too(tmp_path):
    files = {f"till/c{number}.cpp": f"// Weigh what lies in drawer {number}.\nint drawer;\n" for number in range(130)}
    files |= {
        "till/weigh.cpp": "void Scales::Weigh() {\n  rest();\n}\n",
        "shop/pay.cpp": "void pay(Scales scales) {\n  scales.Weigh();\n}\n",
    }
    with indexed(tmp_path, files) as codebase:
        assert found(codebase, "who calls Weigh")[0] == "shop/pay.cpp"


@pytest.mark.parametrize(
    "question",
    [
        "who calls find_branch",
        "who calls `find_branch()`?",
        "callers of find_branch",
        "find all references to find_branch",
        "where is find_branch used",
    ],
)
def test_who_asks_for_the_uses_of_a_name_sees_code_that_uses_it_then_tests_then_the_rest(ask, question):
    hits = ask(question)
    assert hits[:2] == ["shop/branches.py", "tests/test_branches.py"]


@pytest.mark.parametrize(
    "question", ["who calls >>>=", "callers of (>>>=)?", "where is the `>>>=` operator used", "references to >>>="]
)
def test_who_asks_for_the_uses_of_an_operator_sees_the_lines_that_hold_it(ask, question):
    assert ask(question) == ["chain/Chain.hs", "chain/Chain.hs", "chain/Use.hs"]


@pytest.mark.parametrize("question", ["where is Arm used", "what breaks if I change Arm"])
def test_code_that_only_names_a_type_comes_before_any_number_of_calls_in_tests(ask, question):
    assert ask(question)[0] == "crane/arm.py"


def test_a_member_called_on_what_is_named_comes_before_other_calls_of_it(ask):
    hits = ask("who calls lobby.open_up")
    assert hits[:2] == ["hotel/z_porter.py", "hotel/guard.py"]


@pytest.mark.parametrize("name", ["Session.queue_up", "Shop.Session.queue_up"])
def test_calls_of_a_namesake_in_another_module_are_no_uses_of_a_qualified_name(ask, name):
    assert ask(f"who calls {name}")[0] == "web/live.ex"


def test_the_uses_of_what_is_defined_nowhere_are_looked_for_by_words(ask):
    assert ask("who calls the_pool_of_connections")


@pytest.mark.parametrize("question", ["connection test query", "is a connection tested before it answers"])
def test_a_word_of_the_code_and_a_verb_ask_for_no_tests(ask, question):
    assert ask(question)[0] == "shop/pool.py"


def test_a_word_in_small_letters_is_sooner_a_type_of_that_name_than_a_variable(ask):
    assert ask("theme")[:2] == ["shop/theme.py", "shop/window.py"]


def test_a_variable_of_the_environment_leads_to_the_code_that_reads_it(ask):
    assert ask("SHOP_HOME")[:2] == ["shop/theme.py", "scripts/run.sh"]
    assert ask("SHOP_DEBUG")[0] == "shop/theme.py"


@pytest.mark.parametrize(
    "text", ["SHOP_" * 20, f"'x' {'ab' * 50} {'bc' * 50} {'cd' * 50}"], ids=["capitals", "message"]
)
def test_words_as_long_as_data_are_asked_for_like_others(ask, text):
    assert ask(text)


def test_a_message_of_a_validation_leads_to_its_string_without_the_field_that_it_names(ask):
    assert ask("Link is from banned shop acme.example: spam")[0] == "shop/seller.rb"


def test_words_that_signs_part_are_no_message_with_a_field(ask):
    assert ask("in:shop" * 19 + "file:")


def test_a_message_is_looked_for_in_its_file_and_in_the_index_once_the_file_differs(root, open_codebase, monkeypatch):
    write(root, FILES)
    codebase = open_codebase()
    read: list[int] = []
    chunk_rows = Store.chunk_rows
    monkeypatch.setattr(Store, "chunk_rows", lambda *asked: read.extend(asked[1]) or chunk_rows(*asked))
    message = "state file could not be written: /home/anna/projects/config"
    assert found(codebase, message)[0] == "shop/state.py"
    assert not read
    (root / "shop/state.py").write_text("# the saving of states\n" + FILES["shop/state.py"])
    assert found(codebase, message)[0] == "shop/state.py"
    assert read
