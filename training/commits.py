"""From the histories of repositories to records of kind `commit`: the subject of a commit, a definition it changed.

    python -m training.commits MIRRORS      # git directories as MIRRORS/owner+name/repo (`git clone --bare`)

A question to a search is often worded like a subject: a fault or a wish, of code that does not do it yet. So the
code is that before the change. Only git reads the repositories; nothing of theirs is run.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path, PurePosixPath

from lsp_codebase.scan.roles import path_roles
from tests.benchmarks.questions.prose import clean_message, clean_subject, is_prose, says_nothing
from training.dataset import MOST_REPEATS, code_key, held, sentence_key
from training.definitions import Definition, around, blanked
from training.docs import is_sentence
from training.extract import RECORDS, Record, reserved
from training.fetch import HERE
from training.languages import BY_SUFFIX, DECLARATIONS, SKIPPED_ENDINGS, SKIPPED_FOLDERS

LISTED = HERE / "commits.tsv"
# Small commits are about their changes; of large repositories only the newest count, so that none of them rules.
MOST_COMMITS, MOST_FILES, MOST_SOURCES, MOST_DEFINITIONS = 2_000, 12, 3, 3
MOST_BYTES = 150_000
# Versions of one function with different subjects would be taken for each other's negatives.
MOST_OF_ONE = 3
_NO_BLOB = ("000000", "160000")  # the modes of a missing file, and of another repository
_START, _MIDDLE = "\x01", "\x02"
_NO_CONFIGURATION = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_SYSTEM": os.devnull, "GIT_NO_LAZY_FETCH": "1"}
_ENVIRONMENT = {**os.environ, **_NO_CONFIGURATION}
_TEST = re.compile(rb"#\[(\w+::)*test\b[^\n]*\n\s*(#\[[^\n]*\n\s*)*$|@Test\b[^\n]*\n\s*$")
_MERGED = re.compile(r"Merge pull request #\d+ from \S+|Merge #\d+")


@dataclass(frozen=True)
class Repository:
    name: str
    commit: str
    licence: str
    languages: tuple[str, ...]


@dataclass(frozen=True)
class Commit:
    """`sources`: the old blob of each source file, by path. `blobs`: all that its difference is made of."""

    sha: str
    parent: str
    sentence: str
    doc: str
    sources: dict[str, str]
    blobs: tuple[str, ...]


def listed() -> Iterator[Repository]:
    for line in LISTED.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            name, commit, licence, languages = line.split("\t")
            yield Repository(name, commit, licence, tuple(languages.split(",")))


def is_read(path: str) -> bool:
    """Whether a path is one of the project's own sources, and none that is kept for evaluation."""
    parts = PurePosixPath(path.lower())
    folders = parts.parts[:-1]
    return (
        parts.suffix in BY_SUFFIX
        and not path.endswith(DECLARATIONS)
        and not parts.name.endswith(SKIPPED_ENDINGS)
        and not SKIPPED_FOLDERS.intersection(folders)
        and not reserved().intersection((*folders, parts.stem))
        and not path_roles(path)
    )


def texts(message: str) -> tuple[str, str]:
    """Return a message as a sentence, and that with its first paragraph; "" if it says nothing.

    A merge says its title below its subject.
    """
    subject, _, body = message.partition("\n")
    if _MERGED.fullmatch(subject):
        subject, _, body = body.strip().partition("\n")
    sentence = clean_subject(subject)
    if says_nothing(subject) or not is_prose(sentence, 3, 20) or not is_sentence(sentence):
        return "", ""
    paragraph = _first_paragraph(body)
    return sentence, f"{sentence}. {paragraph}"[:600] if is_prose(paragraph, 6, 150) else sentence


def _first_paragraph(body: str) -> str:
    """Return the first paragraph below a subject on one line, without trailers, links and numbers of issues."""
    text = clean_message(f"\n{body}")
    return " ".join(re.split(r"\n\s*\n|\n(?=\s*[-*+] )", text, maxsplit=1)[0].split())


def _git(directory: Path, *arguments: str) -> list[str]:
    return ["git", "-C", str(directory), "-c", "core.quotePath=false", *arguments]


