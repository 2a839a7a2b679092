"""The files of YAML that say step by step what a program does, told from the path alone: playbooks of Ansible."""

from __future__ import annotations

import re

_PLAYED = re.compile(
    r"(?:^|/)roles/[^/]+/(?:defaults|handlers|tasks|vars)/.*\.ya?ml$"
    r"|(?:^|/)(?:handlers|tasks)/main\.ya?ml$|(?:^|/)playbooks/.*\.ya?ml$"
)


def is_playbook(path: str) -> bool:
    """Whether a file is a playbook, or the tasks, handlers or variables of a role: it does what the code here does."""
    return _PLAYED.search(path) is not None
