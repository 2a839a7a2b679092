"""Files that hold the words of a waiting question are found before they are indexed."""

import time
from contextlib import contextmanager, nullcontext
from itertools import chain, repeat

from lsp_codebase.index import urgent_files as glances
from lsp_codebase.index.urgent_files import Glance, UrgentReads

TEXTS = {f"m{n:02}.py": b"" for n in range(30)}


def steps(words, texts, files=5):
    """Return what each step of a glance finds that may read so many files."""
    glance, found = Glance(words, texts), []
    while not glance.is_over:
        found.append(glance.step(texts.__getitem__, chain(repeat(True, files), repeat(False)).__next__))
    return found


def test_a_file_that_holds_half_of_what_is_asked_for_is_found_at_once_and_the_best_of_the_others_at_the_end():
    texts = TEXTS | {"m12.py": b"def check_pbkdf2(): ...", "m03.py": b"check", "m26.py": b"check"}
    first, second, third, *others, last = steps({"check", "pbkdf2", "check_pbkdf2"}, texts)
    assert (first, second, third) == ([], [], ["m12.py"])
    assert not any(others)
    assert sorted(last) == ["m03.py", "m26.py"]


def test_no_text_of_a_file_that_may_hold_secrets_is_looked_into_nor_of_one_that_cannot_be_read(tmp_path):
    for name in ("Cart.py", ".env", "id_rsa"):
        (tmp_path / name).write_text("Secret = 1\n")
    with glances.in_small_letters(tmp_path, 6) as read:
        assert [read(name) for name in ("Cart.py", ".env", "id_rsa", "gone.py")] == [b"secret", b"", b"", b""]


def test_files_that_are_named_so_are_looked_into_first_and_found_without_a_look():
    assert steps({"hashers"}, TEXTS | {"z/password_hashers.py": b""})[0] == ["z/password_hashers.py"]
    glance = Glance({"hashers"}, [*TEXTS, "z/password_hashers.py"])
    assert glance.step(TEXTS.__getitem__, lambda: False) == ["z/password_hashers.py"]
    assert not glance.is_over


def test_a_word_that_every_third_file_holds_is_not_looked_for_any_more():
    read = []

    class Text(bytes):
        def __contains__(self, word):
            read.append(word)
            return super().__contains__(word)

    texts = {path: Text(b"def check(): ...") for path in TEXTS}
    steps({"check", "pbkdf2"}, texts)
    assert read.count(b"check") == 5
    assert read.count(b"pbkdf2") == len(TEXTS)


def test_files_are_looked_into_on_a_thread_while_others_are_read_and_all_of_it_is_told(monkeypatch):
    monkeypatch.setattr(glances, "_STEP_S", 0.02)

    @contextmanager
    def reading():
        def read(path):
            time.sleep(0.002)
            return b"def pbkdf2(): ..." if path == "m25.py" else b""

        yield read

    some = UrgentReads(reading)
    some.begin("pbkdf2", {"pbkdf2"}, TEXTS)
    assert some.are_on
    assert taken(some, "m25.py") == ["m25.py"]
    some.end()
    assert not some.are_on


def taken(some, until):
    """Return what is found until that is."""
    end, found = time.monotonic() + 60, []
    while until not in found:
        assert time.monotonic() < end
        found += some.take()
        time.sleep(0.001)
    return found


def test_questions_take_turns_and_one_that_is_typed_further_takes_the_place_of_the_former(monkeypatch):
    monkeypatch.setattr(glances, "_STEP_S", 0.01)
    read = []

    def glance(path):
        read.append(path)
        time.sleep(0.001)
        return {"a299": b"alpha", "b299": b"betas", "c299": b"gamma"}.get(path, b"")

    def paths(letter):
        return [f"{letter}{n}" for n in range(300)]

    some = UrgentReads(lambda: nullcontext(glance))
    some.begin("hash", {"alpha"}, paths("a"))
    some.begin("salt", {"betas"}, paths("b"))
    some.begin("hashers", {"gamma"}, paths("c"))
    found = taken(some, "b299")
    found += taken(some, "c299") if "c299" not in found else []
    some.end()
    assert {"b299", "c299"} == set(found)
    assert "a299" not in read


def test_no_more_than_a_share_of_the_time_goes_into_looks(monkeypatch):
    for name, seconds in {"_STEP_S": 0.02, "_LOOKED_S": 0.05, "_LOOKED_SHARE": 0.01}.items():
        monkeypatch.setattr(glances, name, seconds)
    read = []

    def glance(path):
        read.append(path)
        time.sleep(0.001)
        return b""

    some = UrgentReads(lambda: nullcontext(glance))
    some.begin("pbkdf2", {"pbkdf2"}, [f"a{n}" for n in range(10_000)])
    time.sleep(0.4)
    some.end()
    assert 1 <= len(read) <= 100
