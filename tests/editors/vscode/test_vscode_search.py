"""VS Code: the search while moving, its filters, history, keys and menus; similar code."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.editor

STATES = ("asked", "begun", "checked", "sent", "lost", "found", "received", "returned", "refused", "closed")
FILES = {
    "shop/cart.py": '''"""What a customer wants to buy."""

from shop.money import with_tax


class Cart:
    """Some items and their prices."""

    def compute_total_price(self, prices):
        """Compute the total price of the cart, taxes included."""
        total = sum(prices)
        return with_tax(total)
''',
    "shop/money.py": '"""Money."""\n\n\n# the tax on a price\ndef with_tax(amount):\n    return amount * 1.19\n',
    "shop/prices.ts": "export function totalPrice(prices: number[]): number {\n"
    "  const total = prices.reduce((sum, price) => sum + price, 0);\n  return total * 1.19;\n}\n",
    "shop/order.py": '"""Orders."""\n'
    + "".join(f"\n\ndef is_{state}(order):\n    return order.state == {state!r}\n" for state in STATES)
    + '''

class Order:
    def order_total_price(self, prices):
        """Compute the total price of the order, taxes included."""
        total = sum(prices)
        return with_tax(total)
''',
    "tests/test_cart.py": "def test_total_price_of_cart():\n    total = Cart().compute_total_price([100])\n"
    "    assert total == 119\n",
    "docs/prices.md": "# The total price\n\nThe total price of a cart holds its taxes.\n",
    "docs/deploy.txt": "Set the variables of the machine.\nStart the server behind the proxy.\n",
    "long.py": "".join(f"def handler_{n}():\n    return {n}\n\n\n" for n in range(400)),
}


@pytest.fixture(scope="module")
def workspace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A shop in two languages, with tests and documents, and a file long enough to be scrolled."""
    root = tmp_path_factory.mktemp("search") / "shop work"
    for name, text in FILES.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, "utf-8")
    (root / ".git").mkdir()
    return root


@pytest.fixture(scope="module")
def requests_log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("requests") / "sent"


@pytest.fixture(scope="module")
def answers_log(requests_log: Path) -> Path:
    return requests_log.with_name("received")


@pytest.fixture(scope="module")
def machine_settings(machine_settings: dict[str, Any], requests_log: Path, answers_log: Path) -> dict[str, Any]:
    """The server behind a program that keeps what it is sent, and sends."""
    server = machine_settings["lspCodebase.server.path"]
    program = requests_log.with_name("lsp-codebase")
    talk = f'tee -a "{requests_log}" | "{server}" "$@" | tee -a "{answers_log}"'
    program.write_text(f'#!/bin/sh\n[ "$1" = --stdio ] || exec "{server}" "$@"\n{talk}\n', "utf-8")
    program.chmod(0o755)
    return {**machine_settings, "lspCodebase.server.path": str(program)}


@pytest.fixture(scope="module")
def seen(play: Callable[..., Any], requests_log: Path, answers_log: Path) -> Any:
    return play("search", SENT=str(requests_log), RECEIVED=str(answers_log))


@pytest.fixture(scope="module")
def asked(seen: Any, requests_log: Path) -> list[dict[str, Any]]:
    """The params of every search, in order."""
    messages = re.split(rb"Content-Length: \d+\r\n\r\n", requests_log.read_bytes())
    parsed = [json.loads(message) for message in messages if message]
    return [message["params"] for message in parsed if message.get("method") == "codebase/hybridSearch"]


def files(paths: list[str]) -> set[str]:
    return {path.rpartition(":")[0] for path in paths if path}


def test_the_hit_is_shown_behind_the_list_while_moving(seen: Any) -> None:
    assert len({preview["row"] for preview in seen["previews"]}) == 4
    for preview in seen["previews"]:
        name = Path(preview["row"].rpartition(":")[0]).name
        assert any(tab.startswith(f"{name}*") for tab in preview["tabs"][0])
        assert preview["highlighted"] > 0


