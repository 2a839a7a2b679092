"""The rules that turn documents, comments and commits of public repositories into questions with right places."""

import json
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from benchmarks.questions import from_comments, from_documents, from_history, leaks, prose
from benchmarks.questions.candidate import Candidate, Hidden
from benchmarks.questions.definitions import Answer, Code, enclosing, read_code, same_definitions
from benchmarks.questions.make import hide, queries_of, row_of, write_queries
from benchmarks.questions.repository import Commit, Source, changed_lines, commits_between, lay_out, listed, texts_of
from benchmarks.questions.written import OTHERS, join, written
from written_files import write

ROOT = Path(__file__).parents[3]
RETRY = '''"""Backs off and retries what failed on the way. Knows nothing of protocols."""

import time


class RetryPolicy:
    """Wait longer after each attempt that was refused by the peer."""

    def wait(self, attempt):
        # RetryPolicy.wait sleeps.
        time.sleep(2 ** attempt)
        return attempt + 1
'''


def tree_of(root: Path, files: dict[str, str]) -> Code:
    return read_code(write(root, files), files)


@pytest.fixture
def code(tmp_path):
    return tree_of(tmp_path, {"net/retry.py": RETRY, "net/test_retry.py": RETRY})


@pytest.fixture(scope="module")
def reserved() -> set[str]:
    """The projects that nothing may be trained or fitted on."""
    lines = (ROOT / "training/reserved.txt").read_text("utf-8").splitlines()
    return {name.lower() for line in lines if not line.startswith("#") for name in line.split()}


class TestRepositories:
    def test_none_is_reserved_for_evaluation(self, reserved):
        assert reserved
        assert not reserved & {source.slug.lower() for source in listed()}

    def test_a_third_of_thirty_or_more_in_twelve_languages_is_held_out(self):
        every = listed()
        assert len({source.name for source in every}) == len(every)
        sources = [source for source in every if source.split != "training"]
        assert len(sources) >= 30
        assert len({language for source in sources for language in source.languages}) >= 12
        assert 3 * sum(source.split == "held" for source in sources) >= len(sources)
        assert {source.split for source in sources} == {"held", "development"}


class TestWritten:
    def test_they_are_about_repositories_that_nothing_else_is_about(self, reserved):
        slugs = {source.slug.lower() for source in written()}
        of_training = {source.slug.lower() for source in written() if source.split == "training"}
        assert reserved
        assert not (slugs - of_training) & {source.slug.lower() for source in listed()}
        assert not reserved & {name for slug in slugs for name in (slug, slug.split("/")[1])}

    def test_half_of_the_repositories_are_held_out_and_those_of_the_training_are_the_same(self):
        assert Counter(source.split for source in written()) == {"development": 11, "held": 11, "training": 134}
        of_training, known = (
            {(one.url, one.snapshot) for one in some if one.split == "training"} for some in (written(), listed())
        )
        assert of_training == known

    def test_each_has_a_place_that_answers_and_a_number_of_its_own(self):
        for source, questions in written().items():
            rows = [row_of(question, source, number) for number, question in enumerate(questions, 1)]
            assert len({row["id"] for row in rows}) == len({row["query"] for row in rows}) == len(rows)
            assert len(rows) >= 32 if source.split == "training" else len(rows) == 13
            assert all(0 < place["start"] <= place["end"] for row in rows for place in row["answers"])
            assert all(row["answers"] for row in rows)

    def test_they_can_be_put_behind_those_that_were_made_of_a_tree(self, tmp_path):
        source = Source("https://x/o/retry", "1", "2", "training", ())
        rows = [row_of(Candidate("named", "made", (Answer("a.py", 1, 2),), ""), source, 1)]
        write_queries(tmp_path, source, rows)
        (tmp_path / "trees/retry").mkdir(parents=True)
        (tmp_path / "trees/retry/a.py").touch()
        asked = [Candidate("named", "written", (Answer(path, 1, 2),), "") for path in ("a.py", "hidden.md")]
        assert join(tmp_path, source, asked) == 1
        kept = [json.loads(line) for line in queries_of(tmp_path, source).read_text("utf-8").splitlines()]
        assert [row["id"] for row in kept] == ["retry/named/1", "retry/named/w1"]


