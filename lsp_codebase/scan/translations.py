"""The files that hold texts in another language than English, told from the path alone."""

from __future__ import annotations

import re
from functools import lru_cache

_LANGUAGES = frozenset(
    """
    aa ab ace af ak am an ang ar as ast av ay az ba bas be ber bg bh bi bm bn bo br bs ca ce ch ckb co cr cs cu cv cy da
    de dsb dv dz ee el eo es et eu fa ff fi fil fj fo fr fy ga gd gl gn gu gv ha he hi ho hr hsb ht hu hy hz ia id ie ig
    ii ik io is it iu ja jv ka kaa kab kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk
    ml mn mr ms mt my na nb nd nds ne ng nl nn no nr nv ny oc oj om or os pa pcm pi pl ps pt qu rm rn ro ru rw sa sc sd
    se sg sh si sk sl sm sn so sq sr ss st su sv sw szl ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo
    wa wo xh yi yo za zgh zh zu
    """.split()
)
_SURE = frozenset("bg cs de fr hu ja ko nl pl pt ru sv tr zh".split())
"""Those that the name of a document ends with for no other reason."""

_FOLDERS = frozenset(
    """
    i18n l10n lang langs lc_messages locale locales localization localizations nls po qttranslations translation
    translations
    """.split()
)
_CATALOGUES = frozenset("arb po resx xlf xliff".split())
_DOCUMENTS = frozenset("adoc htm html md mdx rst txt".split())
_TOLD_APART = _CATALOGUES | _DOCUMENTS | {"properties"}
"""Extensions of files that a language may tell apart wherever they lie."""

_LANGUAGE = re.compile(
    r"([a-z]{2,3})(?:[-_@](?:r?([A-Z]{2,3})|[A-Z][a-z]{3}|[a-z]{2}|hans|hant|cyrl|cyrillic|latn|latin|valencia|\d{3}))*"
)
_ENGLISH = re.compile(r"en(?:[-_@][A-Za-z]{2,4})?")
_PART = re.compile(r"[-_.@]")
_OF_PLATFORM = re.compile(r"values-(.+)|(.+)\.lproj")  # folders of Android and Apple


def is_translation(path: str) -> bool:
    """Whether a file is, by its path, a catalogue or document in another language than English."""
    directory, _, name = path.rpartition("/")
    is_inside, is_among = _folder(directory)
    if is_inside:
        return True
    stem, _, extension = name.rpartition(".")
    if not is_among and extension not in _TOLD_APART:
        return _is_regional(stem)
    language = _last_language(stem)
    if is_among or not language:
        return bool(language)
    if extension == "properties":  # a bundle of Java: words behind other signs are profiles
        return stem.endswith(f"_{language}")
    return extension in _CATALOGUES or language[:2] in _SURE


def is_in_language(path: str, code: str) -> bool:
    """Whether the path of a translation says a language, of any region: `values-pt-rBR/strings.xml` is in `pt`."""
    return is_translation(path) and any(part.lower() == code for part in re.split(r"[/._@-]", path))


def is_catalogue(path: str) -> bool:
    """Whether a file lies among those that hold texts of users by languages, English included."""
    return any(_folder(path.rpartition("/")[0]))


@lru_cache(maxsize=8192)
def holds_texts(path: str) -> bool:
    """Whether a file holds texts of users in one language, English included: `lang/en/cart.php`, `locales/en.ts`."""
    directory, _, name = path.rpartition("/")
    folders = directory.split("/")
    among = next((at for at, folder in enumerate(folders) if folder.lower() in _FOLDERS), None)
    if among is None or is_translation(path):
        return among is not None
    return any(_ENGLISH.fullmatch(one) for one in (*folders[among + 1 :], name.partition(".")[0]))


@lru_cache(maxsize=8192)
def _folder(directory: str) -> tuple[bool, bool]:
    """Return whether a folder is that of one language, or else holds files told apart by languages."""
    folders = directory.split("/")
    among = next((at for at, folder in enumerate(folders) if folder.lower() in _FOLDERS), len(folders))
    is_inside = (
        any(map(_language, folders[among + 1 :]))
        or any(map(_is_regional, folders))
        or any((own := _OF_PLATFORM.fullmatch(folder)) and _language(own[1] or own[2]) for folder in folders)
    )
    return is_inside, among < len(folders)


def _language(word: str) -> str:
    """Return a word that is the code of a language other than English, with its region or script."""
    found = _LANGUAGE.fullmatch(word)
    return word if found and found[1] in _LANGUAGES else ""


def _is_regional(word: str) -> bool:
    found = _LANGUAGE.fullmatch(word)
    return found is not None and found[2] is not None and found[1] in _LANGUAGES


def _last_language(stem: str) -> str:
    """Return the code of a language that a name ends with, if it does."""
    starts = [0, *(match.end() for match in _PART.finditer(stem))][-2:]
    return next(filter(None, (_language(stem[start:]) for start in starts)), "")
