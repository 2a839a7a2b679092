"""Let every call that writes to an index fail once, by EIO and by a disk that is full from there on.

    python tests/benchmarks/every_write_fails.py [--step 1]

Needs Linux and a C compiler (`cc`): the calls are intercepted by a small library. Half an hour; with `--step 10` three
minutes. After each fault the same process must recover by itself, and the next start must open the index as it is, with
every committed file, and equal one built anew. Prints how many calls failed, of which kinds, and what went wrong.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parents[1] / "services"))
import write_faults


def kind(call: str) -> str:
    """Return what a call was for: "write symbols.lance/data", without numbers."""
    name, _, path = call.partition(" ")[2].partition(" ")
    parts = [part for part in Path(path).parts[1:-1] if part != "tables" and not re.search(r"-[0-9a-f]{12,}$", part)]
    return f"{name} {'/'.join(parts) or Path(path).name}"


def main() -> int:
    """Try, and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--step", type=int, default=1)
    options = parser.parse_args()
    wrong = []
    print("| scenario | calls that write | kinds of calls | failed by EIO | failed by ENOSPC | wrong afterwards |")
    print("|---|---:|---:|---:|---:|---:|")
    for scenario in write_faults.SCENARIOS:
        with tempfile.TemporaryDirectory() as folder:
            library = write_faults.build(Path(folder))
            if library is None:
                print("needs Linux and a C compiler", file=sys.stderr)
                return 1
            tried = []
            for one in write_faults.run(Path(folder), library, scenario, 1, options.step, 36_000):
                tried.append(one)
                if one["wrong"]:
                    print(one, file=sys.stderr, flush=True)
        failed = [one for one in tried if one["failed"]]
        bad = [one for one in tried if one["wrong"]]
        by_number = Counter(one["errno"] for one in failed)
        kinds = {kind(one["failed"]) for one in failed}
        figures = (tried[0]["calls"], len(kinds), by_number["EIO"], by_number["ENOSPC"], len(bad))
        print(f"| {scenario} | " + " | ".join(map(str, figures)) + " |", flush=True)
        wrong += bad
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
