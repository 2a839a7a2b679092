"""The log of a command: `log.file` and `log.level` hold for all that are not served over LSP, too."""

import pytest
from codebases import write


@pytest.fixture
def run(run_alone):
    def run_well(*arguments):
        done = run_alone(*arguments)
        assert done.returncode == 0, done.stderr
        return done

    return run_well


@pytest.fixture
def given(root, tmp_path):
    write(root, {"a.py": "def total(): pass\n"})
    return ["--root", str(root), "--set", f"index.location={tmp_path / 'cache'}", "--set", "embedding.model=none"]


@pytest.mark.parametrize("command", [("index",), ("search", "total", "--wait"), ("mcp",)], ids=lambda words: words[0])
def test_a_command_logs_to_the_file_that_is_set_from_the_level_that_is_set(run, given, tmp_path, command):
    if command == ("mcp",):
        pytest.importorskip("mcp")
    file = tmp_path / "a.log"
    run(*command, *given, "--set", f"log.file={file}", "--set", "log.level=debug")
    assert " INFO " in file.read_text() or " DEBUG " in file.read_text()


def test_the_variables_of_the_log_hold_for_commands(run, given, tmp_path, monkeypatch):
    file = tmp_path / "a.log"
    monkeypatch.setenv("LSP_CODEBASE_LOG_FILE", str(file))
    monkeypatch.setenv("LSP_CODEBASE_LOG_LEVEL", "info")
    run("index", *given)
    assert "1 files read" in file.read_text()


@pytest.mark.parametrize(
    ("more", "is_shown"), [([], False), (["-v"], True), (["--set", "log.level=info"], True)], ids=["", "-v", "set"]
)
def test_standard_error_has_errors_alone_unless_more_is_asked_for(run, given, tmp_path, more, is_shown):
    done = run("index", *given, *more, "--set", f"log.file={tmp_path / 'a.log'}")
    assert ("1 files read" in done.stderr) is is_shown
    assert ("1 files read" in (tmp_path / "a.log").read_text()) is (more[:1] == ["--set"])


@pytest.mark.parametrize("folder", ["/nowhere", "~no-such-user"])
def test_a_log_file_that_cannot_be_written_is_told_of(run, given, folder):
    done = run("index", *given, "--set", f"log.file={folder}/a.log")
    assert done.stderr.startswith("lsp-codebase: log.file: ")
    assert "logging to standard error only" in done.stderr
