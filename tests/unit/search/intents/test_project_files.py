import time

import pytest

from lsp_codebase.search.intents.project.asked_subject import subject_of
from lsp_codebase.search.intents.project.root_files import file_asked


@pytest.mark.parametrize(
    "question",
    [
        "what is the current version",
        "version of the project",
        "where is the version number defined?",
        "list of dependencies",
        "which packages does it need",
        "CI configuration",
        "where is CI configured",
        "how is CI set up?",
        "what does CI run",
        "which CI jobs are there",
        "which checks run on pull requests",
        "lint rules",
        "how do I run the linter here",
        "how to lint the code",
        "how do I format my code?",
        "how do I run the type checker",
        "how do I run the tests locally",
        "How do I run the unit tests?",
        "how to build the project from source",
        "how do I compile the Python package from source?",
        "build instructions",
        "which license is it under",
        "how to contribute",
        "minimum supported Rust version",
        "python versions supported",
        "which kotlin version does the project build with",
        "what versions of python are supported?",
        "which python versions are tested in CI?",
        "what version of shop is this",
        "what version of the shop is this",
        "current snapshot version in the build",
        "how do I run a single test file",
        "steps to publish a new release",
        "how are releases made",
        "release process",
        "which gems does it need",
        "which version of the redis-client gem is required?",
        "which rails version does this project use",
        "where is the guava version pinned",
        "which npm packages does it depend on?",
        "which build system is used",
        "what is the tech stack",
        "repository layout",
        "overview of the architecture",
        "where do I start reading in this code base",
        "does the app depend on redis-client",
        "which crates are in the workspace",
        "list all gradle modules",
        "cargo workspace members",
        "which packages does the monorepo contain?",
        "dev dependencies",
        "what are the development dependencies of this project",
        "what extras does the package have",
        "which cargo features are there",
        "optional dependencies",
        "which runner do the workflows use",
        "on which operating systems does CI run",
        "which redis-client version",
    ],
)
def test_a_question_about_the_project_is_told_by_its_form(question):
    assert subject_of(question) is not None


@pytest.mark.parametrize(
    "query",
    [
        "current version",
        "current version in use",
        "minimum version of the protocol",
        "how to make the new version the default",
        "which python versions",
        "version of the protocol",
        "dependencies of a cell",
        "members of a group",
        "which modules are loaded",
        "how are dependencies resolved",
        "which checks run on save",
        "format settings of a date field",
        "how to run a command",
        "how to build the index",
        "how to install a plugin",
        "license check",
        "how to format a date",
        "how do I format the code of a coupon",
        "which version of the file is shown",
        "which schema version is written",
        "where is the version checked",
        "which queue runner is used when the till closes",
        "do we use a lock here",
        "where does a payment start",
        "layout of the page",
        "which features does the till have",
        "which runner runs the queue",
        "extras of an order",
        "structure of a receipt",
    ],
)
def test_a_question_about_code_is_not_about_the_project(query):
    assert subject_of(query) is None


@pytest.mark.parametrize(
    ("query", "name"),
    [
        ("license", "license"),
        ("the licence file", "license"),
        ("where is the CMakeLists?", "cmakelists"),
        ("open code of conduct", "codeofconduct"),
        ("the file that holds all of the rules", None),
        ("license\nfile", None),
    ],
)
def test_a_file_at_the_root_is_asked_for_by_its_name_alone(query, name):
    asked = file_asked(query)
    assert (asked and asked.name) == name


@pytest.mark.parametrize("text", ["the " * 9_000, "a." * 15_000, "what are " * 5_000, " " * 40_000, "a" + " " * 30_000])
def test_a_long_text_is_read_in_linear_time(text):
    started = time.process_time()
    subject_of(text)
    file_asked(text)
    assert time.process_time() - started < 0.5
