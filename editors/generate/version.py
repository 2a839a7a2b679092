"""The version of the package, `lsp_codebase.__version__`, in the headers of the editors' packages."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from lsp_codebase import __version__

_HEADER = re.compile(r"^((?:;; )?Version:) \S+", re.MULTILINE)


def manifest(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return a `package.json` with its version renewed."""
    return {**value, "version": __version__}


def lock(value: Mapping[str, Any]) -> dict[str, Any]:
    """Return a `package-lock.json` with its two versions renewed."""
    return {**manifest(value), "packages": {**value["packages"], "": manifest(value["packages"][""])}}


def header(text: str) -> str:
    """Return a text with the version of its first `Version:` line renewed; the line may be a comment of Lisp."""
    return _HEADER.sub(rf"\1 {__version__}", text, count=1)
