"""Write reports into the forms of issue trackers, as people file and paste them.

    python -m tests.benchmarks.questions.in_forms MIRRORS OUT FILLED [--only NAME...] [--forms held]

OUT is a folder that `make` filled. FILLED gets its reports, each as it was (`bare`), in a form of Markdown (`text`) and
in one of fields (`fields`), both of another project, and in one of its own project, if that has any (`own`). The forms
are those of the listed repositories that MIRRORS holds; a hash puts each project's among those to look at while rules
are made, or among the `held` ones.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from .make import queries_of, write_queries
from .repository import Source, clone_of, git, listed, texts_of

SHARES = ("development", "held")
_PLACE = re.compile(r"(?i)\.github/issue_template(?:/[^/]+)?\.(?:md|ya?ml)")
_NOT_OF_FAULTS = re.compile(
    r"(?i)config\.ya?ml|feature|question|request|docs|documentation|enhancement|idea|support|discussion|release|task"
)
_FRONT_MATTER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
_HEADING = re.compile(r"\s*(?:#{1,6}\s|\*\*[^*]+\*\*)")
_OF_SURROUNDINGS = re.compile(
    r"(?i)environment|system|information|version|operating|platform|dependenc|installed|\bos\b"
)

# What commands for that print.
_SURROUNDINGS = (
    """\
commit: None
python: 3.8.5 (default, Sep  4 2020, 07:30:14)
[GCC 7.3.0]
OS: Linux
machine: x86_64
LC_ALL: None
LANG: en_US.UTF-8

pandas: 1.1.3
numpy: 1.19.2
scipy: 1.5.2
h5py: 2.10.0
matplotlib: 3.3.1
setuptools: 50.3.0
pip: 20.2.4
pytest: 6.1.1
sphinx: None""",
    """\
Package            Version
------------------ ---------
attrs              20.3.0
certifi            2020.12.5
click              7.1.2
coverage           5.3.1
Jinja2             2.11.2
packaging          20.8
Pygments           2.7.3
requests           2.25.1
urllib3            1.26.2
wheel              0.36.2""",
    """\
  System:
    OS: macOS 13.4.1
    CPU: (10) arm64 Apple M1 Pro
    Memory: 164.88 MB / 32.00 GB
    Shell: 5.8.1 - /bin/zsh
  Binaries:
    Node: 18.16.0 - ~/.nvm/versions/node/v18.16.0/bin/node
    Yarn: 1.22.19 - ~/.nvm/versions/node/v18.16.0/bin/yarn
    npm: 9.5.1 - ~/.nvm/versions/node/v18.16.0/bin/npm
  Browsers:
    Chrome: 114.0.5735.198
    Safari: 16.5""",
    """\
GO111MODULE=""
GOARCH="amd64"
GOBIN=""
GOCACHE="/home/user/.cache/go-build"
GOFLAGS=""
GOOS="linux"
GOPATH="/home/user/go"
GOPROXY="https://proxy.golang.org,direct"
GOROOT="/usr/local/go"
CC="gcc"
CXX="g++"
CGO_ENABLED="1\"""",
    """\
- OS: Ubuntu 22.04 LTS
- Version: 2.4.1
- Installed with: docker
- Browser: Firefox 121
- Database: PostgreSQL 13""",
)


@dataclass(frozen=True, slots=True)
class Report:
    """A report of a fault: its title, the rest, and a number that chooses what stands around it."""

    title: str
    body: str
    number: int

    @property
    def surroundings(self) -> str:
        return _SURROUNDINGS[self.number % len(_SURROUNDINGS)]


@dataclass(frozen=True, slots=True)
class Form:
    """A form for reports of faults, as the tracker of a project holds it."""

    project: str
    text: str
    is_markdown: bool

    def filled(self, report: Report) -> str:
        """Return what is filed: the title, and the form with the report at its first heading or in its first field."""
        written = _in_markdown(self.text, report) if self.is_markdown else "\n\n".join(_in_fields(self.text, report))
        return f"{report.title}\n\n{written}"


