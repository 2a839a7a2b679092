"""`lsp-codebase config`: every setting, its value, and the place it comes from."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from lsp_codebase.cli.configured import sources
from lsp_codebase.cli.exit_codes import DONE
from lsp_codebase.cli.opening import root_of
from lsp_codebase.config import FILE_VARIABLE, OPTIONS, OWN_FILE, Resolved, abbreviated, file_schema, user_file

DEFAULT = "default"


def config(options: argparse.Namespace) -> int:
    """Print the settings of a root, or the schema of its file."""
    if options.schema:
        _print_json(file_schema())
        return DONE
    root = root_of(options)
    resolved = sources(options).resolved(root)
    _print_json(config_json(root, resolved)) if options.json else print("\n".join(config_lines(root, resolved)))
    return DONE


def config_json(root: Path, resolved: Resolved) -> dict[str, Any]:
    """Return the settings of a root as plain JSON values."""
    return {
        "root": str(root),
        "settings": [
            {
                "key": option.key,
                "value": getattr(resolved.settings, option.field),
                "from": resolved.origins.get(option.key, DEFAULT),
                "default": option.default,
                "variable": option.variable,
                "mayRoot": option.may_root,
            }
            for option in OPTIONS
        ],
        "problems": [*resolved.problems],
    }


def config_lines(root: Path, resolved: Resolved) -> list[str]:
    """Return the settings of a root as lines for people, and how to change one."""
    rows = [
        (
            option.key,
            json.dumps(getattr(resolved.settings, option.field), ensure_ascii=False),
            resolved.origins.get(option.key, DEFAULT),
        )
        for option in OPTIONS
    ]
    wide = [max(len(row[column]) for row in rows) for column in (0, 1)]
    lines = [f"{key:<{wide[0]}}  {value:<{min(wide[1], 40)}}  {place}" for key, value, place in rows]
    if resolved.problems:
        lines += ["", "not used:", *(f"  {problem}" for problem in resolved.problems)]
    places = f"{abbreviated(root / OWN_FILE)} or [tool.lsp-codebase] of its pyproject.toml"
    return [*lines, "", f"set in: {abbreviated(user_file())}, {places},", f"  ${FILE_VARIABLE}, variables, --set"]


def _print_json(value: object) -> None:
    print(json.dumps(value, indent=2))
