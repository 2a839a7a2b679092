"""kill -9 at any moment of indexing, saving and tidying: what was committed is there at the next start."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from dataclasses import replace

import pytest
from codebases import Asked, names, write
from index_states import rebuilt, state

from lsp_codebase.index import SilentListener
from lsp_codebase.model import CancelToken, CheckState, Phase
from lsp_codebase.store import open_for_reading

WORK = """
import sys, time
from pathlib import Path
from lsp_codebase.config import Settings
from lsp_codebase.index import indexer, maintenance
from lsp_codebase.model import CancelToken
from lsp_codebase.workspace import Workspace
indexer._PRESENCE_S = maintenance._IDLE_S = 0.01  # tidy after every save
root = Path(sys.argv[1])
workspace = Workspace(Settings(index_location=sys.argv[2], embedding_model="hash", index_debounce_ms=0))
workspace.add_folder(root)
codebase = workspace.find(root)
print("begin", flush=True)
workspace.start()
while (store := codebase._indexer.store) is None:
    time.sleep(0.001)
seen = 0
number = 0
while True:
    store = codebase._indexer.store
    if store is not None and store.generation != seen:
        seen = store.generation
        for record in list(store.files.values()):
            print("committed", record.path, record.generation, flush=True)
    if codebase.status().phase.value == "ready":
        number += 1
        path = root / f"pkg/module_{number % 20}.py"
        path.write_text(path.read_text().split("# save")[0] + f"# save {number}\\n")
        codebase.mark_changed([path])
        time.sleep(0.02)
"""
BODY = "def function_{0}(value):\n    '''Number {0} of many.'''\n    return value\n\n\n" + "x = [1, 2, 3]\n" * 30


def committed_until_killed(root, settings, after_s: float) -> dict[str, int]:
    """Index in another process, kill it, and return what it had said to be committed: generations by path."""
    command = [sys.executable, "-c", WORK, str(root), settings.index_location]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True)
    assert process.stdout is not None
    process.stdout.readline()
    time.sleep(after_s)
    os.killpg(process.pid, signal.SIGKILL)
    said = [line.split() for line in process.communicate()[0].splitlines()]
    return {words[1]: int(words[2]) for words in said[:-1]}  # the last line may be half a line


def survive(root, settings, open_codebase, pool, times: int, seed: int) -> None:
    random_ = random.Random(seed)
    settings = replace(settings, embedding_model="hash")
    write(root, {f"pkg/module_{i}.py": BODY.format(i) for i in range(60)})
    for number in range(times):
        if number % 10 == 0:  # from nothing now and then: the first indexing is killed too
            subprocess.run(["rm", "-rf", settings.index_location], check=True)
        committed = committed_until_killed(root, settings, random_.uniform(0.0, 0.9))
        codebase = Asked(root, settings, pool, SilentListener())
        if committed:  # else it may have died before there was anything to open
            kept = open_for_reading(codebase._indexer._directory, codebase._indexer._manifest).files
            assert all(kept[path].generation >= generation for path, generation in committed.items())
        codebase.start()
        status = codebase.wait_until_idle(CancelToken())
        assert status.phase is Phase.READY
        assert not status.message, status.message  # nothing had to be rebuilt or repaired
        assert status.indexed == 60
        if number % 10 == 9:
            checks = codebase.doctor(CancelToken())
            assert not [check for check in checks if check.state is CheckState.DAMAGED]
        codebase.close()
    codebase = open_codebase(settings=settings)
    fresh = rebuilt(root, replace(settings, index_location=settings.index_location + "-fresh"), pool)
    assert state(codebase) == state(fresh)
    assert names(codebase, "function_59")[0] == "function_59"
    fresh.close()


@pytest.mark.slow
def test_a_process_killed_now_and_then_loses_nothing(root, settings, open_codebase, pool):
    survive(root, settings, open_codebase, pool, times=3, seed=1)


@pytest.mark.slow
def test_a_process_killed_a_hundred_times_loses_nothing(root, settings, open_codebase, pool):
    survive(root, settings, open_codebase, pool, times=100, seed=2)
