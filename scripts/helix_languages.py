"""Write Helix's facts about languages into the package: names, file endings and language servers.

    python scripts/helix_languages.py CLONE    read the newest commit of a clone of github.com/helix-editor/helix

A Helix refuses a whole file that has an entry for a language which it does not know, so those that the oldest release
lacks are marked. A user's list of servers replaces that of Helix, so adding a server means repeating the
others. Helix's file is under the MPL 2.0; only these facts of it are kept.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from pathlib import Path
from typing import Any

import tomllib

DATA = Path(__file__).parents[1] / "lsp_codebase" / "cli" / "editors" / "helix_languages.json"
FILE = "languages.toml"
OLDEST = "25.01"  # the release of Debian 13


def facts(languages: list[dict[str, Any]], old: set[str]) -> dict[str, Any]:
    """Return the endings and servers of the languages that have files, by name, and which are not `old`."""
    return {
        language["name"]: {
            "id": language.get("language-id", language["name"]),
            "endings": [one for one in language["file-types"] if isinstance(one, str)],
            "servers": language.get("language-servers", []),
            **({} if language["name"] in old else {"is_new": True}),
        }
        for language in sorted(languages, key=lambda one: str(one["name"]))
        if language["file-types"]
    }


def written(languages: dict[str, Any], commit: str, date: str) -> str:
    """Return the text of the data file, with a line for each language."""
    source = f"https://github.com/helix-editor/helix/blob/{commit}/{FILE}"
    rows = ",\n".join(f"    {json.dumps(name)}: {json.dumps(of)}" for name, of in languages.items())
    head = f'"source": {json.dumps(source)},\n  "license": "MPL-2.0",\n'
    head += f'  "date": {json.dumps(date)},\n  "oldest": {json.dumps(OLDEST)}'
    return f'{{\n  {head},\n  "languages": {{\n{rows}\n  }}\n}}\n'


def main() -> None:
    """Read a clone and write the data file."""
    parser = argparse.ArgumentParser(description="Write what Helix knows of languages into the package.")
    parser.add_argument("clone", type=Path, metavar="CLONE", help="a clone of Helix")
    folder: Path = parser.parse_args().clone

    def git(*words: str) -> str:
        return subprocess.run(["git", "-C", str(folder), *words], capture_output=True, text=True, check=True).stdout

    commit, date = git("log", "-1", "--format=%H %cs").split()

    def languages(at: str) -> list[dict[str, Any]]:
        listed: list[dict[str, Any]] = tomllib.loads(git("show", f"{at}:{FILE}"))["language"]
        return listed

    old = {str(one["name"]) for one in languages(OLDEST)}
    DATA.write_text(written(facts(languages(commit), old), commit, date), "utf-8", newline="\n")


if __name__ == "__main__":
    main()