def test_a_hit_without_a_name_opens_at_its_start_with_nothing_selected(seen: Any) -> None:
    assert seen["withoutName"]["cursor"] == "Ln 1, Col 1"


def test_without_any_tab_escape_leaves_none(seen: Any) -> None:
    assert seen["tabsLeft"] == 0


def test_the_preview_tab_of_the_user_comes_back_as_one(seen: Any) -> None:
    assert seen["beforePreviewTab"]["tabs"] == [["money.py", "long.py*~"]]
    assert "long.py*~" not in seen["inPreviewTab"]["tabs"][0]
    assert seen["afterPreviewTab"] == seen["beforePreviewTab"]


def test_enter_opens_the_hit_and_going_back_leads_to_where_the_user_was(seen: Any) -> None:
    assert seen["selected"] == "compute_total_price"
    assert seen["backAfterEnter"]["cursor"] == seen["before"]["cursor"]


def test_a_click_into_the_preview_stays_there(seen: Any) -> None:
    assert any(tab.startswith("cart.py*") for tab in seen["afterClick"]["tabs"][0])


def test_hits_that_fit_badly_are_said_to(seen: Any) -> None:
    assert "Nothing matches well" in seen["heading"]


def test_moving_leaves_no_trail_of_tabs(seen: Any) -> None:
    tabs = len(seen["before"]["tabs"][0])
    assert all(len(preview["tabs"][0]) <= tabs + 1 for preview in seen["previews"])


def test_escape_brings_back_the_tabs_the_scroll_position_and_the_cursor(seen: Any) -> None:
    assert seen["previews"][1]["tabs"] != seen["before"]["tabs"]
    assert seen["afterEscape"] == seen["before"]
    assert seen["before"]["first"] > 100


def test_what_was_only_looked_at_is_not_in_the_history_of_places(seen: Any) -> None:
    assert seen["back"] != seen["before"]
    assert any(tab.startswith(("long.py*", "money.py*")) for tab in seen["back"]["tabs"][0])


def test_a_hit_in_the_file_that_is_open_scrolls_it_and_escape_scrolls_back(seen: Any) -> None:
    assert abs(seen["sameFile"]["first"] - seen["before"]["first"]) > 1000
    assert seen["sameFile"]["cursor"] == seen["before"]["cursor"]
    assert seen["afterSameFile"]["cursor"] == seen["before"]["cursor"]
    assert abs(seen["afterSameFile"]["first"] - seen["before"]["first"]) <= 1  # half a line is not told to extensions


def test_moving_fast_ends_at_the_hit_that_is_active(seen: Any) -> None:
    name = Path(seen["afterFast"]["row"].rpartition(":")[0]).name
    assert any(tab.startswith(f"{name}*") for tab in seen["afterFast"]["tabs"][0])


def test_a_hit_opens_to_the_side_and_the_group_of_the_user_keeps_its_tab(seen: Any) -> None:
    left, right = seen["side"]["tabs"]
    assert left == seen["before"]["tabs"][0]
    assert right[0].startswith("cart.py*")
    assert seen["sideSelected"] == "compute_total_price"


def test_code_only_leaves_out_tests_and_documents_and_says_so(seen: Any, asked: list[dict[str, Any]]) -> None:
    assert {"tests/test_cart.py", "docs/prices.md"} <= files(seen["unfiltered"])
    assert "code only" in seen["codeOnly"]["title"]
    assert "shop/cart.py" in files(seen["codeOnly"]["paths"])
    assert not {"tests/test_cart.py", "docs/prices.md"} & files(seen["codeOnly"]["paths"])
    assert any(params.get("sourceCodeOnly") for params in asked)


def test_filters_are_kept_for_the_next_search(seen: Any) -> None:
    assert "code only" in seen["keptTitle"]
    assert "code only" not in seen["codeOnlyOff"]["title"]
    assert files(seen["codeOnlyOff"]["paths"]) == files(seen["unfiltered"])