def commits(directory: Path, last: str) -> Iterator[Commit]:
    """Yield the newest usable commits that lead to `last`."""
    shape = f"--format={_START}%H %P%n%B{_MIDDLE}"
    options = ("--diff-merges=first-parent", "--no-renames", "--raw", "--no-abbrev", "--no-color", shape, last)
    made = 0
    with subprocess.Popen(
        _git(directory, "log", *options), stdout=subprocess.PIPE, env=_ENVIRONMENT, encoding="utf-8", errors="replace"
    ) as log:
        assert log.stdout
        for record in _split(log.stdout):
            if found := _commit(record):
                yield found
                made += 1
            if made == MOST_COMMITS:
                log.kill()
                break


def _split(stream: Iterator[str]) -> Iterator[str]:
    held: list[str] = []
    for line in stream:
        if line.startswith(_START) and held:
            yield "".join(held)
            held = []
        held.append(line.removeprefix(_START))
    yield "".join(held)


def _commit(record: str) -> Commit | None:
    head, _, listing = record.partition(_MIDDLE)
    first, _, message = head.partition("\n")
    sha, *parents = first.split()
    changes = [line[1:].split(None, 5) for line in listing.splitlines() if line.startswith(":")]
    if not parents or not 1 <= len(changes) <= MOST_FILES:
        return None
    sources = [(status, old, path) for _, _, old, _, status, path in changes if is_read(path)]
    if not 1 <= len(sources) <= MOST_SOURCES or any(status != "M" for status, _, _ in sources):
        return None
    if len(parents) > 1 and not _MERGED.match(message):
        return None
    sentence, doc = texts(message.strip())
    if not sentence:
        return None
    both = (blob for old_mode, new_mode, old, new, _, _ in changes for blob in _files((old_mode, old), (new_mode, new)))
    return Commit(sha, parents[0], sentence, doc, {path: old for _, old, path in sources}, tuple(both))


def _files(*sides: tuple[str, str]) -> Iterator[str]:
    return (blob for mode, blob in sides if mode not in _NO_BLOB)


def whole(directory: Path, wanted: Sequence[Commit]) -> list[Commit]:
    """Return the commits of which nothing is missing: some clones lack large files, and git ends at the first."""
    names = sorted({blob for one in wanted for blob in one.blobs})
    said = _lines(_git(directory, "cat-file", "--batch-check=%(objectname)"), names)
    missing = {line.split()[0].decode() for line in said if line.endswith(b" missing\n")}
    return [one for one in wanted if missing.isdisjoint(one.blobs)]


