"""The product, asked over the wire as an editor asks it: a first index, a warm start, and questions."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "protocol"))
from raw_client import RawClient

from . import processes
from .figures import spread
from .questions import KINDS, Question

SERVER = (sys.executable, "-m", "lsp_codebase", "--stdio")
LONGEST_S = 3_600.0
STATUS_EVERY_S = 0.5
SETTLING_S = 30.0  # the store is tidied when nobody has asked for a while
MODES = {"rare": "exact", "common": "exact", "pattern": "regex", "anywhere": "regex"}

Params = tuple[str, dict[str, Any]]


class Session:
    """One server on one root, with a cache folder of its own; of another checkout, if one is named."""

    def __init__(self, root: Path, cache: Path, checkout: Path | None = None) -> None:
        self.root = root
        environment = {**os.environ, "XDG_CACHE_HOME": str(cache)}
        if checkout is not None:
            environment["PYTHONPATH"] = str(checkout)
        # Python prefers what lies in the folder where it starts.
        self._client = RawClient(SERVER, env=environment, cwd=cache)
        self.pid = self._client.process.pid
        self.peak = processes.Peak(self.pid)
        folder = {"uri": root.as_uri(), "name": root.name}
        self._client.initialize(workspaceFolders=[folder])
        self._began = time.perf_counter()

    @property
    def seconds(self) -> float:
        """Return the time since `initialized`."""
        return time.perf_counter() - self._began

    def ask(self, method: str, params: Mapping[str, Any]) -> Any:
        """Ask one question and wait for its answer."""
        number = self._client.start(method, params)
        while (answer := self._next(LONGEST_S)) is not None:
            if answer["id"] == number:
                if "error" in answer:
                    raise RuntimeError(f"{method} {params}: {answer['error']}")
                return answer["result"]
        raise TimeoutError(method)

    def notify(self, method: str, params: Mapping[str, Any]) -> None:
        self._client.notify(method, params)

    def follow(self, wanted: Mapping[str, tuple[Params, Callable[[Any], bool]]], again_s: float) -> dict[str, Any]:
        """Ask until there is a right answer to each question and the index is ready, all at once.

        Returns the seconds of each, of the longest and usual `codebase/status`, and the last status. A question whose
        answer is still wrong once the index is ready has none.
        """
        due = dict.fromkeys([*wanted, ""], 0.0)  # "" is the status
        asked: dict[int, tuple[str, float]] = {}
        took: dict[str, Any] = {}
        waits = []
        while due or asked:
            now = self.seconds
            if now > LONGEST_S:
                raise TimeoutError(f"{self.root}: not ready after {LONGEST_S:.0f} s")
            for name in [name for name, at in due.items() if at <= now]:
                method, params = wanted[name][0] if name else ("codebase/status", {})
                asked[self._client.start(method, params)] = name, now
                del due[name]
            answer = self._next(0.02)
            if answer is None:
                continue
            name, at = asked.pop(answer["id"])
            if not name:
                waits.append((self.seconds - at) * 1_000)
                took["status"] = status = answer["result"][0]
                if status["phase"] == "failed":
                    raise RuntimeError(status["message"])
                if status["phase"] == "ready":
                    took["ready_s"], took["cpu_s"] = self.seconds, processes.cpu_seconds(self.pid)
                else:
                    due[name] = at + STATUS_EVERY_S
            elif "result" in answer and wanted[name][1](answer["result"]):
                took[name] = self.seconds
            elif at < took.get("ready_s", at + 1):  # what a whole index answers stays as it is
                due[name] = self.seconds + again_s
        return {**took, "status_ms": spread(waits)}

    def until(
        self, question: Params, is_right: Callable[[Any], bool], *, again_s: float, longest_s: float
    ) -> float | None:
        """Ask again and again; return the seconds when the answer was right, None if it took too long."""
        while (asked_s := self.seconds) < longest_s:
            if is_right(self.ask(*question)):
                return self.seconds
            time.sleep(max(asked_s + again_s - self.seconds, 0.0))
        return None

    def close(self) -> None:
        """End as a client should: what answers is saved at the end."""
        self.ask("shutdown", {})
        self._client.notify("exit")
        with suppress(subprocess.TimeoutExpired):
            self._client.wait(LONGEST_S)

    def kill(self) -> None:
        self.peak.stop()
        self._client.kill()

    def _next(self, timeout_s: float) -> Any:
        """Return the next answer; None where none came in time."""
        with suppress(queue.Empty):
            while "method" in (message := self._client.read(timeout_s)):
                pass
            return message
        return None


@contextmanager
def session(root: Path, cache: Path, checkout: Path | None = None) -> Iterator[Session]:
    cache.mkdir(parents=True, exist_ok=True)
    opened = Session(root, cache, checkout)
    try:
        yield opened
        opened.close()
    finally:
        opened.kill()


def params_of(question: Question) -> Params:
    """Return the request that asks a question."""
    if question.kind in ("symbol", "beginning"):
        return "codebase/symbols", {"query": question.text, "limit": 10}
    if question.kind in MODES:
        exactly = {"mode": MODES[question.kind], "caseSensitive": True}
        return "codebase/hybridSearch", {"query": question.text, **exactly}
    return "codebase/hybridSearch", {"query": question.text}


def places(result: Mapping[str, Any], root: Path) -> list[tuple[str, int, int]]:
    """Return path, first and last line of each hit of an answer of either method."""
    prefix = f"{root.as_uri()}/"
    found = []
    for hit in result["hits"]:
        place = hit["location"] if "location" in hit else {"uri": hit["uri"], "range": hit["definition"]["range"]}
        lines = place["range"]
        found.append((place["uri"].removeprefix(prefix), lines["start"]["line"], lines["end"]["line"]))
    return found


def is_right(question: Question, hits: Sequence[tuple[str, int, int]]) -> bool:
    """Tell whether ten hits answer a question that knows its place.

    A name is asked for its definition, which has to come first; all others have to be among the ten.
    """
    among = hits[:1] if question.line >= 0 else hits[:10]
    return any(
        path == question.path and (question.line < 0 or first - 1 <= question.line <= last + 1)
        for path, first, last in among
    )


def first_index(root: Path, cache: Path, question: Question) -> dict[str, Any]:
    """Index from nothing, asking for one definition every second until it is there; then leave the server alone."""
    with session(root, cache) as server:
        right = {"symbol_s": (params_of(question), lambda found: is_right(question, places(found, root)))}
        took = server.follow(right, again_s=1.0)
        peak, anonymous = server.peak.mib, server.peak.anonymous_mib
        time.sleep(SETTLING_S)
        settled, _ = processes.memory(server.pid)
        cpu = processes.cpu_seconds(server.pid)
    status = took.pop("status")
    return {
        **took,
        **counts(status),
        "peak_mib": peak,
        "anonymous_mib": anonymous,
        "settled_mib": settled,
        "settled_cpu_s": cpu,
        **disk_of(cache),
    }


def counts(status: Mapping[str, Any]) -> dict[str, int]:
    return {"files": status["files"]["total"], "chunks": status["chunks"], "symbols": status["symbols"]}


def disk_of(cache: Path) -> dict[str, float]:
    """Return the MiB of the index and of the store of contents that all indexes share."""
    content = processes.disk_mib(cache / "lsp-codebase/indexes/content")
    return {"disk_mib": processes.disk_mib(cache) - content, "content_mib": content}


def warm_start(root: Path, server: Session, questions: Sequence[Question]) -> dict[str, Any]:
    """Ask a server that has just begun for two names until both answers are right and all files are compared."""
    hit = next(one for one in questions if one.kind == "name")
    symbol = next(one for one in questions if one.kind == "symbol")
    wanted: dict[str, tuple[Params, Callable[[Any], bool]]] = {
        "hit_s": (params_of(hit), lambda found: is_right(hit, places(found, root))),
        "symbol_s": (params_of(symbol), lambda found: is_right(symbol, places(found, root))),
    }
    took = server.follow(wanted, again_s=0.05)
    status = took.pop("status")
    return {**took, **counts(status), "ready_mib": processes.memory(server.pid)[0]}


@dataclass(frozen=True, slots=True)
class Asked:
    """The milliseconds of each question of a kind, CPU milliseconds of one, how many had hits and were right."""

    ms: list[float]
    cpu_ms: float
    found: list[bool]
    right: list[bool]


def ask_all(root: Path, server: Session, questions: Sequence[Question]) -> dict[str, Asked]:
    """Ask kind after kind; the first question of each is asked once before, as its code is loaded then."""
    told = {}
    for kind in KINDS:
        own = [one for one in questions if one.kind == kind]
        if not own:
            continue
        server.ask(*params_of(own[-1]))
        before, ms, found, right = processes.cpu_seconds(server.pid), [], [], []
        for one in own:
            began = time.perf_counter()
            answer = server.ask(*params_of(one))
            ms.append((time.perf_counter() - began) * 1_000)
            found.append(bool(answer["hits"]))
            right.append(is_right(one, places(answer, root)))
        cpu = (processes.cpu_seconds(server.pid) - before) * 1_000 / len(own)
        told[kind] = Asked(ms, cpu, found, right)
    return told
