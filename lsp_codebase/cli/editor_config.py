"""`lsp-codebase editor-config`: a text to paste into the configuration of an editor."""

from __future__ import annotations

import argparse
import sys

from lsp_codebase.cli.editors import SNIPPETS, helix
from lsp_codebase.cli.exit_codes import DONE
from lsp_codebase.cli.notices import tell
from lsp_codebase.errors import InvalidQuery

HELIX, HELIX_KEYS, _KEYS_FILE = "helix", "helix-keys", "config.toml"


def editor_config(options: argparse.Namespace) -> int:
    """Print a snippet, and on standard error where it goes."""
    if options.editor == HELIX:
        return _helix([word.strip() for word in options.languages.split(",")] if options.languages else [])
    if options.languages:
        raise InvalidQuery("--languages", f"only {HELIX} takes them; {options.editor} has one entry for all")
    if options.editor == HELIX_KEYS and helix.has_keys(helix.user_config(_KEYS_FILE)):
        tell(f"{helix.user_file(_KEYS_FILE)} has keys below Space x; to renew them, delete these first")
        return DONE
    snippet = SNIPPETS[options.editor]
    print(snippet.text(), end="")
    tell(f"this {snippet.place}")
    return DONE


def _helix(languages: list[str]) -> int:
    path = helix.user_file()
    if text := helix.languages_toml(languages, helix.user_config()):
        print(text, end="")
        # `>>` of the PowerShell that is part of Windows writes UTF-16, whatever the file is in
        append = "| Add-Content" if sys.platform == "win32" else ">>"
        tell(f'this goes to the end of {path}: lsp-codebase editor-config helix {append} "{path}"')
    else:
        tell(f"{path} has all of it")
    return DONE
