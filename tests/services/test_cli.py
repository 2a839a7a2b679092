"""The command line over the real core: what it prints, and its exit codes."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from codebases import opened, write
from command_line import ASKS, run_command

from lsp_codebase.cli import main
from lsp_codebase.config import Settings
from lsp_codebase.index import early_scan as look_module
from lsp_codebase.index.scanning import scan_root
from lsp_codebase.model import FileProblem

Run = Callable[..., "subprocess.CompletedProcess[str]"]
bytes_in_names = pytest.mark.skipif(os.name == "nt", reason="names are Unicode there, without controls")

SOURCE = """class Retry:
    def backoff(self, attempt):
        '''Wait longer after each failure.'''
        return 2**attempt
"""


def make_files(root: Path) -> None:
    """Write a folder of three files."""
    write(root, {"net/retry.py": SOURCE, "net/größe.py": "def größe(): pass\n", "readme.md": "# Title\n\nProse.\n"})


def listed(printed: str) -> tuple[list[dict], dict]:
    """Return the objects of the lines that --json prints, and the last one."""
    *found, end = map(json.loads, printed.splitlines())
    return found, end


def waiting(arguments: Sequence[str]) -> tuple[str, ...]:
    return ("--wait",) if arguments[0] in ASKS else ()


def options(root: Path, cache: Path) -> list[str]:
    return ["--root", str(root), "--set", f"index.location={cache}", "--set", "embedding.model=none"]


@pytest.fixture
def run(root, tmp_path) -> Run:
    """Run a command, in this process, on a folder of three files."""
    make_files(root)
    given = options(root, tmp_path / "cache")
    return lambda *arguments, **how: run_command(*arguments, *waiting(arguments), *given, **how)


@pytest.fixture(scope="module")
def asked(tmp_path_factory) -> list[str]:
    """Options that name a folder which is indexed once for all tests of this file, and only read."""
    folder = tmp_path_factory.mktemp("asked")
    (folder / "root").mkdir()
    make_files(folder / "root")
    return options(folder / "root", folder / "cache")


@pytest.fixture
def ask(asked) -> Run:
    """Run a command, in this process, that changes nothing."""
    return lambda *arguments: run_command(*arguments, *waiting(arguments), *asked)


@pytest.fixture
def start(asked) -> Run:
    """Run a command that changes nothing in a process of its own."""

    def start_one(*arguments: str, stdout=subprocess.PIPE) -> "subprocess.CompletedProcess[str]":
        command = [sys.executable, "-m", "lsp_codebase", *arguments]
        command += [] if arguments[0] in ("--version", "--help", "man") else [*waiting(arguments), *asked]
        pipes = {"stdin": subprocess.DEVNULL, "stdout": stdout, "stderr": subprocess.PIPE}
        return subprocess.run(command, encoding="utf-8", **pipes)

    return start_one


def test_search_prints_place_and_line_in_a_pipe(ask):
    done = ask("search", "wait longer after failure")
    assert done.returncode == 0
    assert done.stdout.endswith("net/retry.py:3:12:         '''Wait longer after each failure.'''\n")
    assert done.stderr == "lsp-codebase: search is lexical: no embedding model is set\n"  # no bar when nobody looks


def test_search_prints_json_with_the_whole_text(ask):
    done = ask("search", "backoff", "--json", "--limit", "1", "--explain")
    (hit,), end = listed(done.stdout)
    assert hit["location"]["uri"].endswith("/root/net/retry.py")
    assert (hit["location"]["range"]["start"], hit["name"], hit["kind"], hit["container"]) == (
        {"line": 1, "character": 0}, "backoff", 6, "Retry"
    )  # fmt: skip
    assert "attempt" in hit["text"]
    assert hit["signals"]
    assert (end["index"]["phase"], end["mode"]) == ("ready", "symbol")


def test_search_prints_the_column_of_a_match(ask):
    assert "net/retry.py:2:9: " in ask("search", "--mode", "exact", "backoff").stdout
    assert "net/größe.py:1:12: def größe(): pass" in ask("search", "-F", "(").stdout  # in bytes, as ripgrep counts
    assert ask("search", "GRÖSSE", "-i", "-E").stdout == ""  # ß has no capital of two letters
    (hit,), _ = listed(ask("search", "GRÖ", "--ignore-case", "--mode", "exact", "--json").stdout)
    assert hit["matches"] == [{"start": {"line": 0, "character": 4}, "end": {"line": 0, "character": 8}}]


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("RETRY", "--mode", "exact"), 1),
        (("RETRY", "--mode", "exact", "-i"), 0),
        (("retry", "--mode", "exact"), 0),
        (("retry", "--mode", "exact", "-s"), 1),
        (("back", "--mode", "regex", "-w"), 1),
        (("back.*", "--mode", "regex", "--word-regexp"), 0),
        (("retry", "-s", "-i"), 2),
        (("retry", "--mode", "lexical", "--case-sensitive"), 2),
    ],
)
def test_letter_case_and_whole_words_are_asked_for_as_other_searches_do(ask, arguments, code):
    assert ask("search", *arguments).returncode == code


def test_symbols_and_status_and_index_speak_json(run):
    (symbol,), end = listed(run("symbols", "größe", "--json", "--limit", "1").stdout)
    one = symbol["definition"]
    assert (one["name"], one["kind"], one["selectionRange"]["start"]) == ("größe", 12, {"line": 0, "character": 4})
    assert (end["truncated"], end["index"]["phase"]) == (False, "ready")
    assert json.loads(run("status", "--json").stdout)["files"]["indexed"] == 3
    assert json.loads(run("index", "--rebuild", "--json").stdout)["files"]["indexed"] == 3


def test_status_says_what_is_there_and_builds_nothing(elsewhere, root, tmp_path):
    code, printed, said = elsewhere("status", "root")
    state = "state      not indexed yet: lsp-codebase index\n"
    assert (code, printed, said) == (1, f"root       {root}\n{state}", "")
    code, printed, _ = elsewhere("status", "root", "--json")
    assert (code, json.loads(printed)["phase"]) == (1, None)
    assert not (tmp_path / "cache").exists()

    indexed = json.loads(elsewhere("index", "root", "--json")[1])
    code, printed, _ = elsewhere("status", "root", "--json")
    assert code == 0
    # the message of `index` says how search answers, which is nothing that lies on disk
    assert json.loads(printed) == {name: value for name, value in indexed.items() if name != "message"}

    write(root, {"new.py": "", "a.py": SOURCE + "# longer"})
    code, printed, _ = elsewhere("status", "root", "--json")
    status = json.loads(printed)
    assert status["languages"]["python"] == 1
    assert (code, status["generation"], status["stale"]) == (0, indexed["generation"], True)
    assert status["message"].startswith("2 files changed since; lsp-codebase index")
    (root / "new.py").unlink()
    (root / "a.py").unlink()
    assert "2 files changed" not in elsewhere("status", "root")[1]
    assert "1 file changed" in elsewhere("status", "root")[1]


def test_status_says_why_there_are_no_vectors(elsewhere, tmp_path, monkeypatch, capsys):
    assert elsewhere("index", "root")[0] == 0
    missing = tmp_path / "no-model"
    monkeypatch.setenv("LSP_CODEBASE_INDEX_LOCATION", str(tmp_path / "cache"))
    assert main(["status", "root", "--json", "--set", f"embedding.model={missing}"]) == 0
    message = json.loads(capsys.readouterr().out)["message"]
    assert message.startswith(f"search is lexical: embedding.model: there is no directory {missing}")


def test_status_does_not_wait_for_the_process_that_writes_the_index(elsewhere, root, tmp_path):
    write(root, {f"m{n}.py": "x = 1\n" for n in range(3)})
    elsewhere("index", "root")
    with opened(Settings(index_location=str(tmp_path / "cache"), embedding_model="none"), root):
        status = json.loads(elsewhere("status", "root", "--json")[1])
        assert (status["phase"], status["role"], status["message"]) == (
            "ready", "reader", "another process keeps it up to date"
        )  # fmt: skip


def test_status_of_an_index_that_is_of_no_use_says_so(elsewhere, root, tmp_path):
    elsewhere("index", "root")
    (manifest,) = (tmp_path / "cache").glob("*/manifest.json")
    before = manifest.read_bytes(), manifest.stat().st_mtime_ns
    code, printed, said = elsewhere("status", "root", "--set", "chunks.maxChars=900")
    assert (code, printed) == (3, "")
    assert "chunk size; lsp-codebase index renews it" in said
    assert (manifest.read_bytes(), manifest.stat().st_mtime_ns) == before


def test_the_tree_is_drawn_without_an_index(run, tmp_path):
    done = run("tree")
    assert done.returncode == 0
    assert "retry.py" in done.stdout
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize("typed", ["Retry.back", "net.backoff"])
def test_a_symbol_is_listed_under_its_own_name_however_it_was_typed(ask, typed):
    assert ask("symbols", typed).stdout.endswith("net/retry.py:2:9: method Retry.backoff\n")


def test_the_tree_shows_symbols_and_speaks_json(ask):
    assert "Retry" in ask("tree", "--symbols").stdout
    (node,) = json.loads(ask("tree", "--json").stdout)["roots"]
    assert {child["name"] for child in node["children"]} == {"net", "readme.md"}


def test_a_query_may_hold_operators_and_notes_say_how_it_was_read(ask):
    assert "lsp-codebase: nothing found for 'backoff lang:go'\n" in ask("search", "backoff lang:go").stderr
    hits, end = listed(ask("search", "backoff lang:klingon", "--json").stdout)
    assert hits[0]["location"]["uri"].endswith("/net/retry.py")
    (note,) = end["notes"]
    assert note.startswith("lang:klingon is taken as words: unknown language 'klingon'")
    done = ask("search", "backoff lang:klingon")
    assert done.stderr.startswith(f"lsp-codebase: note: {note}\n")
    assert note not in done.stdout
    assert ask("symbols", "backoff kind:class").returncode == 1
    assert ask("search", "backoff", "--lang", "PY", "--kind", "method").returncode == 0


def test_all_wrong_values_are_named_in_one_message(ask):
    said = ask(
        "search", "x", "--lang", "klingon", "--lang", "romulan", "--kind", "klass", "--max-chars", "0", "--text"
    ).stderr
    for name in ("--max-chars: must", "--language: unknown language 'klingon'", "romulan", "--kind: unknown kind"):
        assert name in said


def test_languages_are_listed_by_all_their_names(capsys):
    assert main(["languages"]) == 0
    lines = capsys.readouterr().out.splitlines()
    (typescript,) = (line for line in lines if line.startswith("tsx "))
    assert typescript.split() == ["tsx", "typescriptreact", ".tsx"]
    assert len({line.index(" .") for line in lines if " ." in line}) == 1  # aligned
    assert main(["languages", "--json"]) == 0
    rows = {row["name"]: row for row in map(json.loads, capsys.readouterr().out.splitlines())}
    assert len(rows) == len(lines)
    assert rows["make"]["aliases"] == ["makefile", "gnumake"]
    assert "Makefile" in rows["make"]["fileNames"]
    assert (rows["python"]["isCode"], rows["markdown"]["isCode"]) == (True, False)


def test_more_hits_than_a_page_holds_are_given_when_asked_for_and_told_of_otherwise(elsewhere, root):
    write(root, {"many.py": "".join(f"wanted_{number:03} = 1\n" for number in range(230))})
    search = ("search", "wanted", "--mode", "exact", "--root", "root", "--json")

    def asked(*more: str) -> tuple[dict, list[str], str]:
        _, printed, said = elsewhere(*search, *more)
        hits, end = listed(printed)
        return end, [hit["preview"] for hit in hits], said

    first, previews, said = asked("-n", "105")
    assert (len(previews), said) == (105, "lsp-codebase: there are more: -n 210, or --all\n")
    rest, others, said = asked("-n", "500", "--cursor", first["nextCursor"])
    assert ("nextCursor" in rest, said) == (False, "")
    assert sorted(previews + others) == [f"wanted_{number:03} = 1" for number in range(230)]
    for everything in (("--all",), ("-n", "0")):
        _, previews, said = asked(*everything)
        assert (len(previews), said) == (230, "")
    code, _, said = elsewhere("search", "other", "--root", "root", "--cursor", first["nextCursor"])
    assert (code, said.startswith("lsp-codebase: --cursor: belongs to another query")) == (2, True)
    assert elsewhere("symbols", "wanted", "--root", "root")[2] == "lsp-codebase: there are more: -n 40, or --all\n"


def test_a_budget_holds_for_all_pages_of_a_search_together(elsewhere, root):
    write(root, {"many.py": "".join(f"wanted_{number:03} = 1\n" for number in range(230))})
    for lines in (230, 130, 100):
        hits, end = listed(
            elsewhere(
                *("search", "wanted", "--mode", "exact", "--root", "root", "--json"),
                *("-n", "230", "--max-chars", str(lines * len("wanted_000 = 1"))),
            )[1]
        )
        assert len(hits) == 230
        assert sum(bool(hit.get("text")) for hit in hits) == lines
        assert end["truncated"] is (lines < 230)


def test_a_hit_without_room_for_its_text_is_printed_by_the_line_that_tells_what_it_is(elsewhere, root):
    write(root, {"shop.py": "def open_shop():\n    return 'open'\n", "shut.py": "def shut():\n    open_shop()\n"})
    code, printed, _ = elsewhere("search", "open_shop", "--root", "root", "--text", "--max-chars", "10")
    assert code == 0
    assert "1: def open_shop():" in printed


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("search", "zzz_nothing_like_it", "--mode", "exact"), 1, ""),
        (("search", "zzqx flurb wombat"), 1, ""),
        (("symbols", "zzzzqqqq"), 1, ""),
        (("search", "x", "--language", "klingon"), 2, "--language: unknown language 'klingon'"),
        (("search", "x", "--limit=-1"), 2, "-n: must be between 0 and 1000000, is -1"),
        (("symbols", "x", "--limit=-1"), 2, "-n: must be between 0 and 10000, is -1"),
        (("search", "(", "--mode", "regex"), 2, "PATTERN: not a regular expression (missing ): (); the mode exact"),
        (("search", "-E", "a(?=b)"), 2, "(invalid perl operator: (?=); look-around and back-references have no linear"),
        (("search", "-E", r"(a)\1"), 2, "; look-around and back-references have no linear-time form\n"),
        (("search", "x", "nowhere"), 2, "PATH: there is no file or folder nowhere; several words to search for go in"),
        (("search", "x", "--json", "-c"), 2, "-c: goes without --json; give one of the two"),
        (("search", "x", "-0"), 2, "-0: goes with -l"),
        (("search", "x", "--max-chars", "9"), 2, "--max-chars: goes with --text or --json"),
        (("search", "x", "-C", "two"), 2, "'two' is no number of lines"),
        (("search", "x", "-n", "two"), 2, "-n/--limit: 'two' is no whole number"),
        (("files", "-n", "2.5"), 2, "-n/--limit: '2.5' is no whole number"),
        (("similar", "x"), 2, "FILE:LINE: x names no line; write x:LINE or x:FIRST-LAST"),
        (("read", "nowhere"), 2, "FILE: there is no file or folder nowhere\n"),
        (("callers", "nobody"), 1, "nothing is called 'nobody'; lsp-codebase symbols finds names that are like it"),
        (("context", " "), 2, "lsp-codebase: QUERY: must not be empty"),
        (("context", "x", "--max-tokens", "1"), 2, "--max-tokens: must be between 100 and 50000, is 1"),
        (("search", "x", "--set", "chunks.maxChars=1"), 2, "chunks.maxChars: must be between"),
        (("search", "x", "--set", "nonsense"), 2, "is not KEY=VALUE"),
        (("tree", "--depth", "-1"), 2, "--depth"),
        (("search", "x", "--limt", "3"), 2, "unrecognized arguments: --limt 3; did you mean --limit?; see"),
        (("symbols", "x", "--jsn=1"), 2, "unrecognized arguments: --jsn=1; did you mean --json?; see"),
        (("search", "x", "--frob"), 2, "unrecognized arguments: --frob; a PATTERN that begins with - goes behind -e"),
        (("search", "-cart"), 2, "ignored explicit argument 'art'; a PATTERN that begins with - goes behind -e; see"),
        (("serach", "x"), 2, "there is no command serach; did you mean search?; see lsp-codebase --help\n"),
    ],
)
def test_exit_codes_say_what_happened_and_the_message_names_the_fix(ask, arguments, code, said):
    done = ask(*arguments)
    assert done.returncode == code
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_a_cache_that_cannot_be_written_is_named(root, tmp_path):
    (tmp_path / "file").write_text("")
    done = run_command("search", "x", "--root", str(root), "--set", f"index.location={tmp_path / 'file'}")
    assert done.returncode == 3
    assert "index.location" in done.stderr


def test_a_root_that_is_no_folder_is_named(tmp_path):
    command = [sys.executable, "-m", "lsp_codebase", "search", "x", "--root", str(tmp_path / "nowhere")]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2
    assert "is not a folder" in done.stderr


def test_hits_that_only_are_the_nearest_are_called_so(ask):
    done = ask("search", "zzqx flurb attempt")
    assert done.stderr.startswith("lsp-codebase: nothing matches well; these are only the nearest\n")
    assert (done.returncode, done.stdout.count("net/retry.py:")) == (1, 1)
    hits, end = listed(ask("search", "zzqx flurb attempt", "--json").stdout)
    assert (end["confidence"], len(hits)) == ("none", 1)
    assert "nearest" not in ask("search", "wait longer after failure").stderr
    assert listed(ask("search", "wait longer after failure", "--json").stdout)[1]["confidence"] == "high"


def test_a_pattern_that_no_symbol_matches_is_named(ask):
    done = ask("symbols", "zzzzqqqq")
    assert (done.stdout, done.stderr) == ("", "lsp-codebase: nothing found for 'zzzzqqqq'\n")


@pytest.mark.parametrize("question", [("search", "cart"), ("symbols",), ("callers", "cart"), ("context", "cart")])
def test_a_question_to_a_folder_without_files_says_so(tmp_path, question):
    (tmp_path / "bare").mkdir()
    settings = ("--set", f"index.location={tmp_path / 'cache'}", "--root", str(tmp_path / "bare"))
    done = run_command(*question, *settings)
    assert (done.returncode, done.stdout) == (1, "")
    assert "There are no files in bare, or git and the settings leave all of them out." in done.stderr


@pytest.fixture
def elsewhere(root, tmp_path, monkeypatch, capsys):
    """Run a command beside the root, which it must be told; returns its exit code and what it printed."""
    write(root, {"a.py": SOURCE})
    monkeypatch.chdir(tmp_path)
    settings = ("--set", f"index.location={tmp_path / 'cache'}", "--set", "embedding.model=none")
    return lambda *arguments: (main([*arguments, *waiting(arguments), *settings]), *capsys.readouterr())


def test_who_asks_for_the_callers_of_a_file_is_told_to_name_a_line(elsewhere):
    code, printed, said = elsewhere("callers", "root/a.py", "--root", "root")
    assert (code, printed) == (1, "")
    assert said == "lsp-codebase: nothing is called 'root/a.py'; of a file name a line, too: root/a.py:LINE\n"


@bytes_in_names
def test_names_that_would_break_a_line_or_mislead_are_quoted(elsewhere, root):
    write(root, {"a\nb.py": "def in_two_lines(): pass\n", "c\x1b[31m.py": "def in_red(): pass\n"})
    (root / os.fsdecode(b"caf\xe9.py")).write_text("")
    assert '"root/a\\nb.py":1:5: ' in elsewhere("search", "in_two_lines", "--root", "root")[1]
    assert '"root/c\\u001b[31m.py":1:5: ' in elsewhere("symbols", "in_red", "--root", "root")[1]
    elsewhere("index", "root")
    assert '"caf\\xe9.py": its name is not UTF-8' in elsewhere("status", "root")[1]
    (symbol,), _ = listed(elsewhere("symbols", "in_red", "--root", "root", "--json")[1])
    assert symbol["uri"].endswith("/c%1B%5B31m.py")


@bytes_in_names
@pytest.mark.parametrize("encoding", ["utf-8:strict", "utf-8:surrogateescape", "ascii"])
def test_any_name_and_any_code_can_be_printed_in_any_encoding(run, root, encoding):
    name = os.fsdecode(b"caf\xe9.txt")
    (root / name).write_text("")
    (problem,) = json.loads(run("index", "--json", encoding=encoding).stdout)["problems"]
    assert json.loads(run("status", "--json", encoding=encoding).stdout)["problems"] == [problem]
    assert problem["uri"].endswith("/caf%E9.txt")
    (node,) = json.loads(run("tree", "--json", encoding=encoding).stdout)["roots"]
    assert name in {child["name"] for child in node["children"]}
    (symbol,), _ = listed(run("symbols", "größe", "--json", encoding=encoding).stdout)
    assert symbol["definition"]["name"] == "größe"
    assert run("search", "größe", encoding=encoding).returncode == 0


@pytest.mark.parametrize("place", [("root",), ("--root", "root"), ("root", "--root", "./root")])
def test_the_folder_is_named_by_its_place_or_by_the_option(elsewhere, root, place):
    code, printed, _ = elsewhere("index", "--json", *place)
    assert (code, json.loads(printed)["folder"]) == (0, root.as_uri())
    code, printed, _ = elsewhere("status", "--json", *place)
    assert (code, json.loads(printed)["folder"]) == (0, root.as_uri())
    code, printed, _ = elsewhere("doctor", "--json", *place)
    assert (code, {check["folder"] for check in json.loads(printed)["checks"]}) == (0, {root.as_uri()})


@pytest.mark.parametrize("command", ["index", "status", "doctor"])
def test_a_folder_named_twice_must_be_the_same(elsewhere, root, command):
    code, printed, said = elsewhere(command, "root", "--root", ".")
    assert (code, printed) == (2, "")
    assert said == "lsp-codebase: DIR: root is another folder than --root .; give one of the two\n"


def test_a_place_that_is_no_folder_is_named_as_it_was_typed(elsewhere):
    assert elsewhere("index", "nowhere") == (2, "", "lsp-codebase: DIR: nowhere is not a folder\n")
    assert elsewhere("mcp", "nowhere") == (2, "", "lsp-codebase: --root: nowhere is not a folder\n")


@pytest.mark.parametrize(
    ("arguments", "unbuffered"),
    [
        ("search backoff", ""),
        ("tree", "1"),
        ("--help", ""),
        *(
            pytest.param(arguments, unbuffered, marks=pytest.mark.slow)
            for arguments in ("search backoff --json", "search -F -l backoff", "symbols", "index", "man")
            for unbuffered in ("", "1")
        ),
    ],
)
def test_a_pipe_closed_by_its_reader_is_no_error(start, arguments, unbuffered, monkeypatch):
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    reader, writer = os.pipe()
    os.close(reader)
    with os.fdopen(writer, "wb") as closed:
        done = start(*arguments.split(), stdout=closed)
    assert (done.returncode, done.stderr) == (0, "")


def test_version_is_printed(start):
    assert start("--version").stdout.startswith("lsp-codebase 0.")


def test_a_search_that_reads_nothing_anew_tells_of_files_that_it_could_not_read_either(root, tmp_path, monkeypatch):
    make_files(root)
    given = options(root, tmp_path / "cache")
    run_command("index", *given)
    closed = FileProblem("closed", "permission denied")  # which nothing is to root

    def without_rights(*arguments):
        return replace(scan_root(*arguments), unreadable=(closed,))

    monkeypatch.setattr(look_module, "scan_root", without_rights)
    assert "1 file or folder could not be read, and is not searched" in run_command("search", "zzzzqqqq", *given).stderr
