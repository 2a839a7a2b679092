"""The invariants of ARCHITECTURE.md that can be read off the source: who imports whom, and what is loaded when."""

import ast
import importlib
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import lsp_codebase

PACKAGE = Path(lsp_codebase.__file__).parent
ARCHITECTURE = PACKAGE.parent / "ARCHITECTURE.md"
MAY_IMPORT = {
    row[1].strip(" `"): set(re.findall(r"`(\w+)`", row[3]))
    for line in ARCHITECTURE.read_text("utf-8").splitlines()
    if re.match(r"\| `\w+` \|", line) and len(row := line.split("|")) == 5
}
DOORS_WITHIN = {"indexes.names", "indexes.words"}  # rooms of a room: they have doors of their own
HOMES = {
    "mcp": "mcp",
    "mcp_types": "mcp",
    "anyio": "mcp",
    "pydantic": "mcp",
    "starlette": "mcp web",
    "uvicorn": "web",
    "pygls": "server",
    "lsprotocol": "server",
    "lancedb": "store",
    "lance": "store",
    "lance_ray": "store index",  # asked for by `ray_cluster`, so that one error tells what is missing
    "ray": "index",
    "fastembed": "embed",
    "watchfiles": "scan",
    "obstore": "team",
    "cryptography": "team",
    "tree_sitter": "parse",
    "tree_sitter_language_pack": "parse",
}
MODULES = sorted(PACKAGE.rglob("*.py"))


def room_of(module: Path) -> str:
    return module.relative_to(PACKAGE).parts[0].removesuffix(".py")


@cache
def nodes_of(module: Path) -> tuple[ast.Import | ast.ImportFrom | ast.Call, ...]:
    """Return the imports and the calls of a module: to keep all nodes of all modules takes long."""
    nodes = ast.walk(ast.parse(module.read_text("utf-8")))
    return tuple(node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom | ast.Call))


def imports_of(module: Path) -> Iterator[str]:
    for node in nodes_of(module):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: relative import"
            yield node.module or ""


def imports_of_rooms() -> Iterator[tuple[Path, str]]:
    """Yield each module with what it imports of other rooms, named as within the package."""
    for module in MODULES:
        for name in imports_of(module):
            package, _, inner = name.partition(".")
            if package == "lsp_codebase" and inner and inner.split(".")[0] != room_of(module):
                yield module, inner


def test_a_room_imports_what_the_table_of_the_architecture_allows():
    assert not [
        f"{module} imports {name}"
        for module, name in imports_of_rooms()
        if name.split(".")[0] not in MAY_IMPORT[room_of(module)]
    ]


def test_a_room_is_imported_through_its_door():
    assert not [
        f"{module} imports {name}; import it from the room itself"
        for module, name in imports_of_rooms()
        if "." in name and name not in DOORS_WITHIN
    ]


def test_imports_of_rooms_make_no_circle():
    left = {room: set(others) for room, others in MAY_IMPORT.items()}
    while free := [room for room, others in left.items() if not others & left.keys()]:
        for room in free:
            del left[room]
    assert not left


@pytest.mark.parametrize("folder", ["about_names", "copied", "names", "places", "project", "texts"])
def test_folders_of_channels_import_one_way(folder):
    intents = PACKAGE / "search" / "intents"
    folders = {path.parent.name for path in intents.glob("*/__init__.py")}
    allowed = {folder} | (folders if folder == "copied" else {"names"})
    for module in intents.glob(f"{folder}/*.py"):
        others = {name.split(".")[3] for name in imports_of(module) if name.startswith("lsp_codebase.search.intents.")}
        assert others & folders <= allowed, module


def test_the_picture_shows_every_room_and_no_import_goes_up(monkeypatch):
    monkeypatch.syspath_prepend(str(PACKAGE.parent / "scripts"))
    picture = importlib.import_module("draw_rooms")
    band = {room: number for number, (_, rooms) in enumerate(picture.BANDS) for room in rooms}
    assert band.keys() == MAY_IMPORT.keys() - {"__main__"}
    assert not [(room, other) for room in band for other in MAY_IMPORT[room] if band[other] < band[room]]
    assert {*picture.SAVE, *picture.QUESTION} <= band.keys()
    assert picture.PICTURE.read_text("utf-8") == picture.drawn(), "run: python scripts/draw_rooms.py"


