"""Compare our definitions with universal-ctags over real packages, one table row for each language.

    python tests/benchmarks/parse_ctags.py [--only LANGUAGE,...] [--keep DIRECTORY] [--differences N] [--read N]

Needs `ctags` (Debian: universal-ctags), network, and for Debian sources `apt-get`; everything is downloaded to a
temporary directory, or to `--keep` to be used again. Counted are the functions, methods, classes, interfaces, structs,
enums, traits and modules that ctags lists outside of tests: found on the same line, found under another line, missing.
Differences that a rule of `ctags_mistakes.py` explains are taken out for the last column. A second table says of up to
`--read` differences of each language, drawn with a fixed seed, who is right. `--differences` prints so many of the same
drawing with their source line and the rule, for review.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from pathlib import Path

from ctags_mistakes import TASTE, mistake

from lsp_codebase.model import ParsedFile
from lsp_codebase.parse import is_binary, parse_file
from lsp_codebase.parse.file_marks import is_test_path

PACKAGES = {
    "python": ["pip:django", "pip:sympy"],
    "javascript": ["npm:webpack", "npm:three", "npm:express"],
    "typescript": ["npm:rxjs", "npm:effect"],
    "java": ["deb:libcommons-lang3-java"],
    "c": ["deb:curl", "deb:redis"],
    "cpp": ["deb:leveldb", "deb:fmtlib", "deb:re2"],
    "csharp": ["deb:keepass2"],
    "go": ["deb:golang-github-spf13-cobra", "deb:hugo"],
    "rust": ["deb:rust-ripgrep", "deb:rust-serde-json"],
    "ruby": ["deb:rails"],
    "php": ["deb:php-twig", "deb:composer"],
    "perl": ["deb:libmojolicious-perl"],
    "ocaml": ["deb:ocaml-batteries"],
    "elixir": ["deb:elixir-lang"],
    "fortran": ["deb:lapack"],
    "objc": ["deb:gnustep-base"],
    "r": ["deb:r-cran-dplyr", "deb:r-cran-shiny"],
    "bash": ["deb:git"],
    "haskell": ["deb:haskell-aeson"],
    "verilog": ["deb:yosys"],
    "lua": ["deb:luarocks"],
    "kotlin": ["npm:react-native"],
    "erlang": ["deb:elixir-lang"],
}
CTAGS_LANGUAGES = {
    "Python": "python",
    "JavaScript": "javascript",
    "TypeScript": "typescript",
    "Java": "java",
    "C": "c",
    "C++": "cpp",
    "C#": "csharp",
    "Go": "go",
    "Rust": "rust",
    "Ruby": "ruby",
    "PHP": "php",
    "Perl": "perl",
    "Lua": "lua",
    "Kotlin": "kotlin",
    "OCaml": "ocaml",
    "Erlang": "erlang",
    "Elixir": "elixir",
    "Fortran": "fortran",
    "ObjectiveC": "objc",
    "R": "r",
    "Sh": "bash",
    "Haskell": "haskell",
    "Verilog": "verilog",
    "SystemVerilog": "verilog",
}
KINDS = {
    *("function", "method", "class", "interface", "struct", "enum", "trait", "module", "namespace", "subroutine"),
    *("singletonMethod", "type", "record", "protocol", "generator", "getter", "setter", "implementation", "macro"),
    *("program", "func", "union", "object", "task"),
}
# Kinds whose ctags meaning is not a definition of that name, by ctags language.
NOT_COUNTED = {
    ("Rust", "implementation"),  # `impl Name`: the name is defined elsewhere
    ("Erlang", "macro"),
    ("C", "macro"),
    ("C++", "macro"),
    ("OCaml", "type"),
    ("Elixir", "implementation"),
    ("Fortran", "type"),
    ("ObjectiveC", "implementation"),
    ("ObjectiveC", "macro"),
    ("Go", "type"),
    ("Haskell", "type"),
    ("Python", "namespace"),  # `import x as y`
}
# Languages whose clauses or equations we merge: any line of the definition is right.
MERGED = {"haskell", "erlang"}


@dataclass
class Row:
    """What was counted for one language."""

    files: int = 0
    tags: int = 0
    same_line: int = 0
    other_line: int = 0
    differences: list[tuple[str, str]] = field(default_factory=list)  # reason ("" is ours), what and where

    @property
    def explained(self) -> int:
        """How many differences are no fault of ours."""
        return sum(bool(reason) for reason, _ in self.differences)

    def drawn(self, most: int) -> list[tuple[str, str]]:
        """Return at most so many differences, at random but the same each time."""
        return random.Random(1).sample(self.differences, min(most, len(self.differences)))


def fetch(package: str, into: Path) -> Path | None:
    """Download and unpack a package; return its directory, None if it cannot be had."""
    source, _, name = package.partition(":")
    target = into / f"{source}-{name.replace('/', '-')}"
    if target.exists():
        return target
    work = into / "work"
    work.mkdir(parents=True, exist_ok=True)
    commands = {
        "pip": [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(work), name],
        "npm": ["npm", "pack", "--silent", "--pack-destination", str(work), name],
        "deb": ["apt-get", *_apt_options(into), "--quiet", "source", "--download-only", name],
    }
    done = subprocess.run(commands[source], cwd=work, capture_output=True, text=True)
    archives = [path for path in work.iterdir() if path.suffix in (".whl", ".tgz") or ".orig" in path.name]
    archives = [path for path in archives if not path.name.endswith(".asc")]
    if done.returncode or not archives:
        print(f"{package} left out: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
        return None
    target.mkdir()
    for archive in archives:
        unpack = ["unzip", "-q", "-d"] if archive.suffix == ".whl" else ["tar", "-C"]
        order = [str(target), str(archive)] if unpack[0] == "unzip" else [str(target), "-xf", str(archive)]
        subprocess.run([*unpack, *order], check=True)
    for path in work.iterdir():
        path.unlink()
    return target


def _apt_options(into: Path) -> list[str]:
    """Return options that read the source packages of this Debian without touching the system's lists."""
    root = into / "apt"
    options = {"Dir::Etc::sourcelist": root / "sources.list", "Dir::Etc::sourceparts": "-"}
    options |= {"Dir::State::lists": root / "lists", "Dir::Cache": root / "cache", "APT::Sandbox::User": "root"}
    arguments = [f"-o{key}={value}" for key, value in options.items()]
    if not root.exists():
        for folder in ("lists/partial", "cache/archives/partial"):
            (root / folder).mkdir(parents=True)
        release = dict(line.split("=", 1) for line in Path("/etc/os-release").read_text().splitlines() if "=" in line)
        suite = release["VERSION_CODENAME"].strip('"')
        (root / "sources.list").write_text(f"deb-src http://deb.debian.org/debian {suite} main\n")
        subprocess.run(["apt-get", *arguments, "--quiet", "update"], check=True, capture_output=True)
    return arguments


