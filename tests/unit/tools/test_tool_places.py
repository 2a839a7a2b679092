"""How answers name files, and what is hidden of this machine."""

import os
import re
import sys
from pathlib import Path

import pytest

from lsp_codebase.errors import InvalidQuery
from lsp_codebase.model import TreeQuery
from lsp_codebase.tools.places import NO_FOLDER, Places
from lsp_codebase.tree import DirectoryTree, shown

DRIVE = "C:" if sys.platform == "win32" else ""


def rooted(path):
    return Path(DRIVE + path)


ONE = Places(lambda: [rooted("/home/me/shop")])
TWO = Places(lambda: [rooted("/home/me/shop"), rooted("/srv/depot")])
ALIKE = Places(lambda: [rooted("/a/x/app"), rooted("/b/x/app"), rooted("/b/other")])


def test_folders_of_one_name_are_told_apart_by_as_many_parts_as_it_takes():
    assert [*ALIKE.named] == ["a/x/app", "b/x/app", f"{DRIVE}/b/other"]
    assert ALIKE.shown(rooted("/b/x/app/lib/one.py")) == "b/x/app/lib/one.py"
    for text in ("b/x/app/lib/one.py", os.path.join("b", "x", "app", "lib", "one.py")):
        assert ALIKE.read(text) == rooted("/b/x/app/lib/one.py")


@pytest.mark.parametrize(
    ("places", "text", "path"),
    [
        (ONE, ".", "/home/me/shop"),
        (ONE, "", "/home/me/shop"),
        (ONE, "./lib/../one.py", "/home/me/shop/one.py"),
        (ONE, f"{DRIVE}/home/me/shop/one.py", "/home/me/shop/one.py"),
        (ONE, rooted("/home/me/shop/one.py").as_uri(), "/home/me/shop/one.py"),
        (ONE, "file:cart/one.py", "/home/me/shop/file:cart/one.py"),
        (TWO, "shop", "/home/me/shop"),
        (TWO, "shop/", "/home/me/shop"),
        (TWO, "./depot/one.py", "/srv/depot/one.py"),
        (TWO, f"{DRIVE}/srv/depot/one.py", "/srv/depot/one.py"),
    ],
)
def test_a_path_is_read_as_it_is_shown_and_as_models_write_it(places, text, path):
    assert places.read(text) == rooted(path)


ODD, QUOTED = "sh\udcffop", '"sh\\xffop"'
ODD_ONE = Places(lambda: [Path("/home/me") / ODD])
ODD_TWO = Places(lambda: [Path("/home/me") / ODD, Path("/srv/depot")])


@pytest.mark.parametrize(
    ("places", "path"),
    [
        (ONE, "/home/me/shop/two\nlines.py"),
        (ONE, "/home/me/shop/\udcff\\\t\u202e\U000e0001.py"),
        (ONE, '/home/me/shop/"plain"'),
        (ONE, "/home/me/shop/back\\slash.py"),
        (ODD_ONE, f"/home/me/{ODD}/lib/one.py"),
        (ODD_TWO, f"/home/me/{ODD}/lib/one.py"),
        (ODD_TWO, f"/home/me/{ODD}"),
    ],
)
@pytest.mark.skipif(sys.platform == "win32", reason="other names are impossible there")
def test_a_name_that_no_message_can_hold_is_quoted_and_can_be_given_back_so(places, path):
    shown = places.shown(Path(path))
    shown.encode()  # no error
    assert "\n" not in shown
    assert places.read(shown) == Path(path)


@pytest.mark.skipif(sys.platform == "win32", reason="other names are impossible there")
def test_a_folder_whose_name_no_message_can_hold_is_quoted_wherever_it_is_named():
    root = f"/home/me/{ODD}"
    assert ODD_TWO.name_of(root) == QUOTED
    assert ODD_TWO.hidden(f"{root}/x.py is gone, {root} is not") == f"{QUOTED}/x.py is gone, {QUOTED} is not"
    with pytest.raises(InvalidQuery, match=re.escape(f"which are {QUOTED}, depot")):
        ODD_TWO.file(".")