def test_every_invariant_names_tests_that_exist():
    text = ARCHITECTURE.read_text("utf-8").split("\n## Invariants\n")[1].split("\n## ")[0]
    invariants = re.split(r"(?m)^\d+\. ", text)[1:]
    for invariant in invariants:
        named = re.findall(r"`((?:unit|services|protocol|security|property)/[\w/.]*)`", invariant)
        assert named, invariant
        for name in named:
            assert (PACKAGE.parent / "tests" / name).exists(), name


def test_every_module_that_a_room_is_explained_by_is_in_that_room():
    text = ARCHITECTURE.read_text("utf-8").split("\n## How each room works\n")[1].split("\n## ")[0]
    for section in text.split("\n### ")[1:]:
        title, body = section.split("\n", 1)
        rooms = title.split(", ")
        assert MAY_IMPORT.keys() >= {*rooms}
        there = {path.stem for room in rooms for path in PACKAGE.glob(f"{room}/**/*")} | MAY_IMPORT.keys()
        named = {name.strip("/") for name in re.findall(r"`([a-z][a-z_]+/?)`", body)}
        assert named - there == set(), title


def test_each_library_has_one_home():
    assert not [
        f"{module} imports {name}; only {homes} may"
        for module in MODULES
        for name in imports_of(module)
        if (homes := HOMES.get(name.split(".")[0])) and room_of(module) not in homes.split()
    ]


