"""One glob language: what a glob matches, what cannot be read, and that both ways to decide agree."""

import os
import random
import sys
import threading
import unicodedata
from itertools import groupby, pairwise

import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from waiting import LONG_S

from lsp_codebase import globs
from lsp_codebase.errors import InvalidQuery
from lsp_codebase.globs import Globs, automaton, name_index, rule_file
from lsp_codebase.globs.braces import TooMany, expand
from lsp_codebase.globs.language import slashed


@pytest.mark.parametrize(
    ("glob", "matching", "other"),
    [
        ("*.py", ["a.py", "x/y/a.py"], ["a.pyc", "py"]),
        ("src/*.py", ["src/a.py"], ["src/x/a.py", "lib/src/a.py"]),
        ("/a.c", ["a.c"], ["x/a.c"]),
        ("src/**/*.py", ["src/a.py", "src/x/y/a.py"], ["a.py"]),
        ("src/**", ["src/a.py", "src/x/y"], ["src", "x/src/y"]),
        ("src", ["src/a.py", "x/src/b.c", "src"], ["srcs/a.py"]),
        ("src/", ["src/a.py", "x/src/a.py"], ["srcs/a", "src"]),
        ("**/test_*.{py,js}", ["test_a.py", "x/test_b.js"], ["test_a.rb"]),
        ("{src/a,lib}/*.py", ["src/a/x.py", "lib/x.py"], ["x/lib/x.py"]),
        ("{src/a,lib}", ["src/a/x.py", "x/lib/x.py"], ["x/src/a"]),
        ("a[0-9].c", ["a1.c"], ["ab.c"]),
        ("a[!0-9].c", ["ab.c"], ["a1.c", "a/.c"]),
        ("[[:upper:]].c", ["A.c"], ["a.c"]),
        ("?.c", ["a.c"], ["ab.c"]),
        ("./src/a.c", ["src/a.c"], ["a.c"]),
        ("a+(b).c", ["a+(b).c"], ["aab.c"]),
        ("\\{a,b}", ["{a,b}"], ["a"]),
        ("[{]a", ["{a"], ["a"]),
        ("a**/x", ["ab/x", "a/x"], ["a/b/x"]),
        ("**b", ["ab", "c/ab"], ["abc"]),
        (r"[\-a].c", ["-.c", "a.c"], ["+.c"]),
        (r"[a\-c].c", ["a.c", "-.c"], ["b.c"]),
        ("[[x:].c", ["[.c", "x.c", ":.c"], [".c"]),
        ("{a", ["{a"], ["a"]),
    ],
)
def test_a_glob_means_one_thing_to_both_ways_of_deciding(glob, matching, other):
    found = Globs([glob], folds_case=False)
    assert globs.problem(glob) is None
    assert [path for path in (*matching, *other) if found.covers(path)] == matching
    assert decided_by_re2(found, (*matching, *other)) == matching


@pytest.mark.parametrize("written", ["NFC", "NFD"])
@pytest.mark.parametrize("on_disk", ["NFC", "NFD"])
@pytest.mark.parametrize("glob", ["größe", "größe.py", "*größe*", "/größe/*.py", "{größe,a}/*", "?r*ße/x.py"])
def test_accents_may_be_written_either_way(written, on_disk, glob):
    path = unicodedata.normalize(on_disk, "größe/größe.py" if "x" not in glob else "größe/x.py")
    found = Globs([unicodedata.normalize(written, glob)], folds_case=False)
    assert found.covers(path)
    assert decided_by_re2(found, [path]) == [path]
    assert not found.covers("grosse/a.py")


def test_what_is_taken_back_may_be_written_either_way():
    found = Globs(["*.py", unicodedata.normalize("NFD", "!größe.py")], folds_case=False)
    assert not found.covers(unicodedata.normalize("NFC", "größe.py"))
    assert found.covers("grosse.py")


def test_a_letter_with_an_accent_in_brackets_is_no_letter_without_one():
    found = Globs(["x[\u00f6].c"], folds_case=False)
    assert found.covers("x\u00f6.c")
    assert not found.covers("xo.c")


@given(
    st.lists(
        st.text("ab{},[]! #^-." + ("" if os.name == "nt" else "*?\\"), min_size=1, max_size=4), min_size=1, max_size=3
    )
)
def test_the_glob_of_a_file_matches_it_and_no_other(names):
    assume(not {".", ".."}.intersection(names))
    path = "/".join(names)
    others = {f"x/{path}", f"{path}x", path.translate(str.maketrans("*?[{, ", "aaaaaa"))} - {path}
    found = Globs([globs.path_glob(path)], folds_case=False)
    assert [one for one in (path, *others) if found.covers(one)] == [path]


