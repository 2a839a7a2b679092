"""A first index reads the files first that somebody is likely to ask for."""

import time
from contextlib import nullcontext

from lsp_codebase.index import urgent_files as glances
from lsp_codebase.index.reading_order import Interest, by_use, in_groups, words_of
from lsp_codebase.index.workers.job_sizes import JOB_BYTES
from lsp_codebase.scan import FileStat

OLD_NS = 1_000 * 24 * 3600 * 10**9
DAY_NS = 24 * 3600 * 10**9


def nothing():
    """Return what gives no text: only names are looked at."""
    return nullcontext(lambda _: b"")


def order(*paths, interest=None, **changed):
    files = {path: FileStat(1, changed.get(path, OLD_NS)) for path in paths}
    return list(by_use(files, interest or Interest(), nothing))


def reading(texts):
    """Return what by_use opens to look into files."""
    return lambda: nullcontext(texts.__getitem__)


def test_source_goes_before_tests_prose_data_and_what_is_not_the_projects_own():
    wanted = ["app.py", "test_app.py", "README.md", "data.json", "vendor/lib.py"]
    assert order(*sorted(wanted)) == wanted


def test_shallow_files_go_before_deep_ones_and_equals_by_name():
    assert order("a/b/c.py", "z.py", "a/m.py", "a/l.py") == ["z.py", "a/l.py", "a/m.py", "a/b/c.py"]


def test_the_folder_of_an_open_document_goes_first():
    interest = Interest()
    interest.note_opened("deep/down/here/open.py")
    assert order("a.py", "deep/down/here/beside.txt", interest=interest)[0] == "deep/down/here/beside.txt"


def test_files_changed_lately_go_first():
    files = {f"m{n:02}.py": FileStat(1, OLD_NS) for n in range(20)}
    files["deep/changed.json"] = FileStat(1, OLD_NS + 100 * DAY_NS)
    assert next(by_use(files, Interest(), nothing)) == "deep/changed.json"


def test_in_a_checkout_made_just_now_nothing_counts_as_changed_lately():
    files = {name: FileStat(1, OLD_NS + n) for n, name in enumerate(("a.json", "b.py", "c.py"))}
    assert next(by_use(files, Interest(), nothing)) == "b.py"


def test_what_is_asked_for_meanwhile_comes_next():
    interest = Interest()
    names = [f"m{n}.py" for n in range(9)] + ["z/password_hashers.py", "z/passwords.json"]
    paths = by_use({name: FileStat(1, OLD_NS) for name in names}, interest, nothing)
    assert next(paths) == "m0.py"
    interest.note_asked("how is a password checked by hashers?")
    assert [next(paths) for _ in range(3)] == ["z/password_hashers.py", "z/passwords.json", "m1.py"]


def test_what_holds_the_rare_words_that_are_asked_for_comes_next():
    interest = Interest()
    texts = {f"m{n}.py": b"def check(value): return value" for n in range(60)} | {"z.py": b"def check(pbkdf2): ..."}
    paths = by_use({name: FileStat(1, OLD_NS) for name in texts}, interest, reading(texts))
    assert next(paths) == "m0.py"
    interest.note_asked("check by pbkdf2")
    assert next(paths) == "z.py"


def test_what_holds_a_whole_name_comes_before_what_holds_its_parts():
    interest = Interest()
    texts = {f"m{n}.py": b"password = hashers" for n in range(60)} | {"z.py": b"passwordHashers = 1"}
    interest.note_asked("PasswordHashers")
    paths = by_use(
        {name: FileStat(1, OLD_NS) for name in texts}, interest, reading(texts | {"z.py": b"passwordhashers"})
    )
    assert next(paths) == "z.py"
    assert interest.is_sought("z.py")
    interest.note_found(["z.py"])
    assert not interest.is_sought("z.py")


def test_for_a_question_of_short_words_no_file_is_looked_into():
    interest, looked = Interest(), []
    interest.note_asked("who is it? map")
    files = {f"f{number}.py": FileStat(1, OLD_NS) for number in range(9)}
    paths = by_use(files, interest, lambda: nullcontext(lambda path: looked.append(path) or b""))
    assert next(paths) == "f0.py"
    assert not interest.is_unmet
    assert len([*paths]) == 8
    assert looked == []


def test_every_file_comes_once_whatever_is_asked():
    interest = Interest()
    names = [f"folder{n % 7}/module{n}.py" for n in range(200)]
    seen = []
    for n, path in enumerate(by_use({name: FileStat(1, OLD_NS) for name in names}, interest, nothing)):
        seen.append(path)
        if n % 10 == 0:
            interest.note_asked(f"module{n}5 folder{n % 7}")
    assert sorted(seen) == sorted(names)


def test_who_never_stops_asking_holds_up_no_file(monkeypatch):
    """Nothing is looked for where no file is left to look into: each look is waited for."""
    monkeypatch.setattr(glances, "_STEP_S", 5.0)
    interest, begin = Interest(), time.monotonic()
    texts = {f"m{n}.py": f"def number_{n}(): ...".encode() for n in range(20)}
    for n, _ in enumerate(by_use({name: FileStat(1, OLD_NS) for name in texts}, interest, reading(texts))):
        for more in range(10):
            interest.note_asked(f"number_{(n + more) % 20} asked {n}")
    assert time.monotonic() - begin < 5


def test_a_question_that_is_asked_again_and_again_is_heard_once():
    interest = Interest()
    for _ in range(3):
        interest.note_asked("password hashers")
    assert interest.take_asked() == ["password hashers"]
    interest.note_asked("password hashers")
    assert interest.take_asked() == []


def groups(sizes, *sought, most=20):
    interest = Interest()
    interest.seek(sought)
    paths = [f"{number}.py" for number in range(len(sizes))]
    found = [*in_groups(paths, dict(zip(paths, sizes, strict=True)), interest, most)]
    assert [path for group in found for path in group] == paths
    return [len(group) for group in found]


def test_the_first_jobs_are_of_few_files_since_something_is_to_be_found_soon():
    assert groups([1] * 70) == [4, 8, 16, 20, 20, 2]
    assert groups([1] * 28) == [4, 8, 16]
    assert groups([1] * 3, most=1) == [1, 1, 1]
    assert groups([]) == []


def test_a_job_is_full_with_the_file_that_brings_it_to_its_bytes():
    assert groups([JOB_BYTES - 1, 1, JOB_BYTES, 1, 1]) == [2, 1, 2]


def test_files_sought_for_a_question_are_in_small_jobs_of_their_own():
    sought = [f"{number}.py" for number in range(2, 9)]
    assert groups([1] * 31, *sought) == [2, 4, 3, 20, 2]
    assert groups([1] * 5, "0.py") == [1, 4]


def test_a_file_is_looked_into_for_names_for_what_joins_them_and_for_their_parts():
    assert words_of("set the BclkRatio of cs42l42_set_ratio") == {
        *("bclkratio", "bclk", "ratio", "cs42l42", "cs42l42_set_ratio"),
    }
