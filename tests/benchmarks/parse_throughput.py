"""Measure what symbols and chunks cost beyond the bare parse, in CPU seconds, as a ratio.

    python tests/benchmarks/parse_throughput.py DIRECTORY... [--memory]

Every file of a language with a query is parsed bare (`Parser.parse(bytes)`) and by `parse_file`, one after the other,
so that what else the machine does falls on both. Generated files and files over 600 KB are left out. Prints Markdown.
With `--memory` it parses the largest file alone, then with a tenth of the files, then with all, in a process each, and
prints the peak of resident memory: it should follow the largest file, not their number.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

from tree_sitter import Parser

from lsp_codebase.parse import LANGUAGES, detect_language, is_binary, parse_file
from lsp_codebase.parse.captures import load_query
from lsp_codebase.parse.grammar import load_grammar

_MAX_BYTES = 600_000


def measure(directories: list[Path], languages: set[str], most: int) -> dict[str, list[float]]:
    """Return, by language: files, bytes, bare CPU seconds, full CPU seconds, symbols, chunks."""
    totals: dict[str, list[float]] = defaultdict(lambda: [0.0] * 6)
    for path in sorted(path for directory in directories for path in directory.rglob("*")):
        if not path.is_file() or path.stat().st_size > _MAX_BYTES:
            continue
        language = LANGUAGES[detect_language(path.name)]
        row = totals[language.name]
        if language.grammar is None or (languages and language.name not in languages) or row[1] > most:
            continue
        if load_query(language.name, language.grammar) is None:
            continue
        if not row[0]:
            parse_file(f"warm.{language.extensions[0]}", b"\n")
        data = path.read_bytes()
        if is_binary(data) or not data:
            continue
        parser = Parser(load_grammar(language.grammar))
        begin = time.process_time()
        parser.parse(data)
        middle = time.process_time()
        parsed = parse_file(path.name, data)
        end = time.process_time()
        if parsed.is_generated or parsed.problem or parsed.language != language.name:
            continue
        values = (1, len(data), middle - begin, end - middle, len(parsed.symbols), len(parsed.chunks))
        for place, value in enumerate(values):
            row[place] += value
    return {name: row for name, row in totals.items() if row[0]}


def peak_memory(directories: list[Path], languages: set[str], share: int) -> tuple[int, float, float]:
    """Parse the largest file and every `share`-th of all in a new process; return files, MB read, peak resident MB."""
    files = [path for directory in directories for path in sorted(directory.rglob("*")) if path.is_file()]
    files = [path for path in files if 0 < path.stat().st_size <= _MAX_BYTES]
    files = [path for path in files if not languages or detect_language(path.name) in languages]
    largest = max(files, key=lambda path: path.stat().st_size)
    chosen = [largest, *(files[::share] if share else [])]
    program = (
        "import resource, sys; from pathlib import Path; from lsp_codebase.parse import parse_file\n"
        "for name in sys.stdin.read().split(chr(10)): parse_file(name, Path(name).read_bytes())\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
    )
    names = "\n".join(map(str, chosen))
    done = subprocess.run([sys.executable, "-c", program], input=names, capture_output=True, text=True, check=True)
    return len(chosen), sum(path.stat().st_size for path in chosen) / 1e6, float(done.stdout)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("directories", nargs="+", type=Path)
    options.add_argument("--languages", default="", help="comma-separated names; empty: all")
    options.add_argument("--most", type=float, default=40, help="megabytes of one language to measure")
    options.add_argument("--memory", action="store_true")
    given = options.parse_args()
    languages = set(filter(None, given.languages.split(",")))
    if given.memory:
        print("| files | MB | peak resident MB |")
        print("|---:|---:|---:|")
        for share in (0, 10, 1):
            print("| {} | {:.1f} | {:.0f} |".format(*peak_memory(given.directories, languages, share)))
        return
    totals = measure(given.directories, languages, int(given.most * 1e6))
    print("| language | files | MB | bare parse, MB/cpu-s | parse_file, MB/cpu-s | ratio | symbols | chunks |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|")
    for name, (files, size, bare, full, symbols, chunks) in sorted(totals.items()):
        print(
            f"| {name} | {files:.0f} | {size / 1e6:.1f} | {size / bare / 1e6:.1f} | {size / full / 1e6:.1f} "
            f"| {full / bare:.2f} | {symbols:.0f} | {chunks:.0f} |"
        )
    print(f"\nPeak resident memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB.")


if __name__ == "__main__":
    main()
