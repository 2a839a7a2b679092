import pytest

from lsp_codebase.nearest import did_you_mean, nearest, not_one_of

KEYS = ("index.workers", "index.maxFileBytes", "index.exclude", "log.level", "log.file")


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("index.worker", ["index.workers"]),
        ("INDEX.WORKERS ", ["index.workers"]),
        ("workers", ["index.workers"]),
        ("maxFileByte", ["index.maxFileBytes"]),
        ("loglevel", ["log.level"]),
        ("index.threads", []),
        ("x", []),
        ("", []),
        ("log", ["log.file"]),
    ],
)
def test_the_nearest_name_is_one_that_is_written_much_alike(word, meant):
    assert nearest(word, KEYS) == meant


def test_several_names_come_nearest_first():
    assert nearest("bge-small", ("a/bge-small-en-v1.5", "b/bge-base", "a/bge-small"), limit=2) == [
        "a/bge-small",
        "a/bge-small-en-v1.5",
    ]


def test_what_is_no_text_is_near_nothing():
    assert did_you_mean(7, KEYS) == ""
    assert not_one_of(None, ("on", "off")) == "must be one of on, off"


def test_a_very_long_word_is_near_nothing():
    assert nearest("x" * 1_000_000, KEYS) == []
