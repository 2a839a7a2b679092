"""`publish`: the index of a commit for the team."""

from __future__ import annotations

import argparse
import time

from lsp_codebase.cli import wire_json
from lsp_codebase.cli.configured import sources
from lsp_codebase.cli.exit_codes import DONE
from lsp_codebase.cli.notices import tell
from lsp_codebase.cli.opening import listening, root_of
from lsp_codebase.config import ProblemNotices
from lsp_codebase.index import SilentListener
from lsp_codebase.index import publish as publish_index
from lsp_codebase.model import CancelToken
from lsp_codebase.tree import shown


def publish(options: argparse.Namespace) -> int:
    """Build the index of the commit that is checked out, and put it into the team's store."""
    root, begun = root_of(options), time.monotonic()
    settings = ProblemNotices(tell).settings(sources(options).resolved(root))
    with listening() as listener:
        done = publish_index(root, settings, listener or SilentListener(), CancelToken(), ray=options.ray)
    if options.json:
        fields = {"commit": done.commit, "isNew": done.is_new, "files": done.files, "chunks": done.chunks}
        wire_json.print_json({"folder": root.as_uri(), **fields, "sentBytes": done.sent_bytes})
    elif done.is_new:
        seconds = time.monotonic() - begun
        sent = f"{done.sent_bytes / 1e6:,.1f} MB sent"
        print(f"{shown(str(root))}: {done.commit[:7]} is published, {done.files:,} files, {sent} in {seconds:.1f} s")
    else:
        print(f"{shown(str(root))}: {done.commit[:7]} is published already")
    return DONE