def compare(language: str, directory: Path, row: Row) -> None:
    """Add the files of one package to a row."""
    command = ["ctags", "--recurse", "--output-format=json", "--fields=+nKl-P", "--extras=-{anonymous}", "-f", "-", "."]
    output = subprocess.run(command, cwd=directory, capture_output=True, text=True, errors="replace", check=True).stdout
    by_file: dict[str, list[dict[str, object]]] = defaultdict(list)
    for line in filter(None, output.split("\n")):
        tag = json.loads(line)
        kind = (tag["language"], tag["kind"])
        if CTAGS_LANGUAGES.get(tag["language"]) == language and tag["kind"] in KINDS and kind not in NOT_COUNTED:
            by_file[str(tag["path"]).removeprefix("./")].append(tag)
    for path, tags in by_file.items():
        data = (directory / path).read_bytes()
        if is_test_path(path) or is_binary(data) or len(data) > 1_000_000:
            continue
        parsed = parse_file(path, data)
        if parsed.language != language or parsed.is_generated:
            continue
        row.files += 1
        lines = data.decode("utf-8", "replace").split("\n")
        tags = [tag for tag in tags if _is_written(tag, lines)]
        _count(path, tags, parsed, lines, row)


def _is_written(tag: dict[str, object], lines: list[str]) -> bool:
    """Whether a tag's name stands on its line, is a name (`_` is not), and a JavaScript class says `class`.

    ctags makes modules of file names, lists `let () =`, takes every object literal for a class, and finds definitions
    in the examples of Elixir's heredoc documentation.
    """
    name, line = _plain(str(tag["name"])), lines[int(str(tag["line"])) - 1]
    if tag["name"] in ("_", "()") or name not in line.replace(" ", ""):
        return False
    if tag["language"] == "Elixir" and sum(above.count('"""') for above in lines[: int(str(tag["line"])) - 1]) % 2:
        return False
    return (tag["language"], tag["kind"]) != ("JavaScript", "class") or "class" in line


