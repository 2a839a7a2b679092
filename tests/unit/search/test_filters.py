"""Rows W01-W16 of the capabilities: filters are checked before any work and pushed down as one predicate."""

import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pyarrow as pa
import pytest

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.indexes.file_table import FileColumns
from lsp_codebase.model import SearchQuery, SymbolKind, kinds_named
from lsp_codebase.parse import LANGUAGES, languages_named, other_names
from lsp_codebase.search.filters.filter_masks import passing_files
from lsp_codebase.search.filters.filters import KINDS_TAKEN, LANGUAGES_TAKEN, compile_filter, validate

ROOT = Path("/r")
QUERY = SearchQuery("x")
CODE = {name for name, language in LANGUAGES.items() if language.is_code}


def languages(**fields) -> frozenset[str] | None:
    query = replace(QUERY, **fields)
    validate(query)
    return compile_filter(query, ROOT).languages


def test_no_filter_is_no_predicate():
    """W01, W10, W11, W15."""
    found = compile_filter(QUERY, ROOT)
    assert found.is_open
    assert found.languages is None
    assert found.accepts_path("any/thing.py")


@pytest.mark.parametrize(("folder", "below"), [("", ""), ("src", "src/"), (".github", ".github/"), ("a/.b", "a/.b/")])
def test_a_folder_is_taken_by_its_whole_name(folder, below):
    assert compile_filter(replace(QUERY, folder=ROOT / folder), ROOT).below == below


def test_source_code_only_and_languages_intersect():
    """W02, W03: the later rule; the set is cut, not refused."""
    assert languages(source_code_only=True, languages=("python", "markdown")) == {"python"}


def test_source_code_only_is_the_code_languages():
    """W08."""
    assert languages(source_code_only=True) == CODE
    assert not {"markdown", "json", "yaml", "toml", "xml", "unknown"} & CODE


def test_excluded_languages_become_a_positive_list():
    """W04, W09."""
    assert languages(exclude_languages=("python",)) == LANGUAGES.keys() - {"python"}
    assert languages(source_code_only=True, exclude_languages=("python",)) == CODE - {"python"}


def test_unknown_is_a_language():
    """W06."""
    assert languages(languages=("unknown",)) == {"unknown"}


@pytest.mark.parametrize("field", ["languages", "exclude_languages"])
def test_a_language_that_does_not_exist_is_named(field):
    """W05, W06, W07, W12."""
    with pytest.raises(InvalidQuery, match=r"klingon") as caught:
        validate(replace(QUERY, **{field: ("python", "klingon'; DROP")}))
    assert caught.value.field == {"languages": "languages", "exclude_languages": "excludeLanguages"}[field]


@pytest.mark.parametrize(
    ("field", "value", "hint"),
    [
        ("languages", "pyhton", "did you mean python?"),
        ("exclude_languages", "java script", "did you mean javascript?"),
        ("languages", "klingon", "names and file endings are taken, as in python and py"),
        ("kinds", "Funktion", "did you mean Function?"),
        ("kinds", "xyz", KINDS_TAKEN),
    ],
)
def test_a_name_that_is_unknown_is_answered_with_one_like_it_or_what_is_taken(field, value, hint):
    with pytest.raises(InvalidQuery) as caught:
        validate(replace(QUERY, **{field: (value,)}))
    assert caught.value.reason.endswith(f"{value!r}; {hint}")


@pytest.mark.parametrize(
    ("field", "told"), [("languages", f"language ''; {LANGUAGES_TAKEN}"), ("kinds", f"kind ''; {KINDS_TAKEN}")]
)
def test_an_empty_name_is_answered_without_a_guess(field, told):
    with pytest.raises(InvalidQuery) as caught:
        validate(replace(QUERY, **{field: ("",)}))
    assert caught.value.reason == f"unknown {told}"


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("Python", {"python"}),
        ("py", {"python"}),
        (".py", {"python"}),
        ("*.py", {"python"}),
        ("typescriptreact", {"tsx"}),
        ("javascriptreact", {"jsx"}),
        ("makefile", {"make"}),
        ("objective-c", {"objc"}),
        ("Objective C", {"objc"}),
        ("plaintext", {"text", "unknown"}),
        ("ts", {"typescript", "tsx"}),
        ("js", {"javascript", "jsx"}),
        ("C#", {"csharp"}),
        ("c++", {"cpp"}),
        ("golang", {"go"}),
        ("yml", {"yaml"}),
        ("sh", {"bash"}),
        ("Common Lisp", {"commonlisp"}),
        ("h", {"c", "cpp", "objc"}),
        ("m", {"matlab", "objc"}),
        ("v", {"v"}),
    ],
)
def test_a_language_is_named_as_people_write_it(word, meant):
    assert languages(languages=(word,)) == meant
    assert languages(exclude_languages=(word,)) == LANGUAGES.keys() - meant