def decided_by_re2(found: Globs, paths) -> list[str]:
    array = pa.array(paths, pa.string())
    masks = [pc.match_substring_regex(array, expression).to_pylist() for expression in found.expressions]
    return [path for path, *fits in zip(paths, *masks, strict=True) if any(fits)]


SEGMENT = st.lists(
    st.sampled_from(["a", "b", "ab", ".", "*", "?", "[ab]", "[!a]", "[+-b]", "{a,b}", "{,a*}", "\\*", "é"]),
    min_size=1,
    max_size=4,
).map("".join)
GLOB = st.builds(
    lambda start, body, end: start + body + end,
    st.sampled_from(["", "/", "./"]),
    st.lists(st.one_of(SEGMENT, st.just("**")), min_size=1, max_size=4).map("/".join),
    st.sampled_from(["", "", "/"]),
).filter(lambda glob: globs.problem(glob) is None)
NAME = st.text(st.sampled_from("abAé.*+/-"), min_size=1, max_size=8)
PATHS = st.lists(NAME.filter(lambda path: all(path.split("/"))), min_size=1, max_size=10, unique=True)


def folder_of(path: str) -> str:
    return path.rpartition("/")[0]


@given(st.lists(GLOB, min_size=1, max_size=5), PATHS, st.booleans())
def test_what_is_decided_for_many_paths_is_decided_for_each(chosen, paths, folds_case):
    if folds_case:
        paths = [path for path in paths if path.isascii()]
        chosen = [glob for glob in chosen if glob.isascii()] or ["a"]
    found = Globs(chosen, folds_case=folds_case)
    covered = [path for path in paths if found.covers(path)]
    assert decided_by_re2(found, paths) == covered
    folders = groupby(sorted(paths, key=folder_of), folder_of)
    named = [(folder, [path.rpartition("/")[2] for path in inside]) for folder, inside in folders]
    in_folders = [
        f"{folder}/{name}" if folder else name for folder, own in named for name in found.covered(folder, own)
    ]
    assert sorted(in_folders) == sorted(covered)


def test_a_glob_with_a_slash_finds_the_names_of_files_at_the_root():
    found = Globs(["/a.c", "*/b.c"], folds_case=False)
    assert found.covered("", ["a.c", "b.c"]) == ["a.c"]
    assert found.covered("x", ["a.c", "b.c"]) == ["b.c"]


def test_the_last_glob_that_matches_decides_with_wildcards_or_without():
    assert Globs(["!a/**/x", "/a/x"], folds_case=False).covers("a/x")
    assert not Globs(["/a/x", "!a/**/x"], folds_case=False).covers("a/x")


