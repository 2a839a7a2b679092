"""Metrics in the text format 0.0.4 of Prometheus. Labels have few values: no paths, no queries, no names of clients.

Written by hand, since the client library of Prometheus would be a dependency for these few lines.
"""

from __future__ import annotations

import os
import sys
import time
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import accumulate
from pathlib import Path

from lsp_codebase import __version__
from lsp_codebase.model import IndexStatus, Phase

MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"

_BOUNDS_S = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Prometheus' own defaults: answers take some 5 ms to some seconds."""

Labels = tuple[tuple[str, str], ...]
Sample = tuple[str, Labels, float]


class Metrics:
    """Counts since the start. Used on the loop thread."""

    def __init__(self, paths: Iterable[str]) -> None:
        """`paths` are the known paths; all others are counted together."""
        self._paths = frozenset(paths)
        self._begun = time.monotonic()
        self._answers: Counter[tuple[str, int]] = Counter()
        self._requests: Counter[tuple[str, str]] = Counter()
        self._seconds: dict[str, list[int]] = {}
        self._sums: defaultdict[str, float] = defaultdict(float)

    def note_answer(self, path: str, status: int) -> None:
        """Count an answer over HTTP."""
        self._answers[path if path in self._paths else "other", status] += 1

    def note_request(self, method: str, status: str, seconds: float) -> None:
        """Count a JSON-RPC request and the time it took."""
        self._requests[method, status] += 1
        buckets = self._seconds.setdefault(method, [0] * (len(_BOUNDS_S) + 1))
        buckets[bisect_left(_BOUNDS_S, seconds)] += 1
        self._sums[method] += seconds

    def text(self, statuses: Sequence[IndexStatus], index_bytes: Mapping[str, int]) -> str:
        """Return everything; `index_bytes` are those of the index of each root."""
        return "".join(self._families(statuses, index_bytes))

    def _families(self, statuses: Sequence[IndexStatus], index_bytes: Mapping[str, int]) -> Iterator[str]:
        yield _family("build_info", "gauge", "The version.", [("", (("version", __version__),), 1)])
        uptime = time.monotonic() - self._begun
        yield _family("uptime_seconds", "gauge", "Seconds since the start.", [("", (), round(uptime, 3))])
        memory = _resident_bytes()
        if memory is not None:
            yield _family("memory_bytes", "gauge", "Resident memory, that of workers aside.", [("", (), memory)])
        named = [((("root", name),), status) for name, status in zip(names(statuses), statuses, strict=True)]
        yield _family("index_phase", "gauge", "1 for what the indexer of a root is doing.", _phases(named))
        states = ("indexed", "total", "skipped", "failed")
        files = [("", (*root, ("state", state)), getattr(one, state)) for root, one in named for state in states]
        yield _family("files", "gauge", "Files of a root.", files)

        def gauge(name: str, text: str, value: Callable[[IndexStatus], float]) -> str:
            return _family(name, "gauge", text, [("", root, value(one)) for root, one in named])

        yield gauge("chunks", "Pieces of text that are searched.", lambda one: one.chunks)
        yield gauge("symbols", "Definitions.", lambda one: one.symbols)
        yield gauge("vectors", "Chunks with a vector.", lambda one: one.vectors.done)
        yield gauge("vectors_wanted", "Chunks that get one.", lambda one: one.vectors.total)
        yield gauge("index_bytes", "The index on disk.", lambda one: index_bytes.get(one.root, 0))
        answers = [("", (("path", path), ("status", str(code))), n) for (path, code), n in self._answers.items()]
        yield _family("http_answers_total", "counter", "Answers over HTTP.", answers)
        requests = [("", (("method", method), ("status", status)), n) for (method, status), n in self._requests.items()]
        yield _family("requests_total", "counter", "JSON-RPC requests: ok, or the code of the error.", requests)
        yield _family("request_seconds", "histogram", "How long JSON-RPC requests took.", self._histogram())

    def _histogram(self) -> Iterator[Sample]:
        for method, buckets in self._seconds.items():
            label = ("method", method)
            *counts, count = accumulate(buckets)
            for bound, below in zip(_BOUNDS_S, counts, strict=True):
                yield "_bucket", (label, ("le", str(bound))), below
            yield "_bucket", (label, ("le", "+Inf")), count
            yield "_sum", (label,), self._sums[method]
            yield "_count", (label,), count


def names(statuses: Sequence[IndexStatus]) -> list[str]:
    """Return the name of each root: its folder's name, with a number where one before has it too."""
    seen: Counter[str] = Counter()
    called = []
    for status in statuses:
        name = Path(status.root).name or status.root
        seen[name] += 1
        called.append(name if seen[name] == 1 else f"{name} ({seen[name]})")
    return called


def _phases(named: Iterable[tuple[Labels, IndexStatus]]) -> Iterator[Sample]:
    for root, status in named:
        for phase in Phase:
            yield "", (*root, ("phase", phase.value)), float(status.phase is phase)


def _family(name: str, kind: str, text: str, samples: Iterable[Sample]) -> str:
    name = f"lsp_codebase_{name}"
    lines = [f"{name}{suffix}{_braced(labels)} {value!r}\n" for suffix, labels, value in samples]
    return f"# HELP {name} {text}\n# TYPE {name} {kind}\n{''.join(lines)}" if lines else ""


def _braced(labels: Labels) -> str:
    return "{" + ",".join(f'{name}="{_escaped(value)}"' for name, value in labels) + "}" if labels else ""


def _escaped(value: str) -> str:
    plain = value.encode("utf-8", "replace").decode()
    return plain.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")


def _resident_bytes() -> int | None:
    """Return the memory of this process, None where only its peak is known."""
    if sys.platform != "linux":
        return None
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")
