"""Where settings come from, and which place wins."""

import json
import os
import re
from dataclasses import replace
from pathlib import Path

import pytest

from lsp_codebase.config import (
    OPTIONS,
    ProblemNotices,
    Settings,
    Source,
    Sources,
    abbreviated,
    file_schema,
    of_command_line,
)
from lsp_codebase.config.environment import read_environment

KEYS = {option.key: option for option in OPTIONS}


@pytest.fixture
def root(tmp_path: Path) -> Path:
    folder = tmp_path / "root"
    folder.mkdir()
    return folder


@pytest.fixture
def user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's file, yet to be written."""
    monkeypatch.setattr("lsp_codebase.config.places.user_file", lambda: tmp_path / "config.toml")
    return tmp_path / "config.toml"


def of(root: Path, **environment: str) -> Settings:
    return Sources.of_process(environment).resolved(root).settings


def problems(root: Path, **environment: str) -> tuple[str, ...]:
    return Sources.of_process(environment).resolved(root).problems


def test_each_place_wins_over_those_before_it_and_is_named(root: Path, user: Path, tmp_path: Path) -> None:
    named, variable = tmp_path / "named.toml", KEYS["chunks.maxChars"].variable
    environment: dict[str, str] = {}
    editor = Source("", {"chunks": {"maxChars": 305}}, origin="the editor")
    found = []

    def ask(**later: tuple[Source, ...]) -> None:
        resolved = replace(Sources.of_process(environment), **later).resolved(root)
        assert resolved.problems == ()
        found.append((resolved.settings.chunks_max_chars, resolved.origins["chunks.maxChars"]))

    user.write_text("[chunks]\nmaxChars = 301\n")
    ask()
    (root / "lsp-codebase.toml").write_text("chunks.maxChars = 302\n")
    ask()
    named.write_text("chunks = {maxChars = 303}\n")
    environment["LSP_CODEBASE_CONFIG"] = str(named)
    ask()
    environment[variable] = "304"
    ask()
    ask(editor=(editor,))
    ask(editor=(editor,), command_line=(of_command_line(["chunks.maxChars=306"]),))
    places = [str(user), str(root / "lsp-codebase.toml"), str(named), variable, "the editor", "--set"]
    assert found == [*zip(range(301, 307), places, strict=True)]


def test_what_one_place_does_not_say_another_does(root: Path, user: Path) -> None:
    user.write_text('[index]\nworkers = 2\n[embedding]\nmodel = "none"\n')
    (root / "lsp-codebase.toml").write_text('[index]\nexclude = ["*.md"]\n')
    settings = of(root, LSP_CODEBASE_LOG_LEVEL="info")
    assert settings == Settings(index_workers=2, embedding_model="none", index_exclude=("*.md",), log_level="info")