@given(st.lists(GLOB, min_size=1, max_size=8), PATHS, st.sampled_from([(1, 0, 1), (12, 1, 2), (4_096, 256, 64)]))
def test_a_glob_means_the_same_among_any_number_of_others(chosen, paths, limits):
    alone = [Globs([glob], folds_case=False) for glob in chosen]
    expected = [path for path in paths if any(found.covers(path) for found in alone)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(automaton, "_MOST_BITS", limits[0])
        patch.setattr(name_index, "_MOST_IN_EXPRESSION", limits[1])
        patch.setattr(rule_file, "_MOST_ENTRIES", limits[2])
        together = Globs(chosen, folds_case=False)
        assert [path for path in paths if together.covers(path)] == expected
        for path in paths:
            folder, _, name = path.rpartition("/")
            assert together.covered(folder, [name]) == [name] * (path in expected)


def test_many_globs_are_few_expressions_none_of_them_long():
    expressions = Globs([f"src/{number}/*.py" for number in range(1_000)], folds_case=False).expressions
    lengths = [len(expression) for expression in expressions]
    assert max(lengths) < 4_100
    assert min(map(sum, pairwise(lengths))) > 4_000


def test_a_glob_with_an_exclamation_mark_takes_back_what_an_earlier_one_matched():
    found = Globs(["*.py", "!test_*", "test_keep.py"])
    assert [path for path in ["a.py", "x/test_a.py", "test_keep.py"] if found.covers(path)] == ["a.py", "test_keep.py"]
    assert not Globs(["!a"]).covers("b")


def test_nothing_below_a_matched_directory_is_taken_back():
    assert Globs(["src/", "!src/gen"]).covers("src/gen/a.py")


def test_case_counts_only_where_the_system_says_so():
    assert not Globs(["Src/*.PY"], folds_case=False).covers("src/a.py")
    assert Globs(["Src/[A-C].PY"], folds_case=True).covers("sRc/a.Py")


@pytest.mark.parametrize(
    "glob",
    ["", "a\0", "[!]", "[a", "a//b", "#note", " ", "!", "/", "a" * 1_001, *([] if os.name == "nt" else ["back\\"])],
)
def test_what_cannot_be_read_is_named_with_its_field(glob):
    with pytest.raises(InvalidQuery) as caught:
        globs.check("include", ["*.py", glob])
    assert caught.value.field == "include"
    assert repr(glob[:40]) in caught.value.reason
    assert ("a [ needs its ]" in caught.value.reason) == ("[" in glob)
    assert not [*globs.patterns([glob])]


def test_each_of_several_that_cannot_be_read_is_named_once():
    with pytest.raises(InvalidQuery) as caught:
        globs.check("include", ["a//b", "*.py", "[a"])
    assert [reason.partition(" ")[0] for _, reason in caught.value.problems] == ["'a//b'", "'[a'"]


def test_braces_nest_as_deep_as_is_ever_meant():
    globs.check("include", ["{a," * 20 + "b" + "}" * 20])
    with pytest.raises(InvalidQuery, match="nests braces deeper than 20; give its alternatives as globs of their own"):
        globs.check("include", ["{a," * 21 + "b" + "}" * 21])
    with pytest.raises(InvalidQuery, match="nests braces deeper than 20"):
        globs.check("include", ["{" * 500 + "}" * 500])
    with pytest.raises(InvalidQuery, match="nests braces deeper than 20"):
        globs.check("include", ["}" * 21 + "{" * 21 + "}" * 21])


def test_a_glob_that_stands_for_too_many_is_refused_before_they_are_made():
    assert len(expand("{a,b}" * 9)) == 512
    with pytest.raises(TooMany):
        expand("{c,d}" * 100)
    with pytest.raises(InvalidQuery, match="stands for more than 1,000 globs"):
        globs.check("exclude", ["{c,d}" * 100])
    with pytest.raises(InvalidQuery, match="exclude: stands for more than 20,000 globs"):
        globs.check("exclude", [f"{{a,b}}{number}" for number in range(10_001)])


def test_globs_whose_wildcards_would_take_long_are_refused():
    globs.check("include", [f"src/a/rather/long/path/of/a/file/{number}.py" for number in range(10_000)])
    with pytest.raises(InvalidQuery, match="exclude: its globs with wildcards have more than 200,000 characters"):
        globs.check("exclude", [f"*{'ab*' * 100}{number}" for number in range(1_000)])


@pytest.mark.parametrize(
    ("glob", "alternatives"),
    [
        ("a{b,c}d", ["abd", "acd"]),
        ("{a,{b,c}}", ["a", "b", "c"]),
        ("{a}", ["a"]),
        ("{,x}a{1,2}", ["a1", "a2", "xa1", "xa2"]),
        ("a,b}", ["a,b}"]),
        ("[{,}]", ["[{,}]"]),
        ("{a,[,]}", ["a", "[,]"]),
        ("{[],],b}", ["[],]", "b"]),
        ("{[!],],b}", ["[!],]", "b"]),
        (r"{[\],],b}", [r"[\],]", "b"]),
        ("{[[:digit:],],b}", ["[[:digit:],]", "b"]),
    ],
)
def test_braces_stand_for_their_alternatives(glob, alternatives):
    assert expand(glob) == alternatives


def test_threads_that_share_globs_never_wait_for_what_another_forgot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(automaton, "_MOST_KEPT", 3)
    shared = Globs(["src/**/*.py", "a/**/b/*.c"], folds_case=False)
    wrong: list[str] = []

    def ask(seed: int) -> None:
        chance = random.Random(seed)
        for _ in range(3_000):
            path = "/".join([*chance.choices(["src", "a", "b", "x"], k=chance.randint(1, 6)), "f.py"])
            if shared.has(path, is_directory=False) != path.startswith("src/"):
                wrong.append(path)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    threads = [threading.Thread(target=ask, args=(seed,), daemon=True) for seed in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(LONG_S / len(threads))
    sys.setswitchinterval(interval)
    assert not any(thread.is_alive() for thread in threads)
    assert not wrong


@pytest.mark.parametrize(
    ("glob", "meant"),
    [
        (r"src\*.py", "src/*.py"),
        (r"!src\Net\ ".strip(), "!src/Net/"),
        (r"src\\net\?.py", "src/net/?.py"),
        (r".\src\.github\**", "./src/.github/**"),
        (r"src\[a\]\a\ b\{c\}.py", r"src\[a\]/a\ b\{c\}.py"),
        (r"\!important\a.py", r"\!important/a.py"),
    ],
)
def test_on_windows_a_backslash_parts_folders_unless_a_sign_of_globs_follows(glob, meant):
    assert slashed(glob, is_windows=True) == meant
    assert slashed(glob, is_windows=False) == glob
