"""Look for known vulnerabilities of the locked packages: pip-audit for Python, npm for the extension of VS Code.

    python scripts/audit.py

The exit code is 0 if none is known, 1 if one is, and 2 if that cannot be told: mirrors of the package registries often
lack the services that know. pip-audit is installed into a temporary environment.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import venv
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[1]
LOCK = REPOSITORY / "requirements-dev.txt"
EXTENSION = REPOSITORY / "editors" / "vscode"
LIMIT_S = 300


class CannotTell(Exception):
    """No service answered."""


def _json_of(command: list[str | Path], **options: Path) -> dict[str, object]:
    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT_S, check=False, **options)  # type: ignore[call-overload]
    if not done.stdout.strip():
        raise CannotTell((done.stderr.strip() or "no answer").splitlines()[-1])
    return json.loads(done.stdout)  # type: ignore[no-any-return]


def python_packages(report: dict) -> list[str]:
    """Return the advisories in a report of pip-audit; raises `CannotTell` if it looked up none of the packages."""
    found = report["dependencies"]
    skipped = [package for package in found if "skip_reason" in package]
    if skipped:
        reason = skipped[0]["skip_reason"]
        raise CannotTell(f"{len(skipped)} of {len(found)} packages were not looked up; the first: {reason}")
    return [
        f"{package['name']} {package['version']}: {known['id']}, mended in {', '.join(known['fix_versions']) or 'none'}"
        for package in found
        for known in package["vulns"]
    ]


def npm_modules(report: dict) -> list[str]:
    """Return the advisories in a report of `npm audit`; raises `CannotTell` if it has none to look at."""
    if "vulnerabilities" not in report:
        raise CannotTell(report.get("message") or report.get("error", {}).get("summary") or "no report")
    return [f"{name}: {known['severity']}, in {known['range']}" for name, known in report["vulnerabilities"].items()]


def audit_python() -> list[str]:
    """Ask about the Python lock file."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        programs = Path(folder) / ("Scripts" if os.name == "nt" else "bin")
        subprocess.run([programs / "python", "-m", "pip", "install", "-q", "pip-audit"], check=True, timeout=LIMIT_S)
        options = [
            "--disable-pip",
            "--require-hashes",
            "--progress-spinner=off",
            "--timeout=30",
            "-f",
            "json",
            "-r",
            LOCK,
        ]
        return python_packages(_json_of([programs / "pip-audit", *options]))


def audit_npm() -> list[str]:
    """Ask about the lock file of the extension."""
    npm = shutil.which("npm")
    if npm is None:
        raise CannotTell("there is no npm")
    return npm_modules(_json_of([npm, "audit", "--package-lock-only", "--json"], cwd=EXTENSION))


def main() -> int:
    """Ask about both; return the exit code."""
    code = 0
    for subject, audit in (("Python packages", audit_python), ("modules of the extension", audit_npm)):
        try:
            known = audit()
        except CannotTell as error:
            print(f"{subject}: cannot be told here. {error}")
            code = code or 2
            continue
        print(f"{subject}: {len(known)} known vulnerabilities", *known, sep="\n  ")
        code = 1 if known else code
    return code


if __name__ == "__main__":
    sys.exit(main())
