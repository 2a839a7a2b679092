"""The scripts that measure large real trees: reading what other tools write, choosing questions, judging answers."""

import json

import pytest
from benchmarks.big_trees import fetch, figures, growth, peers, processes, product, questions, scale, tags
from benchmarks.big_trees.questions import Question
from benchmarks.big_trees.tags import Definition

TAGS = """\
!_TAG_FILE_SORTED\t1\t/0=unsorted, 1=sorted, 2=foldcase/
Request\tnet/http.go\t/^type Request struct {$/;"\tstruct\tline:9\tpackage:net
do_fork_twice\tkernel/fork.c\t/^long do_fork_twice(int a);"\tb)$/;"\tfunction\tline:41\ttyperef:typename:long
open_socket\t./net/a.c\t/^int open_socket(void)$/;"\tfunction\tline:3
open_socket\tnet/b.c\t/^int open_socket(void)$/;"\tfunction\tline:7
some_local_name\tnet/a.c\t/^int some_local_name;$/;"\tvariable\tline:5
zero_pages_of\tmm/zero.c\t/^void zero_pages_of(void)$/;"\tfunction\tline:1
zz_made_up_0100\tnet/c.js\t/^export default function () {$/;"\tfunction\tline:2
"""


def test_a_list_of_packages_names_sources_too_in_either_format():
    assert fetch.ask_for_sources("Types: deb\nURIs: http://example.org\n").startswith("Types: deb deb-src\nURIs:")
    line = "deb [signed-by=/k] http://example.org stable main"
    assert fetch.ask_for_sources(f"# note\n{line}\n") == f"# note\n{line}\n{line.replace('deb ', 'deb-src ', 1)}\n"


def test_every_tree_comes_from_a_registry_that_the_script_knows_and_has_a_pinned_version_if_from_npm():
    assert {tree.registry for tree in fetch.TREES} == set(fetch.REGISTRIES)
    assert all(name.rpartition("@")[2][0].isdigit() for tree in fetch.TREES[3:] for name in tree.packages)


def test_cpu_time_holds_a_process_and_its_ended_children_whatever_its_name():
    stat = "42 (a) b (c) R 1 42 42 0 -1 4194304 100 0 0 0 7 5 20 10 20 0 1 0 100 1000 10"
    assert processes.ticks_in_stat(stat) == 7 + 5 + 20 + 10


def test_memory_is_the_proportional_size_and_its_anonymous_part():
    rollup = (
        "00400000-7fff ---p 00000000 00:00 0 [rollup]\nRss: 900 kB\nPss: 512 kB\nPss_Dirty: 3 kB\nPss_Anon: 300 kB\n"
    )
    assert processes.kib_in_rollup(rollup) == (512, 300)


class TestTags:
    def test_names_that_are_written_and_defined_once_are_kept_with_the_place_of_their_line(self):
        assert list(tags.defined_once(TAGS.splitlines(keepends=True))) == [
            Definition("do_fork_twice", "kernel/fork.c", 40),
            Definition("zero_pages_of", "mm/zero.c", 0),
        ]

    def test_the_choice_depends_on_names_and_seed_only(self):
        definitions = [Definition(f"function_{at}", "a.c", at) for at in range(50)]
        chosen = tags.chosen(definitions, 5, "1")
        assert chosen == tags.chosen(reversed(definitions), 5, "1")
        assert chosen != tags.chosen(definitions, 5, "2")


class TestQuestions:
    @pytest.fixture
    def root(self, tmp_path):
        for at in range(8):
            body = f"int shared_counter_{at} = compute_total({at});"
            said = f" * Tells the caller how many pages of kind {'abcdefgh'[at]} are free"
            (tmp_path / f"file{at}.c").write_text(
                f"/*\n{said}\n * Copied into every file of this small tree\n */\n{body}\n"
            )
        (tmp_path / "binary.c").write_bytes(b"\xff\xfe\x00")
        return tmp_path

    def made(self, root):
        definitions = [Definition(f"shared_counter_{at}", f"file{at % 8}.c", 4) for at in range(16)]
        return questions.make(root, [*definitions, Definition("elsewhere", "binary.c", 0)], 3, "1")

    def test_each_kind_is_made_and_the_same_in_every_run(self, root, tmp_path):
        made = self.made(root)
        assert {one.kind for one in made} == set(questions.KINDS)
        assert made == self.made(root)
        questions.save(made, tmp_path / "questions.jsonl")
        assert questions.load(tmp_path / "questions.jsonl") == made

    def test_a_sentence_that_stands_in_several_files_is_not_asked(self, root):
        texts = [one.text for one in self.made(root) if one.kind == "comment"]
        assert texts
        assert all(text.startswith("Tells the caller how many pages of kind") for text in texts)

    def test_rare_literals_stand_in_their_file_and_common_ones_in_many(self, root):
        made = self.made(root)
        for one in (one for one in made if one.kind == "rare"):
            assert one.text in (root / one.path).read_text()
        common = {one.text for one in made if one.kind == "common"}
        assert common
        assert all(word in (root / "file3.c").read_text() for word in common)


