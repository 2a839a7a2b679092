"""On macOS `/usr/bin/git` is a program that asks the user to install git, where there is none."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from lsp_codebase.model import CancelToken
from lsp_codebase.scan import git
from lsp_codebase.scan.git import ask_git

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the programs are shell scripts")


def program(path: Path, says: str) -> str:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\necho {says}\n")
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def mac(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A system whose only git on PATH is the program that asks, and places for tools that are not installed."""
    stub = program(tmp_path / "bin" / "git", "asked the user")
    monkeypatch.setattr(git, "_APPLE_STUB", stub)
    monkeypatch.setattr(git, "_APPLE_TOOLS", (str(tmp_path / "chosen"), str(tmp_path / "tools")))
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    return tmp_path


def said(folder: Path) -> bytes | None:
    return ask_git(folder / "root", folder, "version", limit_s=30.0, cancel=CancelToken())


def test_the_program_that_asks_is_never_run(mac: Path) -> None:
    assert said(mac) is None


@pytest.mark.parametrize("place", ["chosen", "tools"])
def test_the_git_behind_it_is_run_where_the_tools_are_installed(mac: Path, place: str) -> None:
    program(mac / place / "usr" / "bin" / "git", "the git of the tools")
    assert said(mac) == b"the git of the tools\n"


def test_a_git_that_the_user_installed_is_run_in_its_place(mac: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(mac / "brew" / "git", "the git of brew")
    monkeypatch.setenv("PATH", os.pathsep.join([str(mac / "bin"), str(mac / "brew")]))
    assert said(mac) == b"the git of brew\n"


def test_elsewhere_a_program_of_that_name_is_git(mac: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert said(mac) == b"asked the user\n"
