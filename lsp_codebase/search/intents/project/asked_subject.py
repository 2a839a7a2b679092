"""Reads questions about the project itself, those for a dependency, a package or a language by their names, too."""

from __future__ import annotations

import re
from collections.abc import Sequence

from lsp_codebase.search.intents.names.asked_names import reader
from lsp_codebase.search.intents.project.subjects import (
    DEPENDENCIES,
    DOES,
    LANGUAGE,
    MANIFESTS,
    PINS,
    SUBJECTS,
    WHAT,
    WHICH_PACKAGES,
    Subject,
)

_MEMBER = (
    r"[`\"']?(?P<member>[\w][\w./-]*)[`\"']?(?:\s+(?:app|crate|gem|library|module|package|project|service|workspace))?"
)
_NAME = r"(?:the\s+)?(?P<name>@?\w[\w./-]*)(?:\s+(?:crate|dependency|gem|library|module|package|plugin|provider|sdk))?"
_IS_USED = (
    rf"(?:are|do|does|is)\s+(?:{DOES}|we|you|they)?\s*"
    r"(?:built\s+with|depends?\s+on|install(?:s|ed)?|locked|needed|needs?|pinned|requires?d?|supports?|supported|uses?d?).*"
)
_BEFORE = r"^(?!\s*(?:#|//)).*?(?:^\s*|[\"'/:@<>.])"
"""Before the name of an entry: no comment."""
_of_dependency = reader(
    rf"(?:what|which)\s+versions?\s+of\s+{_NAME}(?:\s+{_IS_USED})?",
    rf"(?:what|which)\s+{_NAME}\s+versions?\s+{_IS_USED}",
    r"(?:what|which)\s+(?P<bare>@?\w[\w./-]*)\s+version",
    rf"where\s+is\s+(?:the\s+)?(?:version\s+of\s+{_NAME}|(?P<pinned>@?\w[\w./-]*)\s+(?:dependency|version))\s+"
    r"(?:declared|defined|pinned|required|set|specified)",
    rf"(?:are|do|does|is)\s+(?:{DOES}|anything|something)\s+(?:already\s+)?(?:depend(?:ing)?\s+on|use|using)\s+{_NAME}",
)


_REQUIRED_AT = {
    "go": r"^(?:go|toolchain)\s+\S*\d",
    "python": r"requires?[-_]python|python_requires|^\s*python\s*=",
    "rust": r"rust-version|^\s*rust\s*=",
    "ruby": r"required_ruby_version|^\s*ruby\b.*\d",
    "node": r"\"engines\"|\"node\"\s*:",
    "php": r"\"php\"\s*:",
    "java": r"jvmTarget|jvmToolchain|(?:source|target)Compatibility|maven\.compiler|java\.version|^\s*(?:java|jdk)\s*=",
    "julia": r"^\s*julia\s*=",
    "kotlin": r"^\s*kotlin\s*=|kotlin\.version|jvmTarget",
    ".net": r"TargetFramework",
    "swift": r"swift-tools-version",
    "scala": r"scalaVersion|^\s*scala\s*=",
    "elixir": r"elixir:",
}
"""The lines of manifests that require a version of a language."""
_ALSO_CALLED = {"golang": "go", "nodejs": "node", "node.js": "node", "jdk": "java", "jvm": "java", "net": ".net"}
_NUMBER = r"^\w*-?v?\d+(?:\.[\dx*]+)*\s*$"  # all that a file such as `.python-version` holds


_HERE = (" here", " locally")  # ends of questions that leave nothing out


def subject_by_form(text: str) -> Subject | None:
    """Return the subject of a query whose form alone tells that it is about the project."""
    said = text.rstrip("? \t\n")
    text = next((said.removesuffix(place) for place in _HERE if said.lower().endswith(place)), text)
    return next((subject for subject in SUBJECTS if subject.asked(text)), None)