@pytest.mark.skipif(sys.platform == "win32", reason="other names are impossible there")
@pytest.mark.parametrize(
    ("places", "head", "shorter"),
    [
        (ONE, "/home/me/shop/lib/", "./lib/"),
        (ONE, '"/home/me/shop/two\\nlines"/', '"./two\\nlines"/'),
        (ODD_ONE, '"/home/me/sh\\xffop"/', "./"),
        (ODD_ONE, '"/home/me/sh\\xffop/lib"/', '"./lib"/'),
        (ODD_TWO, '"/home/me/sh\\xffop"/', f"{QUOTED}/"),
        (ODD_TWO, '"/home/me/sh\\xffop/lib"/', '"sh\\xffop/lib"/'),
    ],
)
def test_the_first_line_of_a_tree_tells_nothing_of_the_machine_though_it_is_quoted(places, head, shorter):
    assert places.headed(f"{head}\n  x.py\n") == f"{shorter}\n  x.py\n"


def test_of_several_folders_a_dot_means_all():
    assert TWO.read(".") is None
    with pytest.raises(InvalidQuery, match="must begin with the name of a folder, which are shop, depot"):
        TWO.file(".")


def test_a_file_that_only_one_folder_has_needs_no_name_of_it(tmp_path):
    (tmp_path / "two").mkdir()
    (tmp_path / "two/only.py").touch()
    places = Places(lambda: [tmp_path / "one", tmp_path / "two"])
    assert places.read("only.py") == tmp_path / "two/only.py"


@pytest.mark.parametrize(
    ("places", "text", "said"),
    [
        (ONE, "..", "path: .. lies outside of every folder"),
        (ONE, "/etc/passwd", "path: …/passwd lies outside of every folder"),
        (TWO, "/etc/passwd", "path: …/passwd lies outside of every folder"),
        (ONE, "/", "path: / lies outside of every folder"),
        (TWO, "shop/../../x", "path: ../../x lies outside of every folder"),
        (TWO, "shap/x.py", "path: must begin with the name of a folder; did you mean shop?"),
        (TWO, "qqq", "path: must begin with the name of a folder, which are shop, depot"),
        (Places(list), "x", f"path: {NO_FOLDER}"),
    ],
)
def test_what_lies_outside_is_refused_without_a_word_of_the_machine(places, text, said):
    with pytest.raises(InvalidQuery) as refused:
        places.read(text)
    assert str(refused.value) == said


@pytest.mark.skipif(sys.platform == "win32", reason="other names are impossible there")
@pytest.mark.parametrize("text", ["x" * 300, "two/" + "x" * 300, "x/" * 3_000, "a\0b", "a\ud800"])
@pytest.mark.parametrize("names", [["one"], ["one", "two"]], ids=["one root", "two roots"])
def test_what_no_file_can_be_called_is_refused(tmp_path, names, text):
    for name in names:
        (tmp_path / name).mkdir()
    places = Places(lambda: [tmp_path / name for name in names])
    with pytest.raises(InvalidQuery, match="path: ") as refused:
        places.read(text if len(names) > 1 else text.removeprefix("two/"))
    assert str(tmp_path) not in str(refused.value)


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("/home/me/shop/lib/one.py cannot be read", "shop/lib/one.py cannot be read"),
        ("the index of /srv/depot cannot be opened", "the index of depot cannot be opened"),
        ("no space left: '/home/me/.cache/lsp-codebase/x.lance'", "no space left: '…/x.lance'"),
        (r"C:\Users\me\x.py is locked", "…/x.py is locked"),
        (
            "src/one.py and a/b, 3/4 of it; see https://example.org/a/b",
            "src/one.py and a/b, 3/4 of it; see https://example.org/a/b",
        ),
    ],
)
def test_messages_name_no_absolute_path(message, said):
    own = message.replace("/home/me/shop/", str(rooted("/home/me/shop/_"))[:-1]).replace(
        "/srv/depot", str(rooted("/srv/depot"))
    )
    assert TWO.hidden(own) == said


@pytest.mark.parametrize(
    ("root", "folder", "head"),
    [
        ("/r", "/r", "./"),
        ("/r\n", "/r\n", "./"),
        ("/r", "/r/a\n", '"./a\\n"/'),
        ("/r\n", "/r\n/a", '"./a"/'),
    ],
)
def test_the_head_of_a_tree_names_no_absolute_path(root, folder, head):
    assert Places(lambda: [Path(root)]).headed(f"{shown(folder)}/\n  one.py\n") == f"{head}\n  one.py\n"


def test_a_tree_begins_with_no_absolute_path(tmp_path):
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib" / "one.py").touch()
    for place in (tmp_path, tmp_path / "lib"):
        tree = DirectoryTree([tmp_path]).render(place, TreeQuery()).text
        assert tmp_path.as_posix() in tree
        assert Places(lambda: [tmp_path]).headed(tree).startswith("./")