@pytest.mark.parametrize(("path", "repositories"), [*zip(OTHERS, (7, 17, 38, 20), strict=True)])
class TestForms:
    def test_they_are_about_no_reserved_repository_and_have_a_place_that_answers(self, reserved, path, repositories):
        assert len(written(path)) == repositories
        for source, questions in written(path).items():
            slug = source.slug.lower()
            assert not reserved & {slug, slug.split("/")[1]}
            rows = [row_of(question, source, number) for number, question in enumerate(questions, 1)]
            assert len({row["id"] for row in rows}) == len({row["query"] for row in rows}) == len(rows)
            places = (place for row in rows for place in row["answers"] if place["start"] is not None)
            assert all(0 < place["start"] <= place["end"] for place in places)


class TestProse:
    @pytest.mark.parametrize(
        ("subject", "kept"),
        [
            ("fix(net)!: wait between attempts (#12)", "wait between attempts"),
            ("Wait between attempts. GH-12", "Wait between attempts"),
            ("NET-12: wait", "wait"),
        ],
    )
    def test_a_subject_loses_its_convention_and_number(self, subject, kept):
        assert prose.clean_subject(subject) == kept

    @pytest.mark.parametrize("subject", ["Bump a to 2", "docs: fix", "chore: x", "Fix typo in retry", "Update x to 3"])
    def test_a_subject_of_no_behaviour_says_nothing(self, subject):
        assert prose.says_nothing(subject)

    def test_a_subject_of_behaviour_says_something(self):
        assert not prose.says_nothing("fix: wait between attempts")

    def test_a_message_loses_trailers_links_and_numbers(self):
        message = "Wait (#3)\n\nIt is told of at https://a.b/c now.\n\nFixes #4\nSigned-off-by: A <a@b>\n"
        assert prose.clean_message(message) == "Wait\n\nIt is told of at  now."

    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("Waits, e.g. for peers. Then goes on.", "Waits, e.g. for peers."),
            ("Waits for\n`peers`\n\nand more", "Waits for peers"),
            ("Waits for {@link Peer peers}.\n@param a b", "Waits for Peer peers."),
            ("Waits for :class:`~net.Peer`.", "Waits for net.Peer."),
            ("@param a waits", ""),
            ("", ""),
        ],
    )
    def test_the_first_sentence_is_plain(self, text, sentence):
        assert prose.first_sentence(text) == sentence

    def test_code_and_other_scripts_are_no_prose(self):
        assert prose.is_prose("waits between attempts of peers", 4, 9)
        assert not prose.is_prose("a = b[0] + c(d) // 2", 4, 9)
        assert not prose.is_prose("wartet länger nach jedem Versuch", 4, 9)
        assert not prose.is_prose("too short", 4, 9)


