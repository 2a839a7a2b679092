"""`fetch`: the team's index of a commit, to be served."""

from __future__ import annotations

import argparse

from lsp_codebase.cli import wire_json
from lsp_codebase.cli.configured import sources
from lsp_codebase.cli.exit_codes import DONE
from lsp_codebase.cli.notices import tell
from lsp_codebase.cli.opening import listening, root_of
from lsp_codebase.config import ProblemNotices
from lsp_codebase.index import SilentListener
from lsp_codebase.index import fetch as fetch_index
from lsp_codebase.model import CancelToken
from lsp_codebase.tree import shown


def fetch(options: argparse.Namespace) -> int:
    """Fetch the index of the commit that is checked out, or of the nearest before it."""
    root = root_of(options)
    settings = ProblemNotices(tell).settings(sources(options).resolved(root))
    with listening() as listener:
        done = fetch_index(root, settings, options.to.absolute(), listener or SilentListener(), CancelToken())
    if options.json:
        fields = {"commit": done.commit, "isNew": done.is_new, "index": str(done.directory)}
        wire_json.print_json({"folder": root.as_uri(), **fields})
    else:
        said = "leads to the index of" if done.is_new else "led to the index of"
        print(f"{shown(str(options.to))} {said} {done.commit[:7]}{'' if done.is_new else ' already'}")
    return DONE
