"""Where the checked-out branch left the one that others work on."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from lsp_codebase.model import CancelToken
from lsp_codebase.scan.git import ANSWER_S, ask_git
from lsp_codebase.scan.git_excludes import readable_repository

_COMMIT = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?")
_LOCAL, _REMOTE = "refs/heads/", "refs/remotes/"
_DEFAULTS = ("main", "master", "trunk", "develop")
"""Where no remote says which of its branches is the main one."""


@dataclass(frozen=True, slots=True)
class Base:
    """The branch that the checked-out one was made from, as `origin/main`, and the last commit that both have."""

    branch: str
    commit: str


def branch_base(root: Path, cancel: CancelToken) -> Base | None:
    """Return where the checked-out commit left the main branch: that of the remote, or of here if it is another one.

    None where git cannot tell, or knows no main branch beside the checked-out one.

    Raises:
        Cancelled: if asked to stop.
    """
    if readable_repository(root) is None:
        return None
    asked = ("for-each-ref", "--format=%(HEAD)%00%(refname)%00%(symref)", _LOCAL, _REMOTE)
    said = ask_git(root, root, *asked, limit_s=ANSWER_S, cancel=cancel)
    refs = [line.split("\0") for line in (said or b"").decode("utf-8", "replace").splitlines()]
    others = {name: symref for is_head, name, symref in (ref for ref in refs if len(ref) == 3) if is_head != "*"}
    main = next(filter(None, ([*_called(others, name)] for name in _main_names(others))), None)
    if main is None:
        return None
    common = ask_git(root, root, "merge-base", "HEAD", *main, limit_s=ANSWER_S, cancel=cancel)
    commit = (common or b"").decode("ascii", "replace").strip()
    return Base(main[0].removeprefix(_REMOTE).removeprefix(_LOCAL), commit) if _COMMIT.fullmatch(commit) else None


def _main_names(others: dict[str, str]) -> Iterator[str]:
    """Yield the names that the main branch may have, the likeliest first."""
    heads = sorted((name for name in others if name.startswith(_REMOTE) and name.endswith("/HEAD")), key=_is_not_origin)
    yield from (others[head].removeprefix(head.removesuffix("HEAD")) for head in heads if others[head])
    yield from _DEFAULTS


def _called(others: dict[str, str], branch: str) -> Iterator[str]:
    """Yield the branches of a name, that of the remote `origin` first, that of here last."""
    of_remotes = (name for name in others if name.startswith(_REMOTE) and name.split("/", 3)[3:] == [branch])
    yield from sorted(of_remotes, key=_is_not_origin)
    yield from (name for name in others if name == _LOCAL + branch)


def _is_not_origin(name: str) -> tuple[bool, str]:
    return not name.startswith(f"{_REMOTE}origin/"), name