# The identifiers that LSP 3.17 lists for text documents.
LSP_IDS = """abap bat bibtex clojure coffeescript c cpp csharp css diff dart dockerfile elixir erlang fsharp git-commit
git-rebase go groovy handlebars html ini java javascript javascriptreact json latex less lua makefile markdown
objective-c objective-cpp perl perl6 php powershell jade python r razor ruby rust scss sass scala shaderlab
shellscript sql swift typescript typescriptreact tex vb xml xsl yaml d pascal delphi haskell plaintext""".split()


def test_every_language_identifier_of_lsp_names_a_language():
    validate(replace(QUERY, languages=tuple(LSP_IDS)))


def test_every_name_and_ending_of_the_registry_names_its_language():
    for name, language in LANGUAGES.items():
        assert languages_named(name) == (name,)
        assert name in languages_named(language.lsp_id) or language.lsp_id in LANGUAGES
        for word in (*language.extensions, *other_names(name)):
            assert name in languages_named(word) or word in LANGUAGES, word


@pytest.mark.parametrize(
    ("word", "meant"),
    [
        ("class", {SymbolKind.Class}),
        ("METHOD", {SymbolKind.Method}),
        ("enummember", {SymbolKind.EnumMember}),
        ("enum-member", {SymbolKind.EnumMember}),
        ("type_parameter", {SymbolKind.TypeParameter}),
        ("fn", {SymbolKind.Function, SymbolKind.Method, SymbolKind.Constructor}),
    ],
)
def test_a_kind_is_named_in_any_case(word, meant):
    validate(replace(QUERY, kinds=(word,)))
    assert compile_filter(replace(QUERY, kinds=(word,)), ROOT).kinds == meant


def test_all_wrong_values_of_a_query_are_named_at_once():
    """W05."""
    query = SearchQuery(
        " ",
        limit=0,
        cursor="nonsense",
        languages=("klingon", "python", "romulan"),
        exclude_languages=("vulcan", "py"),
        include=("[", "*.py", "a//b"),
        exclude=("!src/**",),
        kinds=("Klass",),
        max_chars=0,
    )
    with pytest.raises(InvalidQuery) as caught:
        validate(query)
    assert [field for field, _ in caught.value.problems] == [
        "query", "limit", "cursor", "languages", "languages", "excludeLanguages", "excludeLanguages", "include",
        "include", "exclude", "kinds", "maxChars",
    ]  # fmt: skip
    assert (caught.value.field, caught.value.reason) == caught.value.problems[0]
    for name in ("klingon", "romulan", "vulcan", "python is in languages too", "'['", "'a//b'", "!src/**", "Klass"):
        assert name in str(caught.value)


@pytest.mark.parametrize(("field", "other"), [("include", "exclude"), ("exclude", "include")])
def test_a_glob_that_can_match_nothing_is_refused(field, other):
    with pytest.raises(InvalidQuery) as caught:
        validate(replace(QUERY, **{field: ("!src/**", "*.py")}))
    assert caught.value.field == field
    assert caught.value.reason.endswith(f"put 'src/**' in {other}")
    validate(replace(QUERY, **{field: ("*.py", "!src/**")}))


def test_a_language_both_included_and_excluded_is_named_with_both_fields():
    """W05, W07."""
    with pytest.raises(InvalidQuery, match="rust is in languages") as caught:
        validate(replace(QUERY, languages=("rust", "go"), exclude_languages=("rust",)))
    assert caught.value.field == "excludeLanguages"


@pytest.mark.parametrize("chosen", [("python",), ("go", "rust")])
def test_one_language_or_several_let_their_files_pass_alone(chosen):
    """W11."""
    columns = FileColumns(np.arange(3), pa.array(["a", "b", "c"]), pa.array(["go", "python", "rust"]))
    found = compile_filter(replace(QUERY, languages=chosen), ROOT)
    assert [columns.languages[at].as_py() for at in passing_files(found, columns, ())] == [*chosen]


