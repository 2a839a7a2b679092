"""How the command line calls the fields of a request, so that an error names the option that was typed."""

from __future__ import annotations

from lsp_codebase.errors import InvalidQuery

_OPTIONS = {
    "query": "PATTERN",
    "position": "FILE:LINE",
    "name": "NAME",
    "folder": "PATH",
    "limit": "-n",
    "maxResults": "-n",
    "languages": "--language",
    "excludeLanguages": "--exclude-language",
    "excludeRoles": "--exclude-role",
    "kinds": "--kind",
    "caseSensitive": "--case-sensitive",
    "wholeWord": "--word-regexp",
    "maxDepth": "--depth",
    "maxItemsPerDirectory": "--max-items",
    "includeHidden": "--hidden",
}
_PLACES = {"tree": "DIR", "read": "FILE", "similar": "FILE:LINE", "history": "FILE", "files": "PATH"}
_OF_COMMAND = {"history": {"query": "QUERY", "range": "FILE:LINE"}, "context": {"query": "QUERY"}}


def option_of(field: str, command: str = "") -> str:
    """Return the option of a field; an option and a key of the settings stand for themselves."""
    if own := _OF_COMMAND.get(command, {}).get(field):
        return own
    if field == "uri":
        return _PLACES.get(command, "PATH")
    if not field.isalpha() or field.isupper():
        return field
    return _OPTIONS.get(field) or "--" + "".join("-" + char.lower() if char.isupper() else char for char in field)


def as_typed(error: InvalidQuery, command: str) -> str:
    """Return the text of an error, with each field as the command line calls it."""
    return "; ".join(f"{option_of(field, command)}: {reason}" for field, reason in error.problems)
