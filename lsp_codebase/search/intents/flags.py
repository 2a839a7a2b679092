"""The channel of flags: `--web`, alone or in a question about it, leads to the code that defines or reads it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

import numpy as np

from lsp_codebase.indexes import Literal
from lsp_codebase.parse import word_parts
from lsp_codebase.search.corpus import Corpus
from lsp_codebase.search.exact.holding_files import Ids
from lsp_codebase.search.exact.regex_literals import AnyOf
from lsp_codebase.search.filters.filters import Filter
from lsp_codebase.search.intents.pieces import piece_of
from lsp_codebase.search.pack import Piece, falling
from lsp_codebase.search.query.query_form import Understanding
from lsp_codebase.search.ranking.priors import prior

_MOST_PIECES = 5
_MOST_CHUNKS = 600  # that hold the name in quotes: more say that it is no flag in particular
_MOST_WORDS = 16  # of a question

_FRAME = frozenset(
    """
    a accept accepted accepts added adds an and are argument called class code command command-line commandline
    commands control controls declare declared declares define defined defines definition do does effect file find
    flag for function handle handled handler handles handling has have how implement implementation implemented
    implements in is it line long mean meaning means meant method of option options parameter parse parsed parser
    parses parsing process processed processes read reads register registered registers say says show support
    supported supports switch switches take taken takes tell tells the to use used uses what where which who work
    works
    """.split()
)
_FLAG = re.compile(r"(?:-\w[,/|])?--([A-Za-z][\w-]*\w)(?:=\S*)?")
_SHORT = re.compile(r"\(?-\w[),/|]*")
_OWNER = re.compile(  # of the flag: "where does gh pr create define --web", "the --web flag of pr create"
    r"(?i)\b(?:do|does)\s+(\S+(?:\s+\S+){0,2}?)\s+(?=(?:accept|declare|define|handle|implement|parse|process|read|support"
    r"|take|use)\s)|\s(?:by|for|from|in|of|on)\s+(?:the\s+)?(\S+(?:\s+\S+){0,3})[\s?]*$"
)

_SHELLS = frozenset({"bash", "fish", "powershell"})
_QUOTE = "[\"']"
_DEFINES = re.compile(
    r"(?i:flags?\(|flag(?!s)|option(?!s)|argument|@parameter|\blong\w*\s*[(=]|name_?long|\bopt[\[_]|\barg(?:!|_|::|\())"
    r"|\w(?:Var|VarP|VarF)\("
)
_TAKES = re.compile(rf"{_DEFINES.pattern}|(?i:\bargs?\b|\bopts?\b|parser?\b)")
"""Around a text in quotes that begins with the hyphens of a flag: it needs less to be the definition."""

_PASSES = re.compile(  # to another program
    r"(?i)append|exec|extend|push|spawn|subprocess|\brun\w*\(|\bargs?\s*[:+]?=|(?<![\w.])command\(|command::new"
)
_READS = re.compile(
    r"->option\(|\b(?:Lookup|Changed|[Gg]et\w*|Mark\w*|contains\w*|has\w*|is_\w+|matches|value_of\w*)\("
)
_LONG = re.compile(r"\blong\b(?!\s*=)")  # among the attributes of clap: the flag is called as the field
_COMPARES = re.compile(r"=>|==|\b(?:case|elif|elsif|if|in|when)\b|start(?:s_?with|swith)\(", re.IGNORECASE)


class AskedFlag(NamedTuple):
    """The name of a flag without its hyphens, and the words that tell the command or the part of the code it is of."""

    name: str
    owner: frozenset[str] = frozenset()


class _Standing(NamedTuple):
    """A chunk with a flag: how far its best line is from a definition, how far its path from the owner's."""

    is_shell: bool  # whose completions list the flags of others
    rank: int
    strangeness: int
    path: str
    line: int
    piece: Piece


def asked_flag(text: str) -> AskedFlag | None:
    """Return the flag of a command line that a query is about; None if it says more than words that frame a flag."""
    if "--" not in text or len(text.split(maxsplit=_MOST_WORDS)) > _MOST_WORDS:
        return None
    owner = _OWNER.search(text)
    if owner is not None and _FLAG.search(owner[0]) is None:
        text = f"{text[: owner.start()]} {text[owner.end() :]}"
    said = [word.strip("`\"'?,.") for word in text.split()]
    flags = [found for word in said if (found := _FLAG.fullmatch(word))]
    frame = {word.lower() for word in said if not _SHORT.fullmatch(word) and not _FLAG.fullmatch(word)}
    if len(flags) != 1 or not _FRAME.issuperset(frame - {""}):
        return None
    of = word_parts(owner[1] or owner[2]) if owner is not None else ()
    return AskedFlag(flags[0][1], frozenset(of) - _FRAME)


def flags_of(corpus: Corpus, query: Understanding, filters: Filter) -> list[Piece]:
    """Return the code that defines the flag that a query is about, then that which reads it, then its help."""
    asked = asked_flag(query.text)
    if asked is None:
        return []
    found = _standing(corpus, asked, query, filters)
    if not found and (positive := asked.name.removeprefix("no-")) != asked.name:
        found = _standing(corpus, asked._replace(name=positive), query, filters)
    return falling([one.piece for one in sorted(found, key=lambda one: one[:5])[:_MOST_PIECES]], 1.0)


