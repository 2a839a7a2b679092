"""Operators: the signs that a definition is called by, and the lines that hold them.

They are told by signs, not by types. Where every type may have an operator, as `==`, its calls are looked for in files
that name the type or module around the definition.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

from lsp_codebase.indexes import SymbolMatch
from lsp_codebase.search.call_graph.calls import Caller, Calls, call_of
from lsp_codebase.search.corpus import Corpus

SIGNS = r"!#$%&*+./<=>?@\\^|~:-"
"""The characters of operators, for the brackets of a pattern."""

_NAMED_BY_SIGNS = re.compile(rf"(?:operator\s*)?([{SIGNS}]+)")
_OF_PYTHON = {
    **{"add": "+", "and": "&", "eq": "==", "floordiv": "//", "ge": ">=", "gt": ">", "iadd": "+=", "ior": "|="},
    **{"le": "<=", "lshift": "<<", "lt": "<", "matmul": "@", "mod": "%", "mul": "*", "ne": "!=", "or": "|"},
    **{"pow": "**", "rshift": ">>", "sub": "-", "truediv": "/", "xor": "^"},
}
_OF_ALL_TYPES = re.compile(r"[-+*/%&|^!=<>]=|[-+*/%&|^<>!~]|<<|>>|\*\*|//|&&|\|\||\+\+|--|=~|[=!]==")

_OPERAND = r"(?!\s*(?:\d|(?:false|nil|None|null|nullptr|true)\b))"  # not of a type that defines operators


def signs_of(name: str, language: str) -> str | None:
    """Return the signs by which a definition of this name is called: `==` for `operator==`, `+` for `__add__`."""
    if language == "python" and name.startswith("__"):
        return _OF_PYTHON.get(name.strip("_"))
    named = _NAMED_BY_SIGNS.fullmatch(name)
    return named[1] if named else None


def callers_of_operator(calls: Calls, operator: SymbolMatch, signs: str, most_files: int) -> Iterator[Caller]:
    """Yield the lines that hold the signs of an operator in code of its language, nearest files first."""
    # One sign alone has blanks around it: others are those of types, names and numbers.
    before, behind = (r"(?<=\s)", r"(?=\s)") if len(signs) == 1 else (rf"(?<![{SIGNS}])", rf"(?![{SIGNS}])")
    by_signs = rf"(?<!operator)(?<!operator ){before}{re.escape(signs)}{behind}{_OPERAND}"
    name, span, owner = operator.symbol.name, operator.symbol.span, _owner(operator, signs)
    written = re.compile(f"{by_signs}|{call_of(name).pattern}" if name.isidentifier() else by_signs)
    for path in islice(files_with_operator(calls.corpus, operator, signs), most_files):
        source = calls.source(path)
        if owner is None or owner in source.words:
            yield from calls.written_in(path, (0, len(source.lines)), written, name, operator.path, span)


def files_with_operator(corpus: Corpus, operator: SymbolMatch, signs: str) -> Iterator[str]:
    """Yield the files that may call an operator, nearest first."""
    if owner := _owner(operator, signs):
        paths = [chunk.path for chunk in corpus.mentioning(owner, operator.path)]
    else:
        paths = corpus.spelling(signs, operator.path)
    for path in dict.fromkeys(paths):
        record = corpus.file(path)
        if record is not None and record.language == operator.language:
            yield path


def _owner(operator: SymbolMatch, signs: str) -> str | None:
    """Return the type or module that callers of an operator name; None for an operator that few types have."""
    return operator.symbol.container.rpartition(".")[2] or None if _OF_ALL_TYPES.fullmatch(signs) else None