def _in_markdown(form: str, report: Report) -> str:
    """Advice and further headings stay, as most who file leave them; what is asked of the machine is told."""
    lines = _FRONT_MATTER.sub("", form).splitlines()
    headings = [row for row, line in enumerate(lines) if _HEADING.match(line)]
    at = headings[0] + 1 if headings else len(lines)
    around = next((row + 1 for row in headings[1:] if _OF_SURROUNDINGS.search(lines[row])), None)
    told = [*lines[at:around], "", report.surroundings, "", *lines[around:]] if around else lines[at:]
    return "\n".join([*lines[:at], "", report.body, "", *told])


def _in_fields(form: str, report: Report) -> Iterator[str]:
    is_told = False
    for field in yaml.safe_load(form).get("body", ()):
        asked = field.get("attributes", {})
        kind, label = field.get("type"), asked.get("label", "")
        if kind == "markdown":
            continue
        answer = "_No response_"
        if kind == "checkboxes":
            answer = "\n".join(f"- [X] {option['label']}" for option in asked["options"])
        elif kind == "dropdown":
            answer = str(asked["options"][0])
        elif kind == "textarea" and not is_told and not _OF_SURROUNDINGS.search(label):
            answer, is_told = report.body, True
        elif _OF_SURROUNDINGS.search(label):
            answer = report.surroundings if kind == "textarea" else "2.4.1"
        yield f"### {label}\n\n{answer}"


def forms_of(mirrors: Path, source: Source, commit: str) -> list[Form]:
    """Return the forms of a project for faults, as they were at a commit."""
    clone = clone_of(mirrors, source)
    paths = git(clone, "ls-tree", "-r", "--name-only", commit, ".github").splitlines()
    places = [path for path in paths if _PLACE.fullmatch(path) and not _NOT_OF_FAULTS.search(Path(path).name)]
    found = []
    for path, text in texts_of(clone, commit, places).items():
        form = Form(source.slug, text.decode("utf-8", "replace").replace("\r\n", "\n"), path.endswith(".md"))
        if form.is_markdown or any(field.get("type") == "textarea" for field in yaml.safe_load(form.text)["body"]):
            found.append(form)
    return found


def beside(out: Path, other: Path) -> None:
    """Make a folder for other questions about the same trees."""
    other.mkdir(parents=True, exist_ok=True)
    for name in ("trees", "index"):
        (other / name).unlink(missing_ok=True)
        (other / name).symlink_to((out / name).resolve())


def number(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:4], "big")


def rows_of(
    rows: Sequence[Mapping[str, Any]], source: Source, own: Sequence[Form], forms: Sequence[Form]
) -> Iterator[dict[str, Any]]:
    """Yield the reports among some questions: bare, and in a form of each kind."""
    others = [form for form in forms if form.project != source.slug]
    kinds = {
        "text": [form for form in others if form.is_markdown],
        "fields": [form for form in others if not form.is_markdown],
        "own": own,
    }
    for row in rows:
        if row["kind"] != "report":
            continue
        title, _, body = row["query"].partition("\n")
        report = Report(title.strip(), body.strip(), number(row["id"]))
        yield {**row, "kind": "bare"}
        for kind, fitting in kinds.items():
            if fitting:
                form = fitting[report.number % len(fitting)]
                yield {**row, "id": f"{row['id']}/{kind}", "kind": kind, "query": form.filled(report)}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mirrors", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("filled", type=Path)
    parser.add_argument("--only", nargs="+", default=(), help="names of repositories")
    parser.add_argument("--forms", choices=SHARES, default=SHARES[0])
    args = parser.parse_args()
    of_share = (source for source in listed() if SHARES[number(source.slug) % 2] == args.forms)
    shared = [source for source in of_share if (args.mirrors / source.slug.replace("/", "+") / "repo").exists()]
    forms = [form for source in shared for form in forms_of(args.mirrors, source, source.until)]
    print(f"{len(forms)} forms of {len({form.project for form in forms})} projects")
    beside(args.out, args.filled)
    for source in listed():
        asked = queries_of(args.out, source)
        if asked.exists() and source.name in (args.only or [source.name]):
            rows = [json.loads(line) for line in asked.read_text("utf-8").splitlines()]
            write_queries(
                args.filled, source, rows_of(rows, source, forms_of(args.mirrors, source, source.snapshot), forms)
            )


if __name__ == "__main__":
    main()
