"""Prompts that a user may ask for with one word: they tell a model its steps with the tools here."""

from __future__ import annotations

from typing import Annotated

from mcp.server.mcpserver import MCPServer
from pydantic import Field


def add_prompts(server: MCPServer[None]) -> None:
    """Offer the prompts."""

    @server.prompt(title="Explain this codebase")
    def explain_codebase(
        focus: Annotated[str, Field(description="A part or a question to dwell on; may be empty")] = "",
    ) -> str:
        """Explain what a codebase is for, how it is built, and where to begin reading."""
        dwell = f" Dwell on this: {focus}." if focus else ""
        return (
            "Explain this codebase to a programmer who is new to it: what it is for, its main parts and how they work "
            f"together, where a run begins, and which files to read first.{dwell}\n"
            "Call `tree` with core_files first. Then `search` for where a run begins and for each main part, and "
            "`outline` what seems central. Name the place of everything you say as path:line, and say nothing that you "
            "have not seen in the code."
        )

    @server.prompt(title="Find where something is done")
    def find_where(what: Annotated[str, Field(description="What the code does, in a sentence")]) -> str:
        """Find the code that does something, and how it gets there."""
        return (
            f"Find where this codebase does the following: {what}\n"
            "Call `search` with that sentence, then with the words that its authors may have used. Read the best hit "
            "whole with `read_symbol`, and follow `calls` both ways until you know how it is reached. Answer with the "
            "places as path:line, the one to change first, and a sentence on each."
        )

    @server.prompt(title="What a change would touch")
    def impact_of(name: Annotated[str, Field(description="A function, method or class")]) -> str:
        """Tell what depends on a definition before it is changed."""
        return (
            f"Tell what a change of `{name}` would touch.\n"
            "Read it with `read_symbol`, list its callers with `calls`, and theirs where it matters; find code like it "
            "with `similar`, and its tests with `search`. Answer with a list of places as path:line: what breaks, what "
            "has to be looked at, which tests cover it. Calls are told by name: say where one may mean another."
        )