class TestAnswers:
    def test_a_name_is_right_if_the_first_hit_holds_its_line(self):
        question = Question("name", "open_socket", "net/a.c", 7)
        assert product.is_right(question, [("net/a.c", 3, 9), ("net/b.c", 0, 0)])
        assert not product.is_right(question, [("net/b.c", 3, 9), ("net/a.c", 3, 9)])
        assert not product.is_right(question, [("net/a.c", 20, 29)])

    def test_a_sentence_is_right_if_its_file_is_among_ten(self):
        hits = [(f"{at}.c", 0, 5) for at in range(20)]
        assert product.is_right(Question("comment", "Tells it", "9.c"), hits)
        assert not product.is_right(Question("comment", "Tells it", "10.c"), hits)

    def test_places_are_read_from_the_answers_of_both_methods(self, tmp_path):
        lines = {"start": {"line": 2, "character": 0}, "end": {"line": 5, "character": 1}}
        uri = f"{tmp_path.as_uri()}/net/a.c"
        for hit in ({"location": {"uri": uri, "range": lines}}, {"uri": uri, "definition": {"range": lines}}):
            assert product.places({"hits": [hit]}, tmp_path) == [("net/a.c", 2, 5)]

    def test_ripgrep_is_asked_for_literals_as_they_stand_and_readtags_for_names(self, tmp_path):
        command = peers.command_of(Question("rare", "--a(b"), tmp_path)
        assert command[0] == "rg"
        assert command[-4:] == ("--fixed-strings", "--", "--a(b", ".")
        assert "--fixed-strings" not in peers.command_of(Question("pattern", "a.*b"), tmp_path)
        assert peers.command_of(Question("beginning", "open_s"), tmp_path)[:4] == (
            "readtags",
            "-t",
            str(tmp_path),
            "-p",
        )
        assert peers.command_of(Question("comment", "Tells it"), tmp_path) is None


def test_subsystems_are_drawn_whole_until_the_size_is_reached():
    sizes = {f"drivers/{at}": 10.0 for at in range(30)} | {"drivers/huge": 5_000.0}
    chosen = growth.drawn(sizes, 100)
    assert len(chosen) == 10
    assert "drivers/huge" not in chosen
    assert chosen == growth.drawn(dict(reversed(sizes.items())), 100)


def test_the_figures_that_are_kept_name_no_place_on_the_machine_that_measured_them():
    kept = list(figures.FOLDER.glob("*.json"))
    assert kept
    assert not [path.name for path in kept if "file:" in path.read_text("utf-8")]


def test_the_95th_of_forty_values_is_the_third_largest():
    assert figures.spread([float(at) for at in range(40)]) == {"p50": 19.0, "p95": 37.0, "p99": 39.0, "max": 39.0}


ANSWERED = {"p50": 1.0, "p95": 2.0, "max": 3.0, "cpu_ms": 4.0, "found": [True], "right": 1.0}
AT = {"date": "2026-01-02", "commit": "abc1234", "machine": "2 cores", "load": 0.5}


