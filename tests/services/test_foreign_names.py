"""A name that code has from elsewhere leads to the code that holds it, not to names and keys like it."""

import pytest
from codebases import found, seen

from lsp_codebase.model import CancelToken, SearchQuery

FILES = {
    "web/package.json": '{\n  "dependencies": {\n    "retry-pump": "^1.0.0",\n    "use-till": "^2.0.0"\n  }\n}\n',
    "web/pump.ts": """import retryPump from "retry-pump";

export function fill(tank: Tank) {
  return tank.full ? tank : retryPump(tank);
}
""",
    "web/hooks/useBigTill.ts": "export function useBigTill(name: string) {\n  return name;\n}\n",
    "web/shop.ts": """import { useTill } from "use-till";

export function openShop() {
  const till = useTill("front");
  return till.open();
}
""",
    "server/tank.go": """package server

func fill(level int) error {
	return pumps.Wrap(level, "too full")
}
""",
    "server/cover.go": """package server

func wrapUp(level int) int {
	return level + 1
}
""",
    "server/drain.py": "def drain(tank):\n    # wring all\n    return tank.wring(2)\n",
    "server/wringing.py": "WRING_ALL = 'wring all: the tank is wrung by whoever calls'\n",
    "server/Tank.php": "<?php\nnamespace Yard;\n\nuse Acme\\Pumps\\Drainable;\n\nclass Tank\n{\n    use Drainable;\n\n"
    "    public function drainableOf() {}\n}\n",
    "server/traits.php": "<?php\n// Which classes use the Drainable trait.\nclass TraitsOfClasses {}\n",
    "settings.yaml": "tank-size: 30\n",
}


@pytest.fixture
def ask(codebase):
    return lambda text: found(codebase, text)


@pytest.mark.parametrize(
    ("asked", "path"),
    [
        ("retryPump", "web/pump.ts"),
        ("who uses retryPump", "web/pump.ts"),
        ("useTill", "web/shop.ts"),
        ("who calls useTill", "web/shop.ts"),
    ],
)
def test_a_name_from_elsewhere_leads_to_the_code_that_holds_it(ask, asked, path):
    assert ask(asked)[0] == path


@pytest.mark.parametrize("asked", ["where is wring called", "who calls wring"])
def test_a_word_is_the_name_of_a_call_where_calls_are_asked_for(ask, asked):
    assert ask(asked)[0] == "server/drain.py"


def test_a_class_that_takes_in_a_trait_from_elsewhere_uses_it(codebase):
    first = seen(codebase).search(SearchQuery("which classes use the Drainable trait"), CancelToken()).hits[0]
    assert (first.path.name, first.score) == ("Tank.php", 1.0)


@pytest.mark.parametrize(("asked", "path"), [("retry-pump", "web/package.json"), ("tankSize", "settings.yaml")])
def test_a_key_is_found_by_its_own_spelling_and_by_others_that_code_does_not_hold(ask, asked, path):
    assert ask(asked)[0] == path


def test_a_part_of_a_name_that_code_does_not_hold_is_a_guess(ask):
    assert ask("useBig")[0] == "web/hooks/useBigTill.ts"


@pytest.mark.parametrize("asked", ["pumps.Wrap", "`pumps.Wrap`", "who calls pumps.Wrap"])
def test_a_member_of_a_package_from_elsewhere_leads_to_its_calls(ask, asked):
    assert ask(asked)[0] == "server/tank.go"


@pytest.mark.parametrize(
    ("asked", "is_told"), [("fillTheTub", True), ("tubs.drainAll", True), ("retryPump", False), ("tub", False)]
)
def test_a_name_that_stands_nowhere_is_said_to(codebase, asked, is_told):
    told = "nothing stands anywhere as it is written: looked for by words and meaning"
    assert (told in seen(codebase).search(SearchQuery(asked), CancelToken()).notes) is is_told
