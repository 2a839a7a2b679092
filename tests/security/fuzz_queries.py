"""Ask a workspace hostile queries, patterns and globs, by tools, too, and give it hostile ignore files: it answers, or
says which field is wrong.

    python tests/security/fuzz_queries.py [--number 10000] [--seed 1]

Each input is written to standard output before it is tried, so that the last line names one that never ends (whoever
runs this limits the time; the interpreter may be held) or ends the process.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from lsp_codebase.config import Settings
from lsp_codebase.errors import Cancelled, InvalidQuery
from lsp_codebase.model import CancelToken, FilesQuery, Mode, Pack, SearchQuery, TreeQuery
from lsp_codebase.tools import Toolbox, ToolRefused
from lsp_codebase.workspace import Workspace

SLOW_S = 60.0
"""No answer takes that long, on however busy a machine."""

GLOB_PIECES = (
    "*", "**", "**/", "/", "?", "a", "b", "ab", ".py", "*a", "a*", "[", "]", "[!", "[^", "[a-z]", "[]a]", "[z-a]",
    "[[:alpha:]]", "[[:x:]]", "{", "}", "{a,b}", "{a,{b,c}}", "{1..9}", ",", "!", "#", "\\", "\\*", "..", "../", "./",
    " ", "\t", "\x00", "\n", "é", "\U0001f600", "(", ")", "+", "|", "^", "$", ".", "(?i)", "\u202e", "~", "$HOME",
    "-", "pkg", "src",
)  # fmt: skip
REGEX_PIECES = (
    "a", "b", "x", ".", ".*", "\\w+", "\\d", "\\b", "\\s*", "^", "$", "(", ")", "(?:", "(?=a)", "(?<!b)", "(?P<n>a)",
    "(?i)", "[", "]", "[^a]", "[a-", "*", "+", "?", "{2}", "{1,1000}", "{1000}", "{,}", "|", "\\1", "\\", "\\x00",
    "(" * 600, ")" * 600, "\ud800", "\\p{L}", "\\Q", "(a+)+", "(a|a)*", "(.*)*", "é", "\n",
)  # fmt: skip
QUERY_PIECES = (
    "needle", "Needle", "lock", "take_lock", " ", "  ", "kind:", "kind:class", "lang:python", "-lang:go", "path:pkg",
    "file:", "in:", "in:pkg", '"', "'", "`", "/", "//", "-", "NOT", "OR", "AND", "(", ")", ":", ":class", "#method",
    "@", "::", "->", ".", "*", "*.py", "?", "\\", "%", "_", "';--", "\x00", "\ufffd", "锁", "é", "\U0001f600",
    "\u202e", "pkg/one.py:3", "@@ -1,2 +1,2 @@", 'File "a.py", line 3, in b', "\n", "\r\n", "a" * 50, "9" * 40,
    "A" * 90, "\ud800", "[a-a", "nNnN", "__", "~", "^", "$", "{", "}", "[", "]", "+++ b/pkg/one.py",
    "    at a.b(One.java:3)",
    # Pieces of the forms that lead an answer.
    "what does ", " do", "who calls ", "where is ", " used", " defined", "tests for ", "subclasses of ",
    "default value of ", "how do I add a new ", "columns of the ", "template of ", "which files import ",
    "what happens when ", " is clicked", "GET ", "/carts/:id", "curl -X POST ", "http://a.b/", "commit ", "abcdef1",
    "#34", "PR ", "HEAD~", " \u203a ", " > ", "FAIL ", "()", "(5 ms)", "from ", "import ", "use ", "pkg.one",
    "#include ", "<one.h>", ";", "error: ", "TypeError: ", " is not a function", "take-lock", "$TAKE_LOCK", "--lock",
    "=1", "<div class=", ".lock", "new ", '{"msg": ', "level=error msg=", "2026-11-29 10:00:00 ERROR [main] a.B - ",
    "CART_URL=", "export ", "docker run -e ", "${TAKE_LOCK:-", 'lock_total{job="a"}', "[5m]", "/a.v1.Lock/Take",
    '<li class="a b-c">', "li.a.b-c", "#a-b", "[data-a=b]", "SELECT a FROM ", "UPDATE ", " SET ", "no such table: ",
    'relation "a" does not exist', '{"a_key": 1, "b_key": ', "a_key=1&", "a.b.title", "getting ", "npm run ", "make ",
    "users see the error ", "Cannot find module './one' from '", "No module named ",
    "functions that return a ", "what takes a ", "which classes define ", "methods of ", " in the ", "TODOs ", "about ",
    "difference between ", " and ", " vs ", "when was ", " added", "where are ", " stored", "do we use ", "could you ",
    "please ", " in this project", "list of ", "deprecated ", "async functions ", "every ",
    "fix ", " when ", "src/**/*.py", "one.py", "Needle1.take_lock", "Needle1#",
)  # fmt: skip
VALUES = (
    "", ".", "..", "/", "pkg", "pkg/one_1.py", "pkg/one_1.py/", "pkg/one_1.py/x", "x" * 300, "x/" * 3_000, "~", "C:\\x",
    "//host/x", "file:///x", "a\x00b", "\ud800", "take_lock", "Needle1.take_lock", "1h", "yesterday", "-1 days",
    "2020-13-45", "class", "python", "exact", 0, 1, -1, 10**30, 1.5, float("nan"), float("inf"), True, None, [], [""],
    ["**"], ["\ud800"], [1], {}, {"a": 1},
)  # fmt: skip


def text_of(random: Random, pieces: tuple[str, ...]) -> str:
    """Return pieces in a row: a few, one many times, or very many."""
    roll = random.random()
    if roll < 0.7:
        return "".join(random.choices(pieces, k=random.randrange(8)))
    if roll < 0.9:
        return "".join(random.choices(pieces, k=random.randrange(1, 4))) * random.choice((5, 20, 60)) + random.choice(
            pieces
        )
    return "".join(random.choices(pieces, k=random.choice((50, 500, 5_000))))


class Asker:
    """Makes one input after the other and tries it."""

    def __init__(self, seed: int, root: Path, workspace: Workspace) -> None:
        self.random = Random(seed)
        self.root, self.workspace = root, workspace
        self.toolbox = Toolbox(workspace)
        self.kinds: tuple[tuple[int, Callable[[], tuple[Any, Callable[[], object]]]], ...] = (
            (4, self.search),
            (3, self.pattern),
            (3, self.symbols),
            (2, self.files),
            (2, self.tree),
            (3, self.tool),
            (1, self.ignore),
        )

    def next(self) -> tuple[Any, Callable[[], object]]:
        """Return an input to show and the call that tries it."""
        make = self.random.choices([make for _, make in self.kinds], [weight for weight, _ in self.kinds])[0]
        return make()

    def globs(self) -> tuple[str, ...]:
        return tuple(text_of(self.random, GLOB_PIECES) for _ in range(self.random.randrange(1, 4)))

    def search(self) -> tuple[Any, Callable[[], object]]:
        chance = self.random
        query = SearchQuery(
            text_of(chance, QUERY_PIECES),
            limit=chance.choice((1, 10, 100)),
            mode=chance.choice([*Mode]),
            pack=chance.choice([*Pack]),
            include=self.globs() if chance.random() < 0.3 else (),
            exclude=self.globs() if chance.random() < 0.3 else (),
            languages=("python",) if chance.random() < 0.1 else (),
            cursor=text_of(chance, GLOB_PIECES) if chance.random() < 0.1 else None,
            explain=chance.random() < 0.2,
        )
        return query, lambda: self.workspace.search(query, CancelToken())

    def pattern(self) -> tuple[Any, Callable[[], object]]:
        query = SearchQuery(f"/{text_of(self.random, REGEX_PIECES)}/", mode=self.random.choice((Mode.EXACT, Mode.AUTO)))
        return query, lambda: self.workspace.search(query, CancelToken())

    def symbols(self) -> tuple[Any, Callable[[], object]]:
        text = text_of(self.random, QUERY_PIECES + GLOB_PIECES)
        return ("symbols", text), lambda: self.workspace.symbols(text, CancelToken())

    def files(self) -> tuple[Any, Callable[[], object]]:
        include, exclude = self.globs(), self.globs()
        asked = FilesQuery(100, include=include, exclude=exclude)
        return ("files", include, exclude), lambda: self.workspace.list_files(None, asked, CancelToken())

    def tree(self) -> tuple[Any, Callable[[], object]]:
        query = TreeQuery(exclude=self.globs(), priority=self.globs(), include_hidden=self.globs())
        return query, lambda: self.workspace.tree(self.root, query, CancelToken())

    def tool(self) -> tuple[Any, Callable[[], object]]:
        tool = self.random.choice([tool for tool in self.toolbox.tools.values() if not tool.changes])
        names, needed = tool.parameters["properties"], tool.parameters.get("required", ())
        given = {name: self.random.choice(VALUES) for name in names if name in needed or self.random.random() < 0.4}
        return (tool.name, given), lambda: self.toolbox.call(tool.name, given, CancelToken())

    def ignore(self) -> tuple[Any, Callable[[], object]]:
        lines = "\n".join(self.globs()).encode("utf-8", "replace") + self.random.choice(
            (b"", b"\xff\xfe", b"\r\n", b"\x00")
        )

        def read() -> object:
            folder = self.random.choice((self.root, self.root / "pkg"))
            (folder / ".gitignore").write_bytes(lines)
            self.workspace.mark_changed([folder / ".gitignore"])
            return self.workspace.tree(self.root, TreeQuery(), CancelToken())

        return ("ignore", lines), read


def write_root(root: Path) -> None:
    """Write a few files, some under names that patterns with many stars take long to refuse."""
    for number in range(6):
        path = root / f"pkg/one_{number}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(
            f"class Needle{number}:\n    def take_lock(self):\n        return '{'a' * 200}'\n" + "x = 'aaaa b'\n" * 40
        )
    (root / ("a" * 240)).write_text("a\n")
    deep = root.joinpath(*["a"] * 60)
    deep.mkdir(parents=True)
    (deep / "deep.py").write_text("def deep(): pass\n")
    (root / "notes.md").write_text("# Lock\n\nhow the lock is taken\n")


def main() -> int:
    """Ask and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--number", type=int, default=10_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    faults = refused = 0
    longest = (0.0, "")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        root = Path(folder).resolve() / "root"
        write_root(root)
        workspace = Workspace(Settings(index_location=folder + "/cache", embedding_model="hash", index_workers=1))
        workspace.add_folder(root)
        workspace.start()
        workspace.find(root).wait_until_idle(CancelToken())
        asker = Asker(options.seed, root, workspace)
        for _ in range(options.number):
            shown, ask = asker.next()
            sys.stdout.buffer.write(ascii(shown).encode()[:3_000] + b"\n")
            sys.stdout.flush()
            begin = time.monotonic()
            try:
                ask()
            except (InvalidQuery, ToolRefused):
                refused += 1
            except Cancelled:
                raise
            except Exception as error:
                faults += 1
                print(f"FAULT {type(error).__name__}: {error}"[:500])
            took = time.monotonic() - begin
            longest = max(longest, (took, ascii(shown)[:200]))
            if took > SLOW_S:
                faults += 1
                print(f"FAULT {took:.0f} s")
        workspace.close()
    print(
        f"{options.number:,} inputs, {refused:,} refused, longest {longest[0]:.2f} s for {longest[1]}, {faults} faults"
    )
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
