"""The tools that a model may call, in any way: their names, their arguments, and their answers as text."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from lsp_codebase.answers import Answers
from lsp_codebase.errors import Cancelled, CodebaseError, InvalidQuery, UnknownRoot, abridged
from lsp_codebase.model import CancelToken
from lsp_codebase.nearest import did_you_mean, not_one_of
from lsp_codebase.tools import values
from lsp_codebase.tools.file_tools import FileTools
from lsp_codebase.tools.first_index import FirstIndex
from lsp_codebase.tools.history_tool import HistoryTool
from lsp_codebase.tools.index_tools import IndexTools
from lsp_codebase.tools.places import NO_FOLDER, WITH_LINES, Places
from lsp_codebase.tools.render import argument
from lsp_codebase.tools.replies import Reply, sendable
from lsp_codebase.tools.schemas import read_value, schema_of
from lsp_codebase.tools.search_tools import SearchTools
from lsp_codebase.tools.symbol_tools import SymbolTools

CONVENTIONS = (
    "Paths are relative to the root (of several roots they begin with its name), lines start at 1, budgets are tokens."
)
"""The conventions of all tools, for a model to read once."""

_QUESTIONS = ("query", "pattern", "name")
"""The arguments that tell the aim of a search."""


class ToolRefused(CodebaseError):
    """A call has no answer; the message tells a model which argument is wrong and how to mend it, or why not.

    A message that repeats a very long argument is cut in its middle: a model pays for each character.
    """

    def __init__(self, message: str) -> None:
        super().__init__(abridged(message))


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool, as a model sees it."""

    title: str
    function: Callable[..., Reply]
    """Takes the cancel token first, then the arguments by name."""
    shape: type
    """The type of the values of its reply."""
    needs_index: bool | str = True
    """Whether its answers need an index; or the argument that makes them need one."""
    changes: bool = False
    """Whether it does more than read."""

    @property
    def name(self) -> str:
        """The name a model calls it by."""
        return self.function.__name__

    @property
    def description(self) -> str:
        """The text a model reads about it."""
        return inspect.getdoc(self.function) or ""

    @property
    def parameters(self) -> dict[str, Any]:
        """The JSON schema of its arguments."""
        return schema_of(self.function)


class Toolbox:
    """All tools, over the folders of one asker. Every call may block; any thread may call."""

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.places = Places(lambda: answers.roots, lambda path: answers.kind_of(path) is not None)
        self.first_index = FirstIndex(answers)
        search, symbols = SearchTools(answers, self.places), SymbolTools(answers, self.places)
        files, index = FileTools(answers, self.places), IndexTools(answers, self.places)
        history = HistoryTool(answers, self.places)
        tools = (
            Tool("Search the codebase", search.search, values.SearchValues),
            Tool("Read a definition", symbols.read_symbol, values.BodyValues),
            Tool("Callers and callees", symbols.calls, values.CallsValues),
            Tool("Outline of a file", symbols.outline, values.OutlineValues),
            Tool("Find definitions", symbols.find_symbols, values.SymbolsValues),
            Tool("Find code like this", search.similar, values.SearchValues),
            Tool("Earlier commits", history.history, values.HistoryValues),
            Tool("Directory tree", files.tree, values.TreeValues, needs_index="symbols"),
            Tool("List files", files.list_files, values.FilesValues, needs_index=False),
            Tool("Read a file", files.read_file, values.FileValues, needs_index=False),
            Tool("State of the index", index.status, values.StatusValues, needs_index=False),
            Tool("Build the index again", index.reindex, values.BegunValues, needs_index=False, changes=True),
        )
        self.tools: Mapping[str, Tool] = {tool.name: tool for tool in tools}
        """The tools by their names, the most useful first."""
        self._schemas = {tool.name: tool.parameters for tool in tools}

    def waits(self, name: str, arguments: Mapping[str, Any]) -> bool:
        """Whether a call should wait for the first index.

        Raises:
            InvalidQuery: for a name that no tool has.
        """
        if name not in self.tools:
            raise InvalidQuery("name", not_one_of(name, self.tools))
        needed = self.tools[name].needs_index
        return bool(arguments.get(needed)) if isinstance(needed, str) else needed

    def question(self, arguments: Mapping[str, Any]) -> str | None:
        """Return the question of a call, in words or by name, if it has one."""
        given = (arguments.get(one) for one in _QUESTIONS)
        return next((text for text in given if isinstance(text, str) and text), None)

    def call(self, name: str, arguments: Mapping[str, Any], cancel: CancelToken) -> Reply:
        """Answer a call.

        Raises:
            ToolRefused: naming the argument that is wrong; all that are wrong are named at once.
            Cancelled: if the caller asked to stop.
        """
        tool = self.tools[name]
        if not self.places.named:
            raise ToolRefused(NO_FOLDER)
        with self.refusals():
            reply = tool.function(cancel, **self._read(name, arguments))
        if tool.changes:
            self.first_index.forget()
        return sendable(reply)

    @contextmanager
    def refusals(self) -> Iterator[None]:
        """Turn every error of ours into a sentence for a model, which names arguments as the tools do."""
        try:
            yield
        except (Cancelled, ToolRefused):
            raise
        except InvalidQuery as error:
            told = "; ".join(f"{argument(field)}: {reason}" for field, reason in error.problems)
            raise ToolRefused(self.places.hidden(told)) from error
        except UnknownRoot as error:
            raise ToolRefused(self.places.hidden(f"path: {error.path} lies outside of every folder")) from error
        except CodebaseError as error:
            raise ToolRefused(self.places.hidden(str(error))) from error

    def _lines_apart(self, given: dict[str, Any], known: Collection[str]) -> dict[str, Any]:
        """Return arguments with the lines that a path ends with, as in answers, as what they are: `src/a.py:7-9`."""
        path = given.get("path")
        written = WITH_LINES.fullmatch(path) if isinstance(path, str) else None
        if written is None or self.places.holds(written[0]):
            return given
        first, last = int(written[2]), int(written[3] or written[2])
        lines = {"start_line": first, "end_line": last, "line": first}
        if not given.keys().isdisjoint({"name", *lines}):
            lines = {}  # the call says itself which are meant
        return {key: line for key, line in lines.items() if key in known} | given | {"path": written[1]}

    def _read(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments of a call as the tool wants them; null is not given."""
        schema = self._schemas[name]
        known, problems, read = schema["properties"], [], {}
        given = self._lines_apart({key: value for key, value in arguments.items() if value is not None}, known)
        for key in given:
            if key not in known:
                hint = did_you_mean(key, known) or f"; it takes {', '.join(known) or 'none'}"
                problems.append(f"{key}: is no argument of {name}{hint}")
        for key in known:
            if key in given:
                try:
                    read[key] = read_value(known[key], given[key])
                except ValueError as error:
                    problems.append(f"{key}: {error}")
            elif key in schema.get("required", ()):
                problems.append(f"{key}: is required")
        if problems:
            raise ToolRefused("; ".join(problems))
        return read