def test_without_a_root_no_file_of_one_is_read(root: Path, user: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (root / "lsp-codebase.toml").write_text("chunks.maxChars = 302\n")
    monkeypatch.chdir(root)
    assert Sources.of_process({}).resolved().settings == Settings()


def test_nothing_is_said_where_there_is_no_file(root: Path, user: Path) -> None:
    resolved = Sources.of_process({}).resolved(root)
    assert (resolved.settings, resolved.origins, resolved.problems) == (Settings(), {}, ())


@pytest.mark.parametrize("option", [option for option in OPTIONS if not option.may_root], ids=lambda option: option.key)
def test_a_root_sets_no_program_no_model_and_no_place(root: Path, user: Path, option) -> None:
    other = {"boolean": not option.default, "integer": (option.minimum or 0) + 1, "array": ["somewhere"]}
    value = other.get(option.json_type, option.choices[0] if option.choices else "somewhere")
    (root / "lsp-codebase.toml").write_text(f"{option.key} = {json.dumps(value)}\nchunks.maxChars = 900\n")
    without = Settings(chunks_max_chars=900)
    assert of(root) == without
    (problem,) = problems(root)
    assert problem.startswith(f"lsp-codebase.toml: {option.key}: the file of a folder may not set it; set it in ")
    assert f", {option.variable}, the editor or --set" in problem
    user.write_text(f"{option.key} = {json.dumps(value)}\n")
    assert of(root) == replace(without, **{option.field: option.read(value)}) != without


def test_what_a_root_may_set_is_a_short_list() -> None:
    assert {option.key for option in OPTIONS if option.may_root} == {
        "chunks.maxChars",
        "index.exclude",
        "index.excludeLanguages",
        "index.history",
        "index.includeGenerated",
        "index.languages",
        "index.maxFileBytes",
        "index.respectGitignore",
    }


def test_a_root_has_less_room_than_its_user(root: Path, user: Path) -> None:
    (root / "lsp-codebase.toml").write_text("index.maxFileBytes = 100_000_000\n")
    assert of(root) == Settings()
    assert problems(root) == (
        "lsp-codebase.toml: index.maxFileBytes: must be at most 10000000 in the file of a folder; keeping 1000000",
    )
    user.write_text("index.maxFileBytes = 100_000_000\n")
    assert of(root).index_max_file_bytes == 100_000_000


def test_the_section_of_a_python_project_is_read_where_there_is_no_file_of_ours(root: Path, user: Path) -> None:
    (root / "pyproject.toml").write_text("[tool.lsp-codebase.index]\nexclude = ['*.md']\nx = 1\n")
    assert of(root).index_exclude == ("*.md",)
    assert problems(root) == ("pyproject.toml: index.x: unknown setting; `lsp-codebase config` lists all settings",)
    (root / "lsp-codebase.toml").write_text("")
    assert of(root) == Settings()
    assert problems(root) == ()


@pytest.mark.parametrize("text", ["[tool.other]\nx = 1\n", "broken", "tool = 1\n", ""])
def test_a_python_project_that_says_nothing_of_us_is_none_of_our_business(root: Path, user: Path, text: str) -> None:
    (root / "pyproject.toml").write_text(text)
    assert of(root) == Settings()
    assert problems(root) == ()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("[index]\nexlude = []\n", "index.exlude: unknown setting; did you mean index.exclude?"),
        ("[index]\nmax-file-bytes = 5000\n", "index.max-file-bytes: unknown setting; did you mean index.maxFileBytes?"),
        ("[index]\nmaxFileBytes = '1 MB'\n", "index.maxFileBytes: must be a number; keeping 1000000"),
        ("[index]\nmaxFileBytes = 2000-01-01\n", "index.maxFileBytes: must be a number; keeping 1000000"),
        ("[index]\nmaxFileBytes = nan\n", "index.maxFileBytes: must be between 1000 and 100000000; keeping 1000000"),
        ("index = 1\n", "index: unknown setting"),
        ("[index]\nexclude = ['a', 1]\n", "index.exclude: must be a list of strings; keeping []"),
        ("[index]\nexclude = ['a', '']\n", "index.exclude: '' is not a glob; the others hold"),
        (
            "[index]\nlanguages = ['go', 'pyhton']\n",
            "index.languages: unknown language 'pyhton'; did you mean python?; the others hold",
        ),
        ("[index\n", "Expected ']' at the end of a table declaration (at line 1, column 7); nothing in it is used"),
    ],
)
def test_every_place_has_the_same_words_for_the_same_mistake(root: Path, user: Path, text: str, told: str) -> None:
    (root / "lsp-codebase.toml").write_text(text)
    (problem,) = problems(root)
    assert problem.startswith(f"lsp-codebase.toml: {told}")
    (root / "lsp-codebase.toml").unlink()
    user.write_text(text)
    (problem,) = problems(root)
    assert problem.startswith(f"{abbreviated(user)}: {told}")
    named = user.rename(user.with_name("named.toml"))
    (problem,) = problems(root, LSP_CODEBASE_CONFIG=str(named))
    assert problem.startswith(f"{abbreviated(named)}: {told}")


