"""A word of a question may be another one in the code: it counts where the word itself is missing."""

import pytest
from codebases import found, indexed

from lsp_codebase.model import Mode

FILES = {
    "waiting.py": """class Waiting:
    def left(self, order):
        \"\"\"The timeout of an order.\"\"\"
        return self.timeout - order.age
""",
    "parcels.py": """class Parcels:
    def left(self, order):
        \"\"\"The weight of an order.\"\"\"
        return self.weight - order.load
""",
    "plans.py": """class Plans:
    def left(self, order):
        \"\"\"The deadline of an order.\"\"\"
        return self.deadline - order.age
""",
}


@pytest.fixture(scope="module")
def paths(tmp_path_factory):
    with indexed(tmp_path_factory.mktemp("stand_ins"), FILES, embedding_model="none") as codebase:
        yield lambda text, **fields: found(codebase, text, **fields)


def test_code_with_the_word_itself_comes_first_then_code_with_a_related_one(paths):
    assert paths("how the deadline of an order is left") == ["plans.py", "waiting.py", "parcels.py"]


def test_a_word_that_stands_nowhere_is_met_by_a_related_one(paths):
    assert paths("how an order is interrupted")[:1] == ["waiting.py"]


def test_words_alone_are_met_by_no_other(paths):
    assert set(paths("deadline", mode=Mode.LEXICAL)) == {"plans.py"}


def test_an_expression_is_met_by_a_word_of_code_that_has_none_of_its_own(paths):
    assert paths("where an order takes too long")[:1] == ["waiting.py"]