def _count(path: str, tags: list[dict[str, object]], parsed: ParsedFile, lines: list[str], row: Row) -> None:
    places: dict[str, set[int]] = defaultdict(set)
    for symbol in parsed.symbols:
        first = last = symbol.name_span.start_line + 1
        if parsed.language in MERGED:
            last = symbol.span.end_line + 1
        places[_plain(symbol.name)].update(range(first, last + 1))
    for tag in tags:
        name, line = _plain(str(tag["name"])), int(str(tag["line"]))
        row.tags += 1
        if line in places.get(name, ()):
            row.same_line += 1
            continue
        row.other_line += name in places
        reason = mistake(parsed.language, str(tag["kind"]), str(tag["name"]), line, lines)
        where = "other line" if name in places else "missing"
        text = lines[line - 1].strip()[:100]
        row.differences.append((reason, f"{tag['kind']} {tag['name']} {where} {path}:{line}: {text}"))


def _plain(name: str) -> str:
    """Return a name without what only one side writes: blanks, quotes, an owner, Objective-C's further parts."""
    name = name.replace(" ", "").strip("'\"`").removeprefix("#")
    if key := re.search(r"\[[\"'](.+)[\"']\]$", name):  # `sources["by-length"]` of Lua
        return key[1]
    if name.startswith("operator") and not name[8:9].isalnum():
        name = name[8:] or name
    for mark in ("::", "\\"):
        name = name.rpartition(mark)[2] or name
    if ":" in name:  # `setName:forKey:` of Objective-C, `Parser:parse` of Lua
        name = (name.partition(":")[0] if name.endswith(":") else name.rpartition(":")[2]) or name
    if "." in name.strip("."):
        name = name.rpartition(".")[2]
    return name


def print_rows(rows: dict[str, tuple[str, Row]]) -> None:
    """Print what was found of each language."""
    print(
        "| language | packages | files | tags of ctags | same line | other line | missing | found "
        "| not ours | found of the rest |"
    )
    print("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|")
    for language, (packages, row) in rows.items():
        share = 100 * row.same_line / max(row.tags, 1)
        rest = 100 * row.same_line / max(row.tags - row.explained, 1)
        print(
            f"| {language} | {packages} | {row.files} | {row.tags} | {row.same_line} | {row.other_line} "
            f"| {len(row.differences) - row.other_line} | {share:.1f} % | {row.explained} | {rest:.1f} % |"
        )


def print_verdicts(rows: dict[str, tuple[str, Row]], most: int) -> None:
    """Print who is right in differences drawn at random."""
    print("\n| language | differences | read | ctags wrong | taste | ours | by what rule |")
    print("|---|---:|---:|---:|---:|---:|---|")
    for language, (_, row) in rows.items():
        reasons = Counter(reason for reason, _ in row.drawn(most))
        if not reasons:
            continue
        ours, taste = reasons.pop("", 0), sum(count for reason, count in reasons.items() if reason in TASTE)
        rules = "; ".join(f"{reason} {count}" for reason, count in reasons.most_common())
        wrong = reasons.total() - taste
        print(
            f"| {language} | {len(row.differences)} | {ours + taste + wrong} | {wrong} | {taste} | {ours} | {rules} |"
        )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--only", default="")
    options.add_argument("--keep", type=Path)
    options.add_argument("--read", type=int, default=100)
    options.add_argument("--differences", type=int, default=0)
    given = options.parse_args()
    chosen = [name for name in PACKAGES if not given.only or name in given.only.split(",")]
    rows: dict[str, tuple[str, Row]] = {}
    with tempfile.TemporaryDirectory() as temporary:
        into = given.keep or Path(temporary)
        into.mkdir(parents=True, exist_ok=True)
        for language in chosen:
            row = Row()
            found = {package: fetch(package, into) for package in PACKAGES[language]}
            for directory in filter(None, found.values()):
                compare(language, directory, row)
            rows[language] = ", ".join(package for package, directory in found.items() if directory), row
    print_rows(rows)
    print_verdicts(rows, given.read)
    for language, (_, row) in rows.items():
        for number, (reason, what) in enumerate(row.drawn(given.differences)):
            print(("" if number else f"\n## {language}\n\n") + f"[{reason or 'ours'}] {what}")


if __name__ == "__main__":
    main()