def test_a_named_file_that_is_not_there_is_told(root: Path, user: Path) -> None:
    (problem,) = problems(root, LSP_CODEBASE_CONFIG=str(user))
    why = "no such file or directory" if os.name == "posix" else ".*"
    assert re.fullmatch(rf"{re.escape(abbreviated(user))}: {why}; nothing in it is used", problem)
    assert problems(root, LSP_CODEBASE_CONFIG="") == ()


@pytest.mark.skipif(os.name == "nt", reason="no named pipes in the file system")
def test_a_named_file_that_is_a_pipe_is_not_waited_for(root: Path, user: Path) -> None:
    pipe = user.with_name("pipe")
    os.mkfifo(pipe)
    (problem,) = problems(root, LSP_CODEBASE_CONFIG=str(pipe))
    assert problem == f"{pipe}: not a regular file; nothing in it is used"


def test_each_setting_has_a_variable_of_its_name() -> None:
    assert KEYS["index.maxFileBytes"].variable == "LSP_CODEBASE_INDEX_MAX_FILE_BYTES"
    assert len({option.variable for option in OPTIONS}) == len(OPTIONS)


@pytest.mark.parametrize(
    ("key", "text", "value"),
    [
        ("index.enabled", "false", False),
        ("index.enabled", "0", False),
        ("index.enabled", "TRUE", True),
        ("index.workers", "3", 3),
        ("index.location", "/a b", os.path.abspath("/a b")),
        ("index.location", "7", str(Path.cwd() / "7")),
        ("embedding.model", '"none"', "none"),
        ("index.exclude", '["*.md", "{a,b}"]', ("*.md", "{a,b}")),
        ("index.exclude", os.pathsep.join(["*.md", "{a,b}", "[xy].c"]), ("*.md", "{a,b}", "[xy].c")),
        ("index.exclude", "[]", ()),
        ("index.exclude", "[xy].c", ("[xy].c",)),
    ],
)
def test_a_variable_and_the_command_line_write_a_value_alike(
    root: Path, user: Path, key: str, text: str, value: object
) -> None:
    option = KEYS[key]
    assert getattr(of(root, **{option.variable: text}), option.field) == value
    given = Sources(command_line=(of_command_line([f"{key}={text}"]),)).resolved()
    assert (getattr(given.settings, option.field), given.problems) == (value, ())


@pytest.mark.parametrize("key", ["index.location", "log.file", "embedding.model", "rerank.model"])
def test_paths_are_written_out_in_full_for_processes_that_stand_elsewhere(monkeypatch, tmp_path, key):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "anna"))
    monkeypatch.setenv("USERPROFILE", str(tmp_path / "anna"))
    held = [getattr(Settings(**{KEYS[key].field: text}), KEYS[key].field) for text in ("./kept", "~/kept", "")]
    assert held == [str(tmp_path / "kept"), str(tmp_path / "anna" / "kept"), ""]


@pytest.mark.parametrize("key", ["embedding.model", "rerank.model"])
def test_blanks_around_the_name_of_a_model_are_not_part_of_it(monkeypatch, tmp_path, key):
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    held = [getattr(Settings(**{KEYS[key].field: text}), KEYS[key].field) for text in (" builtin ", " ~/kept")]
    assert held == ["builtin", str(tmp_path / "kept")]


def test_the_token_of_http_is_no_setting() -> None:
    assert not [*read_environment({"LSP_CODEBASE_TOKEN": "made up"})]


def test_an_empty_variable_says_nothing(root: Path, user: Path) -> None:
    (root / "lsp-codebase.toml").write_text("index.exclude = ['*.md']\n")
    assert of(root, LSP_CODEBASE_INDEX_EXCLUDE="").index_exclude == ("*.md",)


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("LSP_CODEBASE_INDEX_WORKERS", "many", "index.workers: must be a number; keeping 0"),
        ("LSP_CODEBASE_INDEX_WORKERS", "[" * 100_000, "index.workers: must be a number; keeping 0"),
        ("LSP_CODEBASE_INDEX_ENABLED", "perhaps", "index.enabled: must be true or false; keeping true"),
        ("LSP_CODEBASE_LOG_LEVEL", "warn", "log.level: must be one of debug, info, warning, error; did you mean"),
        ("LSP_CODEBASE_INDEX_EXLUDE", "x", "unknown variable; did you mean LSP_CODEBASE_INDEX_EXCLUDE?"),
        ("LSP_CODEBASE_COLOUR", "x", "unknown variable; `lsp-codebase config` lists all settings"),
    ],
)
def test_a_wrong_variable_is_told_by_its_name(root: Path, user: Path, name: str, text: str, told: str) -> None:
    (problem,) = problems(root, **{name: text})
    assert problem.startswith(f"{name}: {told}")


