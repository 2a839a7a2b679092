"""Settings of all tests."""

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from forked import Forked, Forks
from hypothesis import settings
from waiting import LONG_S

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or each of some hundred servers compiles the package anew

# Machines are shared: how long one example takes says nothing about the code. CI runs tests/property with many examples
# (`--hypothesis-profile=many`), as who changes what they hold should.
settings.register_profile("few", deadline=None, max_examples=20)
settings.register_profile("many", deadline=None, max_examples=200)
settings.load_profile("few")

# Server processes first, then real indexes, then what takes milliseconds: the workers take one file after the other, in
# this order, and a long one at the end would leave all but one idle. (`--no-loadscope-reorder`: xdist would begin with
# the files of the most tests, which are the shortest.)
LONGEST_FIRST = ("windows", "editors", "protocol", "security", "services", "property", "unit")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with the folders whose files take the longest."""
    here = Path(__file__).parent
    items.sort(key=lambda item: LONGEST_FIRST.index(item.path.relative_to(here).parts[0]))


def pytest_collection_finish() -> None:
    """Look for garbage among what the tests make, not each time among ten thousand tests and all modules, too."""
    gc.freeze()


@pytest.fixture(autouse=True, scope="session")
def _no_settings_of_this_user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what whoever runs the tests has set for the server out of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("configuration")))
        for name in [name for name in os.environ if name.startswith("LSP_CODEBASE_")]:
            patch.delenv(name)
        yield


@pytest.fixture(scope="session")
def forks(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Forks | None]:
    """What starts servers and workers in a tenth of the time, where the system can."""
    if sys.platform != "linux":
        yield None
        return
    with closing(Forks(tmp_path_factory.mktemp("forks") / "door")) as forks:
        yield forks


@pytest.fixture(scope="session")
def start_python(forks: Forks | None) -> Callable[..., "Forked | subprocess.Popen[bytes]"]:
    """A function that starts a process for some code, with arguments, in a folder: forked, where the system can."""

    def start(code: str, *arguments: str, cwd: Path | None = None) -> Forked | subprocess.Popen[bytes]:
        if forks is not None:
            begin = f"import os, sys\nsys.argv[1:] = {arguments!r}\nos.chdir({str(cwd or Path.cwd())!r})\n"
            return forks.server(begin + code)
        pipe = subprocess.PIPE
        return subprocess.Popen([sys.executable, "-c", code, *arguments], stdin=pipe, stdout=pipe, stderr=pipe, cwd=cwd)

    return start


@pytest.fixture(scope="session")
def run_alone(start_python: Callable[..., Any]) -> Callable[..., "subprocess.CompletedProcess[str]"]:
    """A function that runs a command in a process of its own, in a folder."""

    def run(*arguments: str, cwd: Path | None = None) -> "subprocess.CompletedProcess[str]":
        process = start_python("import sys\nfrom lsp_codebase.cli import main\nsys.exit(main())", *arguments, cwd=cwd)
        out, errors = process.communicate(timeout=LONG_S)
        return subprocess.CompletedProcess(arguments, process.returncode, out.decode(), errors.decode())

    return run


@pytest.fixture(autouse=True, scope="session")
def _workers_are_forked(forks: Forks | None) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        if forks is not None:
            patch.setattr("lsp_codebase.index.workers.pool._start_process", forks.worker)
        yield
