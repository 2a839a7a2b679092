"""The files of a root and their changes: walking, ignore rules, fingerprints."""

from lsp_codebase.scan.failures import reason_of
from lsp_codebase.scan.files import FileReader, is_directory, is_link, open_file, read_file
from lsp_codebase.scan.git_branches import Base, branch_base
from lsp_codebase.scan.git_history import Commit, read_committed, read_history, read_line_history
from lsp_codebase.scan.git_state import GitState
from lsp_codebase.scan.git_trees import (
    Ancestor,
    Lineage,
    Work,
    changed_since,
    lineage,
    submodules,
    unchanged_since,
    uncommitted,
    work_since,
)
from lsp_codebase.scan.ignore import Chain, IgnoreRules, Listing, is_rule_file
from lsp_codebase.scan.playbooks import is_playbook
from lsp_codebase.scan.redaction import Redactor
from lsp_codebase.scan.roles import DIRECTORIES, ROLES, Role, name_roles, path_roles
from lsp_codebase.scan.secrets import is_secret
from lsp_codebase.scan.tracked_names import TrackedNames
from lsp_codebase.scan.translations import holds_texts, is_catalogue, is_in_language, is_translation
from lsp_codebase.scan.walk import (
    COARSE_NS,
    DIRECTORY,
    GONE,
    TICK_NS,
    FileStat,
    Scan,
    has_text_name,
    is_left_out,
    is_unknown,
    scan,
    stat_file,
    stat_inside,
    takes_walk,
)
from lsp_codebase.scan.watch import Watcher

__all__ = [
    "COARSE_NS",
    "DIRECTORIES",
    "DIRECTORY",
    "GONE",
    "ROLES",
    "TICK_NS",
    "Ancestor",
    "Base",
    "Chain",
    "Commit",
    "FileReader",
    "FileStat",
    "GitState",
    "IgnoreRules",
    "Lineage",
    "Listing",
    "Redactor",
    "Role",
    "Scan",
    "TrackedNames",
    "Watcher",
    "Work",
    "branch_base",
    "changed_since",
    "has_text_name",
    "holds_texts",
    "is_catalogue",
    "is_directory",
    "is_in_language",
    "is_left_out",
    "is_link",
    "is_playbook",
    "is_rule_file",
    "is_secret",
    "is_translation",
    "is_unknown",
    "lineage",
    "name_roles",
    "open_file",
    "path_roles",
    "read_committed",
    "read_file",
    "read_history",
    "read_line_history",
    "reason_of",
    "scan",
    "stat_file",
    "stat_inside",
    "submodules",
    "takes_walk",
    "unchanged_since",
    "uncommitted",
    "work_since",
]