def _standing(corpus: Corpus, asked: AskedFlag, query: Understanding, filters: Filter) -> list[_Standing]:
    """Return the chunks of code that define, read or explain a flag, each by the line that does it best."""
    chunk_ids = _may_stand(corpus, asked.name, filters)
    found = []
    for row in corpus.texts(chunk_ids) if len(chunk_ids) <= _MOST_CHUNKS else ():
        if prior(row["path"], row["language"], query) < 1:
            continue
        is_shell = row["language"] in _SHELLS
        ranks = [*_ranks(row["text"], asked.name, is_shell=is_shell)]
        if ranks:
            rank, at = min(ranks)
            line = row["start_line"] + at
            piece = replace(piece_of(row, 1.0), core=(line, line + 1))
            strangeness = len(asked.owner.difference(word_parts(row["path"])))
            found.append(_Standing(is_shell, rank, strangeness, piece.path, line, piece))
    return found


def _may_stand(corpus: Corpus, name: str, filters: Filter) -> Ids:
    """Return the ids of the chunks that may hold a flag in quotes, an arm or help for it, or a field of its name."""
    quoted, _ = corpus.may_hold(AnyOf((Literal(f"--{name}"), Literal(f'"{name}"'), Literal(f"'{name}'"))), filters)
    ends = (")", "|", " |", "=*", "  ", " <", " [", " :", "= :", "}", "=}")
    parts = [f"--{name}{end}" for end in ends] + [f"|{name}{end}" for end in ends[-4:]]
    listed, _ = corpus.may_hold(AnyOf(tuple(map(Literal, parts))), filters)
    fields = [corpus.holding([_snake(name), word], filters)[0] for word in ("long", "Flag", "Option")]
    rare = (ids for ids in (listed, *fields) if len(ids) <= _MOST_CHUNKS)
    return np.unique(np.concatenate([np.intersect1d(quoted, corpus.saying([name], filters)), *rare]))


def _ranks(text: str, name: str, *, is_shell: bool) -> Iterator[tuple[int, int]]:
    """Yield the lines of a text with a flag, as how far each is from its definition and its number."""
    own, snake = re.escape(name), re.escape(_snake(name))
    ended = r"(?:[\"',|/=:!\[{]| [<\[{A-Z.-])"  # "--all options" is prose
    spelled = re.compile(rf"{_QUOTE}(?:-\w(?:[ =]<?\w+>?)?[, |/]+)?--(?:\[no-?\])?{own}{ended}")
    plain = re.compile(rf"(?<!\[){_QUOTE}{own}{_QUOTE}|\(:{snake}\b|^DEFINE_\w+\({snake}\b")
    signature = re.compile(rf"\{{--(?:\w\|)?{own}(?:=[^{{}}:]*)?\s*[:}}]")
    arm = re.compile(rf"^\s*(?:[\w*-]+\s*\|\s*)*--{own}(?:=\*)?\s*(?:\|[^()]*)?\)")
    explained = re.compile(rf"^\W{{0,20}}(?:-\w,?\s+)?--{own}(?:[ =]\S+)?(?:\s{{2,}}|\t)\S")
    lines = text.split("\n")
    for at, line in enumerate(lines):
        around = "\n".join(lines[max(at - 2, 0) : at + 1])
        is_spelled = not is_shell and spelled.search(line) is not None
        if signature.search(line):
            yield 0, at
            continue
        defines = (is_spelled and _TAKES.search(around)) or (plain.search(line) and _DEFINES.search(around))
        if defines and not _PASSES.search(line):
            yield 1 if _READS.search(line) else 0, at
        elif (is_spelled and _COMPARES.search(line) and not _PASSES.search(line)) or arm.search(line):
            yield 1, at
        elif explained.search(line):
            yield 2, at
    for field in _field(name).finditer(text):
        if field[1] is None or _LONG.search(field[1]):
            yield 0, text.count("\n", 0, field.start(field.lastindex or 0))


def _field(name: str) -> re.Pattern[str]:
    """Return the pattern of a field whose attributes make it a flag: of clap in Rust, Swift's or Typer's."""
    snake, camel = _snake(name), re.sub(r"[-_](\w)", lambda part: part[1].upper(), name)
    between = r"(?:\s|#\[[^\]]{0,200}\]|//[^\n]{0,200}\n){0,100}"
    return re.compile(
        rf"#\[(?:arg|clap|structopt)(\([^\]]{{0,400}})\]{between}(?:pub(?:\(\w+\))?\s+)?({snake})\s*:"
        rf"|@(?:Flag|Option)\b[^\n]{{0,400}}(?:\n\s*)?(?:var|let)\s+({camel})\b"
        rf"|\b({snake})\s*:[^\n]{{0,400}}\btyper\.Option\("
    )


def _snake(name: str) -> str:
    return name.replace("-", "_")
