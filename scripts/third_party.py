"""Write THIRD-PARTY.md: what of others belongs to an installation, and its licences.

    python scripts/third_party.py            write it; run after `.ci/lock`
    python scripts/third_party.py --check    change nothing; exit code 1 if it is stale

Licences are as the metadata of the locked packages state them. Those of another platform or Python, which are not
installed here, are downloaded, not installed, so that their metadata can be read; the check asks no registry.
"""

from __future__ import annotations

import argparse
import email
import importlib.metadata
import json
import re
import subprocess
import sys
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from email.message import Message
from itertools import chain
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
PAGE = REPOSITORY / "THIRD-PARTY.md"
INSTALLED = REPOSITORY / "requirements.txt"
ALL = REPOSITORY / "requirements-dev.txt"
CORPUS = REPOSITORY / "training" / "packages.tsv"
REPOSITORIES = [REPOSITORY / "training" / name for name in ("commits.tsv", "lists.tsv")]
NPM_LOCK = REPOSITORY / "editors" / "vscode" / "package-lock.json"

UNKNOWN = "not stated"
_AFTER_PYTHON = "## The extension of VS Code"
_LOCKED = re.compile(r"^([A-Za-z0-9._-]+)==([^ \\]+)", re.MULTILINE)
_ROW = re.compile(r"^\| (\S+) \| (\d[^|]*) \| ([^|]+) \|$", re.MULTILINE)
_LICENCE_FILE = re.compile(r"licen[cs]e|copying", re.IGNORECASE)
_SPDX = {
    "3-Clause BSD License": "BSD-3-Clause",
    "Apache 2": "Apache-2.0",
    "Apache 2.0": "Apache-2.0",
    "Apache License, Version 2.0": "Apache-2.0",
    "Apache Software License": "Apache-2.0",
    "BSD": "BSD (variant not stated)",
    "BSD License": "BSD (variant not stated)",
    "Dual License": "Apache-2.0 OR BSD-3-Clause",
    "MIT License": "MIT",
    "MIT license": "MIT",
    "Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
    "PSF": "PSF-2.0",
}
"""Licences in the words of metadata, as SPDX."""

HEAD = """\
# Third-party software

Written by `python scripts/third_party.py` from the lock files and the metadata of the packages that they name.
lsp-codebase itself is under the MIT licence ([LICENSE](LICENSE)). Neither the wheel nor the sdist contains code of
others: a package manager fetches the packages below, each with its own licence files in its `.dist-info/licenses`. The
extension of VS Code contains the modules that are listed under its name, with their licences in `out/THIRD-PARTY.txt`.

Binary packages contain more than their own code, and say so: `pyarrow` and `numpy` in `LICENSE.txt`, `onnxruntime` in
`ThirdPartyNotices.txt`, `lancedb` in the bill of materials below `.dist-info/sboms`, and `tree-sitter-language-pack` in
its description, which lists the licence of each grammar.
"""
FACTS = """\
## Data

- `lsp_codebase/cli/editors/helix_languages.json`: names, file endings and language servers as Helix (MPL-2.0) lists
  them; facts, no code of it.
- `lsp_codebase/search/query/chinese.tsv`, `expressions.tsv`, `languages.tsv` and `words.tsv`: written for this project.
- `lsp_codebase/search/query/english.tsv`: made from SCOWL, Copyright 2000-2011 by Kevin Atkinson, whose permission
  notice stands in the file; `related.tsv`: words written for this project, and pairs by the built-in model;
  `asking.tsv`: words written for this project, and how often public repositories use them.
- `lsp_codebase/embed/builtin/`: the built-in model, made of the texts below.
- `lsp_codebase/embed/builtin_reader.npz`: the model that reads, made of the same texts and of repositories with their
  histories (registry `git`); `lsp_codebase/search/ranking/second_look.npz`: learned from numbers about these
  repositories.
"""