class TestDocuments:
    @pytest.mark.parametrize(
        "line",
        [
            "- `net/retry.py`: backs off and retries",
            "* **net/retry.py** - backs off and retries",
            "| [net/retry.py](./net/retry.py) | backs off and retries | x |",
            "├── net/retry.py  # backs off and retries",
        ],
    )
    def test_a_line_that_begins_with_a_path_tells_of_it(self, line):
        assert from_documents.told_of_place(line) == ("net/retry.py", "backs off and retries")

    @pytest.mark.parametrize("line", ["see `net/retry.py`: it retries", "- `retry`: retries", "net/retry.py", ""])
    def test_other_lines_tell_of_no_file(self, line):
        assert from_documents.told_of_place(line) is None

    def test_a_line_that_goes_on_is_no_whole_sentence(self, code):
        told = "- `net/retry.py`: backs off between attempts\n  and then goes on"
        assert not list(from_documents.of_places({"a.md": told}, code))

    def test_a_path_means_the_exact_file_or_the_only_one_that_ends_so(self):
        known = ["a/net/retry.py", "b/net/retry.py", "b/net/peer.py"]
        assert from_documents.place_meant("net/peer.py", "README.md", known) == "b/net/peer.py"
        assert from_documents.place_meant("net/retry.py", "README.md", known) is None
        assert from_documents.place_meant("net/retry.py", "b/README.md", known) == "b/net/retry.py"
        assert from_documents.place_meant("eer.py", "README.md", known) is None

    def test_what_a_document_says_of_a_file_is_a_question_and_the_document_is_left_out(self, code):
        told = "- `net/retry.py`: backs off between attempts\n- `net/gone.py`: is no longer here"
        (found,) = from_documents.of_places({"docs/design.md": told}, code)
        assert (found.query, found.answers) == ("backs off between attempts", (Answer("net/retry.py"),))
        assert found.hidden == Hidden("docs/design.md")

    def test_the_first_sentence_of_a_folders_readme_asks_for_the_folder(self, code):
        told = "# net\n\nThis package is about talking to peers. More."
        documents = {"net/README.md": told, "README.md": told}
        (found,) = from_documents.of_places(documents, code)
        assert (found.query, found.answers) == ("This package is about talking to peers.", (Answer("net/"),))

    @pytest.mark.parametrize(
        ("name", "line"),
        [
            ("package.json", '  "description": "Talks to peers and waits",'),
            ("Cargo.toml", 'description = "Talks to peers and waits"'),
            ("net.cabal", "synopsis:   Talks to peers and waits"),
            ("net.gemspec", '  spec.summary = "Talks to peers and waits"'),
        ],
    )
    def test_the_manifest_of_a_package_asks_for_its_folder(self, code, name, line):
        tree_of(code.tree, {f"net/{name}": f"\n{line}\n", name: line})
        (found,) = from_documents.of_manifests([name, f"net/{name}"], code)
        assert (found.query, found.answers) == ("Talks to peers and waits", (Answer("net/"),))
        assert found.hidden == Hidden(f"net/{name}", 1, 1)

    def test_a_sentence_that_names_one_definition_asks_for_it(self, code):
        text = "The `RetryPolicy` decides how long a client\nwaits between two attempts. `RetryPolicy` is short.\n"
        (found,) = from_documents.of_names({"docs/a.md": text}, code)
        assert found.query == "The RetryPolicy decides how long a client waits between two attempts."
        assert found.answers == (Answer("net/retry.py", 6, 12),)

    @pytest.mark.parametrize(
        "text",
        [
            "```\nThe `RetryPolicy` decides how long a client waits between attempts.\n```",
            "The option `RetryPolicy` decides how long a client waits between attempts.",
            "The `Other.RetryPolicy` decides how long a client waits between attempts.",
            "The `Policy` decides how long a client of it waits between attempts.",
        ],
    )
    def test_code_options_and_names_of_others_name_no_definition(self, code, text):
        assert not list(from_documents.of_names({"docs/a.md": text}, code))


