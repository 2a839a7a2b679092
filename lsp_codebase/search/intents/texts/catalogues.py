"""The channel of catalogues: "where are the english texts" is led by the files that hold the texts of users.

Which language a file is in its path tells; without a language the files in English, or in none, are meant.
"""

from __future__ import annotations

import re

from lsp_codebase.parse import CODE
from lsp_codebase.scan import holds_texts, is_catalogue, is_in_language, path_roles
from lsp_codebase.search.intents.names.asked_names import reader
from lsp_codebase.search.intents.pieces import heads
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.intents.texts.translated_texts import LANGUAGE_CODES
from lsp_codebase.search.pack import Piece
from lsp_codebase.store import FileRecord

_LANGUAGES = "|".join(("english", *LANGUAGE_CODES))
_TEXTS = r"(?:messages|strings|texts|translations?)"
_SHOWN = r"(?:i18n|localization|localized|locale|translatable|translated|translation|user[\s-]facing)"
_FILES = r"(?:\s+(?:catalogues?|files?))?"
_KEPT = r"(?:\s+(?:declared|defined|found|kept|located|stored))?"
asked_catalogue = reader(
    *(
        rf"{begin}\s+(?:all\s+)?(?:of\s+)?(?:our\s+|the\s+)?{said}{_FILES}{_KEPT}"
        for begin in (r"where(?:\s+(?:are|is)|'s)", r"which\s+files?\s+(?:are|contains?|has|have|holds?|is)")
        for said in (
            rf"(?P<language>{_LANGUAGES})\s+(?:{_SHOWN}\s+)?(?:error\s+)?{_TEXTS}",
            rf"{_SHOWN}\s+(?:error\s+)?{_TEXTS}",
        )
    ),
    longest=120,
)
_OF_PLATFORM = re.compile(
    r"(?:^|/)(?:values/[^/]*strings[^/]*\.xml|(?:Base|en)\.lproj/[^/]*\.strings|[^/]*\.xcstrings)$"
)
"""The catalogues of Android and Apple in the language of the project."""
_MAY_HOLD_TEXTS = (
    r"(?:^|/)(?:i18n|l10n|langs?|lc_messages|locales?|locali[sz]ations?|nls|po|qttranslations|translations?|values[^/]*"
    r"|[^/]*\.lproj)/|\.(?:arb|po|properties|resx|xcstrings|xlf|xliff)$"
)


def catalogues(question: Question, asked: re.Match[str]) -> list[Piece]:
    """Return the beginnings of the files that hold texts in a language, those that say it first, the largest first."""
    code = LANGUAGE_CODES.get((asked.groupdict().get("language") or "").lower())
    records = (one for one in question.files(_MAY_HOLD_TEXTS) if path_roles(one.path) <= {"translation"})
    if code is not None:
        found = [one for one in records if is_in_language(one.path, code)]
    else:
        found = [one for one in records if _is_own(one)]
    return heads(question.corpus, sorted(found, key=lambda one: (not _says_english(one.path), -one.size, one.path)))


def _is_own(one: FileRecord) -> bool:
    """Whether a file holds texts in the language of the project. Code lies among them that only reads them."""
    if "translation" in path_roles(one.path):
        return False
    return _says_english(one.path) or (is_catalogue(one.path) and one.language not in CODE)


def _says_english(path: str) -> bool:
    return _OF_PLATFORM.search(path) is not None or holds_texts(path)