class TestPage:
    @pytest.fixture
    def figures_of_a_tree(self):
        cost = {"cpu_s": 10.0, "ready_s": 9.0, "wall_s": 9.0, "peak_mib": 700.0, "disk_mib": 90.0}
        first = {**cost, "files": 5, "chunks": 1_000, "symbols": 4_000, "symbol_s": 1.5}
        warm = {"hit_s": 1.0, "symbol_s": 1.0, "ready_s": 2.0, "cpu_s": 1.0, "ready_mib": 50.0, "asked_mib": 60.0}
        tree = {"files": 7, "mb": 1.0, "version": "Debian: linux 6.1"}
        return {
            "name": "linux",
            "tree": tree,
            "first": {**first, "at": AT},
            "warm": {**warm, "asked": 8, "kinds": dict.fromkeys(questions.KINDS, ANSWERED), "at": AT},
        }

    def test_tables_take_the_place_of_earlier_ones_and_the_text_around_them_stays(self, tmp_path, figures_of_a_tree):
        page, folder = tmp_path / "scale.md", tmp_path / "figures"
        page.write_text(f"# Scale\n\n{scale.BEGIN}\nold\n{scale.END}\n\n## Notes\n", "utf-8")
        figures.save(figures_of_a_tree, folder)
        for _ in range(2):
            scale.write(page, folder)
        text = page.read_text("utf-8")
        assert text.startswith("# Scale\n")
        assert text.endswith("## Notes\n")
        assert "old" not in text
        assert (
            text.count("| lsp-codebase: words, names and vectors | 5 | 1,000 | 4,000 | 10.0 | 9.0 | 700 | 90 | 1.5 |")
            == 1
        )

    def test_a_part_that_was_measured_again_leaves_the_others(self, tmp_path, figures_of_a_tree):
        figures.save(figures_of_a_tree, tmp_path)
        kept = figures.load("linux", tmp_path)
        figures.save({**kept, "warm": {**kept["warm"], "hit_s": 0.25}}, tmp_path)
        again = figures.load("linux", tmp_path)
        assert again["first"] == json.loads(json.dumps(figures_of_a_tree["first"]))
        assert "| lsp-codebase | 0.25 | 1.00 |" in scale.warm(again)

    def test_questions_that_were_asked_again_are_told_beside_the_first_time(self, figures_of_a_tree):
        assert "| hybrid, a name | 1 / 2 / 3 | – | 4.0 |" in scale.asked(figures_of_a_tree)
        again = {**ANSWERED, "again": {"p50": 0.0, "p95": 1.0, "max": 2.0}}
        figures_of_a_tree["warm"]["kinds"] = dict.fromkeys(questions.KINDS, again)
        assert "| hybrid, a name | 1 / 2 / 3 | 0 / 1 / 2 | 4.0 |" in scale.asked(figures_of_a_tree)

    def test_what_both_find_is_told_only_of_the_same_questions(self, figures_of_a_tree):
        for found, told in ([True], "1.00"), ([True, False], "–"):
            other = {**ANSWERED, "found": found}
            figures_of_a_tree["peers"] = {"ctags": {}, "commands": {"rare": other}}
            assert f"| literal, rare | 1 / 2 / 3 | – | 4.0 | {told} | ripgrep |" in scale.asked(figures_of_a_tree)

    def test_saves_and_switches_have_tables_of_their_own(self, figures_of_a_tree):
        assert scale.following(figures_of_a_tree) == ""
        saved = {"symbol": ANSWERED, "words": ANSWERED, "cpu_s": 0.25}
        switched = {"settled_s": 9.5, "git_s": 2.0, "cpu_s": 7.0, "status_ms": {**ANSWERED, "p99": 2.5}}
        own = {"saves": {"told": saved, "untold": saved}, **dict.fromkeys(scale.SWITCHES, switched)}
        text = scale.following({"following": {**own, "switched": 5_000, "peak_mib": 700.0}})
        assert "| a save, the client tells | 1 / 2 / 3 | 1 / 2 / 3 | 0.25 |" in text
        assert text.count("| 9.5 | 2.0 | 7.0 | 1 / 2 / 2 / 3 |") == 4
        assert "a switch over 5,000 files" in text

    def test_growth_is_the_cost_beyond_a_start_alone_and_ends_with_the_whole_tree(self, figures_of_a_tree):
        whole = {**figures_of_a_tree, "first": {**figures_of_a_tree["first"], "chunks": 100_000, "cpu_s": 802.0}}
        text = scale.growth({"start": {"cpu_s": 2.0}, "subsets": {"1000": figures_of_a_tree}}, whole)
        assert "| 1,000 | 1.0 | 4,000 | 10.0 | 8.00 | 700 |" in text
        assert "| 100,000 | 1.0 | 4,000 | 802.0 | 8.00 | 700 |" in text
        assert "| 3.33 |" in text  # 2 log 100,000 / log 1,000
