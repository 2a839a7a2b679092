"""The caps for size, line length and depth: from the settings to what is found, and when they change."""

from dataclasses import fields, replace

import pytest
from codebases import found, names, settle, write

from lsp_codebase.config import OPTIONS, Settings, resolve
from lsp_codebase.workspace import Workspace

LONG_LINES = "".join(f"def long_{i}(): return {'1' * 700}\n" for i in range(3))
DEEP = "".join("  " * i + f"def level_{i}():\n" for i in range(30)) + "  " * 30 + "pass\n"


def problems(codebase):
    return {problem.path: problem.reason for problem in codebase.full_status().problems}


def open_with(open_codebase, settings, **received):
    """Open with settings as a client sends them."""
    settings, complaints = resolve({key.replace("_", "."): value for key, value in received.items()}, settings)
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


def test_the_cap_for_lines_decides_what_is_minified(root, open_codebase, settings):
    write(root, {"a.py": LONG_LINES, "b.py": "def short(): pass\n"})
    for most, expected in ((5_000, ["long_1"]), (600, []), (800, ["long_1"])):
        codebase = open_with(open_codebase, settings, index_maxLineChars=most)
        assert names(codebase, "long_1") == expected
        assert names(codebase, "short") == ["short"]
        assert problems(codebase) == ({} if expected else {"a.py": "minified"})
        assert "a.py" in found(codebase, "long_1")
        codebase.close()


def test_minified_files_are_left_out_with_the_generated_ones(root, open_codebase, settings):
    write(root, {"a.py": LONG_LINES})
    given = {"index_includeGenerated": False}
    codebase = open_with(open_codebase, settings, index_maxLineChars=600, **given)
    assert problems(codebase) == {"a.py": "generated"}
    codebase.close()
    assert names(open_with(open_codebase, settings, **given), "long_1") == ["long_1"]


def test_the_cap_for_depth_bounds_which_definitions_are_found(root, open_codebase, settings):
    write(root, {"a.py": DEEP})
    for most, deepest in ((1_000, 29), (20, 9), (60, 29)):
        codebase = open_with(open_codebase, settings, index_maxDepth=most)
        for level in (0, 9, 10, 29):
            assert (f"level_{level}" in names(codebase, f"level_{level}")) is (level <= deepest)
        assert set(found(codebase, "level_29")) == {"a.py"}
        codebase.close()


@pytest.mark.parametrize("received", [{"maxLineChars": 600}, {"maxDepth": 20}, {"includeGenerated": False}])
def test_a_changed_cap_applies_at_once(root, settings, received):
    write(root, {"lines.py": LONG_LINES, "deep.py": DEEP, "made.py": "# @generated\ndef made(): pass\n"})
    workspace = Workspace(settings)
    try:
        workspace.add_folder(root)
        workspace.start()
        settle(workspace.find(root), lambda status: status.indexed == 3, seconds=60)
        workspace.configure(resolve({"index": received}, settings)[0])
        gone = {"maxLineChars": "long_1", "maxDepth": "level_29", "includeGenerated": "made"}
        expected = [name for key, name in gone.items() if key not in received]

        def is_applied(status):
            codebase = workspace.find(root)
            return [name for name in gone.values() if names(codebase, name) == [name]] == expected

        settle(workspace.find(root), is_applied, seconds=60)
    finally:
        workspace.close()


@pytest.mark.parametrize(
    ("received", "complaint"),
    [
        ({"maxLineChars": 99}, "index.maxLineChars: must be between 100 and 10000000; keeping 5000"),
        ({"maxLineChars": "long"}, "index.maxLineChars: must be a number; keeping 5000"),
        ({"maxDepth": 9}, "index.maxDepth: must be between 10 and 100000; keeping 1000"),
        ({"maxDepth": 20.5}, "index.maxDepth: must be a whole number; keeping 1000"),
        ({"maxFileBytes": 0}, "index.maxFileBytes: must be between 1000 and 100000000; keeping 1000000"),
        ({"includeGenerated": "no"}, "index.includeGenerated: must be true or false; keeping true"),
    ],
)
def test_a_bad_cap_is_refused_by_name(received, complaint):
    assert resolve({"index": received}) == (Settings(), (complaint,))


def test_the_caps_of_parsing_are_those_of_the_settings():
    from lsp_codebase.parse import ParseLimits

    shared = {"max_chars": "chunks.maxChars", "timeout_ms": "index.parseTimeoutMs"}
    shared |= {"max_line_chars": "index.maxLineChars", "max_depth": "index.maxDepth"}
    defaults = {option.key: option.default for option in OPTIONS}
    limits = ParseLimits()
    assert {name: getattr(limits, name) for name in shared} == {name: defaults[key] for name, key in shared.items()}
    assert {field.name for field in fields(ParseLimits)} - shared.keys() == {"max_shown_line_chars"}
    assert replace(limits, max_depth=10) != limits