_of_member = reader(
    rf"{WHAT}dependencies\s+of\s+(?:the\s+)?{_MEMBER}",
    rf"{WHICH_PACKAGES}\s+do(?:es)?\s+(?:the\s+)?{_MEMBER}\s+(?:depend\s+on|have|need|require|use)",
)


def _of_dependencies(asked: re.Match[str]) -> Subject:
    """Return the subject of what a package of the project depends on, by the folder that is called so."""
    return DEPENDENCIES._replace(files=(rf"{re.escape(asked['member'])}/(?:{MANIFESTS})",))


_of_target = reader(
    rf"{WHAT}dependencies\s+of\s+(?:the\s+)?{_MEMBER}",
    rf"(?:what|which\s+\w+)\s+do(?:es)?\s+(?:the\s+)?{_MEMBER}\s+(?:depend\s+on|need|require|use)",
)


def target_of(text: str) -> Subject | None:
    """Return the subject of what a module depends on, which the build file of several modules defines."""
    asked = _of_target(text)
    name = re.escape(asked["member"]) if asked else ""
    told = (
        rf"^\s*(?:\.\w*[tT]arget\(\s*)?name:\s*\"{name}\"",
        rf"\blazy\s+val\s+`?{name}\b",
        rf"^\s*target_link_libraries\s*\(\s*{name}\b",
    )
    return Subject(_of_target, (r"Package\.swift|build\.sbt|CMakeLists\.txt",), told) if asked else None


def subject_of(text: str) -> Subject | None:
    """Return the subject of a query about the project, if a file of the table tells it."""
    known = subject_by_form(text)
    if known is None and (of_member := _of_member(text)) is not None:
        return _of_dependencies(of_member)
    asked = _of_dependency(text)
    is_bare = asked is not None and asked.groupdict().get("bare") in _REQUIRED_AT
    if known is SUBJECTS[0] or is_bare:
        return _of_language(SUBJECTS[0], text, asked)
    return known or (asked and Subject(_of_dependency, (MANIFESTS, PINS), _entries(asked, _BEFORE)))


def _of_language(subject: Subject, text: str, asked: re.Match[str] | None) -> Subject:
    """Return the subject of a question about the version of a language, which may be required as a dependency is."""
    named = re.search(rf"(?<![\w.]){LANGUAGE}(?!\w)", text, re.IGNORECASE)
    said = named[0].lower() if named else ""
    language = _ALSO_CALLED.get(said, said)
    pinned = rf"(?:.*\.)?(?:{re.escape(language)}-version|{'nvmrc' if language == 'node' else 'tool-versions'})"
    entries = _entries(asked, r"^\s*[\"'<]?")[:2] if asked else ()
    required = _REQUIRED_AT.get(language, rf"^\s*{re.escape(language)}\b.*\d")
    return subject._replace(files=(MANIFESTS, pinned, PINS), told=(*entries, required, _NUMBER))


def _entries(asked: re.Match[str], before: str) -> Sequence[str]:
    """Return the forms of lines that require something, surest first: a manifest names it as an entry.

    A wrapper downloads it, or a container is made of it. Of a question that says no more only sure lines tell.
    """
    name = re.escape(next(filter(None, asked.groupdict().values())))
    entry = rf"{before}{name}"
    forms = (
        rf"^distributionUrl.*/(?:apache-)?{name}-\d|^\s*(?:FROM\s+(?:--\S+\s+)?|ARG\s+\w+=)(?:[^\s/]+/)*{name}:\S*\d",
        rf"{entry}(?:\.git)?(?=[\"'\s=:<>@~^!(\[]|$)(?![\w ]*\w\s).*\d",
        rf"{entry}[._-]?version\b.*\d",  # a property of a build
        rf"{entry}/[\w.-]+[\"'].*\d",  # a package of this owner
        rf"{entry}(?:[\"'<@:./-]|\s*=)",
    )
    return forms[:-1] if asked.groupdict().get("bare") else forms
