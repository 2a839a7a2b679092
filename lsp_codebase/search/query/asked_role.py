"""The part that a file must play to answer: `tests for ...` asks for tests, `... in CI` for the files that tell CI."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

_THE = (
    r"(?:(?:find|give|list|show)\s+(?:me\s+)?|(?:where|which)\s+are\s+|are\s+there\s+)?"
    r"(?:all\s+|any\s+)?(?:the\s+|an?\s+)?"
)
# Code tests for null, too: one test is a file only if it is one "of" something, or if its kind is named.
_TESTS = re.compile(
    rf"\s*{_THE}(?:(?:\w+\s+)?(?:fixtures|mocks|specs|test\s+cases|tests)\s+(?:covering|for|of)"
    r"|(?:end-to-end|e2e|functional|integration|regression|unit)\s+(?:tests?|specs?)\s+(?:for|of)"
    r"|(?:fixture|mock|spec|test|test\s+case)\s+of)\s+(?:the\s+)?(.+)"
    r"|\s*(?:(?:how|where)\s+)?(?:is|are)\s+(\S.*)(?<!\s)\s+tested(?:\s+(?:automatically|end[\s-]to[\s-]end))?\s*(?:\?\s*)?"
    r"|\s*(?:what|which)\s+tests?\s+(?:calls?|checks?|covers?|exercises?|tests?|uses?)\s+(\S.*)"
    r"|\s*(?:what|which)\s+tests?\s+(?:(?:could|may|might|will|would)\s+)?"
    r"(?:are\s+affected|break|fail|(?:do|must|need|should)\s+(?:I|to|we)\s+(?:be\s+)?(?:re-?)?run)\s+"
    r"(?:after|if|when)\s+(?:I|one|someone|we|you)?\s*"
    r"(?:chang|delet|edit|modif|mov|refactor|remov|renam|touch|updat)(?:e|es|y|i?ed|y?ing|ing)?\s+(?:the\s+)?(\S.*)"
    rf"|\s*{_THE}(?:callers|calls|references|usages?|uses)\s+(?:of|to)\s+(\S.*)(?<!\s)\s+in\s+(?:the\s+)?tests"
    r"|\s*where\s+(?:is|are)\s+(\S.*)(?<!\s)\s+(?:called|used)\s+in\s+(?:the\s+)?tests",
    re.IGNORECASE,
)
# The project as a whole, or a part that is run by itself: a function or plugin is none.
_HOW = r"how\s+(?:(?:can|do|should|would)\s+(?:I|one|we|you)|to)"
_OPERATE = r"(?:build|compile|deploy|flash|host|install|launch|run|self-host|serve|set\s?up|start(?:\s+up)?)"
_OPERATING = (
    r"(?:building|compiling|deploying|flashing|hosting|installing|running|self-hosting|serving|setting\s+up|starting)"
)
_WHOLE = (
    r"(?:it|this|(?:(?:our|the|this|your)\s+)?(?:(?:dev(?:elopment)?|local|web|whole)\s+)?"
    r"(?:app|application|back-?end|code\s?base|daemon|firmware|front-?end|game|program|project|server|service|site|stack"
    r"|test\s+suite|website|worker))"
)
_WHERE = r"(?:locally|(?:behind|for|from|in|inside|on|to|under|using|via|with|without)\s\S.*)"
_DOCUMENTS = re.compile(
    rf"\s*{_THE}(?:\w+\s+)?(?:docs|documentation|manual)\s+(?:about|for|of|on)\s+(?:the\s+)?(.+)"
    r"|\s*what\s+do(?:es)?\s+the\s+(?:docs|documentation|manual)\s+say\s+(?:about|on)\s+(\S.*)"
    r"|\s*(?:how|where)\s+(?:are|is)\s+(\S.*)(?<!\s)\s+documented(?:\s+for\s+\w+)?\s*(?:\?\s*)?"
    r"|(?!\s*(?:how|is|what|when|where|which|who|why)\b)\s*(\S.*)(?<!\s)\s+(?:docs|documentation)\s*"
    r"|\s*(?:what|which)\s+(?:docs?|documents?|documentation|guides?|pages?\s+of\s+the\s+(?:docs|documentation))\s+"
    r"(?:cover|describe|document|explain|list|mention|say|tell)s?\s+(?:about\s+|of\s+)?(\S.*)"
    # These words stand in the documents.
    rf"|\s*({_THE}(?:man\s?pages?|specification)\s+(?:about|for|of|on)\s.+)"
    r"|\s*(how\s+(?:do\s+I|to)\s+(?:deploy|install)"
    r"(?:\s+(?:behind|from|in|it|on|the\s+project|to|using|via|with)\b.*)?"
    rf"|{_HOW}\s+{_OPERATE}\s+{_WHOLE}(?:\s+locally)?(?:\s+{_WHERE})?|{_OPERATING}\s+{_WHOLE}\s+locally"
    rf"|{_HOW}\s+run\s+(?:(?:all|our|the)\s+)*(?:\w+\s+)?tests\s+{_WHERE}"
    r"|how\s+(?:do\s+I|to)\s+(?:migrate|upgrade)\s+(?:it\s+|the\s+project\s+)?(?:from|to)\s+(?:\w+\s+){0,2}v?\d.*)",
    re.IGNORECASE,
)
_CHANGES = re.compile(
    rf"\s*({_THE}(?:change\s?log(?:\s+entr(?:ies|y))?|release\s+notes)\s+(?:about|for|of|on)\s.+)", re.IGNORECASE
)
_MIGRATING = (
    r"(?:add|alter|back-?fill|chang|creat|delet|dropp?|introduc|mak|modif|mov|popul|remov|renam|updat)"
    r"(?:e|y|i?ed|e?s|ies|ing|ate|ates|ated|ating)?"
)
_MIGRATIONS = re.compile(
    rf"\s*(?:{_THE}|(?:find|show|what|which)\s+)(?:(?:database|db|schema|sql)\s+)?migrations?\s+"
    rf"(?:(?:that|to|which)\s+)?({_MIGRATING}\s.+)"
    rf"|\s*{_THE}(?:(?:database|db|schema|sql)\s+)?migrations?\s+(?:for|of)\s+(\S.*\s(?:column|index|table)s?)"
    r"|\s*(\S.*)(?<!\s)\s+(?:by|in)\s+(?:an?|the|which)\s+(?:database\s+|schema\s+)?migrations?",
    re.IGNORECASE,
)
"""As in "the migration that adds the column price", "columns dropped by a migration"."""
_OF_CI = r"(?:CI(?:/CD)?|continuous\s+integration|git(?:hub|lab)(?:\s+(?:actions?|CI))?)"
_JOBS = r"(?:actions?|config(?:uration)?|jobs?|pipelines?|steps?|workflows?)"
_INTEGRATION = re.compile(
    rf"\s*(\S.*)(?<!\s)\s+(?:by|in|on)\s+(?:the\s+)?{_OF_CI}(?:\s+{_JOBS})?"
    rf"|\s*(?:{_THE}|(?:what|which)\s+){_OF_CI}\s+{_JOBS}\s+(?:(?:for|of|that|to|which)\s+)?(\S.*)",
    re.IGNORECASE,
)
"""As in "tests run in CI", "the GitHub workflow that publishes"."""
_CONTAINERS = r"(?:docker[\s-]?compose|compose\s+files?|docker\s?files?)(?:\s+files?)?"
_CONTAINERED = re.compile(
    rf"\s*(\S.*)(?<!\s)\s+(?:by|in)\s+(?:the\s+)?{_CONTAINERS}"
    rf"|\s*(?:{_THE}|(?:what|which)\s+){_CONTAINERS}(?:\s+services?)?\s+(?:(?:for|of|that|to|which|with)\s+)?(\S.*)",
    re.IGNORECASE,
)
"""As in "ports opened in docker compose", "which Dockerfile installs curl"."""
# The bare words name programs, too: "how does helm render a template".
_HELM = r"(?:helm\s+(?:charts?|templates?|values?)(?:\s+files?)?|values\.ya?ml)"
_OF_TERRAFORM = r"(?:terraform|opentofu)\s+"
_CHART = re.compile(
    rf"\s*(\S.*)(?<!\s)\s+(?:by|in|of)\s+(?:the\s+)?{_HELM}"
    rf"|\s*(?:{_THE}|(?:what|which)\s+){_HELM}\s+(?:(?:for|of|that|to|which|with)\s+)?(\S.*)",
    re.IGNORECASE,
)
"""As in "replicas set in values.yaml", "the helm chart for the worker"."""
_TERRAFORM = re.compile(
    rf"\s*(\S.*)(?<!\s)\s+(?:by|in|of)\s+(?:the\s+)?{_OF_TERRAFORM}(?:code|config(?:uration)?|files?|modules?)"
    rf"|\s*(?:{_THE}|(?:what|which)\s+){_OF_TERRAFORM}(?:modules?|outputs?|resources?|variables?)"
    r"\s+(?:(?:for|of|that|to|which|with)\s+)?(\S.*)",
    re.IGNORECASE,
)
"""As in "buckets made by terraform modules", "the terraform resource for the queue"."""

AskedFor = Literal["test", "docs", "changes", "migration", "ci", "container", "chart", "terraform"]
_FORMS: tuple[tuple[AskedFor, re.Pattern[str]], ...] = (
    ("test", _TESTS),
    ("docs", _DOCUMENTS),
    ("changes", _CHANGES),
    ("migration", _MIGRATIONS),
    ("ci", _INTEGRATION),
    ("container", _CONTAINERED),
    ("chart", _CHART),
    ("terraform", _TERRAFORM),
)
OF_PURPOSE: frozenset[AskedFor] = frozenset({"migration", "ci", "container", "chart", "terraform"})
"""Files that do nothing but what they are asked for."""


class AskedRole(NamedTuple):
    """The role of the files that a query asks for, and the rest of the query; a change log is no documentation."""

    role: AskedFor
    said: str


def asked_role(text: str) -> AskedRole | None:
    """Return which files a query asks for by its frame, if it has one: not by a word amid others."""
    if "\n" in text.strip():
        return None
    text = text.rstrip(" ?")
    for role, form in _FORMS:
        if asked := form.fullmatch(text):
            # The words for a purpose stand in the paths of its files, and few others of the query may.
            return AskedRole(role, text if role in OF_PURPOSE else next(filter(None, asked.groups())))
    return None
