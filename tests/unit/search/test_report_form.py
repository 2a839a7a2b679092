"""Reports without the forms that they were written into."""

from __future__ import annotations

import time

import pytest

from lsp_codebase.model import Mode
from lsp_codebase.search.query.query_form import understand
from lsp_codebase.search.query.report_form import lines_of_forms, without_form

TITLE = "Sessions expire too early behind a proxy"
BODY = (
    "Since the upgrade our users are logged out after a minute.\n"
    "The cookie is renewed, but the store forgets it when `touch_session` is called."
)
FORMS = {
    "headings and boxes": f"""\
{TITLE}

### Prerequisites

- [x] I searched the issues, and this is no duplicate of the cart
- [ ] I want to open a pull request

### What happened?

{BODY}

### What did you expect to happen?

_No response_

### How can we reproduce it (as minimally as possible)?
""",
    "advice in comments": f"""\
{TITLE}
<!--
Thank you! Is it about the cart? Ask in the chat.
Questions about payment belong there, too.
-->

**Bug summary**

{BODY}

**Expected outcome**

<!-- What should the cart hold? --><!-- Tell us! -->
""",
    "advice as text, before the title": f"""\
**Describe the bug**
A clear and concise description of what the bug is.

{TITLE}

{BODY}

**Screenshots**
If applicable, add screenshots to help explain your problem.
""",
    "a list of versions": f"""\
{TITLE}

{BODY}

Package            Version
------------------ ---------
attrs              20.3.0
cart               2020.12.5
click              7.1.2
coverage           5.3.1
""",
    "the environment": f"""\
{TITLE}

{BODY}

<details><summary>Environment</summary>

```
CARTPATH="/home/user/cart"
CARTOS="linux"
cart = enabled
```
</details>
""",
    "facts below a question for versions": f"""\
{TITLE}

#### Which version of Cart do you use?

cart 2.4.1 on Linux

#### What did you do?

{BODY}
""",
    "single facts": f"""\
{TITLE}

{BODY}

- OS: Ubuntu for carts
- Browser: CartFox
""",
}


def words_of(text):
    return without_form(text).split()


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_a_report_is_read_without_the_form_that_it_was_written_into(text):
    left = [word for word in words_of(text) if any(map(str.isalnum, word))]
    assert left == f"{TITLE} {BODY}".split()


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS)
def test_the_words_of_a_form_are_not_looked_for(text):
    read = understand(text)
    assert read.is_report
    assert not any("cart" in term.token for term in read.terms)
    assert read.meaning.startswith(TITLE)


@pytest.mark.parametrize(
    "text",
    [
        f"{TITLE}\n\n## Cookies are renewed twice\n\n{BODY}",
        f"# Environment of the worker is lost\n\n{BODY}",
        f"{TITLE}\n\n{BODY}",
        f"{TITLE}\n\n{BODY}\n\nTraceback (most recent call last):\n  File \"a.py\", line 3, in touch\nKeyError: 'sid'",
        f"{TITLE}\n\n{BODY}\n\nworkers: 3\nimage: shop:1.2\nproxy: nginx",
        f"{TITLE}\n\n```python\nversion = read()\nerror = None\n```\n{BODY}",
        f"{TITLE}\n\n### Environment\n\nIt runs in a container behind two proxies that renew it.\n{BODY}",
    ],
    ids=["own heading", "heading as title", "plain", "trace", "settings", "code", "told in a sentence"],
)
def test_nothing_that_the_writer_said_is_lost(text):
    said = [word for word in text.split() if word not in ("###", "Environment")] if "###" in text else text.split()
    assert words_of(text) == said


def test_lines_of_the_projects_own_form_are_left_out():
    form = """\
    - type: textarea
      attributes:
        label: Which carts were full?
        description: Attach the cart's ledger
    - type: input
      attributes:
        label: Name of the cart
    """
    text = f"{TITLE}\n\n### Which carts were full?\n\n{BODY}\n\nAttach the cart's ledger\nName of the cart: blue\n"
    own = lines_of_forms(form.splitlines())
    assert "cart" in without_form(text)
    assert without_form(text, own).split() == [*f"{TITLE} {BODY}".split(), "blue"]


def test_code_and_short_texts_are_read_as_they_are():
    for text in (
        "Steps to reproduce\nthe bug",
        "def steps():\n" + "    # version: 1.2\n" * 20,
        FORMS["single facts"].replace("\n", " "),
    ):
        assert understand(text, Mode.HYBRID).text == text


def test_long_texts_take_no_time_that_grows_faster_than_they_do():
    for hostile in ("<!--", "# " + " " * 50, "a " * 50, "<b ", "- [x] ", "**", "a: 1.2 ", "`", "```\n", "a  1.2\n"):
        begun = time.process_time()
        without_form(f"{TITLE}\n" + hostile * (200_000 // len(hostile)) + "\nx")
        assert time.process_time() - begun < 2, hostile
