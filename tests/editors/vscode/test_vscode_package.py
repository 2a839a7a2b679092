"""What of the VS Code extension can be checked without VS Code."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

EXTENSION = Path(__file__).parents[3] / "editors" / "vscode"


@pytest.fixture
def manifest() -> Any:
    return json.loads((EXTENSION / "package.json").read_text("utf-8"))


def test_the_lock_names_hashes_and_no_registry() -> None:
    packages = json.loads((EXTENSION / "package-lock.json").read_text("utf-8"))["packages"]
    installed = {name: package for name, package in packages.items() if name}
    assert len(installed) > 50
    for package in installed.values():
        assert package["integrity"].startswith("sha512-")
        assert "resolved" not in package


def test_the_lock_is_of_this_manifest(manifest: Any) -> None:
    root = json.loads((EXTENSION / "package-lock.json").read_text("utf-8"))["packages"][""]
    assert root["devDependencies"] == manifest["devDependencies"]
    assert root["version"] == manifest["version"]


def test_what_needs_no_vs_code_is_right() -> None:
    node = shutil.which("node")
    if node is None or not (EXTENSION / "node_modules").exists():
        pytest.skip("needs node, and `npm ci` in editors/vscode")
    done = subprocess.run(["npm", "test"], cwd=EXTENSION, capture_output=True, text=True, timeout=900, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_it_starts_before_a_file_is_open(manifest: Any) -> None:
    assert manifest["activationEvents"] == ["onStartupFinished"]  # else Ctrl+T is empty until one is


def test_it_is_built_for_no_newer_vs_code_than_it_asks_for(manifest: Any) -> None:
    assert manifest["engines"]["vscode"] == "^" + manifest["devDependencies"]["@types/vscode"]
