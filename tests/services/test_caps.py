"""The caps for size and line length: from the settings to what is found, and when they change."""

import json.decoder
from dataclasses import replace
from pathlib import Path

import pytest
from codebases import found, names, settle, write
from given_settings import options_of, resolve

from lsp_codebase.config import Settings
from lsp_codebase.index.plan import as_wanted, too_large
from lsp_codebase.index.workers.reading import FileJob, new_record
from lsp_codebase.parse import ParseLimits
from lsp_codebase.scan import FileStat
from lsp_codebase.workspace import Workspace

WRITTEN = Path(json.decoder.__file__).read_text()  # 12,000 bytes

LONG_LINES = "".join(f"def long_{i}(): return {'1' * 6_000}\n" for i in range(3))


def problems(codebase):
    return {problem.path: problem.reason for problem in codebase.full_status().problems}


def open_with(open_codebase, settings, **received):
    """Open with settings as a client sends them."""
    settings, complaints = resolve(
        options_of(settings), {key.replace("_", "."): value for key, value in received.items()}
    )
    assert not complaints
    return open_codebase(settings=settings)


def test_a_larger_size_cap_takes_files_in_and_a_smaller_one_leaves_them_out(root, open_codebase, settings):
    write(root, {"small.py": "def small(): pass\n", "large.py": "def large(): pass\n" + "x = 1\n" * 1_000})
    for most, expected, read in ((5_000, ["small"], 2), (50_000, ["small", "large"], 1), (4_000, ["small"], 1)):
        codebase = open_with(open_codebase, settings, index_maxFileBytes=most)
        assert [name for name in ("small", "large") if names(codebase, name) == [name]] == expected
        assert problems(codebase) == ({} if "large" in expected else {"large.py": f"larger than {most} bytes"})
        assert codebase.work.read == read
        codebase.close()


def test_code_that_people_wrote_is_taken_in_up_to_four_times_the_cap(root, open_codebase, settings):
    write(root, {"decoder.py": WRITTEN, "table.py": "x = 1\n" * 2_000, "words.json": "[\n" + '"a",\n' * 2_000 + "1]\n"})
    left_out = ["table.py", "words.json"]
    for most, is_in, read in (
        (5_000, True, 3),
        (5_000, True, 0),
        (3_000, False, 3),
        (20_000, True, 3),
        (5_000, True, 3),
    ):
        codebase = open_with(open_codebase, settings, index_maxFileBytes=most)
        assert names(codebase, "JSONDecoder")[:1] == (["JSONDecoder"] if is_in else [])
        expected = [] if most == 20_000 else left_out if is_in else ["decoder.py", *left_out]
        assert problems(codebase) == dict.fromkeys(expected, f"larger than {most} bytes")
        assert codebase.work.read == read
        codebase.close()


def test_a_large_file_that_was_left_out_by_its_size_alone_is_looked_at_once(settings):
    row = new_record(FileJob("big.py", 1), FileStat(2_000_000, 1), state="skipped", reason=too_large(settings))
    assert as_wanted(row, settings) is None
    assert as_wanted(replace(row, sha256="of a table"), settings)
    assert as_wanted(replace(row, path="big.json"), settings)
    assert as_wanted(replace(row, size=5_000_000), settings)


def test_a_large_file_that_takes_too_long_to_parse_is_not_parsed_again(settings):
    row = new_record(FileJob("big.py", 1), FileStat(2_000_000, 1), state="indexed")
    slow = replace(row, reason=f"parse timed out ({too_large(settings)})")
    assert as_wanted(slow, settings)
    assert not slow.is_whole
    assert as_wanted(row, settings) is None


def test_a_file_of_long_lines_is_listed_as_minified_or_left_out_with_the_generated_ones(root, open_codebase, settings):
    write(root, {"a.py": LONG_LINES, "b.py": "def short(): pass\n"})
    for is_included, reason in ((True, "minified; indexed as text only"), (False, "generated")):
        codebase = open_with(open_codebase, settings, index_includeGenerated=is_included)
        assert names(codebase, "long_1") == []
        assert names(codebase, "short") == ["short"]
        assert problems(codebase) == {"a.py": reason}
        assert ("a.py" in found(codebase, "long_1")) is is_included
        codebase.close()


@pytest.mark.parametrize("received", [{"maxFileBytes": 1_000}, {"includeGenerated": False}])
def test_a_changed_cap_applies_at_once(root, settings, received):
    write(root, {"large.py": "def large(): pass\n" + "x = 1\n" * 1_000, "made.py": "# @generated\ndef made(): pass\n"})
    workspace = Workspace(settings)
    try:
        workspace.add_folder(root)
        workspace.start()
        settle(workspace.find(root), lambda status: status.indexed == 2)
        workspace.configure(resolve(options_of(settings), {"index": received})[0])
        gone = {"maxFileBytes": "large", "includeGenerated": "made"}
        expected = [name for key, name in gone.items() if key not in received]

        def is_applied(status):
            codebase = workspace.find(root)
            return [name for name in gone.values() if names(codebase, name) == [name]] == expected

        settle(workspace.find(root), is_applied)
    finally:
        workspace.close()


@pytest.mark.parametrize(
    ("received", "complaint"),
    [
        ({"maxFileBytes": "large"}, "index.maxFileBytes: must be a number; keeping 1000000"),
        ({"maxFileBytes": 2000.5}, "index.maxFileBytes: must be a whole number; keeping 1000000"),
        ({"maxFileBytes": 0}, "index.maxFileBytes: must be between 1000 and 100000000; keeping 1000000"),
        ({"includeGenerated": "no"}, "index.includeGenerated: must be true or false; keeping true"),
    ],
)
def test_a_bad_cap_is_refused_by_name(received, complaint):
    assert resolve({"index": received}) == (Settings(), (complaint,))


def test_a_chunk_is_of_the_same_size_by_default_for_the_settings_and_for_parsing_alone():
    assert ParseLimits().max_chars == Settings().chunks_max_chars
