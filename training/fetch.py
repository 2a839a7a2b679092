"""Download and unpack the packages of `packages.tsv` into `training/work/packages/<role>/<name>/`.

Ordinary clients only: pip, npm and apt-get. A package that is already there is not fetched again.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
PACKAGES = HERE / "packages.tsv"
WORK = HERE / "work"
APT_STATE = WORK / "apt"


@dataclass(frozen=True)
class Package:
    registry: str
    name: str
    version: str
    licence: str
    role: str
    languages: tuple[str, ...]

    @property
    def folder(self) -> Path:
        return WORK / "packages" / self.role / self.name.replace("/", "+")


def listed() -> Iterator[Package]:
    """Yield the rows of the committed list, in its order."""
    for line in PACKAGES.read_text("utf-8").splitlines():
        if line and not line.startswith("#"):
            registry, name, version, licence, role, languages = line.split("\t")
            yield Package(registry, name, version, licence, role, tuple(languages.split(",")))


BACKEND_STUB = '''"""Answers pip's question for metadata from the PKG-INFO of the source archive: nothing is built."""
import email
import pathlib


def prepare_metadata_for_build_wheel(metadata_directory, config_settings=None):
    text = pathlib.Path("PKG-INFO").read_text("utf-8")
    fields = email.message_from_string(text)
    folder = pathlib.Path(metadata_directory, fields["Name"].replace("-", "_") + "-" + fields["Version"] + ".dist-info")
    folder.mkdir()
    (folder / "METADATA").write_text(text, "utf-8")
    return folder.name
'''


def _run(*command: str, cwd: Path | None = None, path: Path | None = None) -> str:
    environment = {**os.environ, "PYTHONPATH": str(path)} if path else None
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {(done.stderr or done.stdout).strip()[-400:]}")
    return done.stdout


def _apt_options() -> list[str]:
    """Options of an apt-get with its own lists and a `deb-src` line, so that the system's are not touched."""
    sources = APT_STATE / "sources.list"
    options = [
        "-o", f"Dir::Etc::sourcelist={sources}", "-o", "Dir::Etc::sourceparts=-",
        "-o", f"Dir::State::lists={APT_STATE / 'lists'}", "-o", f"Dir::Cache={APT_STATE / 'cache'}",
        "-o", "APT::Sandbox::User=",
    ]  # fmt: skip
    if not sources.exists():
        for folder in ("lists/partial", "cache/archives/partial"):
            (APT_STATE / folder).mkdir(parents=True, exist_ok=True)
        signed = "[signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]"
        lines = [f"{kind} {signed} http://deb.debian.org/debian bookworm main\n" for kind in ("deb", "deb-src")]
        sources.write_text("".join(lines), "utf-8")
        _run("apt-get", *options, "update")
    return options


def _unpack(archive: Path, into: Path) -> None:
    if archive.suffix in (".whl", ".zip"):
        with zipfile.ZipFile(archive) as file:
            file.extractall(into)
    else:
        with tarfile.open(archive) as file:
            file.extractall(into, filter="data")


def _download(package: Package, into: Path) -> None:
    name, version = package.name, package.version
    if package.registry in ("pypi", "pypi-sdist"):
        kind = ["--only-binary"] if package.registry == "pypi" else ["--no-build-isolation", "--no-binary"]
        stubs = WORK / "backends"
        stubs.mkdir(exist_ok=True)
        (stubs / "maturin.py").write_text(BACKEND_STUB, "utf-8")
        command = ["-m", "pip", "download", "-q", "--no-deps", *kind, ":all:", "-d", str(into), f"{name}=={version}"]
        _run(sys.executable, *command, path=stubs)
    elif package.registry == "npm":
        _run("npm", "pack", "--silent", f"{name}@{version}", cwd=into)
    else:
        verb = ["download"] if package.registry == "deb" else ["source", "--download-only"]
        try:
            _run("apt-get", *_apt_options(), "-q", *verb, f"{name}={version}", cwd=into)
        except RuntimeError:
            # A mirror may lack Debian's patches: the original source is enough. It may also have gone on to the next
            # point release, which Debian keeps the version of the program for.
            if not any(".orig" in file.name for file in into.iterdir()):
                _run("apt-get", *_apt_options(), "-q", *verb, name, cwd=into)


def fetch(package: Package) -> None:
    """Put the unpacked package in its folder."""
    if package.folder.exists():
        return
    partial = package.folder.with_name(package.folder.name + ".partial")
    shutil.rmtree(partial, ignore_errors=True)
    downloads = partial / ".download"
    downloads.mkdir(parents=True)
    _download(package, downloads)
    for archive in sorted(downloads.iterdir()):
        if archive.suffix == ".deb":
            _run("dpkg", "-x", str(archive), str(partial))
        elif archive.suffix != ".asc" and archive.suffix != ".dsc" and ".debian.tar" not in archive.name:
            _unpack(archive, partial)
    (partial / ".files").write_text("\n".join(sorted(f.name for f in downloads.iterdir())) + "\n")
    shutil.rmtree(downloads)
    partial.rename(package.folder)


def main() -> None:
    """Fetch everything; a package that cannot be had is reported and left out."""
    for package in listed():
        try:
            fetch(package)
            print(
                "ok  ", package.registry, package.name, (package.folder / ".files").read_text().split()[0], flush=True
            )
        except (RuntimeError, tarfile.TarError, zipfile.BadZipFile, OSError) as error:
            print("FAIL", package.registry, package.name, str(error)[-200:].replace("\n", " "), flush=True)


if __name__ == "__main__":
    main()
