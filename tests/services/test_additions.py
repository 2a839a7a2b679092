"""Where one more of a kind goes: the files in common of the earlier commits that added one lead the answer."""

import shutil

import pytest
from codebases import write
from git_commits import git

from lsp_codebase.model import CancelToken, SearchAnswer, SearchQuery

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")

CARRIERS = ("swift", "snail", "turtle", "falcon")


@pytest.fixture
def post(root):
    """Four commits that each add a carrier: a file of its own, its line in a list, a test and the changelog."""
    listed = ["CARRIERS = []"] + ["# rates are in cents"] * 90
    files = {"post/rates.py": "\n".join(listed), "post/carrier.py": "class Carrier:\n    '''Adds a new carrier.'''\n"}
    write(root, files | {"CHANGELOG.md": "# Changes\n"})
    git(root, "init", "-q")
    commit(root, 1, "Begin")
    for day, name in enumerate(CARRIERS, 2):
        listed += [f"CARRIERS.append('{name}')"]
        write(
            root,
            {
                "post/rates.py": "\n".join(listed),
                f"post/carriers/{name}.py": f"class {name.title()}:\n    speed = {day}\n",
                f"tests/test_{name}.py": f"def test_{name}():\n    assert {day}\n",
                "CHANGELOG.md": "# Changes\n" + "- a carrier\n" * day,
            },
        )
        commit(root, day, f"feat(post): add {name} carrier (#{day})" if day % 2 else f"Add the carrier `{name}`")
    write(root, {"post/carrier.py": "class Carrier:\n    '''Adds a new carrier to a parcel.'''\n"})
    commit(root, 7, "Do not add a carrier twice")
    return root


def commit(root, day, message):
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", message, day=day)


def ask(codebase, text: str, **fields) -> SearchAnswer:
    return codebase.search(SearchQuery(text, **fields), CancelToken())


def places(answer: SearchAnswer, root) -> list[str]:
    return [hit.path.relative_to(root).as_posix() for hit in answer.hits]


@pytest.mark.parametrize(
    "text",
    [
        "add a new carrier",
        "how do I add a new carrier?",
        "how to add another carrier to the post",
        "what do I need to change to add another carrier?",
        "which files do I have to touch when adding a carrier",
        "steps to add a carrier",
        "add one more postal carrier",
    ],
)
def test_the_list_and_the_newest_file_of_its_kind_lead(post, open_codebase, text):
    answer = ask(open_codebase(), text)
    assert set(places(answer, post)[:2]) == {"post/rates.py", "post/carriers/falcon.py"}
    assert any("4 earlier commits added one" in note for note in answer.notes)


def test_the_line_of_the_one_added_last_is_shown_and_tests_and_changelog_are_told(post, open_codebase):
    answer = ask(open_codebase(), "add a new carrier")
    listed = next(hit for hit in answer.hits if hit.path.name == "rates.py")
    assert "falcon" in (listed.text or "")
    note = " ".join(answer.notes)
    assert (
        "changed by most: post/rates.py (4), CHANGELOG.md (4)" in note or "CHANGELOG.md (4), post/rates.py (4)" in note
    )
    assert "tests/test_falcon.py (4)" in note
    assert "Do not add" not in note


@pytest.mark.parametrize(
    "text",
    [
        "add a new parcel",
        "add a carrier twice to a parcel",
        "where are carriers added",
        "how do I add a new carrier to parcels",
        "how can I add another carrier that delivers at night",
    ],
)
def test_other_questions_are_answered_as_ever(post, open_codebase, text):
    assert not any("earlier commits" in note for note in ask(open_codebase(), text).notes)


def test_a_filter_holds_for_what_leads(post, open_codebase):
    answer = ask(open_codebase(), "add a new carrier", exclude=("post/carriers/**",))
    assert places(answer, post)[0] == "post/rates.py"
    assert not any(place.startswith("post/carriers/") for place in places(answer, post))


def test_a_guide_that_tells_how_comes_behind_the_code(post, open_codebase):
    write(post, {"docs/guide.md": "# Post\n\nIt sends.\n\n## Adding new carriers\n\nWrite a class and list it.\n" * 3})
    codebase = open_codebase()
    answer = ask(codebase, "how do I add a new carrier")
    assert answer.hits[2].name == "Adding new carriers"
    assert ask(codebase, "how do I add a new letter").hits[0].name != "Adding new carriers"


def test_a_file_that_changed_since_is_shown_as_it_stands(post, open_codebase):
    codebase = open_codebase()
    write(post, {"post/rates.py": "CARRIERS = ['falcon']\n"})
    answer = ask(codebase, "add a new carrier")
    assert all(hit.span.end_line <= 1 for hit in answer.hits if hit.path.name == "rates.py")
