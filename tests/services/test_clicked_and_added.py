"""What is called when a label is clicked, and where the things are of which someone wants to add one more."""

import pytest
from codebases import found

FILES = {
    "web/cart_page.js": """export class CartPage {
  listen() {
    this.button.addEventListener('click', this.emptyCart.bind(this));
  }

  async emptyCart() {
    await this.http.delete(this.address);
  }

  archiveClicked() {
    this.state = 1;
  }
}
""",
    "web/cart_page.test.js": "export function emptyCart() {\n  click(page);\n}\n",
    "web/BoxPage.tsx": """export function BoxPage() {
  return (
    <Page title="boxes">
      <Button
        onClick={() => discard()}
      >Throw Away</Button>
    </Page>
  );
}
""",
    "web/boxes.ts": "export function discard() {\n  boxes.pop();\n}\n",
    "app/window.cpp": """void Window::fill() {
    menu->addAction(tr("Weigh Again"), this, &Scales::restart);
}
""",
    "app/scales.cpp": "void Scales::restart() {\n    m_weight = 0;\n}\n",
    "web/archive.js": "export function archive(box) {\n  box.close();\n}\n",
    "web/cart.html": "<button title='Empty Cart: what happens when the button is clicked'>Empty Cart</button>\n"
    "<button title='what happens when Archive is clicked'>Archive</button>\n",
    "app/MainMenu.swift": """class MainMenu {
  @objc func menuPrintAllLabels(_ sender: Item) {
    printer.go()
  }
}
""",
    "shop/ParcelEvents.php": "<?php\nclass ParcelEvents\n{\n    const LOST = 'a';\n    const FOUND = 'b';\n}\n",
    "shop/coin_type.py": "class CoinType:\n    penny = 1\n",
    "shop/parcels.php": """<?php
// how a new parcel event is added
function add_parcel($event)
{
    return new Parcel($event);
}
""",
    "shop/coins.py": "def add_coin(coin, type):\n    # a new type of coin\n    coins.append(coin)\n",
    "jobs/job.py": "class Job:\n    pass\n",
    "jobs/add.py": "def add_new_job(job):\n    # add a new job\n    jobs.append(job)\n",
    **{f"jobs/{name}/box.py": "class NightJob:\n    pass\n" for name in "abcdef"},
    "jobs/night.py": "def add_night(job):\n    # add a new night job\n    jobs.append(job)\n",
}


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("what happens when the 'Empty Cart' button is clicked", "web/cart_page.js"),
        ("which code handles the 'Empty Cart' button", "web/cart_page.js"),
        ("where is the 'Empty Cart' menu item handled?", "web/cart_page.js"),
        ("what happens when 'Print All Labels' is chosen in the menu", "app/MainMenu.swift"),
        ("what happens if I press 'Archive'", "web/cart_page.js"),
        ("what happens when the 'Throw Away' button is clicked", "web/boxes.ts"),
        ("what happens when the menu item 'Weigh Again' is selected", "app/scales.cpp"),
    ],
)
def test_a_label_that_is_clicked_leads_to_the_code_that_is_called_like_it_or_that_is_wired_to_it(
    codebase, question, path
):
    assert found(codebase, question)[0] == path


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("how do I add a new parcel event", "shop/ParcelEvents.php"),
        ("How can I define another parcel event that is logged?", "shop/ParcelEvents.php"),
        ("how to add a new type of coin to the shop", "shop/coin_type.py"),
    ],
)
def test_who_adds_one_more_sees_where_the_others_are(codebase, question, path):
    assert found(codebase, question)[0] == path


@pytest.mark.parametrize(
    ("question", "path"), [("how do I add a new job", "jobs/add.py"), ("how do I add a new night job", "jobs/night.py")]
)
def test_of_a_thing_of_one_word_or_that_much_is_called_like_the_words_tell(codebase, question, path):
    assert found(codebase, question)[0] == path
