"""The sure meaning of a query, by its form: a place, a name, a message, a question about one name or the project.

Each module of the folders is a channel that reads a form and finds its meaning in the index. These finds lead the
answer; ranked candidates follow.
"""

from lsp_codebase.search.intents.about_names.asked_uses import asked_operator
from lsp_codebase.search.intents.by_form import Leading, leading
from lsp_codebase.search.intents.copied.carried_names import carried_name
from lsp_codebase.search.intents.listings.asked_listing import asked_listing
from lsp_codebase.search.intents.listings.listings import listing
from lsp_codebase.search.intents.names.defined_names import telling
from lsp_codebase.search.intents.other_languages import in_english
from lsp_codebase.search.intents.places.added_before import led_by_additions
from lsp_codebase.search.intents.places.alike import narrowed_to_alike
from lsp_codebase.search.intents.places.changed_together import narrowed_to_companions
from lsp_codebase.search.intents.places.changes_of import narrowed_to_changes
from lsp_codebase.search.intents.places.locations import misspelled_place
from lsp_codebase.search.intents.places.named_commits import narrowed_to_commits
from lsp_codebase.search.intents.places.named_folder import Narrowed, narrowed_to_folder
from lsp_codebase.search.intents.places.uncommitted import narrowed_to_work
from lsp_codebase.search.intents.question import Question

__all__ = [
    "Leading",
    "Narrowed",
    "Question",
    "asked_listing",
    "asked_operator",
    "carried_name",
    "in_english",
    "leading",
    "led_by_additions",
    "listing",
    "misspelled_place",
    "narrowed_to_alike",
    "narrowed_to_changes",
    "narrowed_to_commits",
    "narrowed_to_companions",
    "narrowed_to_folder",
    "narrowed_to_work",
    "telling",
]