def test_variables_of_others_are_theirs() -> None:
    assert [*read_environment({"PATH": "/bin", "LSP_PORT": "1", "lsp_codebase_x": "1"})] == []


def test_the_schema_of_a_file_has_every_setting_in_its_table() -> None:
    schema = file_schema()
    keys = {f"{group}.{name}" for group, table in schema["properties"].items() for name in table["properties"]}
    assert keys == set(KEYS)
    assert schema["properties"]["index"]["properties"]["exclude"]["items"] == {"type": "string"}
    json.dumps(schema)


def test_what_another_process_is_told_is_what_is_set_for_this_run_alone(root: Path, user: Path) -> None:
    user.write_text("index.workers = 2\n")
    (root / "lsp-codebase.toml").write_text("chunks.maxChars = 900\n")
    environment = {"LSP_CODEBASE_SYMBOLS_MAX_RESULTS": "5", "LSP_CODEBASE_INDEX_DEBOUNCE_MS": "soon"}
    sources = replace(Sources.of_process(environment), command_line=(of_command_line(["chunks.maxChars=1200"]),))
    assert sources.of_run() == {"symbols.maxResults": 5, "chunks.maxChars": 1200}


def test_what_is_wrong_is_told_once(root: Path, user: Path) -> None:
    told: list[str] = []
    teller = ProblemNotices(told.append)
    (root / "lsp-codebase.toml").write_text("colour = 1\nchunks.maxChars = 900\n")
    for _ in range(2):
        assert teller.settings(Sources().resolved(root)) == Settings(chunks_max_chars=900)
    assert told == ["lsp-codebase.toml: colour: unknown setting; `lsp-codebase config` lists all settings"]


@pytest.mark.parametrize(
    ("text", "addresses"),
    [
        ("https://code.example", ("https://code.example",)),
        ("http://127.0.0.1:8765,https://code.example:8443/x", ("http://127.0.0.1:8765", "https://code.example:8443/x")),
        (" https://a.example  http://localhost:1 ", ("https://a.example", "http://localhost:1")),
        ('["https://a.example"]', ("https://a.example",)),
    ],
)
def test_addresses_are_parted_by_commas_or_blanks_and_keep_their_colons(
    root: Path, text: str, addresses: tuple
) -> None:
    assert of(root, LSP_CODEBASE_TEAM_SERVER=text).team_server == addresses
    given = Sources(command_line=(of_command_line([f"team.server={text}"]),))
    assert given.resolved().settings.team_server == addresses


@pytest.mark.parametrize("key", ["team.store", "team.server"])
@pytest.mark.parametrize(
    "address", ["s3://bob:hunter2@bucket/x", "s3://bob:hun/ter2@b", "az://box/x?sig=hunter2", "s3://bob:h#ter2@b"]
)
def test_an_address_that_holds_a_secret_is_refused_and_shown_nowhere(root: Path, key: str, address: str) -> None:
    resolved = Sources.of_process({KEYS[key].variable: address}).resolved(root)
    (problem,) = resolved.problems
    assert problem.startswith(f"{KEYS[key].variable}: {key}: an address with a name, a password or a query in it")
    assert key not in resolved.origins
    assert "ter2" not in f"{resolved}"


@pytest.mark.parametrize("address", ["s3://bucket/team@site/x", "gs://bucket", "file:///srv/a@b:c"])
def test_an_at_sign_in_the_path_of_an_address_is_no_secret(root: Path, address: str) -> None:
    assert of(root, LSP_CODEBASE_TEAM_STORE=address).team_store == address
