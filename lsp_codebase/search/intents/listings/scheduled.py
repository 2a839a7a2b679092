"""What a program does by the clock: the lines that schedule it, in the ways of many frameworks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product

from lsp_codebase.search.corpus import ChunkText
from lsp_codebase.search.exact.regex_literals import any_of
from lsp_codebase.search.intents.listings.declarations import declared_below
from lsp_codebase.search.intents.listings.kind_files import is_likely
from lsp_codebase.search.intents.listings.line_forms import LONGEST_LINE, OF_JS, OF_JVM, LineForm, forms_for
from lsp_codebase.search.intents.pieces import in_calls, listed_line
from lsp_codebase.search.intents.question import Question
from lsp_codebase.search.pack import Piece

SCHEDULED = frozenset(product(("cron", "periodic", "recurring", "scheduled"), ("command", "job", "task"))) | {
    ("cronjob",)
}
_MOST_CHUNKS = 4_000
_SIGNS = (
    *("@Scheduled", "@Cron(", "@Interval(", "$schedule->", "Schedule::", "cron.schedule", "CronJob(", "scheduleJob("),
    *('"schedule"', "'schedule'", "add_job(", "add_periodic_task(", "scheduled_job(", "periodic_task(", ".AddFunc("),
    *(".AddJob(", "RecurringJob.", "scheduler.every(", "cron:", "schedule:"),
)
_HOLDING = any_of(_SIGNS)


_FORMS = (
    LineForm(re.compile(r"\s*(?:\$schedule->|Schedule::)(?:call|command|exec|job)\("), frozenset({"php"})),
    LineForm(re.compile(r"\s*@(?:\w+\.)?Scheduled\b"), OF_JVM, is_above=True),
    LineForm(re.compile(r"\s*@(?:Cron|Interval)\("), OF_JS, is_above=True),
    LineForm(re.compile(r".*?(?<!\w)(?:cron\.schedule|new\s+CronJob|schedule\.scheduleJob)\("), OF_JS),
    # Of Celery, APScheduler.
    LineForm(re.compile(r"\s*[\"']schedule[\"']\s*:|.*?\.(?:add_job|add_periodic_task)\("), frozenset({"python"})),
    LineForm(re.compile(r"\s*@(?:\w+\.)*(?:periodic_task|scheduled_job)\("), frozenset({"python"}), is_above=True),
    LineForm(re.compile(r".*?\.Add(?:Func|Job)\(\s*\""), frozenset({"go"})),
    LineForm(re.compile(r".*?\bscheduler\.every\("), frozenset({"rust"})),
    # Of sidekiq-cron, Kubernetes.
    LineForm(
        re.compile(
            r"\s*(?:-\s+)?(?:cron|schedule)\s*:\s*[\"']?(?:@[a-z]+|[\d*][\d*/,-]*(?:\s+[\w*/,?#-]+){4,5})\s*(?:$|[\"'#])"
        ),
        frozenset({"yaml"}),
    ),
    LineForm(re.compile(r".*?\bRecurringJob\.AddOrUpdate\b"), frozenset({"csharp"})),
)


def scheduled(question: Question) -> list[Piece]:
    """Return the lines of the project by which something is scheduled."""
    chunk_ids, _ = question.corpus.may_hold(_HOLDING, question.filters)
    chunks = [
        one for one in question.few(chunk_ids, _MOST_CHUNKS) if is_likely(one.path) and not one.path.startswith(".")
    ]
    return [piece for chunk in chunks for piece in _in_chunk(question, chunk)]


def _in_chunk(question: Question, chunk: ChunkText) -> Iterator[Piece]:
    forms = forms_for(_FORMS, chunk)
    for at, line in enumerate(in_calls(chunk.lines)) if forms else ():
        form = next((one for one in forms if one.line.match(line[:LONGEST_LINE])), None)
        if form is not None and form.is_above:
            yield from declared_below(question, chunk.path, chunk.start_line + at)
        elif form is not None:
            yield listed_line(chunk, at)
