"""A root that a team's server answers for, and the small index of what is changed in it."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest
from codebases import write

from lsp_codebase.location import index_bytes, index_directory
from lsp_codebase.remote.server import Server, ServerUnavailable

NOBODY = "http://127.0.0.1:9/"


def test_the_size_is_that_of_the_index_of_what_is_changed(root, open_codebase, settings):
    write(root, {"a.py": "def load():\n    pass\n"})
    codebase = open_codebase(settings=replace(settings, index_enabled=False, team_server=(NOBODY,)))
    own = index_directory(root, settings.index_location)
    changes = own.with_name(f"changes-{own.name}")
    assert sum(codebase.bytes_by_part().values()) == index_bytes(changes) > 0


def test_a_server_whose_folder_was_closed_is_not_asked_and_fails_no_question_otherwise():
    server = Server(NOBODY)
    server.close()
    with pytest.raises(ServerUnavailable, match="closed"):
        server.answer(server.begin("index_status", {}))


def test_a_question_that_waits_for_a_server_while_its_folder_is_closed_is_told_so(monkeypatch):
    server, may_end = Server(NOBODY), threading.Event()
    monkeypatch.setattr(server, "_ask", lambda *_: may_end.wait())
    waiting = [server.begin("index_status", {}) for _ in range(6)]  # more than are asked at a time
    server.close()
    with pytest.raises(ServerUnavailable, match="closed"):
        server.answer(waiting[-1])
    may_end.set()
