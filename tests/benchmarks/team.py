"""First indexes with and without the store of a team, behind a network of some latency.

    python tests/benchmarks/team.py TREE [--latencies 0,20,100] [--runs 3]

The store is moto's S3 server, a process of its own, behind a proxy that holds every packet to the server back for the
latency. Each index is made by a process with a cache of its own; CPU seconds are those of this process and its workers.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import resource
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

BUCKET = "team"
KEYS = {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_REGION": "us-east-1", "AWS_ALLOW_HTTP": "true"}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", type=Path)
    parser.add_argument("--latencies", default="0,20,100", help="milliseconds of a request")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--one", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        print(json.dumps(index(options.tree, **json.loads(options.one))))
        return
    latencies = [int(word) for word in options.latencies.split(",")]
    with tempfile.TemporaryDirectory() as folder, s3_server() as port:
        measure(options.tree, Path(folder), port, latencies, options.runs)


def measure(tree: Path, folder: Path, port: int, latencies: list[int], runs: int) -> None:
    """Print a row for each way to a first index: medians of so many runs, taken in turns."""
    with latency(port, 0) as near:
        published = indexed(tree, folder / "publisher", near, team_publish=True)
    rows: dict[str, list[dict[str, Any]]] = {"publishing": [published]}
    for run in range(runs):
        alone = folder / f"alone {run}"
        rows.setdefault("alone", []).append(indexed(tree, alone))
        shutil.rmtree(next(path for path in alone.iterdir() if path.name != "content"))
        rows.setdefault("alone, content store warm", []).append(indexed(tree, alone))
        for milliseconds in latencies:
            with latency(port, milliseconds) as at:
                row = indexed(tree, folder / f"reader {run} {milliseconds}", at)
            rows.setdefault(f"store warm, {milliseconds} ms", []).append(row)
    print("| first index | CPU s | wall s | waited s | parsed | from the store | requests | MB received | MB sent |")
    print("|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    for name, measured in rows.items():
        middle = {key: statistics.median(row[key] for row in measured) for key in measured[0]}
        print(
            f"| {name} | {middle['cpu_s']:.1f} | {middle['wall_s']:.1f} "
            f"| {middle['waited_s']:.1f} | {middle['parsed']:.0f} "
            f"| {middle['shared']:.0f} | {middle['requests']:.0f} | {middle['received'] / 1e6:.1f} "
            f"| {middle['sent'] / 1e6:.1f} |"
        )


def indexed(tree: Path, cache: Path, port: int | None = None, **fields: Any) -> dict[str, Any]:
    """Index a tree in a process of its own."""
    given = {"index_location": str(cache), **fields}
    if port is not None:
        given["team_store"] = f"s3://{BUCKET}/code"
    environment = {**os.environ, **KEYS, "AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}"}
    command = [sys.executable, __file__, str(tree), "--one", json.dumps(given)]
    done = subprocess.run(command, env=environment, check=True, stdout=subprocess.PIPE, text=True, timeout=900)
    row: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    print(fields, port, row, file=sys.stderr, flush=True)
    return row


def index(tree: Path, **fields: Any) -> dict[str, Any]:
    """Index a tree in this process; return what it took."""
    from lsp_codebase.codebase import Codebase
    from lsp_codebase.config import Settings
    from lsp_codebase.index import SilentListener, WorkerPool
    from lsp_codebase.model import Phase

    begin = time.monotonic()
    pool = WorkerPool()
    codebase = Codebase(tree, Settings(**fields, index_history=False), pool, SilentListener())
    codebase.start()
    while (status := codebase.full_status()).phase not in (Phase.READY, Phase.FAILED) or not status.indexed:
        time.sleep(0.02)
    wall_s = time.monotonic() - begin
    shared, work = codebase._indexer._writer._shared, codebase.work
    codebase.close()
    pool.close()
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    moved = {name: getattr(shared.moved, name) if shared else 0 for name in ("requests", "received", "sent")}
    cpu_s = sum(one.ru_utime + one.ru_stime for one in used)
    waited_s = shared.waited_s if shared else 0.0
    return {
        "cpu_s": cpu_s,
        "wall_s": wall_s,
        "waited_s": waited_s,
        "parsed": work.parsed,
        "shared": work.shared,
        **moved,
    }


@contextmanager
def s3_server() -> Iterator[int]:
    """Run moto's server with an empty bucket."""
    port = free_port()
    command = [sys.executable, "-m", "moto.server", "-p", str(port)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 60
        while time.monotonic() < until:
            with suppress(OSError), socket.create_connection(("127.0.0.1", port)):
                break
            time.sleep(0.1)
        import boto3

        endpoint = {"endpoint_url": f"http://127.0.0.1:{port}", "region_name": "us-east-1"}
        boto3.client("s3", **endpoint, aws_access_key_id="a", aws_secret_access_key="b").create_bucket(Bucket=BUCKET)
        yield port
    finally:
        process.terminate()
        process.wait()


@contextmanager
def latency(port: int, milliseconds: int) -> Iterator[int]:
    """Run a proxy to a port that holds back what clients send."""
    loop, listening = asyncio.new_event_loop(), threading.Event()
    at = free_port()

    async def pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, wait_s: float) -> None:
        with suppress(OSError):
            while data := await reader.read(1 << 18):
                await asyncio.sleep(wait_s)
                writer.write(data)
                await writer.drain()
        writer.close()

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there_writer = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(pump(reader, there_writer, milliseconds / 1_000), pump(there_reader, writer, 0))

    async def serve() -> None:
        await asyncio.start_server(connect, "127.0.0.1", at)
        listening.set()

    loop.create_task(serve())
    thread = threading.Thread(target=loop.run_forever, daemon=True)
    thread.start()
    listening.wait(30)
    try:
        yield at
    finally:
        stop: Callable[[], None] = loop.stop
        loop.call_soon_threadsafe(stop)
        thread.join(30)


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


if __name__ == "__main__":
    main()
