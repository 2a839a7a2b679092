"""Reports of faults as the project's tracker hands them out: in the project's own form."""

import pytest
from codebases import found, indexed

from lsp_codebase.model import CancelToken, SearchQuery

FILES = {
    ".github/ISSUE_TEMPLATE/fault.yml": """name: Fault
body:
  - type: input
    attributes:
      label: Which ledger does the cart use?
      description: The ledger keeps the carts
  - type: textarea
    attributes:
      label: Ledger of the cart
""",
    "shop/ledger.py": '''"""The ledger of carts."""


class Ledger:
    """A ledger keeps the carts of the shop."""

    def cart(self, name):
        return self.carts[name]
''',
    "shop/door.py": """def ring(door):
    if not door.is_shut:
        door.bell.ring(twice=door.is_heavy)
""",
}
REPORT = """The bell rings twice

### Which ledger does the cart use?

Ledger of the cart

Whoever opens it hears the bell ring twice, although nobody stands there, and it rings in the night too,
until it is shut again. This has been so since the winter, and for every visitor of the shop.

The ledger keeps the carts
"""


@pytest.fixture(scope="module")
def shop(tmp_path_factory):
    with indexed(tmp_path_factory.mktemp("shop"), FILES) as codebase:
        yield codebase


def test_a_report_in_the_projects_own_form_leads_to_its_subject(shop):
    assert found(shop, REPORT)[0] == "shop/door.py"


def test_it_is_answered_as_if_the_form_were_not_there(shop):
    asked, bare = (
        shop.search(SearchQuery(text=text), CancelToken())
        for text in (REPORT, f"The bell rings twice\n\n{REPORT.split(chr(10) * 2)[3]}\n")
    )
    assert [(hit.path, hit.score) for hit in asked.hits] == [(hit.path, hit.score) for hit in bare.hits]
