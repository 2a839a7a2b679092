"""What was measured of each tree, kept as JSON beside this module: a later run replaces only the parts it measured."""

from __future__ import annotations

import json
import math
import os
import platform
import subprocess
from collections.abc import Sequence
from datetime import datetime, timezone
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).with_name("figures")
ROOT = Path(__file__).parents[3]


def spread(values: Sequence[float]) -> dict[str, float]:
    """Return the median, the 95th and 99th percentile (nearest rank) and the largest."""
    ordered = sorted(values)
    if not ordered:
        return {}
    at = {"p50": 0.5, "p95": 0.95, "p99": 0.99, "max": 1.0}
    return {name: ordered[math.ceil(share * len(ordered)) - 1] for name, share in at.items()}


def circumstances() -> dict[str, Any]:
    """Return the date, the latest commit of the product, the machine, and how busy it is by others' work."""
    git = ("git", "-C", str(ROOT))
    latest = (*git, "log", "-1", "--format=%h", "--", "lsp_codebase")
    commit = subprocess.run(latest, capture_output=True, text=True, check=True).stdout
    changed = subprocess.run([*git, "diff", "--quiet", "HEAD", "--", "lsp_codebase"], check=False).returncode
    return {
        "date": datetime.now(timezone.utc).strftime("%Y-%m-%d"),
        "commit": commit.strip() + (" and changes" if changed else ""),
        "machine": f"{os.cpu_count()} cores, {processor()}, {memory_gib():.0f} GiB, Python {platform.python_version()}",
        "load": os.getloadavg()[0],
    }


def processor() -> str:
    rows = Path("/proc/cpuinfo").read_text().splitlines()
    return next((row.partition(":")[2].strip() for row in rows if row.startswith("model name")), platform.machine())


def memory_gib() -> float:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30


def load(name: str, folder: Path = FOLDER) -> dict[str, Any]:
    path = folder / f"{name}.json"
    return json.loads(path.read_text("utf-8")) if path.exists() else {"name": name}


def save(figures: dict[str, Any], folder: Path = FOLDER) -> None:
    folder.mkdir(exist_ok=True)
    text = json.dumps(figures, indent=1, sort_keys=True, default=str)
    (folder / f"{figures['name']}.json").write_text(text + "\n", "utf-8")
