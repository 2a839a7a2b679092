"""How code defines, reads and explains a flag of a command line, in the ways of many libraries."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lsp_codebase.search.exact.regex_literals import any_of

DEFINES, READS, EXPLAINS = range(3)

SHELLS = frozenset({"bash", "fish", "powershell"})
"""Languages whose completions list the flags of other programs."""

ATTRIBUTES = ("long", "Flag", "Option", "help")
"""Words one of which stands beside a field that is a flag."""

_QUOTE = "[\"']"
_DEFINES = re.compile(
    r"(?i:flags?\(|flag(?!s)|option(?!s)|argument|@parameter|\blong\w*\s*[(=:]|name_?long|\bname:(?=\")"
    r"|\bopt[\[_]|\barg(?:!|_|::|\())|\w(?:Var|VarP|VarF)\("
)
_TAKES = re.compile(rf"{_DEFINES.pattern}|(?i:\bargs?\b|\bopts?\b|parser?\b)")
"""Around a text in quotes that begins with the hyphens of a flag: it needs less to be the definition."""

_PASSES = re.compile(  # to another program
    r"(?i)append|exec|extend|push|spawn|subprocess|\brun\w*\(|\bargs?\s*[:+]?=|(?<![\w.])command\(|command::new"
)
_READS = re.compile(
    r"->option\(|\b(?:Lookup|Changed|[Gg]et\w*|Mark\w*|contains\w*|has\w*|is_\w+|matches|value_of\w*)\("
)
_COMPARES = re.compile(r"=>|==|\b(?:case|elif|elsif|if|in|when)\b|start(?:s_?with|swith)\(", re.IGNORECASE)
_LONG = re.compile(r"\blong\b(?!\s*=)")  # among the attributes of clap: the flag is called as the field

_ENDED = r"(?:[\"',|/=:!\[{]| [<\[{A-Z.-])"  # "--all options" is prose
_BETWEEN = r"(?:\s|#\[[^\]]{0,200}\]|//[^\n]{0,200}\n){0,100}"  # an attribute and its field
_LISTED = (")", "|", " |", "=*", "  ", " <", " [")  # behind a flag in an arm of a shell, or in help
_SIGNED = (" :", "= :", "}", "=}")  # behind one in a signature of Laravel


class FlagLines:
    """Finds the lines that have to do with the flag of a name, which is without its hyphens."""

    def __init__(self, name: str) -> None:
        own, self.snake = re.escape(name), name.replace("-", "_")
        camel = re.sub(r"[-_](\w)", lambda part: part[1].upper(), name)
        either = rf"(?:{own}|{self.snake})"
        self._spelled = re.compile(rf"{_QUOTE}(?:-\w(?:[ =]<?\w+>?)?[, |/]+)?--(?:\[no-?\])?{own}{_ENDED}")
        self._plain = re.compile(rf"(?<!\[){_QUOTE}{either}{_QUOTE}|\(:{self.snake}\b|^DEFINE_\w+\({self.snake}\b")
        self._sure = re.compile(
            rf"\{{--(?:\w\|)?{own}(?:=[^{{}}:]*)?\s*[:}}]"  # a signature of Laravel
            rf"|\b{self.snake}: :(?:atom|boolean|count|float|integer|keep|string)\b"  # Elixir's OptionParser
        )
        self._arm = re.compile(rf"^\s*(?:[\w*-]+\s*\|\s*)*--{own}(?:=\*)?\s*(?:\|[^()]*)?\)")
        self._explained = re.compile(rf"^\W{{0,20}}(?:-\w,?\s+)?--{own}(?:[ =]\S+)?(?:\s{{2,}}|\t)\S")
        self._field = re.compile(  # of clap in Rust, Swift's, Typer's, Kong's in Go
            rf"#\[(?:arg|clap|structopt)(\([^\]]{{0,400}})\]{_BETWEEN}(?:pub(?:\(\w+\))?\s+)?({self.snake})\s*:"
            rf"|@(?:Flag|Option)\b[^\n]{{0,400}}(?:\n\s*)?(?:var|let)\s+({camel})\b"
            rf"|\b({self.snake})\s*:[^\n]{{0,400}}\btyper\.Option\("
            rf"|\b({camel[:1].upper()}{camel[1:]})[ \t]+\S+[ \t]+`[^`\n]{{0,400}}\bhelp:"
        )
        quoted = {f'"{name}"', f"'{name}'", f'"{self.snake}"', f"'{self.snake}'"}
        self.quoted = any_of(sorted({f"--{name}", *quoted}))
        """Every text with the flag in quotes holds this."""
        listed = [f"--{name}{end}" for end in (*_LISTED, *_SIGNED)] + [f"|{name}{end}" for end in _SIGNED]
        self.listed = any_of((*listed, f"{self.snake}: :"))
        """Every text that lists the flag holds this."""

    def of(self, text: str, language: str) -> Iterator[tuple[int, int]]:
        """Yield what lines of a text do with the flag (`DEFINES`, `READS`, `EXPLAINS`), and their numbers."""
        lines = text.split("\n")
        for at, line in enumerate(lines):
            does = self._does(line, "\n".join(lines[max(at - 2, 0) : at + 1]), language)
            if does is not None:
                yield does, at
        for field in self._field.finditer(text):
            if field[1] is None or _LONG.search(field[1]):
                yield DEFINES, text.count("\n", 0, field.start(field.lastindex or 0))

    def _does(self, line: str, around: str, language: str) -> int | None:
        if self._sure.search(line):
            return DEFINES
        is_spelled = language not in SHELLS and self._spelled.search(line) is not None
        is_passed = _PASSES.search(line) is not None
        defines = (is_spelled and _TAKES.search(around)) or (self._plain.search(line) and _DEFINES.search(around))
        if defines and not is_passed:
            return READS if _READS.search(line) else DEFINES
        if (is_spelled and _COMPARES.search(line) and not is_passed) or self._arm.search(line):
            return READS
        return EXPLAINS if self._explained.search(line) else None
