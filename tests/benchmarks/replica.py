"""What a replica of a large published index takes: time to be ready, CPU of a question, memory.

    python tests/benchmarks/replica.py INDEX

INDEX is the folder of an index of the Linux kernel, which is only read; the questions are about that.
"""

from __future__ import annotations

import argparse
import os
import statistics
import time
from contextlib import closing
from pathlib import Path

from lsp_codebase.config import Settings
from lsp_codebase.model import CancelToken, Phase, SearchQuery
from lsp_codebase.replica import Replica

ROUNDS = 3
QUESTIONS = """
tcp retransmit timeout/page fault handler for huge pages/mutex lock slow path/ext4 journal commit/usb hub port
reset/scheduler load balance between cpus/copy from user memory/interrupt affinity/read superblock of
btrfs/netfilter connection tracking hash/bpf verifier check of registers/kvm vcpu run loop/i2c transfer of a
message/pci bar mapping/ spin_lock_irqsave/struct sk_buff/kmalloc/do_sys_open/schedule_timeout/device tree
overlay apply
"""


def memory() -> str:
    """Return the MiB of this process: its own, and those of mapped files."""
    lines = (line.split() for line in Path("/proc/self/smaps_rollup").read_text().splitlines())
    found = {line[0]: int(line[1]) >> 10 for line in lines if line[0] in ("Pss_Anon:", "Pss_File:")}
    return f"{found['Pss_Anon:']} | {found['Pss_File:']}"


def spread(values: list[float]) -> str:
    """Return the median and the 95th percentile."""
    return f"{statistics.median(values):.0f} | {statistics.quantiles(values, n=20)[-1]:.0f}"


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("index", type=Path)
    begun, used = time.monotonic(), time.process_time()
    with closing(Replica(Settings(), [parser.parse_args().index])) as replica:
        while (status := replica.status()[0]).phase is not Phase.READY:
            time.sleep(0.1)
        print(f"{status.indexed:,} files, {status.chunks:,} chunks; ready after {time.monotonic() - begun:.1f} s, "
              f"{time.process_time() - used:.1f} CPU s")  # fmt: skip
        print("| | ms p50 | p95 | CPU ms p50 | p95 | MiB, its own | of mapped files |")
        print("|---|---:|---:|---:|---:|---:|---:|")
        print(f"| when ready | | | | | {memory()} |")
        for number in range(ROUNDS):
            wall, cpu = [], []
            for question in " ".join(QUESTIONS.split()).split("/"):
                at, used = time.monotonic(), time.process_time()
                replica.search(SearchQuery(question.strip()), CancelToken())
                wall.append((time.monotonic() - at) * 1_000)
                cpu.append((time.process_time() - used) * 1_000)
            print(f"| round {number + 1} | {spread(wall)} | {spread(cpu)} | {memory()} |")
    print(f"\nload {os.getloadavg()[0]:.0f}")


if __name__ == "__main__":
    main()