def test_an_empty_intersection_lets_nothing_pass():
    found = compile_filter(replace(QUERY, languages=("markdown",), source_code_only=True), ROOT)
    assert not found.is_open
    columns = FileColumns(np.arange(2), pa.array(["a.md", "a.py"]), pa.array(["markdown", "python"]))
    assert not len(passing_files(found, columns, ()))


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({"text": ""}, "query"),
        ({"text": "  \n"}, "query"),
        ({"text": "x" * 10_001}, "query"),
        ({"limit": 0}, "limit"),
        ({"limit": 101}, "limit"),
        ({"max_chars": 0}, "maxChars"),
        ({"max_chars": 200_001}, "maxChars"),
        ({"weights": (0.0, 0.0)}, "weights"),
        ({"weights": (-1.0, 2.0)}, "weights"),
        ({"weights": (float("nan"), 1.0)}, "weights"),
        ({"weights": (float("inf"), 1.0)}, "weights"),
        ({"kinds": ("Klass",)}, "kinds"),
        ({"include": ("",)}, "include"),
        ({"exclude": ("a\0",)}, "exclude"),
        ({"include": ("*.py", "[a.py")}, "include"),
        ({"exclude": ("[!]",)}, "exclude"),
        ({"include": ("*.py", "{" * 500 + "}" * 500)}, "include"),
        ({"exclude": ("}" * 30 + "a{b," * 21 + "}" * 21,)}, "exclude"),
    ],
)
def test_every_bad_field_is_named(fields, field):
    with pytest.raises(InvalidQuery) as caught:
        validate(replace(QUERY, **fields))
    assert caught.value.field == field


def test_folder_globs_and_kinds_are_all_in_the_predicate():
    query = replace(QUERY, folder=ROOT / "it's", include=("*.py",), exclude=("gen/**",), kinds=("Class",))
    found = compile_filter(query, ROOT)
    assert not found.is_open
    assert found.kinds == {SymbolKind.Class}
    assert found.accepts_path("it's/a.py")
    assert not found.accepts_path("its/a.py")
    assert not found.accepts_path("it's/a.js")


def test_a_language_means_its_dialects_unless_they_are_named_themselves():
    assert languages(languages=("typescript",)) == {"typescript", "tsx"}
    assert languages(languages=("typescript",), exclude_languages=("tsx",)) == {"typescript"}
    assert languages(languages=("tsx",), exclude_languages=("typescript",)) == {"tsx"}


def test_globs_too_many_for_one_pattern_are_decided_in_several():
    paths = [f"{number:03}{'x' * 900}" for number in range(100)]
    globs = tuple(path.replace("x", "?") for path in paths[1:])  # RE2 refuses all of these in one
    found = compile_filter(replace(QUERY, include=globs), ROOT)
    columns = FileColumns(np.arange(100), pa.array(paths), pa.array(["unknown"] * 100))
    assert passing_files(found, columns, ()).tolist() == [*range(1, 100)]
    assert [found.accepts_path(path) for path in paths] == [False] + [True] * 99


def test_two_thousand_globs_cost_no_more_each_than_fifty():
    paths = pa.array([f"pkg{i}/sub{j}/file{j}.py" for i in range(40) for j in range(40)])
    columns = FileColumns(np.arange(len(paths)), paths, pa.array(["python"] * len(paths)))

    def seconds(number: int) -> float:
        query = replace(QUERY, include=tuple(f"**/pkg{number}x{i}/**/fi?e{i}*.{{py,js}}" for i in range(number)))
        start = time.thread_time()  # of no thread that an earlier test left at work
        validate(query)
        assert not len(passing_files(compile_filter(query, ROOT), columns, ()))
        return time.thread_time() - start

    few = min(seconds(number) for number in (49, 50, 51))
    assert min(seconds(2_000) for _ in range(3)) < 100 * few  # 40 times as many


def test_files_of_an_excluded_role_are_left_out():
    paths = ["src/a.py", "src/test_a.py", "docs/a.py", "README.md", "vendor/a.py"]
    found = compile_filter(replace(QUERY, exclude_roles=("test", "docs")), ROOT)
    columns = FileColumns(np.arange(5), pa.array(paths), pa.array(["python"] * 5))
    assert passing_files(found, columns, ()).tolist() == [0, 4]
    assert [found.accepts_path(path) for path in paths] == [True, False, False, False, True]
    assert not found.is_open


def test_a_role_that_does_not_exist_is_refused_with_those_that_do():
    with pytest.raises(InvalidQuery, match="excludeRoles: unknown role 'tests'; the roles are test, example"):
        validate(replace(QUERY, exclude_roles=("tests",)))


def test_a_kind_is_printed_as_a_filter_takes_it():
    assert (SymbolKind.EnumMember.spoken, SymbolKind.Class.spoken) == ("enum-member", "class")
    assert [kinds_named(kind.spoken) for kind in SymbolKind] == [(kind,) for kind in SymbolKind]
