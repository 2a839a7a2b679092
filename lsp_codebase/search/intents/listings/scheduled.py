"""What a program does by the clock: the lines that schedule it, in the ways of many frameworks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from lsp_codebase.search.corpus import ChunkText
from lsp_codebase.search.exact.regex_literals import any_of
from lsp_codebase.search.intents.listings.declarations import declared_below
from lsp_codebase.search.intents.listings.kind_files import is_likely
from lsp_codebase.search.intents.pieces import in_calls, listed_line
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece

SCHEDULED = frozenset(product(("cron", "periodic", "recurring", "scheduled"), ("command", "job", "task"))) | {
    ("cronjob",)
}
_MOST_CHUNKS = 4_000
_LONGEST_LINE = 400  # further characters are not looked at
_SIGNS = (
    *("@Scheduled", "@Cron(", "@Interval(", "$schedule->", "Schedule::", "cron.schedule", "CronJob(", "scheduleJob("),
    *('"schedule"', "'schedule'", "add_job(", "add_periodic_task(", "scheduled_job(", "periodic_task(", ".AddFunc("),
    *(".AddJob(", "RecurringJob."),
)
_HOLDING = any_of(_SIGNS)
_OF_JS = frozenset({"javascript", "jsx", "tsx", "typescript"})
_OF_JVM = frozenset({"groovy", "java", "kotlin", "scala"})


class _Form(NamedTuple):
    """How lines of some languages schedule something; `is_above` what they are an annotation of."""

    languages: frozenset[str]
    line: re.Pattern[str]
    is_above: bool = False


_FORMS = (
    _Form(frozenset({"php"}), re.compile(r"\s*(?:\$schedule->|Schedule::)(?:call|command|exec|job)\(")),
    _Form(_OF_JVM, re.compile(r"\s*@(?:\w+\.)?Scheduled\b"), is_above=True),
    _Form(_OF_JS, re.compile(r"\s*@(?:Cron|Interval)\("), is_above=True),
    _Form(_OF_JS, re.compile(r".*?(?<!\w)(?:cron\.schedule|new\s+CronJob|schedule\.scheduleJob)\(")),
    # Of Celery, APScheduler.
    _Form(frozenset({"python"}), re.compile(r"\s*[\"']schedule[\"']\s*:|.*?\.(?:add_job|add_periodic_task)\(")),
    _Form(frozenset({"python"}), re.compile(r"\s*@(?:\w+\.)*(?:periodic_task|scheduled_job)\("), is_above=True),
    _Form(frozenset({"go"}), re.compile(r".*?\.Add(?:Func|Job)\(\s*\"")),
    _Form(frozenset({"csharp"}), re.compile(r".*?\bRecurringJob\.AddOrUpdate\b")),
)


def scheduled(question: Question) -> list[Piece]:
    """Return the lines of the project by which something is scheduled."""
    chunk_ids, _ = question.corpus.may_hold(_HOLDING, question.filters)
    chunks = [one for one in question.few(chunk_ids, _MOST_CHUNKS) if is_likely(one.path)]
    return [piece for chunk in chunks for piece in _in_chunk(question, chunk)]


def _in_chunk(question: Question, chunk: ChunkText) -> Iterator[Piece]:
    forms = [one for one in _FORMS if chunk.language in one.languages]
    for at, line in enumerate(in_calls(chunk.lines)) if forms else ():
        form = next((one for one in forms if one.line.match(line[:_LONGEST_LINE])), None)
        if form is not None and form.is_above:
            yield from declared_below(question, chunk.path, chunk.start_line + at)
        elif form is not None:
            yield listed_line(chunk, at)
