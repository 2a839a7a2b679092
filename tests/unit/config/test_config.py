import json
import os
from dataclasses import asdict

import pytest
from given_settings import resolve

from lsp_codebase.config import OPTIONS, SECTION, Applies, Settings, json_schema, touched
from lsp_codebase.config.table import _option
from lsp_codebase.parse import ParseLimits


def test_a_setting_is_declared_once_and_written_with_dots_and_capitals():
    assert {option.field: option.default for option in OPTIONS} == asdict(Settings())
    written = {option.field: option.key for option in OPTIONS}
    assert written["log_file"] == "log.file"
    assert written["index_max_file_bytes"] == "index.maxFileBytes"


def test_a_chunk_is_as_large_by_default_as_where_nothing_is_set():
    assert Settings().chunks_max_chars == ParseLimits().max_chars


def test_a_setting_says_what_a_change_of_it_takes():
    assert all(isinstance(option.applies, Applies) for option in OPTIONS)
    assert touched(Settings(), Settings()) == frozenset()
    assert touched(Settings(), Settings(log_level="debug", symbols_max_results=1)) == {Applies.AT_ONCE}
    assert touched(Settings(), Settings(index_workers=2, chunks_max_chars=900)) == {
        Applies.TO_WORKERS,
        Applies.ON_OPENING,
    }


def test_a_setting_that_does_not_say_it_cannot_be_declared():
    with pytest.raises(TypeError, match="missing"):
        _option(True, "Do something.")


def test_every_number_has_a_range_that_holds_its_default():
    numbers = [option for option in OPTIONS if option.json_type == "integer"]
    assert numbers
    assert all(option.minimum <= option.default <= option.maximum for option in numbers)


@pytest.mark.parametrize(
    "received",
    [
        {"chunks": {"maxChars": 900}},
        {"chunks.maxChars": 900},
        {SECTION: {"chunks": {"maxChars": 900}}},
        {f"{SECTION}.chunks.maxChars": 900},
        {"chunks": {"maxChars": 900.0}},
    ],
)
def test_nested_dotted_and_sectioned_options_are_the_same(received):
    assert resolve(received) == (Settings(chunks_max_chars=900), ())


@pytest.mark.parametrize("absent", [None, {}, {"chunks": None}, {"chunks.maxChars": None}, {"chunks": {}}])
def test_an_absent_value_keeps_what_was_set_before(absent):
    settings, problems = resolve({"chunks.maxChars": 900}, absent)
    assert settings == Settings(chunks_max_chars=900)
    assert not [problem for problem in problems if "unknown" not in problem]


@pytest.mark.parametrize(
    ("received", "named"),
    [
        ({"chunks.maxChars": "900"}, "chunks.maxChars: must be a number"),
        ({"chunks.maxChars": True}, "chunks.maxChars: must be a number"),
        ({"chunks.maxChars": 1}, "chunks.maxChars: must be between 200 and 20000"),
        ({"chunks.maxChars": 900.5}, "chunks.maxChars: must be a whole number"),
        (json.loads('{"chunks.maxChars": 1e400}'), "chunks.maxChars: must be between 200 and 20000"),
        (json.loads('{"chunks.maxChars": -1e400}'), "chunks.maxChars: must be between 200 and 20000"),
        (json.loads('{"chunks.maxChars": NaN}'), "chunks.maxChars: must be between 200 and 20000"),
        ({"chunks.maxChars": 10**400}, "chunks.maxChars: must be between 200 and 20000"),
        ({"log.level": "loud"}, "log.level: must be one of debug, info, warning, error"),
        ({"index.exclude": "*.py"}, "index.exclude: must be a list of strings"),
        ({"index.exclude": [1]}, "index.exclude: must be a list of strings"),
        ({"index.enabled": 1}, "index.enabled: must be true or false"),
        ({"embedding.model": 7}, "embedding.model: must be a string"),
        ({"index.location": "a\0b"}, "index.location: holds a character that no name can hold"),
        pytest.param(
            {"index.location": "a\ud800b"},
            "index.location: holds a character that no name can hold",
            marks=pytest.mark.skipif(os.name == "nt", reason="names are any 16-bit numbers there"),
        ),
        ({"no.such": 1}, "no.such: unknown setting"),
        ({"index.worker": 1}, "index.worker: unknown setting; did you mean index.workers?"),
        ({"maxFileBytes": 1}, "maxFileBytes: unknown setting; did you mean index.maxFileBytes?"),
        ({"index": {"Exclude": []}}, "index.Exclude: unknown setting; did you mean index.exclude?"),
        ({"colour": 1}, "colour: unknown setting; `lsp-codebase config` lists all settings"),
        ({"log.level": "warn"}, "log.level: must be one of debug, info, warning, error; did you mean warning?"),
        ([], "settings: expected an object, got list"),
    ],
)
def test_a_bad_value_is_reported_by_name_and_changes_nothing(received, named):
    settings, problems = resolve(received)
    assert settings == Settings()
    assert len(problems) == 1
    assert problems[0].startswith(named)


def test_one_bad_value_does_not_lose_the_good_ones():
    settings, problems = resolve({"chunks.maxChars": 900, "log.level": "loud"})
    assert settings.chunks_max_chars == 900
    assert len(problems) == 1


def test_the_schema_documents_every_option_with_its_default():
    schema = json_schema()
    assert set(schema) == {f"{SECTION}.{option.key}" for option in OPTIONS}
    assert all(entry["description"] and "default" in entry for entry in schema.values())