# Python's engine takes exponential time for some patterns: these make expressions of parts, and of what parts
EXPRESSIONS_OF_PARTS = {
    "cli/escapes.py": "its own codes of colours",
    "embed/block_starts.py": "its own pattern",
    "globs/name_index.py": "outlines of patterns: at most one `*` with at most eight tokens behind it",
    "indexes/words/spellings.py": "an escaped piece of a word, and the one character behind it",
    "parse/detect.py": "its own marks of a language",
    "parse/dialects.py": "its own pieces of dialects",
    "parse/sql_dialects.py": "its own pieces of SQL",
    "parse/sql_templates.py": "its own words",
    "parse/macros.py": "its own pieces of macros",
    "parse/strings.py": "its own quotes",
    "parse/tokens.py": "its own sets of characters",
    "scan/redaction.py": "its own marks of secrets",
    "scan/secrets.py": "its own names of files",
    "search/intents/listings/all_routes.py": "its own forms of a route, in lines of bounded length",
    "search/intents/listings/all_tables.py": "its own forms of lines, which are of bounded length",
    "search/intents/listings/cli_commands.py": "its own forms of lines, which are of bounded length",
    "search/intents/listings/by_kind.py": "its own modifiers, in lines of bounded length",
    "search/intents/listings/by_types.py": "escaped names of types",
    "search/intents/listings/feature_flags.py": "its own words, in lines of bounded length",
    "search/intents/listings/marks.py": "its own marks",
    "search/intents/listings/declarations.py": "its own modifiers, and the escaped word of a kind",
    "search/intents/listings/model_lines.py": "its own forms of lines, which are of bounded length",
    "search/intents/listings/model_parts.py": "its own forms of lines, of bounded length, and an escaped name",
    "search/intents/listings/options.py": "its own forms of lines, which are of bounded length",
    "search/intents/listings/variables.py": "its own forms of lines, which are of bounded length",
    "search/intents/names/asked_names.py": "its own words, and frames of questions",
    "search/query/name_forms.py": "its own form of an operator",
    "search/query/courtesy.py": "its own words",
    "search/query/own_names.py": "escaped parts of names, and one optional character between two",
    "search/query/prompt.py": "its own labels",
    "search/call_graph/comments_and_strings.py": "its own marks of comments and strings",
    "search/intents/places/asked_work.py": "its own words",
    "search/intents/places/changes_of.py": "its own verbs",
    "search/query/asked_role.py": "its own words",
    "search/intents/copied/android_resources.py": "its own types and a name of letters",
    "search/intents/project/asked_subject.py": "its own words, and escaped names",
    "search/query/asked_aspect.py": "its own words",
    "search/call_graph/calls.py": "the escaped name of a symbol",
    "search/call_graph/named_owners.py": "the escaped name of a type",
    "search/call_graph/variables.py": "an escaped name",
    "search/call_graph/bindings.py": "its own modifiers and form of a type",
    "search/call_graph/source_file.py": "an escaped name",
    "search/call_graph/type_heads.py": "the escaped name of a type",
    "search/intents/copied/carried_names.py": "its own forms of a name, of bounded length",
    "search/intents/copied/commands.py": "its own commands and lines, and an escaped task",
    "search/intents/copied/missing_modules.py": "its own messages",
    "search/intents/copied/keyed_texts.py": "an escaped key",
    "search/intents/copied/markup.py": "its own parts of a selector, and an escaped word",
    "search/intents/copied/payloads.py": "an escaped key",
    "search/intents/copied/sql.py": "its own forms of a table",
    "search/intents/names/defined_names.py": "its own forms of a name, and an escaped name",
    "search/intents/project/entry_points.py": "its own words",
    "search/intents/about_names/asked_uses.py": "its own frames of questions, and an escaped name",
    "search/intents/about_names/defaults.py": "its own frames of questions, and an escaped name",
    "search/intents/about_names/tables.py": "its own frames of questions, and an escaped name",
    "search/intents/texts/translated_texts.py": "its own names of languages",
    "search/intents/about_names/components.py": "its own words and frames of questions, and an escaped tag",
    "search/intents/about_names/message_headers.py": "its own frames of questions, and an escaped name of letters",
    "search/intents/about_names/environment.py": "its own frames of questions, and a name in capitals",
    "search/intents/about_names/flag_lines.py": "the escaped name of a flag",
    "search/intents/names/headers.py": "its own form of a name",
    "search/intents/names/hyphenated.py": "an escaped name",
    "search/intents/about_names/importers.py": "its own frames of questions, and an escaped path",
    "search/intents/other_languages.py": "its own letters, and the escaped words of its table",
    "search/intents/texts/messages.py": "its own signs between strings",
    "search/intents/names/named_kinds.py": "its own words for kinds",
    "search/intents/listings/by_annotation.py": "its own forms of annotations, and an escaped name",
    "search/intents/names/undefined.py": "its own forms of messages",
    "search/intents/project/project_files.py": "its own words and names of files, and an escaped name",
    "search/intents/project/tool_settings.py": "its own names of files, and an escaped name",
    "search/query/query_form.py": "its own words",
    "search/query/shorthand.py": "the escaped words of its table",
    "search/history/additions.py": "its own words for additions",
    "search/intents/places/added_before.py": "an escaped name",
    "search/call_graph/operators.py": "its own signs, and the escaped ones of an operator",
    "search/intents/about_names/quoted_names.py": "its own frames of questions, and an escaped name",
    "search/intents/about_names/styles.py": "an escaped name",
    "search/intents/places/route_lines.py": "the escaped segments of a route",
    "search/intents/texts/templates.py": "its own words for failures",
    "search/intents/about_names/uses.py": "its own frames of questions, and an escaped name",
    "search/intents/places/written_places.py": "its own pieces of traces",
    "search/intents/texts/pasted.py": "a line that a query quotes, escaped",
    "symbols/row_filter.py": "the escaped parts of a name",
    "team/baseline.py": "its own names of files",
    "tree/weights.py": "its own extensions",
}


def expressions_of_parts(module: Path) -> bool:
    for node in nodes_of(module):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.args:
            of_re = isinstance(node.func.value, ast.Name) and node.func.value.id == "re"
            if of_re and node.func.attr != "escape" and not isinstance(node.args[0], ast.Constant):
                return True
    return False


def test_only_known_modules_make_regular_expressions_of_parts():
    made = {module.relative_to(PACKAGE).as_posix() for module in MODULES if expressions_of_parts(module)}
    assert made == EXPRESSIONS_OF_PARTS.keys()


