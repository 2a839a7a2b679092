"""Pack what editors and shells get besides the Python package: `python scripts/pack_editors.py FOLDER`.

The times of all entries are SOURCE_DATE_EPOCH, or else the first that a zip file can hold: the same files give the same
bytes.
"""

from __future__ import annotations

import argparse
import io
import os
import re
import subprocess
import sys
import tarfile
import time
import zipfile
from collections.abc import Mapping
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(REPOSITORY))  # `python scripts/pack_editors.py` puts only its own folder there

from lsp_codebase import __version__  # noqa: E402
from lsp_codebase.cli.editors import SNIPPETS  # noqa: E402

EDITORS = REPOSITORY / "editors"
_FIRST_ZIP_TIME = 315_532_800  # 1980-01-01
_LICENSE = {"LICENSE": (REPOSITORY / "LICENSE").read_bytes()}


def files_below(folder: Path) -> dict[str, bytes]:
    """Return the files of a folder by their paths in it."""
    files = (path for path in folder.rglob("*") if path.is_file() and not path.name.startswith("."))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}


def neovim_plugin() -> dict[str, bytes]:
    """Return the folder that goes on the runtime path."""
    return files_below(EDITORS / "neovim") | _LICENSE


def emacs_package() -> dict[str, bytes]:
    """Return the package for `package-install-file`: the files, and a description from the headers of the main one."""
    main = (EDITORS / "emacs" / "lsp-codebase.el").read_text("utf-8")
    summary = re.search(r"--- (.*?)\s+-\*-", main)
    requires = re.search(r"^;; Package-Requires: (.*)$", main, re.MULTILINE)
    if not summary or not requires:
        raise SystemExit("editors/emacs/lsp-codebase.el lacks a summary, or the header Package-Requires")
    described = f'(define-package "lsp-codebase" "{__version__}" "{summary[1]}" \'{requires[1]})\n'
    description = f";; -*- no-byte-compile: t; lexical-binding: nil -*-\n{described}"
    return files_below(EDITORS / "emacs") | _LICENSE | {"lsp-codebase-pkg.el": description.encode()}


def configurations() -> dict[str, bytes]:
    """Return the texts that users of the other editors paste or import, each with the page of its editor."""
    pasted = {f"snippets/{snippet.file}": snippet.text().encode() for snippet in SNIPPETS.values()}
    folders = ("helix", "intellij", "kate", "sublime", "vim", "zed")
    return (
        _LICENSE
        | pasted
        | {f"{name}/{path}": data for name in folders for path, data in files_below(EDITORS / name).items()}
    )


def completions() -> dict[str, bytes]:
    """Return the completion script of each shell under the name that the shell looks for, and the manual."""
    names = {
        "bash": "lsp-codebase",
        "zsh": "_lsp-codebase",
        "fish": "lsp-codebase.fish",
        "powershell": "lsp-codebase.ps1",
    }
    scripts = {f"{shell}/{name}": _printed("completion", shell) for shell, name in names.items()}
    return scripts | {"man1/lsp-codebase.1": _printed("man")} | _LICENSE


def _printed(*arguments: str) -> bytes:
    command = [sys.executable, "-m", "lsp_codebase", *arguments]
    return subprocess.run(command, cwd=REPOSITORY, stdout=subprocess.PIPE, check=True).stdout


def write_zip(path: Path, folder: str, files: Mapping[str, bytes], moment: int) -> None:
    """Write the files into one folder of a zip file."""
    stamp = time.gmtime(max(moment, _FIRST_ZIP_TIME))[:6]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in sorted(files.items()):
            entry = zipfile.ZipInfo(f"{folder}/{name}", stamp)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            archive.writestr(entry, data)


def write_tar(path: Path, folder: str, files: Mapping[str, bytes], moment: int) -> None:
    """Write the files into one folder of a tar file."""
    with tarfile.open(path, "w", format=tarfile.USTAR_FORMAT) as archive:
        for name, data in sorted(files.items()):
            entry = tarfile.TarInfo(f"{folder}/{name}")
            entry.size, entry.mtime = len(data), moment
            archive.addfile(entry, io.BytesIO(data))


def main() -> None:
    """Write the archives into the folder that the command names."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folder", type=Path)
    out = parser.parse_args().folder
    moment = int(os.environ.get("SOURCE_DATE_EPOCH", _FIRST_ZIP_TIME))
    write_zip(out / f"lsp-codebase-neovim-{__version__}.zip", "lsp-codebase", neovim_plugin(), moment)
    write_tar(out / f"lsp-codebase-emacs-{__version__}.tar", f"lsp-codebase-{__version__}", emacs_package(), moment)
    write_zip(out / f"lsp-codebase-editors-{__version__}.zip", "lsp-codebase-editors", configurations(), moment)
    write_zip(out / f"lsp-codebase-completions-{__version__}.zip", "lsp-codebase-completions", completions(), moment)


if __name__ == "__main__":
    main()