def normalized(name: str) -> str:
    """Return a package's name as lock files spell it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def locked(path: Path) -> dict[str, list[str]]:
    """Return the versions of each package that a lock file names, by name."""
    versions: dict[str, list[str]] = {}
    for name, version in _LOCKED.findall(path.read_text("utf-8")):
        versions.setdefault(normalized(name), []).append(version)
    return versions


def licence_of(metadata: Message, texts: Iterable[str]) -> str:
    """Return the licence that a package states, or else the first line of its licence files."""
    stated = metadata.get("License-Expression") or metadata.get("License") or ""
    if not stated or len(stated) > 60:  # the whole text of a licence
        classifiers = [value for value in metadata.get_all("Classifier") or [] if value.startswith("License ::")]
        lines = (line for text in texts for line in text.splitlines() if line.strip())
        stated = " / ".join(value.split(" :: ")[-1] for value in classifiers) or next(lines, "")
    return _SPDX.get(stated.strip(), stated.strip())


def installed_licences() -> dict[str, tuple[str, str]]:
    """Return version and licence of every package of this environment."""
    found = {}
    for package in importlib.metadata.distributions():
        files = (file for file in package.files or [] if ".dist-info" in str(file) and _LICENCE_FILE.search(file.name))
        texts = (file.read_text("utf-8") for file in files)
        metadata = email.message_from_string(package.read_text("METADATA") or "")
        found[normalized(package.name)] = package.version, licence_of(metadata, texts)
    return found


def downloaded_licence(name: str, version: str) -> str:
    """Return the licence of a package that is not installed here, from its wheel."""
    platforms = [word for one in ("any", "win_amd64", "manylinux_2_28_x86_64") for word in ("--platform", one)]
    options = [
        "-q",
        "--no-deps",
        "--only-binary=:all:",
        "--ignore-requires-python",
        "--python-version",
        "3.10",
        *platforms,
    ]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "pip", "download", *options, "-d", folder, f"{name}=={version}"]
        subprocess.run(command, check=True)
        with zipfile.ZipFile(next(Path(folder).iterdir())) as wheel:
            names = [file for file in wheel.namelist() if ".dist-info/" in file]
            texts = (wheel.read(file).decode() for file in names if _LICENCE_FILE.search(file))
            metadata = next(file for file in names if file.endswith("/METADATA"))
            return licence_of(email.message_from_bytes(wheel.read(metadata)), texts)


def rows_of(page: str) -> dict[str, tuple[str, str]]:
    """Return versions and licence of each Python package that the page lists."""
    python = page.partition(_AFTER_PYTHON)[0]
    return {row[1]: (row[2], row[3]) for row in _ROW.finditer(python)}


def python_rows(page: str, *, may_download: bool) -> dict[str, tuple[str, str]]:
    """Return versions and licence of every locked package: of the installed one, else of the page, else downloaded."""
    installed, written = installed_licences(), rows_of(page)
    rows = {}
    for name, versions in locked(ALL).items():
        shown = ", ".join(versions)
        version, licence = installed.get(name, ("", ""))
        if len(versions) > 1 or version not in versions:  # which one is installed depends on the Python
            versions_written, licence_written = written.get(name, ("", ""))
            if versions_written == shown:
                licence = licence_written
            elif may_download:
                licence = licence or downloaded_licence(name, versions[0])
        rows[name] = shown, licence or UNKNOWN
    return rows


def corpus_rows() -> Iterator[tuple[str, ...]]:
    """Yield name, version, registry and licence of the packages that the built-in models were trained on."""
    for line in CORPUS.read_text("utf-8").splitlines():
        registry, name, version, licence, role, _ = line.split("\t")
        if role == "train":
            yield name, version, registry, licence
    for line in chain.from_iterable(file.read_text("utf-8").splitlines() for file in REPOSITORIES):
        name, commit, licence, _ = line.split("\t")
        if not name.startswith("#"):
            yield name, commit[:12], "git", licence


def bundled_rows() -> Iterator[tuple[str, ...]]:
    """Yield name, version and licence of the modules that the extension of VS Code imports, and of theirs."""
    packages = json.loads(NPM_LOCK.read_text("utf-8"))["packages"]
    names = {"vscode-languageclient"}
    while len(names) < len(names := names | {name for known in names for name in _needs(packages, known)}):
        pass
    for name in sorted(names):
        package = packages[f"node_modules/{name}"]
        yield name, package["version"], package["license"]


def _needs(packages: Mapping[str, Mapping[str, Mapping[str, str]]], name: str) -> Iterable[str]:
    return packages[f"node_modules/{name}"].get("dependencies", {})


def _table(head: str, rows: Iterable[Iterable[str]]) -> str:
    columns = head.split(", ")
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def page(written: str, *, may_download: bool) -> str:
    """Return the text that THIRD-PARTY.md should have."""
    rows = sorted((name, *row) for name, row in python_rows(written, may_download=may_download).items())
    ours = locked(INSTALLED)
    head = "package, versions, licence"
    parts = [
        HEAD,
        "## Installed with the package and its extra `models`\n",
        _table(head, (row for row in rows if row[0] in ours)),
        "## For the extras `mcp` and `http`, and for development\n",
        _table(head, (row for row in rows if row[0] not in ours)),
        f"{_AFTER_PYTHON}\n",
        _table("module, version, licence", bundled_rows()),
        FACTS,
        _table("trained on, version, registry, licence", sorted(corpus_rows())),
    ]
    return "\n".join(parts)


def main() -> int:
    """Write the page, or check it; return the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--check", action="store_true", help="change nothing; exit code 1 if the page is stale")
    is_check = parser.parse_args().check
    written = PAGE.read_text("utf-8") if PAGE.exists() else ""
    text = page(written, may_download=not is_check)
    if text == written:
        return 0
    print(f"{'stale' if is_check else 'written'}: {PAGE.name}")
    if not is_check:
        PAGE.write_text(text, "utf-8", newline="\n")
    return int(is_check)


if __name__ == "__main__":
    raise SystemExit(main())