def test_no_module_uses_a_glob_library_that_goes_back_to_try_again():
    assert not [module for module in MODULES if {"fnmatch", "glob", "pathspec"} & {*imports_of(module)}]


def test_every_room_is_in_the_table_and_every_row_is_a_room():
    assert {room_of(module) for module in MODULES} - {"__init__"} == MAY_IMPORT.keys()


def loaded_after(code: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys; print(*sys.modules)"], capture_output=True, text=True, check=True
    )
    return {name.split(".")[0] for name in done.stdout.split()}


def test_the_server_starts_without_any_heavy_library():
    heavy = {
        "lancedb",
        "pyarrow",
        "numpy",
        "fastembed",
        "onnxruntime",
        "tree_sitter",
        "tree_sitter_language_pack",
        "rich",
    }
    assert not heavy & loaded_after("import lsp_codebase.cli, lsp_codebase.server.app")


def test_version_needs_nothing_but_the_standard_library():
    code = "import sys\nfrom lsp_codebase.cli import main\ntry: main(['--version'])\nexcept SystemExit: print()"
    assert not {"pygls", "numpy", "rich", "lsprotocol"} & loaded_after(code)


@pytest.mark.parametrize(
    "module", ["lsp_codebase.parse", "lsp_codebase.embed", "lsp_codebase.store", "lsp_codebase.workspace"]
)
def test_a_room_loads_its_heavy_library_only_when_used(module):
    heavy = {"lancedb", "fastembed", "onnxruntime", "tree_sitter", "tree_sitter_language_pack"}
    assert not heavy & loaded_after(f"import {module}")


OPENS = {"open", "fdopen", "memory_map", "read_bytes", "read_text"}
OPENED = {"documents", "_documents", "_opener", "_roots", "session", "self"}
"""What has an `open` of its own that opens no file."""
OPENERS = {
    "attach/host_claims.py": "the claims of processes",
    "attach/liveness.py": "what the system says of a process of ours",
    "scan/files.py": "the door itself",
    "scan/git.py": "what the system says of a process of ours",
    "cli/editors/__init__.py": "snippets of the package",
    "cli/editors/helix.py": "the table of the package, and the user's own file of Helix",
    "cli/find_root.py": "a pyproject.toml above, to see whether it has our table",
    "cli/over_http.py": "the file of the token",
    "cli/streams.py": "/dev/null, behind streams that are closed or that nobody reads any more",
    "server/transport.py": "/dev/null and the protocol's own streams",
    "config/places.py": "files of settings that the user named",
    "index/workers/resource_limits.py": "what the system says of this process",
    "index/workers/watchdog.py": "what the system says of a worker",
    "index/workers/worker.py": "the pipe to its parent",
    "parse/captures.py": "queries of the package",
    "search/query/tables.py": "tables of words of the package",
    "embed/cross_encoder.py": "files of a model",
    "embed/identity.py": "files of a model",
    "embed/prompts.py": "files of a model",
    "embed/static.py": "files of a model",
    "embed/transformer.py": "files of a model",
    "store/torn_files.py": "tables of the index",
    "store/held_files.py": "files of the index",
    "store/manifest.py": "files of the index",
    "indexes/mapped.py": "what the index maps",
    "team/pack_store.py": "indexes of packs that were fetched",
    "store/table_versions.py": "files of the index",
    "team/download.py": "what was fetched, beside the index",
    "team/upload.py": "files of an index that was built to be published",
    "team/signatures.py": "keys that the user named",
    "web/metrics.py": "what the system says of this process",
}


def opened_in(module: Path) -> Iterator[str]:
    """Yield the calls of a module that open a file."""
    for node in nodes_of(module):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            of = ast.unparse(node.func).split(".")[-2:-1]
            if name in OPENS and not OPENED.intersection(of):
                yield f"line {node.lineno}: {ast.unparse(node)}"


def test_files_of_a_workspace_are_opened_by_one_door():
    found = {module.relative_to(PACKAGE).as_posix(): list(opened_in(module)) for module in MODULES}
    assert {name: calls for name, calls in found.items() if calls and name not in OPENERS} == {}
