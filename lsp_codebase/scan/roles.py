"""The part that a file plays, told from its path alone: test, example, vendored, generated, docs, translation.

Called for every path by parsing, which marks symbols of tests and generated files, and by the symbol table and search,
which rank such files lower; nothing here reads a file.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Literal, get_args

from lsp_codebase.scan.translations import is_translation

Role = Literal["test", "example", "vendored", "generated", "docs", "translation"]
ROLES: tuple[Role, ...] = get_args(Role)

# Directory names, lower case, that give everything below them a role. Names that are as often plain source are left
# out: `build`, `target`, `out`, `external`, `deps`.
_DIRECTORY_WORDS: dict[Role, str] = {
    "test": "t test tests testing regress __tests__ __mocks__ __snapshots__ mocks spec specs e2e testdata test_data"
    " test-data testutil testutils test-util test-utils test_util test_utils fixtures __fixtures__ testfixtures"
    " testsuite test-suite test_suite testcase testcases test-case test-cases test_case test_cases selftests sbt-test"
    " cypress acceptance",
    "example": "example examples sample samples demo demos tutorial tutorials playground bench benches benchmark"
    " benchmarks showcase",
    "vendored": "vendor vendored _vendor _vendored third_party third-party thirdparty 3rdparty 3rd_party node_modules"
    " bower_components site-packages contrib_libs pods carthage jspm_packages external-crates external-libs"
    " external_libs external-libraries external-packages external-projects extern-libs extern_libs",
    "generated": "generated __generated__ autogen _generated dist .next zz_generated single_include single-include"
    " singleheader single_header single-header amalgamation versioned_docs versioned_sidebars",
    "docs": "doc docs documentation website javadoc",
}
DIRECTORIES = {word: role for role, words in _DIRECTORY_WORDS.items() for word in words.split()}
"""Role by the name of a directory, lower case."""

# The last word of a longer name: `Polly.Specs`, `commonTest`, `FooUITests`, `scripted-tests`, `spring-boot-samples`. A
# directory `something-test` is left out: it is as often a library to write tests with.
_DIRECTORY_ENDS: tuple[tuple[re.Pattern[str], Role], ...] = (
    (
        re.compile(r"[A-Za-z0-9]Tests$|[a-z0-9](?:Test|Specs)$|\w[._-](?:[Tt]ests|[Ss]pecs)$|\w[._](?:[Tt]est|Spec)$"),
        "test",
    ),
    (re.compile(r"\w\.?(?:Tests|Specs)\.[A-Z]|\w\.Test\.[A-Z]"), "test"),  # projects of .NET: `Acme.Tests.Unit`
    (re.compile(r"[a-z0-9](?:Demo|Samples?|Examples?|Benchmarks)$"), "example"),
    (re.compile(r"\w[ ._-](?:demo|sample|example|benchmark)s?$", re.IGNORECASE), "example"),
)

# Integration tests of Maven: those of a module, and those of a whole project.
_INTEGRATION_TESTS = re.compile(r"(?:^|/)src/it/(?:groovy|java|kotlin|resources|scala|[^/]+/src)(?:/|$)|^its(?:/|$)")

# Below these stand packages, named for their subjects: `src/main/java/org/acme/e2e` may encrypt from end to end.
_MAIN_SOURCES = re.compile(r"(?:^|/)src/(?:main|[a-z]\w*Main)/")
# No runner looks for tests here; a file with such a name is about tests, or has another subject: `FunSpec.kt` specifies
# a function, `lib/acme/test.rb` helps to write tests, `commands/test.rs` runs them, `test_case.ts` is a class.
_ABOUT_TESTS = re.compile(
    r"(?:^|/)src/(?:main|[a-z]\w*Main)/"
    r"|(?:^|/)lib/(?:.*/)?(?:[^/]+\.ex|(?:mock|test)\.(?:[cm]?[jt]s|rb))$"
    r"|(?:^|/)(?:(?:dev-|sub)?cmds?|(?:sub)?commands)/(?:test|tests(?!\.rs$))\.\w+$"
    r"|(?:^|/)test_(?![^/]*[_.-](?:test|spec)\.)[^/]+\.[cm]?[jt]sx?$"
)
_SUBJECTS = frozenset(
    "t acceptance spec specs e2e mocks fixtures doc docs documentation website bench benchmark dist".split()
)

# Below the folder of a language stands a domain: `java/com/example`, `kotlin/com/google/samples`.
_SOURCES = re.compile(r"(?:^|/)src/\w+/(?:groovy|java|kotlin|scala)/")
_MOST_OF_DOMAIN = 3

_FILES: tuple[tuple[re.Pattern[str], Role], ...] = (
    (
        re.compile(
            r"(^|[_.-])(test|tests|unittest|mock|mocks|fixture|fixtures)([_.-]|$)"  # test_a.py a_test.go a.test.ts
            r"|[_.-]specs?\.(rb|[cm]?[jt]sx?|coffee|lua|php|cr|dart|exs?)$"  # elsewhere it specifies something
            r"|^conftest\.py$",
            re.IGNORECASE,
        ),
        "test",
    ),
    (
        re.compile(
            r"[a-z0-9](Tests?|TestCase|Specs?|Suite|IT)"
            r"\.(java|kt|kts|scala|cs|fs|vb|php|swift|groovy|m|mm|hs|cc|cpp|cxx|h|hpp)$"
        ),
        "test",
    ),
    (
        re.compile(r"(^|[_.-])(example|examples|sample|demo|bench|benchmark|benchmarks)([_.-]|$)", re.IGNORECASE),
        "example",
    ),
    (
        re.compile(
            r"(\.min\.(js|css|mjs)|[_-]min\.js|\.bundle\.js|\.pb\.(go|cc|h)|_pb2(_grpc)?\.pyi?|\.g\.(dart|cs)"
            r"|\.designer\.cs|\.generated\.\w+|_generated\.\w+|^zz_generated.*|\.gen\.\w+|\.freezed\.dart"
            r"|^(package-lock\.json|pnpm-lock\.yaml|(yarn|cargo|poetry|composer|gemfile|uv|pdm|pipfile|flake)\.lock"
            r"|go\.sum|(gradlew|mvnw)(\.(bat|cmd))?))$",  # files generated by Go say so in their heads
            re.IGNORECASE,
        ),
        "generated",
    ),
    (
        re.compile(
            r"\.(md|mdx|markdown|rst|adoc|rdoc|textile|pod|org)$"
            r"|^(changes|changelog|history|news|release[-_]?notes|readme|todo|authors|contributing|licen[cs]e|copying)"
            r"(-[\d.]+)?(\.txt)?$",
            re.IGNORECASE,
        ),
        "docs",
    ),
)


@lru_cache(maxsize=8192)
def _directory_roles(directory: str) -> frozenset[Role]:
    directory = _without_domain(directory)
    main = _MAIN_SOURCES.search(directory)
    outer = directory[: main.start()] if main else directory
    packages = directory[main.end() :].lower().split("/") if main else []
    words = [*outer.lower().split("/"), *(part for part in packages if part not in _SUBJECTS)]
    roles = {DIRECTORIES[word] for word in words if word in DIRECTORIES}
    if _INTEGRATION_TESTS.search(directory):
        roles.add("test")
    return frozenset(roles | {role for pattern, role in _DIRECTORY_ENDS if any(map(pattern.search, outer.split("/")))})


def _without_domain(directory: str) -> str:
    """Return a directory without the words for examples in the domain that packages are named after."""
    sources = _SOURCES.search(directory)
    if sources is None:
        return directory
    packages = enumerate(directory[sources.end() :].split("/"))
    own = (part for at, part in packages if at >= _MOST_OF_DOMAIN or DIRECTORIES.get(part) != "example")
    return directory[: sources.end()] + "/".join(own)


@lru_cache(maxsize=65536)
def path_roles(path: str) -> frozenset[Role]:
    """Return the roles of a file by its path, relative to the root, with "/"."""
    directory, _, name = path.rpartition("/")
    roles = _directory_roles(directory)
    found = name_roles(name)
    if "test" in found and _ABOUT_TESTS.search(path):
        found -= {"test"}
    if is_translation(path):
        found |= {"translation"}
    return roles | found if found else roles


@lru_cache(maxsize=8192)
def name_roles(name: str) -> frozenset[Role]:
    """Return the roles of a file by its name alone, wherever it lies."""
    return frozenset(role for pattern, role in _FILES if pattern.search(name))