def test_a_language_is_chosen_from_a_list(seen: Any, asked: list[dict[str, Any]]) -> None:
    assert files(seen["language"]["paths"]) == {"shop/prices.ts"}
    assert "typescript" in seen["language"]["title"]
    assert any(params.get("languages") == ["typescript"] for params in asked)


def test_a_kind_is_chosen_from_a_list(seen: Any, asked: list[dict[str, Any]]) -> None:
    assert files(seen["kind"]["paths"]) == {"shop/cart.py", "shop/order.py"}
    assert any(params.get("kinds") == ["class"] for params in asked)


def test_a_folder_is_chosen_from_a_list(seen: Any, asked: list[dict[str, Any]]) -> None:
    assert files(seen["folder"]["paths"]) == {"tests/test_cart.py"}
    assert any(params.get("folder", "").endswith("/tests") for params in asked)


def test_a_mode_is_chosen_from_a_list(seen: Any, asked: list[dict[str, Any]]) -> None:
    assert "literal text" in seen["mode"]["title"]
    assert files(seen["mode"]["paths"]) == {"shop/cart.py", "shop/order.py", "docs/prices.md"}
    assert any(params.get("mode") == "exact" for params in asked)


def test_one_key_clears_all_filters(seen: Any) -> None:
    assert seen["cleared"]["title"] == "Codebase: Search"
    assert files(seen["cleared"]["paths"]) == files(seen["unfiltered"])


def test_patterns_that_go_to_symbol_filters_away_work_in_the_search(seen: Any) -> None:
    patterns = seen["patterns"]
    assert "shop/cart.py" in files(patterns["?total price"]["paths"])
    assert patterns[":class Cart"]["names"][0] == "Cart"
    assert files(patterns["total *.ts"]["paths"]) == {"shop/prices.ts"}
    assert files(patterns["price in:tests"]["paths"]) == {"tests/test_cart.py"}


def test_go_to_symbol_finds_a_name_by_several_of_its_words_in_any_order(seen: Any) -> None:
    assert {"totalPrice", "compute_total_price"} <= set(seen["goToSymbol"])
    assert "with_tax" not in seen["goToSymbol"]


def test_the_last_queries_are_shown_recalled_and_removed(seen: Any) -> None:
    assert seen["history"][:2] == ["with_tax", "compute_total_price"]
    assert seen["recalled"] == ["with_tax", "compute_total_price"]
    assert seen["historyWithoutFirst"] == seen["history"][1:]
    assert "with_tax" not in seen["historyWithoutFirst"]


def test_the_selection_is_taken_over_and_typing_replaces_it(seen: Any) -> None:
    assert seen["takenOver"] == "with_tax"
    assert seen["typedOver"] == "Cart"


def test_the_selection_is_searched_for_from_the_menu_of_the_editor(seen: Any) -> None:
    assert seen["searchedFor"] == "with_tax"


def test_code_like_a_definition_is_found_from_the_menu_of_the_editor(seen: Any) -> None:
    assert "the Definition at the Cursor" in seen["similarTitle"]
    assert "shop/order.py" in files(seen["similar"][:3])
    assert "shop/cart.py" not in files(seen["similar"][:1])
    first = Path(seen["similar"][0].rpartition(":")[0]).name
    assert any(tab.startswith(f"{first}*") for tab in seen["similarPreview"]["tabs"][0])


def test_a_folder_is_searched_from_the_menu_of_the_explorer(seen: Any) -> None:
    assert "in tests" in seen["inFolder"]["title"]
    assert files(seen["inFolder"]["paths"]) == {"tests/test_cart.py"}


def test_no_row_stands_there_twice(seen: Any) -> None:
    rows = [path for path in seen["unfiltered"] if path]
    assert len(rows) == len(set(rows))
