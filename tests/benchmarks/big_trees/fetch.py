"""Fetch large real trees by name, as the registries that this machine is set up for give them.

    python -m tests.benchmarks.big_trees.fetch OUT [linux kubernetes llvm typescript]

OUT/NAME is the tree, OUT/NAME.version says what it is made of; a tree that is there stays. Debian's packages come
through `apt-get` (Debian 12 or its relatives) with lists of its own, so neither root nor a `deb-src` line is needed,
and npm's through `npm pack`: both check what they fetch. Nothing of a package is run.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

APT_SOURCES = Path("/etc/apt")


@dataclass(frozen=True, slots=True)
class Tree:
    """`leave_out` are paths in the tree that hide other files of it from some tools."""

    name: str
    registry: str
    packages: tuple[str, ...]
    leave_out: tuple[str, ...] = ()


TREES = (
    # Without it every tool sees the same files, whatever it makes of ignore rules.
    Tree("linux", "Debian", ("linux-source-6.1",), leave_out=(".gitignore",)),
    Tree("kubernetes", "Debian's sources", ("kubernetes",)),
    Tree("llvm", "Debian's sources", ("llvm-toolchain-14",)),
    # The package of the compiler holds no sources, so libraries that ship theirs stand beside it.
    Tree(
        "typescript",
        "npm",
        (
            "typescript@5.9.3",
            "@blocknote/core@0.55.0",
            "@react-spectrum/s2@1.7.1",
            "@tldraw/editor@5.1.1",
            "effect@4.1.0",
            "ethers@6.17.0",
            "rxjs@7.8.2",
            "tldraw@5.1.1",
            "viem@2.57.20",
            "zod@4.6.7",
        ),
    ),
)


def ask_for_sources(text: str) -> str:
    """Return a list of APT's, in either of its formats, that names source packages too."""
    lines = []
    for line in text.splitlines():
        word, _, rest = line.partition(" ")
        lines.append("Types: deb deb-src" if word == "Types:" else line)
        if word == "deb":
            lines.append(f"deb-src {rest}")
    return "\n".join(lines) + "\n"


class Apt:
    """`apt-get` with lists in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        parts, lists = folder / "parts", folder / "lists"
        for path in (parts, lists / "partial"):
            path.mkdir(parents=True, exist_ok=True)
        given = [*APT_SOURCES.glob("sources.list"), *APT_SOURCES.glob("sources.list.d/*.list")]
        given += APT_SOURCES.glob("sources.list.d/*.sources")
        if not given:
            raise SystemExit(f"{APT_SOURCES}: no list of packages; Debian's trees need apt-get with one")
        for path in given:
            (parts / path.name).write_text(ask_for_sources(path.read_text("utf-8")), "utf-8")
        self._options = [
            f"-oDir::Etc::SourceParts={parts}",
            "-oDir::Etc::SourceList=/dev/null",
            f"-oDir::State::Lists={lists}",
            "-oDir::Cache::pkgcache=",
            "-oDir::Cache::srcpkgcache=",
        ]
        self.run("update", "-q")

    def run(self, *command: str) -> None:
        subprocess.run(["apt-get", *self._options, *command], cwd=self._folder, check=True)


def from_debian(packages: Iterable[str], out: Path, folder: Path) -> list[str]:
    """Unpack the tarballs that binary packages hold below /usr/src; return the versions."""
    apt, versions = Apt(folder), []
    for package in packages:
        apt.run("download", package)
        (archive,) = folder.glob(f"{package}_*.deb")
        subprocess.run(["dpkg-deb", "-x", archive, folder / "content"], check=True)
        for tarball in (folder / "content/usr/src").glob("*.tar.*"):
            unpack(tarball, out)
        versions.append(" ".join(archive.name.split("_")[:2]))
    return versions


def from_debian_sources(packages: Iterable[str], out: Path, folder: Path) -> list[str]:
    """Unpack what the authors released, without Debian's patches; return the versions."""
    apt, versions = Apt(folder), []
    for package in packages:
        apt.run("source", "--download-only", package)
        (tarball,) = folder.glob(f"{package}_*.orig.tar.*")
        unpack(tarball, out)
        versions.append(tarball.name.partition(".orig.")[0].replace("_", " "))
    return versions


def from_npm(packages: Iterable[str], out: Path, folder: Path) -> list[str]:
    """Unpack each package into a folder of its name; return them."""
    for package in packages:
        subprocess.run(["npm", "pack", "--silent", package], cwd=folder, check=True)
        (archive,) = folder.glob("*.tgz")
        unpack(archive, out / package.rpartition("@")[0])
        archive.unlink()
    return list(packages)


def unpack(archive: Path, out: Path) -> None:
    out.mkdir(parents=True, exist_ok=True)
    command = ["tar", "--extract", "--no-same-owner", "--strip-components=1", f"--file={archive}", f"--directory={out}"]
    subprocess.run(command, check=True)


REGISTRIES = {"Debian": from_debian, "Debian's sources": from_debian_sources, "npm": from_npm}


def fetch(tree: Tree, out: Path) -> None:
    """Make OUT/NAME, at its place only when it is whole."""
    with tempfile.TemporaryDirectory(dir=out, prefix=f".{tree.name}-") as folder:
        made, work = Path(folder) / "tree", Path(folder) / "work"
        work.mkdir()
        versions = REGISTRIES[tree.registry](tree.packages, made, work)
        for path in tree.leave_out:
            (made / path).unlink(missing_ok=True)
        (out / f"{tree.name}.version").write_text(f"{tree.registry}: {', '.join(versions)}\n", "utf-8")
        shutil.move(made, out / tree.name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("names", nargs="*", choices=[[], *(tree.name for tree in TREES)], help="all, if none is named")
    args = parser.parse_args()
    args.out.mkdir(parents=True, exist_ok=True)
    for tree in TREES:
        if (not args.names or tree.name in args.names) and not (args.out / tree.name).exists():
            fetch(tree, args.out.resolve())
            print(args.out / tree.name, flush=True)


if __name__ == "__main__":
    main()