def changed_lines(directory: Path, wanted: Sequence[Commit]) -> dict[str, dict[str, list[int]]]:
    """Return where, counted from 0, the stretches of old lines begin that each commit changes, by path."""
    options = ("--stdin", "-r", "-p", "-U0", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-color")
    found: dict[str, dict[str, list[int]]] = {}
    paths: dict[str, list[int]] = {}
    rows: list[int] = []
    skip = 0
    for line in _lines(_git(directory, "diff-tree", *options), [f"{one.sha} {one.parent}" for one in wanted]):
        if skip and line.startswith((b"+", b"-", b"\\")):
            skip -= not line.startswith(b"\\")
        elif line.startswith(b"@@ -"):
            old, new = line.split(b" ", 3)[1:3]
            start, _, count = old[1:].partition(b",")
            rows.append(max(int(start) - 1, 0))
            skip = int(count or 1) + int(new.partition(b",")[2] or 1)
        elif line.startswith(b"--- "):
            rows = paths.setdefault(line[4:].rstrip(b"\t\n").decode("utf-8", "replace").removeprefix("a/"), [])
        elif re.fullmatch(rb"[0-9a-f]{40,64}\n", line):
            paths = found.setdefault(line.strip().decode(), {})
    return found


def _lines(command: list[str], given: list[str]) -> Iterator[bytes]:
    with tempfile.TemporaryFile() as names:
        names.write("".join(f"{one}\n" for one in given).encode())
        names.seek(0)
        with subprocess.Popen(command, stdin=names, stdout=subprocess.PIPE, env=_ENVIRONMENT) as process:
            assert process.stdout
            yield from process.stdout


def blobs(directory: Path, wanted: Sequence[str]) -> Iterator[bytes]:
    """Yield the content of each blob, b"" of one that the clone lacks or that is too large."""
    with tempfile.TemporaryFile() as names:
        names.write("".join(f"{one}\n" for one in wanted).encode())
        names.seek(0)
        command = _git(directory, "cat-file", "--batch", "--buffer")
        with subprocess.Popen(command, stdin=names, stdout=subprocess.PIPE, env=_ENVIRONMENT) as process:
            assert process.stdout
            for _ in wanted:
                head = process.stdout.readline()
                if head.endswith((b" missing\n", b" ambiguous\n")):
                    yield b""
                    continue
                size = int(head.rsplit(b" ", 1)[1])
                text = process.stdout.read(size + 1)[:-1]
                yield text if size <= MOST_BYTES else b""


def records(directory: Path, last: str) -> Iterator[Record]:
    """Yield a record for each definition that a usable commit changed, newest first."""
    wanted = whole(directory, list(commits(directory, last)))
    lines = changed_lines(directory, wanted)
    contents = blobs(directory, [old for one in wanted for old in one.sources.values()])
    sentences = Counter(one.sentence.lower() for one in wanted)
    versions: Counter[tuple[str, str, str]] = Counter()
    seen: set[bytes] = set()
    for one in wanted:
        found = [
            (path, text, definition)
            for path, text in zip(one.sources, contents, strict=False)  # as many of them as there are paths
            for definition in _changed(path, text, lines.get(one.sha, {}).get(path, []))
        ]
        functions = [each for each in found if each[2].function] or found
        if len(functions) > MOST_DEFINITIONS or sentences[one.sentence.lower()] > 2:
            continue
        for path, text, definition in functions:
            code = blanked(text, definition.start, definition.end, definition.cut)[:4000]
            key = hashlib.blake2b(f"{one.sentence}\0{''.join(code.split())}".encode(), digest_size=10).digest()
            place = (path, definition.container, definition.name)
            versions[place] += 1
            if len(code) < 60 or versions[place] > MOST_OF_ONE or key in seen:
                continue
            seen.add(key)
            language = BY_SUFFIX[PurePosixPath(path.lower()).suffix].name
            yield Record("commit", language, path, definition.name, definition.container, one.sentence, one.doc, code)


def _changed(path: str, text: bytes, rows: list[int]) -> list[Definition]:
    if not text or text[:4000].count(b"\n") < len(text[:4000]) / 400:
        return []
    found = around(text, BY_SUFFIX[PurePosixPath(path.lower()).suffix], rows)
    return [one for one in found if not _is_test(text, one)]


def _is_test(text: bytes, definition: Definition) -> bool:
    """Whether it is a test among the code it tests, as Rust has them."""
    above = text[max(definition.start - 200, 0) : definition.start]
    return definition.name.lower().startswith("test") or bool(_TEST.search(above))


def file_of(repository: Repository) -> Path:
    return RECORDS / "train" / f"commits of {repository.name.replace('/', '+')}.jsonl"


def extract(repository: Repository, mirrors: Path) -> str:
    """Write the records of one repository; return a line about them."""
    target = file_of(repository)
    if target.exists():
        return f"{repository.name}: there"
    target.parent.mkdir(parents=True, exist_ok=True)
    directory = mirrors / repository.name.replace("/", "+") / "repo"
    count = 0
    with target.with_suffix(".partial").open("w", encoding="utf-8") as stream:
        for record in records(directory, repository.commit):
            stream.write(json.dumps(asdict(record)) + "\n")
            count += 1
    target.with_suffix(".partial").rename(target)
    return f"{repository.name}: commit {count}"


def read_records() -> Iterator[tuple[str, dict[str, str]]]:
    """Yield (file, record) of each repository that was extracted."""
    for file in filter(Path.exists, map(file_of, listed())):
        with file.open(encoding="utf-8") as stream:
            for line in stream:
                yield file.stem, json.loads(line)


def clean_records() -> Iterator[tuple[str, dict[str, str]]]:
    """Yield records without questions of the evaluation; a subject that several repositories have says little."""
    held_code, held_sentences = held()
    rows = [(package, sentence_key(record["sentence"]), record) for package, record in read_records()]
    repeats = Counter(sentence for _, sentence in {(package, sentence) for package, sentence, _ in rows})
    for package, sentence, record in rows:
        is_held = code_key(record["code"]) in held_code or sentence in held_sentences
        if not is_held and repeats[sentence] <= MOST_REPEATS:
            yield package, record


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mirrors", type=Path)
    arguments = parser.parse_args()
    for repository in listed():
        print(extract(repository, arguments.mirrors), flush=True)


if __name__ == "__main__":
    main()
