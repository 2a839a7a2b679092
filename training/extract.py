"""From unpacked packages to records of definitions: `training/work/records/<role>/<package>.jsonl`."""

from __future__ import annotations

import functools
import hashlib
import itertools
import json
import multiprocessing
import random
import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from training.definitions import Definition, Span, blanked, parse
from training.docs import first_paragraph, first_sentence, is_sentence, plain_text, without_name
from training.fetch import HERE, WORK, Package, listed
from training.languages import BY_SUFFIX, DECLARATIONS, SKIPPED_ENDINGS, SKIPPED_FOLDERS, Language

RECORDS = WORK / "records"
MOST_DOCUMENTED, MOST_UNDOCUMENTED, MOST_INLINE, MOST_TEXT = 14_000, 9_000, 6_000, 1_500
MOST_FILE_BYTES = 300_000
SEED = 20261120
# Packages whose documented code is in declaration files; elsewhere those repeat the source.
DECLARED_ONLY = frozenset(("@types/node", "@types/vscode", "@types/three", "typescript"))


@dataclass
class Record:
    """A query side and a code side. `kind`: doc (definition with a comment), name (without), inline, text."""

    kind: str
    language: str
    path: str
    name: str
    container: str
    sentence: str
    doc: str
    code: str


@functools.cache
def reserved() -> frozenset[str]:
    lines = (HERE / "reserved.txt").read_text("utf-8").splitlines()
    return frozenset(" ".join(line for line in lines if not line.startswith("#")).split())


def source_files(package: Package) -> Iterator[tuple[Path, Language]]:
    """Yield the package's own source files in the listed languages, in a stable order."""
    root = package.folder
    files = sorted(
        file for file in root.rglob("*") if file.suffix in BY_SUFFIX and file.is_file() and not file.is_symlink()
    )
    has_typescript = sum(file.suffix in (".ts", ".tsx") and not file.name.endswith(".d.ts") for file in files) > 5
    for file in files:
        relative = file.relative_to(root)
        folders = [part.lower() for part in relative.parts[:-1]]
        language = BY_SUFFIX[file.suffix]
        if file.name.endswith(DECLARATIONS) and package.name not in DECLARED_ONLY:
            continue
        if SKIPPED_FOLDERS.intersection(folders) or file.name.lower().endswith(SKIPPED_ENDINGS):
            continue
        if package.role == "train" and reserved().intersection([*folders, file.stem.lower()]):
            continue
        if package.registry == "npm" and has_typescript and file.suffix in (".js", ".mjs", ".cjs"):
            continue
        if file.stat().st_size <= MOST_FILE_BYTES or package.name in DECLARED_ONLY:
            yield file, language


def _inline(text: bytes, language: Language, comments: list[Span], path: str) -> Iterator[Record]:
    """Yield each comment inside code with the statements under it."""
    for index, (start, end) in enumerate(comments):
        line_start = text.rfind(b"\n", 0, start) + 1
        indent = text[line_start:start]
        if indent.strip() or not indent:
            continue
        if index and not text[comments[index - 1][1] : start].strip():
            continue
        last = end
        following = index + 1
        while following < len(comments) and not text[last : comments[following][0]].strip():
            last = comments[following][1]
            following += 1
        sentence = first_sentence(plain_text(text[start:last].decode("utf-8", "replace")))
        if not is_sentence(sentence, 4):
            continue
        block = []
        for line in text[last : last + 1500].split(b"\n")[1:14]:
            if not line.strip() or (not line.startswith(indent)):
                break
            block.append(line)
        code = b"\n".join(block)
        cut = blanked(code, 0, len(code), []) if len(block) >= 2 else ""
        if len(cut) >= 60:
            yield Record("inline", language.name, path, "", "", sentence, sentence, cut)


def _definitions(text: bytes, language: Language, found: list[Definition], path: str) -> Iterator[Record]:
    for definition in found:
        code = blanked(text, definition.start, definition.end, definition.cut)
        if len(code) < 40:
            continue
        doc = plain_text(definition.comment)
        sentence = without_name(first_sentence(doc), definition.name)
        kind = "doc" if is_sentence(sentence) else "name"
        if kind == "name" and (code.count("\n") < 2 or len(definition.name) < 4):
            continue
        whole = without_name(first_paragraph(doc), definition.name)[:600] if kind == "doc" else ""
        sentence = sentence if kind == "doc" else ""
        yield Record(kind, language.name, path, definition.name, definition.container, sentence, whole, code[:4000])


def _texts(package: Package) -> Iterator[Record]:
    """Yield headings of READMEs and manuals with the text under them."""
    for file in sorted(package.folder.rglob("*")):
        if file.suffix not in (".md", ".rst") or not file.is_file() or file.stat().st_size > MOST_FILE_BYTES:
            continue
        folders = [part.lower() for part in file.relative_to(package.folder).parts]
        if SKIPPED_FOLDERS.intersection(folders) or reserved().intersection(folders) or "change" in file.name.lower():
            continue
        text = file.read_text("utf-8", "replace")
        heading = re.compile(r"^#+ +(.+)\n|^(.+)\n(?:=+|-+|~+|\^+)\n", re.M)
        matches = list(heading.finditer(text))
        for match, following in itertools.zip_longest(matches, matches[1:]):
            title = (match.group(1) or match.group(2)).strip("# `*")
            body = text[match.end() : following.start() if following else match.end() + 2000][:2000].strip()
            if is_sentence(title, 2) and len(body) > 120:
                yield Record("text", "markdown", str(file.relative_to(package.folder)), "", "", title, title, body)


def extract(package: Package) -> str:
    """Write the records of one package; return a line about them."""
    target = RECORDS / package.role / f"{package.folder.name}.jsonl"
    if target.exists():
        return f"{package.name}: there"
    by_kind: dict[str, list[Record]] = {"doc": [], "name": [], "inline": [], "text": []}
    seen: set[bytes] = set()
    for file, language in source_files(package):
        text = file.read_bytes()
        if text[:4000].count(b"\n") < len(text[:4000]) / 400:
            continue
        found, comments = parse(text, language)
        path = str(file.relative_to(package.folder))
        for record in (*_definitions(text, language, found, path), *_inline(text, language, comments, path)):
            key = hashlib.blake2b("".join(record.code.split()).encode(), digest_size=10).digest()
            if key not in seen:
                seen.add(key)
                by_kind[record.kind].append(record)
    by_kind["text"] = list(_texts(package))
    limits = {"doc": MOST_DOCUMENTED, "name": MOST_UNDOCUMENTED, "inline": MOST_INLINE, "text": MOST_TEXT}
    random_source = random.Random(f"{SEED} {package.name}")
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.with_suffix(".partial").open("w", encoding="utf-8") as stream:
        for kind, records in by_kind.items():
            if package.role == "train" and len(records) > limits[kind]:
                records = random_source.sample(records, limits[kind])
            stream.writelines(json.dumps(asdict(record)) + "\n" for record in records)
    target.with_suffix(".partial").rename(target)
    return f"{package.name}: " + " ".join(f"{kind} {len(records)}" for kind, records in by_kind.items())


def main() -> None:
    packages = [package for package in listed() if package.folder.exists()]
    with multiprocessing.Pool(2) as pool:
        for line in pool.imap_unordered(extract, packages):
            print(line, flush=True)


if __name__ == "__main__":
    main()
