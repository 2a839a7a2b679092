"""Questions of those who build pages: where a component or a class of styles is used, and where it is styled."""

import pytest

FILES = {
    "app/header/header.component.ts": """@Component({ selector: "shop-page-header", templateUrl: "./header.html" })
export class HeaderComponent {
  title = "Page, header of the shop";
}
""",
    "app/header/header.html": "<h1>{{ title }}</h1>\n",
    "app/header/header.scss": "shop-page-header {\n  color: red;\n}\n",
    "app/header/header.stories.ts": "export default { title: 'Page header of the shop' };\n",
    "app/tabs/tabs.js": """import { TabList } from "./tab_list";

customElements.define("shop-tab-list", TabList);
""",
    "app/tabs/rows.vue": """<template><shop-tab-list /></template>
<script>
export default { name: "RowList" };
</script>
""",
    "app/tabs/Drawer.jsx": "export function SideDrawer(props) {\n  return <div>{props.children}</div>;\n}\n",
    "app/tabs/Page.jsx": "export const Page = () => <SideDrawer><SideDrawer /></SideDrawer>;\n",
    "app/cart/cart.component.html": """<shop-page-header title="Cart"></shop-page-header>
<div class="cart-row wide"></div>
""",
    "app/search/search.component.html": """<shop-page-header-small></shop-page-header-small>
<p>The page has a header: of the shop.</p>
<div class="cart-row-empty"></div>
""",
    "app/cart/cart.scss": """.cart-list .cart-row {
  color: red;
}
.cart-row-empty {
  color: blue;
}
""",
    "app/cart/row.ts": """export const rows = () => document.querySelector(".cart-row");
export const made = (text: string) => `<div class="made">${text}</div>`;
""",
    "app/styled.tsx": """export const Row = styled.div`
  .handle-bar {
    opacity: 0;
  }
`;
export const bar = () => row.querySelector(".handle-bar").focus();
""",
    "app/bars.tsx": """export function Bars() {
  return <div className="handle-bar">handle of a bar</div>;
}
""",
    "app/services/stock.service.ts": """import { Toaster } from "../toaster";

export class StockService {
  constructor(private toaster: Toaster) {}
}
""",
    "app/toaster.ts": "export class Toaster {\n  show() {}\n}\n",
    "app/hooks.ts": "export const useStock = () => 1;\n",
    "app/views/shelf.tsx": 'import { useStock } from "../hooks";\n\nexport const Shelf = () => <p>{useStock()}</p>;\n',
    "app/views/stock.component.ts": """import { Toaster } from "../toaster";

export class StockComponent {
  constructor(private toaster: Toaster) {}
}
""",
    "app/locales/en.json": '{\n  "labels": {\n    "paste": "Paste it"\n  }\n}\n',
    **{
        f"app/locales/{code}.json": '{\n  "labels": {\n    "paste": "Paste it, too"\n  }\n}\n'
        for code in ("de", "fr", "it", "kaa", "kab-KAB")
    },
    "app/paste.tsx": """export const paste = { label: t("labels.paste") };
""",
    "app/labels.tsx": """// Labels: paste the labels of a paste.
export const labels = (paste: Paste) => paste.labels;
""",
    "native/queue.c": """void push(struct queue *queue, int item)
{
    queue->items[queue->length] = item;
    queue->length++;
}

int is_full(struct queue *queue)
{
    return queue->length == 9;
}
""",
}


@pytest.mark.parametrize(
    "question",
    [
        "where is shop-page-header used",
        "which templates use shop-page-header?",
        "which components use <shop-page-header>",
        "where is `<shop-page-header />` used",
    ],
)
def test_a_component_is_used_where_its_tag_stands(ask, question):
    assert ask(question)[0] == "app/cart/cart.component.html"


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("<shop-page-header>", "app/header/header.component.ts"),
        ("`</shop-page-header>`", "app/header/header.component.ts"),
        ("shop-page-header component", "app/header/header.component.ts"),
        ("which class defines <shop-page-header>?", "app/header/header.component.ts"),
        ("where is the component shop-page-header implemented", "app/header/header.component.ts"),
        ("<shop-tab-list>", "app/tabs/tabs.js"),
        ("<SideDrawer />", "app/tabs/Drawer.jsx"),
        ("<side-drawer>", "app/tabs/Drawer.jsx"),
    ],
)
def test_a_tag_leads_to_the_component_that_it_stands_for(ask, question, path):
    assert ask(question)[0] == path


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("template of <shop-page-header>", "app/header/header.html"),
        ("the html of the HeaderComponent", "app/header/header.html"),
        ("where is the template of the header component?", "app/header/header.html"),
        ("style sheet of HeaderComponent", "app/header/header.scss"),
        ("stories for the shop-page-header component", "app/header/header.stories.ts"),
    ],
)
def test_the_template_and_styles_of_a_component_are_the_files_beside_it(ask, question, path):
    assert ask(question)[0] == path


def test_a_class_of_styles_is_used_where_markup_or_code_names_it_and_not_where_it_is_styled(ask):
    assert set(ask("where is cart-row used")[:2]) == {"app/cart/cart.component.html", "app/cart/row.ts"}


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("where is the css class cart-row styled", "app/cart/cart.scss"),
        ("where is cart-row-empty styled?", "app/cart/cart.scss"),
        ("css for .cart-row", "app/cart/cart.scss"),
        ("where is the handle-bar css class defined", "app/styled.tsx"),
        (".handle-bar", "app/styled.tsx"),
    ],
)
def test_a_class_leads_to_the_rules_that_style_it(ask, question, path):
    assert ask(question)[0] == path


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("which components use Toaster", "app/views/stock.component.ts"),
        ("which services use Toaster", "app/services/stock.service.ts"),
        ("which views use the useStock hook", "app/views/shelf.tsx"),
    ],
)
def test_users_of_the_kind_that_is_asked_for_come_first(ask, question, path):
    assert ask(question)[0] == path


def test_what_is_counted_up_is_set(ask):
    assert ask("who sets queue->length")[0] == "native/queue.c"


@pytest.mark.parametrize("question", ["where is labels.paste used", "where is the translation key labels.paste used?"])
def test_the_key_of_a_text_is_used_where_code_holds_all_of_it(ask, question):
    assert ask(question)[0] == "app/paste.tsx"


def test_the_key_of_a_text_is_defined_in_the_language_that_others_translate(ask):
    assert ask("where is labels.paste defined")[0] == "app/locales/en.json"
