"""The sure meaning of a query, by its form: a place, a name, a message, a question about one name or the project.

Each module is a channel that reads a form and finds its meaning in the index. These finds lead the answer; ranked
candidates follow.
"""

from lsp_codebase.search.intents.asked_uses import asked_operator
from lsp_codebase.search.intents.by_form import Leading, leading
from lsp_codebase.search.intents.defined_names import telling
from lsp_codebase.search.intents.locations import misspelled_place
from lsp_codebase.search.intents.named_commits import narrowed_to_commits
from lsp_codebase.search.intents.named_folder import narrowed_to_folder
from lsp_codebase.search.intents.other_languages import in_english

__all__ = [
    "Leading",
    "asked_operator",
    "in_english",
    "leading",
    "misspelled_place",
    "narrowed_to_commits",
    "narrowed_to_folder",
    "telling",
]
