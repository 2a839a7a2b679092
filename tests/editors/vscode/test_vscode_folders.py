"""VS Code: two folders in one window."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

pytestmark = pytest.mark.editor


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> str:
    root = tmp_path_factory.mktemp("both")
    for path, name in (("shop/bill.py", "pay_bill"), ("bank/account.py", "pay_from_account")):
        file = root / path
        file.parent.mkdir()
        file.write_text(f'def {name}(amount):\n    """Pay the bill."""\n    return amount\n', "utf-8")
    workspace = root / "both.code-workspace"
    workspace.write_text(json.dumps({"folders": [{"path": "shop"}, {"path": "bank"}]}), "utf-8")
    return f"workspace={workspace.as_posix()}"


@pytest.fixture(scope="module")
def seen(play: Callable[..., Any]) -> Any:
    return play("folders")


def test_one_search_answers_from_both_folders_and_names_them(seen: Any) -> None:
    assert {place.split(":")[0] for place in seen["places"]} == {"shop/bill.py", "bank/account.py"}


def test_the_page_has_both_folders(seen: Any) -> None:
    assert sorted(seen["folders"]) == ["bank", "shop"]


def test_an_index_is_cleared_of_the_folder_that_is_chosen(seen: Any) -> None:
    assert [label.strip() for label in seen["choices"]] == ["All folders", "shop", "bank"]
    assert "the index of bank?" in seen["question"]
    assert {place.split(":")[0] for place in seen["afterClearing"]} == {"shop/bill.py"}
    assert "bank: cleared" in seen["tooltip"]
    assert "shop: ready" in seen["tooltip"]
