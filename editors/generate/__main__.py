"""Rewrite the generated files, or list those that are stale.

python -m editors.generate           rewrite what differs
python -m editors.generate --check   list what differs, exit code 1 if anything does
"""

from __future__ import annotations

import argparse

from editors.generate import stale_files
from editors.generate.files import REPOSITORY


def main() -> int:
    """Rewrite the generated files, or check them; return the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m editors.generate", description="Generate what the editors show of the server."
    )
    parser.add_argument("--check", action="store_true", help="change nothing; exit code 1 when something is stale")
    is_check = parser.parse_args().check
    stale = stale_files()
    for path, text in stale.items():
        print(f"{'stale' if is_check else 'written'}: {path.relative_to(REPOSITORY)}")
        if not is_check:
            path.write_text(text, "utf-8", newline="\n")
    return 1 if is_check and stale else 0


if __name__ == "__main__":
    raise SystemExit(main())
