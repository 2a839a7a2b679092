"""Components of a user interface are listed as each framework writes them."""

import pytest
from codebases import indexed, places

from lsp_codebase.model import CancelToken, SearchQuery

FILES = {
    "web/cart/Row.tsx": "import { memo } from 'react';\n\nexport function Row({ coin }: Props) {\n"
    "  return <td>{coin}</td>;\n}\n\n"
    "export const Total = memo(() => {\n  return <b />;\n});\n\nconst sum = () => 1;\n\n"
    "export const Columns: Column[] = [\n  { cell: <b /> },\n];\n\nfunction useCart() {\n  return <b />;\n}\n",
    "web/cart/Old.jsx": "export class Old extends React.Component {\n  render() {\n    return <Row />;\n  }\n}\n",
    "web/cart/Row.test.tsx": "function Shown() {\n  return <Row />;\n}\n",
    "web/till/Drawer.vue": "<template><div /></template>\n<script>\nexport default {};\n</script>\n",
    "web/purse/Purse.tsx": "export const Purse = () => <b />;\n",
    "web/prices.ts": "export function Price() {\n  return 1;\n}\n",
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    with indexed(tmp_path_factory.mktemp("shop"), FILES) as codebase:
        yield codebase


@pytest.mark.parametrize("query", ["list all components", "which react components are there", "all UI components"])
def test_components_are_what_returns_jsx_and_files_that_are_one(shop, query):
    assert places(shop, query) == [
        "web/cart/Old.jsx:1",
        "web/cart/Row.tsx:3",
        "web/cart/Row.tsx:7",
        "web/purse/Purse.tsx:1",
        "web/till/Drawer.vue:1",
    ]


def test_components_of_a_place_are_those_in_it(shop):
    told = places(shop, "which components are in the cart folder")
    assert told == ["web/cart/Old.jsx:1", "web/cart/Row.tsx:3", "web/cart/Row.tsx:7"]


def test_a_component_called_like_its_folder_is_in_it(shop):
    assert places(shop, "list all components in the purse folder") == ["web/purse/Purse.tsx:1"]


def test_components_of_tests_are_told_by_their_number_alone(shop):
    answer = shop.search(SearchQuery("list all components", limit=40), CancelToken())
    assert answer.notes == ("5 in all: 5 components; 1 more in tests, documents or code of others",)