class TestComments:
    @pytest.mark.parametrize(
        ("text", "sentence"),
        [
            ("#!/bin/sh\n# Copyright me\n\n# Starts the server anew.\n# Then waits.\nrun", "Starts the server anew."),
            ("/*\n * Starts the server anew.\n */\nint a;", "Starts the server anew."),
            ("//! Starts the server anew.\nuse a;", "Starts the server anew."),
            (";;; start.el --- Starts the server anew.\n(a)", "Starts the server anew."),
            ('"""Starts the server anew.\n\nMore.\n"""\na', "Starts the server anew."),
            ("{-| Starts the server anew. -}\nmodule A", "Starts the server anew."),
        ],
    )
    def test_the_head_of_a_file_that_is_no_licence_is_found(self, text, sentence):
        assert from_comments.head_of(text.split("\n"))[1] == sentence

    @pytest.mark.parametrize("text", ["a = 1\n# Starts it.", "# Licensed to you\na", "#include <a.h>\n", ""])
    def test_a_file_may_have_no_head(self, text):
        assert from_comments.head_of(text.split("\n")) is None

    def test_the_head_of_a_file_asks_for_it_and_is_blanked(self, code):
        code.tree.joinpath("net/retry.py").write_text(RETRY + "\n" + "x = 1\n" * 10, "utf-8")
        (found,) = from_comments.of_files(code)
        assert found.query == "Backs off and retries what failed on the way."
        assert (found.answers, found.hidden) == ((Answer("net/retry.py"),), Hidden("net/retry.py", 0, 0))

    @pytest.mark.parametrize(
        ("text", "is_so"),
        [
            ("# Starts the server.\n\nrun", True),
            ("// Package start starts the server.\npackage start", True),
            ("//! Starts the server.\nuse a;", True),
            ('"""Starts the server."""\nimport a', True),
            ("# Starts the server.\nrun", False),
            ("# Starts the server.", True),
        ],
    )
    def test_a_comment_right_above_a_statement_is_not_about_the_file(self, text, is_so):
        lines = text.split("\n")
        assert from_comments.is_of_the_file(lines, from_comments.head_of(lines)[0]) is is_so

    def test_a_docstring_asks_for_the_lines_of_its_definition(self, code):
        (found,) = from_comments.of_definitions(code)
        assert found.query == "Wait longer after each attempt that was refused by the peer."
        assert (found.answers, found.hidden) == ((Answer("net/retry.py", 6, 12),), Hidden("net/retry.py", 6, 6))

    def test_a_docstring_above_a_definition_is_found_over_attributes(self, tmp_path):
        text = "/// Waits longer after every failed attempt.\n/// Ever.\n#[inline]\nfn wait() {\n  a();\n  b();\n}\n"
        (found,) = from_comments.of_definitions(tree_of(tmp_path, {"a.rs": text}))
        assert found.query == "Waits longer after every failed attempt."
        assert found.hidden == Hidden("a.rs", 0, 1)

    def test_a_sentence_does_not_say_the_name_that_is_asked_for(self):
        assert from_comments.without_name("Wait sleeps between attempts", "Wait") == "sleeps between attempts"
        assert from_comments.without_name("Sleeps as Wait does", "Wait") == ""

    def test_lines_are_blanked_and_files_left_out(self, tmp_path):
        tree_of(tmp_path, {"a.py": "1\n2\n3\n", "b.md": "x"})
        hide(tmp_path, [Hidden("a.py", 1, 1), Hidden("b.md"), Hidden("gone.md")])
        assert (tmp_path / "a.py").read_text("utf-8") == "1\n\n3\n"
        assert not (tmp_path / "b.md").exists()


