"""Asks the package index whether the lock file has a wheel of each package for other systems: one line for each.

    .venv/bin/python .ci/wheels.py [requirements.txt]

Minutes. Run it after `.ci/lock`; a system that lacks a wheel is one on which an installation would have to compile.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

from packaging.requirements import Requirement

PYTHONS = ("3.10", "3.11", "3.12", "3.13", "3.14")
SYSTEMS = {
    "Windows": (("win_amd64",), {"sys_platform": "win32", "os_name": "nt", "platform_machine": "AMD64"}),
    "macOS": (("macosx_14_0_arm64",), {"sys_platform": "darwin", "os_name": "posix", "platform_machine": "arm64"}),
    "macOS, Intel": (
        ("macosx_14_0_x86_64",),
        {"sys_platform": "darwin", "os_name": "posix", "platform_machine": "x86_64"},
    ),
    "Linux, ARM": (
        ("manylinux_2_28_aarch64", "manylinux_2_17_aarch64", "manylinux2014_aarch64"),
        {"sys_platform": "linux", "os_name": "posix", "platform_machine": "aarch64"},
    ),
}


def locked(text: str, environment: dict[str, str]) -> list[str]:
    """Return the lines of a lock file that hold in an environment, without their conditions."""
    lines = []
    for entry in re.split(r"\n(?=[a-z])", text)[1:]:
        words = entry.replace("\\\n", " ")
        requirement = Requirement(words.partition("--hash")[0])
        if requirement.marker is None or requirement.marker.evaluate(environment):
            lines.append(f"{requirement.name}{requirement.specifier} {' '.join(re.findall(r'--hash=[^ ]+', words))}")
    return lines


def missing(lines: list[str], tags: tuple[str, ...], python: str, folder: Path) -> list[str]:
    """Return the packages that have no wheel with one of the locked hashes."""
    without: list[str] = []
    while True:
        wanted = folder / "wanted.txt"
        wanted.write_text("\n".join(line for line in lines if line.partition(" ")[0] not in without) + "\n", "utf-8")
        command = [sys.executable, "-m", "pip", "install", "-q", "--dry-run", "--no-deps", "--only-binary=:all:"]
        command += ["--require-hashes", "-r", str(wanted), "--python-version", python, "--target", str(folder / "none")]
        done = subprocess.run([*command, *(f"--platform={tag}" for tag in tags)], capture_output=True, text=True)
        found = re.search(r"No matching distribution found for (\S+)", done.stderr)
        if done.returncode == 0:
            return without
        if found is None or found[1] in without:
            sys.exit(done.stderr)
        without.append(found[1])


def main() -> None:
    """Print the answers."""
    text = Path(sys.argv[1] if len(sys.argv) > 1 else "requirements-dev.txt").read_text("utf-8")
    with tempfile.TemporaryDirectory() as folder:
        for system, (tags, environment) in SYSTEMS.items():
            for python in PYTHONS:
                more = {"python_version": python, "python_full_version": f"{python}.0"}
                lines = locked(text, {**environment, **more, "platform_python_implementation": "CPython"})
                without = missing(lines, tags, python, Path(folder))
                print(
                    f"{system}, Python {python}: {len(lines)} packages, no wheel of {', '.join(without) or 'none'}",
                    flush=True,
                )


if __name__ == "__main__":
    main()
