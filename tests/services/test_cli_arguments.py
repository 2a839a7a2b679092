"""Wrong arguments are told by the option as it was typed, with exit code 2."""

import socket

import pytest
from command_line import run_command


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("search", "x", "--exclude-role", "tests"), "--exclude-role: unknown role 'tests'"),
        (("search", "x", "-g", "["), "-g: '[' is not a glob; a [ needs its ], or a \\ before it"),
        (("files", "-g", "!["), "-g: '[' is not a glob"),
        (("history", "net/gone.py:3"), "PATH: there is no file or folder net/gone.py"),
        (("search", "x", "-n", "-1"), "-n: must be between 0 and"),
        (("symbols", "x", "-n", "-1"), "-n: must be between 0 and"),
        (("search", "x", "-C", "-2"), "'-2' is no number of lines"),
        (("serve", "--tcp", "70000"), "--tcp: 70000 is not a port"),
        (("serve", "--tcp", "-5"), "--tcp: -5 is not a port"),
    ],
    ids=lambda words: " ".join(words) if isinstance(words, tuple) else "",
)
def test_a_wrong_value_is_told_with_its_option(root, monkeypatch, arguments, told):
    monkeypatch.chdir(root)
    done = run_command(*arguments)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
    assert told in done.stderr


def test_a_port_in_use_is_told_of():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        done = run_command("serve", "--tcp", str(taken.getsockname()[1]))
    assert done.returncode == 2
    assert done.stderr.startswith("lsp-codebase: --tcp: cannot listen on 127.0.0.1:")


def test_keys_of_helix_are_added_once(tmp_path, monkeypatch):
    monkeypatch.setattr("lsp_codebase.cli.editors.helix.user_file", lambda name="": tmp_path / name)
    first = run_command("editor-config", "helix-keys")
    assert "[keys.normal.space.x]" in first.stdout
    (tmp_path / "config.toml").write_text(first.stdout)
    second = run_command("editor-config", "helix-keys")
    assert (second.returncode, second.stdout) == (0, "")
    assert "has keys below Space x" in second.stderr


@pytest.mark.parametrize("before", [(), ("search", "x", "--mode"), ("search", "x", "-n"), ("index",), ("callers",)])
def test_a_refusal_repeats_no_long_argument(root, monkeypatch, before):
    monkeypatch.chdir(root)
    done = run_command(*before, "a" * 100_000)
    assert done.returncode in (1, 2, 3)
    assert len(done.stderr) < 1_300
