"""Helix's `languages.toml`: our server behind the others of each language that both know.

A list of servers replaces the one that Helix has, so each entry repeats it. A file may have two entries for a language:
Helix merges them by name, the later over the earlier.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from lsp_codebase.errors import CodebaseError, InvalidQuery
from lsp_codebase.nearest import did_you_mean

OURS = {"name": "lsp-codebase", "only-features": ["workspace-symbols", "workspace-command"]}
_DATA = Path(__file__).parent / "helix_languages.json"
_HEAD = """\
# Helix: symbols of the whole codebase, in every language. Printed by `lsp-codebase editor-config helix`; add it to
# ~/.config/helix/languages.toml. A list of servers replaces the one that Helix has, so each repeats that (as of
# {date}) or the one of your own file. Servers that are not installed do no harm. Languages that Helix {oldest} does not
# know are left out: an older Helix refuses a whole file for one of them. `--languages NAME` has those that yours knows.
"""
_SERVER = """
[language-server.lsp-codebase]
command = "lsp-codebase"
args = ["--stdio"]
"""


def languages_toml(wanted: Iterable[str], own: Mapping[str, Any]) -> str:
    """Return the text that the user's file, which says `own`, lacks for the wanted languages, or for all we index."""
    data = json.loads(_DATA.read_text("utf-8"))
    known: dict[str, Any] = data["languages"]
    servers = {name: of["servers"] for name, of in known.items()} | dict(_servers_of(own))
    missing = [name for name in _chosen(wanted, known) if not any(_name(one) == OURS["name"] for one in servers[name])]
    blocks = [_block(name, [*servers[name], OURS]) for name in missing]
    server = "" if OURS["name"] in own.get("language-server", {}) else _SERVER
    return _HEAD.format(date=data["date"], oldest=data["oldest"]) + server + "".join(blocks) if blocks or server else ""


def has_keys(own: Mapping[str, Any]) -> bool:
    """Whether the user's `config.toml`, which says `own`, has keys below `Space x`: a table stands in a file once."""
    modes = own.get("keys", {})
    return any("x" in modes.get(mode, {}).get("space", {}) for mode in ("normal", "select"))


def user_file(name: str = "languages.toml") -> Path:
    """Return where Helix looks for a file of the user's."""
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA", "")) / "helix" / name
    home = os.environ.get("XDG_CONFIG_HOME")
    return (Path(home) if home else Path.home() / ".config") / "helix" / name


def user_config(name: str = "languages.toml") -> dict[str, Any]:
    """Return the values of a file of the user's for Helix, none if there is no file."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    path = user_file(name)
    try:
        config: dict[str, Any] = tomllib.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise CodebaseError(f"{path} cannot be read, by Helix neither: {error}") from error
    return config


def _chosen(wanted: Iterable[str], known: Mapping[str, Any]) -> list[str]:
    """Return Helix's names of the languages: those named, by its name or one of ours, or all that both know.

    Without names only those of the oldest release: a Helix refuses the whole file for a language that it does not know.
    """
    ours = _ours(known)
    chosen: set[str] = set()
    for word in wanted:
        named = {word.lower()}
        found = named & known.keys() or {name for name, words in ours.items() if named & words}
        if not found:
            raise InvalidQuery(
                "--languages", f"{word} is none of Helix{did_you_mean(word, set().union(*ours.values()))}"
            )
        chosen |= found
    return sorted(chosen or (name for name in ours if "is_new" not in known[name]))


def _ours(known: Mapping[str, Any]) -> dict[str, set[str]]:
    """Return our words for each language of Helix that we index: by the same name, or else by a shared file ending."""
    from lsp_codebase.search import accepted_languages

    words: dict[str, set[str]] = {}
    endings: dict[str, set[str]] = {}
    for language in accepted_languages():
        all_words = {language.name, *language.aliases}
        words.update(dict.fromkeys(all_words, all_words))
        for ending in language.extensions:
            endings.setdefault(ending, set()).update(all_words)
    found = {
        name: words.get(name)
        or words.get(of["id"])
        or set().union(*(endings.get(ending.lower(), set()) for ending in of["endings"]))
        for name, of in known.items()
    }
    return {name: {name, *those} for name, those in found.items() if those}


def _servers_of(own: Mapping[str, Any]) -> Iterator[tuple[str, list[Any]]]:
    for language in own.get("language", []):
        if "language-servers" in language:
            yield language["name"], language["language-servers"]


def _name(server: str | Mapping[str, Any]) -> str:
    return server if isinstance(server, str) else str(server.get("name"))


def _block(name: str, servers: Iterable[str | Mapping[str, Any]]) -> str:
    listed = "".join(f"  {_toml(server)},\n" for server in servers)
    return f"\n[[language]]\nname = {json.dumps(name)}\nlanguage-servers = [\n{listed}]\n"


def _toml(value: object) -> str:
    """Return a string, a list of strings or a table of both, as TOML writes them on one line."""
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{key} = {_toml(one)}" for key, one in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)
