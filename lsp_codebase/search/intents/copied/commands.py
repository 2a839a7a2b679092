"""The channel of commands: `npm run build`, "what does make test do" lead to the line that says what they run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import NamedTuple

from lsp_codebase.search.intents.names.asked_names import reader
from lsp_codebase.search.intents.pieces import piece_at
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece, falling

_MOST_FILES = 40
_MOST_PIECES = 3
_LONGEST = 120  # characters of a question

_TASK = r"(?P<task>\w[\w:./-]*)"
_OF_JSON = r'\s*"{task}"\s*:'
_REST = r"(?:\s+(?:--?\S+|\w+=\S*))*(?:\s+--\s.*)?"  # options and variables: further words are prose


class Runner(NamedTuple):
    """The commands of a tool, its files (RE2, in any case), and the line of one that defines a task.

    The files and the line may name the `{task}`, or the `{last}` of its parts.
    """

    command: re.Pattern[str]
    files: str
    line: str


RUNNERS = tuple(
    Runner(re.compile(rf"(?:\$\s+)?{command}{_REST}"), files, line)
    for command, files, line in (
        (rf"(?:bun|npm|pnpm|yarn)(?:\s+run(?:-script)?)?\s+{_TASK}", r"package\.json", _OF_JSON),
        (rf"g?make(?:\s+-\S+)*\s+{_TASK}", r"(?:gnu)?makefile(?:\.\w+)?|[\w.-]+\.mk", r"{task}\s*:(?!=)"),
        (rf"just\s+{_TASK}", r"\.?justfile", r"@?{task}(?:\s[^:]*)?:(?!=)"),
        (rf"task\s+{_TASK}", r"taskfile\.ya?ml", r"\s+[\"']?{task}[\"']?:"),
        (rf"composer(?:\s+run(?:-script)?)?\s+{_TASK}", r"composer\.json", _OF_JSON),
        (rf"deno\s+task\s+{_TASK}", r"deno\.jsonc?", _OF_JSON),
        (
            rf"(?:bundle\s+exec\s+)?(?:rails|rake)\s+{_TASK}",
            r"rakefile|[\w.-]+\.rake",
            r"\s*task\s*\(?\s*[:\"']?{last}\b",
        ),
        (rf"mix\s+{_TASK}", r"mix\.exs|mix/tasks/{task}\.ex", r"\s*\"?{task}\"?:|defmodule\s+Mix\.Tasks\b"),
        (rf"(?:php\s+)?artisan\s+{_TASK}", r"(?:console|commands)/.*\.php", r".*[\"']{task}[\"'\s{{]"),
        (rf"(?:php\s+)?bin/console\s+{_TASK}", r"commands?/.*\.php", r".*[\"']{task}[\"']"),
        (r"flutter\s+(?P<task>run)", r"lib/main\.dart", r".*\bmain\("),
        (rf"dart\s+run\s+{_TASK}", r"bin/{task}\.dart", r".*\bmain\("),
        (rf"ng\s+{_TASK}", r"angular\.json", _OF_JSON),
        (
            rf"docker[\s-]compose\s+(?:build|exec|logs|restart|run|up)(?:\s+-\S+)*\s+{_TASK}",
            r"(?:docker-)?compose[\w.-]*\.ya?ml",
            r"\s+{task}:",
        ),
        (
            rf"dbt\s+(?:build|run|seed|snapshot|test)\s+(?:--models|--select|-m|-s)\s+\+?{_TASK}\+?",
            r"(?:models|seeds|snapshots)/(?:.*/)?{task}\.(?:csv|py|sql)",
            r"",
        ),
        (
            rf"(?:\./)?gradlew?\s+:?(?:[\w-]+:)*{_TASK}",
            r"[\w.-]*\.gradle(?:\.kts)?",
            r".*\b(?:task\s+{task}\b|(?:create|register|task)\s*(?:<\w+>)?\s*\(\s*[\"']{task}[\"'])",
        ),
        (rf"(?:python3?\s+)?(?:\./)?manage\.py\s+{_TASK}", r"management/commands/{task}\.py", r"class\s+Command\b"),
        (rf"nox\s+-s\s+{_TASK}", r"noxfile\.py", r"def\s+{task}\b"),
        (rf"tox\s+-e\s+{_TASK}", r"tox\.ini", r"\[testenv:{task}\]"),
    )
)


_OF_RECIPES = 5
"""The first tools: what a project defines for them is called a script, a recipe, a target or a task."""

_asked = reader(
    r"what\s+(?:does|is\s+run\s+by)\s+[`\"']?(?P<command>[^`\"']+?)[`\"']?(?:\s+(?:actually\s+)?(?:do|run))?",
    r"(?:explain|what\s+happens\s+(?:on|when\s+(?:I|you)\s+run))\s+[`\"']?(?P<command>[^`\"']+?)[`\"']?",
    longest=_LONGEST,
)
asked_recipe = reader(
    r"what\s+does\s+the\s+[`\"']?(?P<task>\w[\w:.-]*)[`\"']?\s+(?:npm\s+|package\s+)?(?:recipe|script|target|task)\s+(?:do|run)",
    longest=_LONGEST,
)


class Command(NamedTuple):
    """What a tool is told to run."""

    runner: Runner
    task: str


def asked_command(text: str) -> Command | None:
    """Return the command that a text is, or asks about; None for all other texts."""
    framed = _asked(text)
    said = (framed["command"] if framed else text).strip()
    given = ((runner, runner.command.fullmatch(said)) for runner in RUNNERS)
    return next((Command(runner, asked["task"]) for runner, asked in given if asked), None)


def run_as_recipe(question: Question, asked: re.Match[str]) -> list[Piece]:
    """Return the lines that say what a script, recipe or target runs, of the first tool that has it."""
    found = (run_by(question, Command(runner, asked["task"])) for runner in RUNNERS[:_OF_RECIPES])
    return next(filter(None, found), [])


def run_by(question: Question, asked: Command) -> list[Piece]:
    """Return the lines that say what a command runs, those nearest to the root first."""
    return falling([*islice(_defining(question, *asked), _MOST_PIECES)], 1.0)


def _defining(question: Question, runner: Runner, task: str) -> Iterator[Piece]:
    parts = {"task": re.escape(task), "last": re.escape(task.rpartition(":")[2])}
    line = re.compile(runner.line.format(**parts))
    files = question.files(rf"(?:^|/)(?:{runner.files.format(**parts)})$")
    for record in question.likeliest(files)[:_MOST_FILES]:
        at = next((at for at, written in enumerate(question.calls.lines(record.path)) if line.match(written)), None)
        if at is not None and (piece := piece_at(question.corpus, record, at, 1.0, "place")):
            yield piece
