"""A Ray cluster for one build, with the extra `ray`: connected and checked within seconds, or the reason why not."""

from __future__ import annotations

import logging
import os
import secrets
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from lsp_codebase import __version__
from lsp_codebase.errors import ClusterUnavailable, InvalidQuery, with_extra
from lsp_codebase.parse import PARSER_VERSION, TOKENIZER_VERSION

AUTO = "auto"
_CONNECT_S = 5.0
_HEALTH_S = 15.0  # Ray itself waits for two minutes, then ends the process
_NODES_S = 120.0  # to start a process on each node, on busy machines
_INSTALL = with_extra("ray")
_VERSIONS = f"{__version__}, parser {PARSER_VERSION}, tokens {TOKENIZER_VERSION}"


@contextmanager
def connected(address: str, directory: Path) -> Iterator[str]:
    """Be the driver of a cluster whose nodes all see `directory`; yield the id of the node of this machine.

    `address` is HOST:PORT, or "auto" for the cluster that this machine is a node of.

    Raises:
        ClusterUnavailable: if there is no cluster, or none of use.
        InvalidQuery: if `address` is no address.
    """
    ray = _load()
    _check_answers(address)
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, RuntimeError, ValueError) as error:  # no node here, another version of Ray or Python
        raise _no_answer(address, _first_line(error)) from error
    try:
        _check_nodes(ray, directory)
        yield ray.get_runtime_context().get_node_id()
    finally:
        ray.shutdown()


def cause_of(error: Exception) -> str:
    """Return the cause of a failure on a node, out of all that Ray says about it."""
    traceback, _, _ = str(error).partition("\n\nThe above exception was the direct cause")
    return traceback.strip().rpartition("\n")[2]


def _load() -> Any:
    try:
        import lance_ray  # noqa: F401
        import ray
        import ray.data
    except ImportError as error:
        raise ClusterUnavailable(f"Ray is not installed: {error}", _INSTALL) from error
    logging.getLogger("ray.data").setLevel(logging.CRITICAL)  # it logs every step on standard error
    return ray


def _check_answers(address: str) -> None:
    """Raise unless a cluster answers there: connecting to anything else would hang."""
    check = [sys.executable, "-c", "from ray.scripts.scripts import main; main()", "health-check"]
    if address != AUTO:
        host, _, port = address.rpartition(":")
        if not host or not port.isascii() or not port.isdigit() or "/" in address:
            raise InvalidQuery(
                "--ray", f"{address} is no address; HOST:PORT of the cluster, or {AUTO}, on a node of it"
            )
        try:
            socket.create_connection((host.strip("[]"), int(port)), _CONNECT_S).close()
        except (OSError, OverflowError) as error:
            raise _no_answer(address, _first_line(error)) from error
        check += ["--address", address]
    try:
        answer = subprocess.run(check, capture_output=True, timeout=_HEALTH_S)
    except subprocess.TimeoutExpired as error:
        raise _no_answer(address, f"nothing heard within {_HEALTH_S:.0f} s") from error
    if answer.returncode:
        raise _no_answer(address, "no cluster is healthy there")


def _check_nodes(ray: Any, directory: Path) -> None:
    """Raise unless every node sees the directory and runs this version."""
    if ray.cluster_resources().get("CPU", 0) < 1:
        raise ClusterUnavailable("the Ray cluster has no CPU", "add a node with ray start --num-cpus")
    mark = directory / f"seen-{secrets.token_hex(8)}"
    mark.touch()
    try:
        nodes = [node for node in ray.nodes() if node["Alive"]]
        look = ray.remote(num_cpus=0, max_retries=0)(_look)
        answers = [_on(look, node["NodeID"]).remote(str(mark)) for node in nodes]
        ray.wait(answers, num_returns=len(answers), timeout=_NODES_S)
        for node, answer in zip(nodes, answers, strict=True):
            _check_node(ray, node["NodeManagerAddress"], answer, directory)
    finally:
        mark.unlink(missing_ok=True)


def _check_node(ray: Any, name: str, answer: Any, directory: Path) -> None:
    try:
        versions, sees = ray.get(answer, timeout=0)
    except ray.exceptions.RayError as error:
        why = "it does not answer" if isinstance(error, ray.exceptions.GetTimeoutError) else cause_of(error)
        raise ClusterUnavailable(f"node {name} is of no use: {why}", f"{_INSTALL} of {__version__} on it") from error
    if versions != _VERSIONS:
        raise ClusterUnavailable(f"node {name} has lsp-codebase {versions}, here it is {_VERSIONS}", "have one version")
    if not sees:
        raise ClusterUnavailable(f"node {name} does not see {directory}", "set TMPDIR to a folder that all nodes share")


def _on(function: Any, node: str) -> Any:
    from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

    return function.options(scheduling_strategy=NodeAffinitySchedulingStrategy(node, soft=False))


def _look(mark: str) -> tuple[str, bool]:
    """Return a node's version, and whether it sees a file."""
    return _VERSIONS, os.path.exists(mark)


def _no_answer(address: str, why: str) -> ClusterUnavailable:
    return ClusterUnavailable(
        f"no Ray cluster answers at {address}: {why}", "ray start --head begins one, ray start --address joins it"
    )


def _first_line(error: BaseException) -> str:
    line = str(getattr(error, "strerror", None) or error).strip().partition("\n")[0]
    return line[:1].lower() + line[1:]
