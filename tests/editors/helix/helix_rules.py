"""What Helix does with its configuration, in Python: its sources of July 2026 are the model."""

from __future__ import annotations

import re
from typing import Any

KEYS = {"ret", "space", "lt", "gt", "esc", "minus", "tab", "backspace", "C-r"}


def merged(left: Any, right: Any, depth: int = 3) -> Any:
    """Return the right configuration over the left one, as `merge_toml_values` of `helix-loader`."""
    if isinstance(left, list) and isinstance(right, list):
        if not depth:
            return right
        items = [*left]
        for value in right:
            name = value.get("name") if isinstance(value, dict) else None
            at = next((i for i, one in enumerate(items) if name and one.get("name") == name), None)
            items.append(value if at is None else merged(items.pop(at), value, depth - 1))
        return items
    if isinstance(left, dict) and isinstance(right, dict):
        if not depth:
            return right
        both = {key: merged(left[key], right[key], depth - 1) for key in left.keys() & right.keys()}
        return {**left, **right, **both}
    return right


def typed(macro: str) -> str:
    """Return the keys of a macro as text, as `parse_macro` of `helix-view`; Enter is a line feed."""
    keys = re.findall(r"<([^<>]+)>|(.)", macro.removeprefix("@"), re.DOTALL)
    assert "".join(f"<{name}>" if name else char for name, char in keys) == macro.removeprefix("@")
    for name, char in keys:
        assert char not in {"<", ">"}, f"{macro}: an angle bracket has no partner"
        assert char or name in KEYS, f"{macro}: {name} is no key"
    named = {"ret": "\n", "space": " ", "lt": "<", "gt": ">", "minus": "-", "C-r": "\x12"}
    return "".join(char or named[name] for name, char in keys)


def shown(code: int, out: str, err: str) -> str:
    """Return what Helix shows of a shell command (`shell_impl_async`): standard error in place of the output."""
    assert code == 0 or err, "Shell command failed"
    return err or out


def opened(argument: str) -> tuple[str, int, int]:
    """Return the file, line and column that `:open` goes to, from 0 (`parse_file` of `helix-term`)."""
    path, line, column = argument.rstrip(":").rsplit(":", 2)
    return path, int(line) - 1, int(column) - 1