class TestHistory:
    @pytest.mark.parametrize(
        ("message", "title"),
        [
            ("Merge pull request #12 from x/y\n\nWait between attempts\n\nmore", "Wait between attempts"),
            ("Merge branch 'wait' into 'main'\n\nWait between attempts\n", "Wait between attempts"),
            ("Merge #12\n\n12: Wait between attempts r=a a=b", "Wait between attempts"),
            ("Wait between attempts (#12)\n\nbody", "Wait between attempts"),
            ("Wait between attempts", ""),
            ("Merge pull request #12 from x/y", ""),
        ],
    )
    def test_a_merge_tells_the_title_of_its_pull_request(self, message, title):
        assert from_history.title_of(message) == title

    def test_a_long_message_of_a_fault_is_a_report(self):
        body = "The client crashed when the peer closed early, since the buffer was read again. " * 4
        assert from_history.is_report(f"Wait for peers\n\n{body}")
        assert not from_history.is_report("Fix a crash")
        assert not from_history.is_report(f"Squashed\n\n* a\n* b\n* c\n{body}")
        assert not from_history.is_report("Say more\n\n" + "All is as it ever was and will be for all of us. " * 5)

    def test_a_commit_makes_a_title_or_a_subject(self):
        def kinds(message: str, *parents: str) -> list[str]:
            return [kind for kind, _ in from_history.texts(Commit("c", parents, message, ()))]

        assert kinds("Wait longer between two attempts", "a") == ["subject"]
        assert kinds("Wait longer between two attempts (#3)", "a") == ["title"]
        assert kinds("Merge pull request #1 from a/b\n\nWait longer between attempts", "a", "b") == ["title"]
        assert kinds("Bump everything to the newest there is", "a") == []

    def test_only_small_changes_of_files_that_were_there_count(self):
        def sources(*changes: tuple[str, str]) -> list[str]:
            return from_history.sources(Commit("c", ("p",), "m", changes))

        assert sources(("M", "a.py"), ("M", "tests/test_a.py"), ("A", "new.md")) == ["a.py"]
        assert sources(("M", "a.py"), ("A", "b.py")) == []
        assert sources(*[("M", f"{n}.py") for n in range(4)]) == []

    def test_the_definitions_that_a_commit_changed_are_found_in_an_older_tree(self, tmp_path):
        def git(*arguments: str) -> str:
            who = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false")
            command = ["git", "-C", str(tmp_path / "repo"), *who, *arguments]
            return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()

        def commit(text: str, message: str) -> str:
            tree_of(tmp_path / "repo", {"net/retry.py": text})
            git("add", "-A")
            git("commit", "-qm", message)
            return git("rev-parse", "HEAD")

        (tmp_path / "repo").mkdir()
        git("init", "-q")
        snapshot = commit(RETRY, "Retry")
        commit("import os\n\n" + RETRY, "Import more than before")
        until = commit("import os\n\n" + RETRY.replace("2 **", "3 **"), "Wait longer between two attempts")
        lay_out(tmp_path / "repo", snapshot, tmp_path / "tree")
        code = read_code(tmp_path / "tree", ["net/retry.py"])
        commits = list(commits_between(tmp_path / "repo", snapshot, until))
        (found,) = from_history.candidates(tmp_path / "repo", commits, code, lambda kind: 5)
        assert (found.kind, found.query, found.source) == ("subject", "Wait longer between two attempts", until)
        assert found.answers == (Answer("net/retry.py", 9, 12),)
        assert texts_of(tmp_path / "repo", until, ["gone", "net/retry.py"])["net/retry.py"].startswith(b"import os")

    def test_put_in_lines_change_the_line_before(self):
        hunks = "@@ -3 +3 @@\n-a\n+b\n@@ -7,0 +8,2 @@ def\n+c\n+d\n@@ -9,4 +12 @@\n"
        diff = f"diff --git a/x b/x\n--- a/x\n+++ b/x\n{hunks}"
        assert changed_lines(diff) == {"x": [(3, 3), (7, 7), (9, 12)]}

    def test_functions_go_before_the_types_around_them(self, code):
        symbols = code.symbols["net/retry.py"]
        assert enclosing(symbols, [(6, 6), (11, 11)]) == {("RetryPolicy", "wait")}
        assert enclosing(symbols, [(6, 6)]) == {("", "RetryPolicy")}
        assert same_definitions("net/retry.py", {("", "Gone")}, code.symbols) == []


def test_a_query_that_stands_in_the_tree_is_a_leak_whatever_is_between_its_words(tmp_path):
    tree_of(tmp_path, {"a.py": "# Backs off, and\n#  retries `all`\n", "b.py": "backs offand retries"})
    queries = ["backs off and retries all", "backs off and retries none"]
    assert leaks.leaked(queries, leaks.texts_below(tmp_path, ["a.py", "b.py", "gone.py"])) == {queries[0]}


def test_the_list_is_one_row_a_repository():
    rows = json.loads((ROOT / "tests/benchmarks/questions/repositories.json").read_text("utf-8"))
    assert [Source(**row).slug for row in rows] == [source.slug for source in listed()]
