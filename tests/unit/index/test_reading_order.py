"""A first index reads the files first that somebody is likely to ask for."""

from contextlib import nullcontext

from lsp_codebase.index import reading_order
from lsp_codebase.index.reading_order import Interest, by_use
from lsp_codebase.scan import FileStat

OLD_NS = 1_000 * 24 * 3600 * 10**9
DAY_NS = 24 * 3600 * 10**9


def order(*paths, interest=None, **changed):
    files = {path: FileStat(1, changed.get(path, OLD_NS)) for path in paths}
    return list(by_use(files, interest or Interest()))


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
    assert next(by_use(files, Interest())) == "deep/changed.json"


def test_in_a_checkout_made_just_now_nothing_counts_as_changed_lately():
    files = {name: FileStat(1, OLD_NS + n) for n, name in enumerate(("a.json", "b.py", "c.py"))}
    assert next(by_use(files, Interest())) == "b.py"


def test_what_is_asked_for_meanwhile_comes_next():
    interest = Interest()
    names = [f"m{n}.py" for n in range(9)] + ["z/password_hashers.py", "z/passwords.json"]
    paths = by_use({name: FileStat(1, OLD_NS) for name in names}, interest)
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


def test_no_more_than_a_share_of_the_time_goes_into_looking_at_files(monkeypatch):
    clock, looked = [0.0], []

    def look(path):
        clock[0] += 0.1
        looked.append(path)
        return b""

    monkeypatch.setattr(reading_order.time, "monotonic", lambda: clock[0])
    interest = Interest()
    paths = by_use({f"m{n}.py": FileStat(1, OLD_NS) for n in range(500)}, interest, lambda: nullcontext(look))
    for n in range(50):
        interest.note_asked(f"question number {n}")
        next(paths)
    assert 45 <= len(looked) <= 55


def test_a_look_goes_on_until_a_file_holds_half_of_what_is_asked_for_and_the_rest_comes_last(monkeypatch):
    clock = [0.0]
    texts = {f"m{n:02}.py": b"" for n in range(30)}
    texts |= {"m26.py": b"check", "m12.py": b"def check_pbkdf2(): ...", "m25.py": b"check"}

    def look(path):
        clock[0] += 0.1
        return texts[path]

    monkeypatch.setattr(reading_order.time, "monotonic", lambda: clock[0])
    interest = Interest()
    interest.note_asked("check_pbkdf2")
    sought = []
    for path in by_use({name: FileStat(1, OLD_NS) for name in texts}, interest, lambda: nullcontext(look)):
        if interest.is_sought(path):
            sought.append((path, int(clock[0] / 0.1 + 0.5)))
            interest.note_found([path])
    (first, looked), *others = sought
    assert first == "m12.py"
    assert 12 <= looked < 20
    assert {path for path, _ in others} == {"m25.py", "m26.py"}
    assert {looked for _, looked in others} == {30}


def test_a_file_is_sought_by_its_name_when_there_is_no_time_to_look_into_it(monkeypatch):
    monkeypatch.setattr(reading_order, "_LOOKED_S", 0.0)
    interest = Interest()
    interest.note_asked("password hashers")
    names = [f"m{n}.py" for n in range(9)] + ["z/password_hashers.py"]
    assert next(by_use({name: FileStat(1, OLD_NS) for name in names}, interest)) == "z/password_hashers.py"


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


def test_every_file_comes_once_whatever_is_asked():
    interest = Interest()
    names = [f"folder{n % 7}/module{n}.py" for n in range(200)]
    seen = []
    for n, path in enumerate(by_use({name: FileStat(1, OLD_NS) for name in names}, interest)):
        seen.append(path)
        if n % 10 == 0:
            interest.note_asked(f"module{n}5 folder{n % 7}")
    assert sorted(seen) == sorted(names)


def test_a_question_that_is_asked_again_and_again_is_heard_once():
    interest = Interest()
    for _ in range(3):
        interest.note_asked("password hashers")
    assert interest.take_asked() == {"password", "hashers"}
    interest.note_asked("password hashers")
    assert interest.take_asked() == frozenset()
