"""The tree requests, row by row of the capability list (V, A), as a client sees them."""

from __future__ import annotations

import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from raw_client import RawClient

OPTIONS = {"initializationOptions": {"index": {"enabled": False}, "log": {"level": "debug"}}}
Open = Callable[..., RawClient]
VOID = """\
project/
├── .github/
├── bin/
├── deep/
│   └── 2/
│       └── 3/
│           └── 4/
│               └── x.py
├── my-build/
├── node_modules/
├── src/
│   ├── net/
│   │   └── http.py
│   └── app.py
├── .env
├── link (symbolic link)
└── README.md
"""


def write(root: Path, paths: Iterable[str]) -> Path:
    for path in paths:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).touch()
    return root


@pytest.fixture
def project(tmp_path: Path) -> Path:
    root = write(
        tmp_path / "project",
        """README.md .env .github/ci.yml bin/tool.py my-build/out.js node_modules/left/index.js src/app.py
        src/net/http.py deep/2/3/4/x.py""".split(),
    )
    (root / "link").symlink_to(root)
    (root / ".env").write_text("TOKEN=hunter2\n")
    return root


@pytest.fixture(scope="module")
def server() -> Iterator[RawClient]:
    client = RawClient()
    client.initialize(**OPTIONS)
    yield client
    try:
        client.close()
    finally:
        client.kill()


@pytest.fixture
def opened(server: RawClient) -> Iterator[Open]:
    """Open folders in the server of this file until the test ends."""
    with ExitStack() as visits:

        def open_folders(*folders: Path) -> RawClient:
            visits.enter_context(server.visit(*folders))
            return server

        yield open_folders


@pytest.fixture
def shared(opened: Open, tmp_path: Path) -> RawClient:
    """A server for the tests that name their folder."""
    return opened(tmp_path)


def tree(client: RawClient, **params: Any) -> Any:
    return client.result("codebase/directoryTree", params)


def test_void_shows_all_it_can(opened: Open, project: Path) -> None:
    """V06, V08, V09, V10, V11, V12, V13, V17, V28."""
    client = opened(project)
    answer = tree(client, uri=project.as_uri(), preset="void")
    assert answer["text"] == f"Directory of {project}:\n{VOID}"
    assert answer["stats"]["totalScans"] == 1


def test_void_falls_back_to_three_levels_of_three(opened: Open, tmp_path: Path) -> None:
    """V05, V07, V08, V15, V16, V17."""
    root = write(tmp_path / "root", [f"lib/pkg{number}/a/b/c.py" for number in range(600)])
    write(root, [f"top{number}.py" for number in range(9)])
    answer = tree(opened(root), uri=root.as_uri(), preset="void")
    assert answer["text"] == (
        f"Directory of {root}:\nroot/\n├── lib/\n"
        + "".join(f"│   ├── pkg{number}/\n│   │   └── a/\n" for number in range(3))
        + "│   └── (597 more items not shown...)\n"
        + "".join(f"{'└' if number == 8 else '├'}── top{number}.py\n" for number in range(9))
        + "\n...Result was truncated..."
    )
    assert answer["truncated"]


def test_the_workspace_is_filled_folder_by_folder(opened: Open, tmp_path: Path) -> None:
    """V03, V24, V26."""
    one, two = write(tmp_path / "one", ["a.py"]), write(tmp_path / "two", [f"f{number}.py" for number in range(30)])
    client = opened(one, two)
    whole = tree(client, preset="void")["text"]
    assert whole.startswith(f"Directory of {one}:\none/\n└── a.py\n\nDirectory of {two}:\ntwo/\n├── f0.py\n")
    cut = tree(client, preset="void", maxEntries=10, cutOffMessage="...ask for more...")["text"]
    assert cut.endswith(".py\n...ask for more...")
    assert cut.startswith(f"Directory of {one}:\none/\n└── a.py\n\n")


@pytest.mark.parametrize("preset", ["default", "void", "aigne"])
def test_no_budget_is_exceeded_and_no_line_is_cut(shared: RawClient, project: Path, preset: str) -> None:
    """V14, V18, A02, A05."""
    names = {name for _, folders, files in os.walk(project) for name in [*folders, *files]} | {"", "project"}
    for most in range(1, 900, 23):
        answer = tree(shared, uri=project.as_uri(), preset=preset, maxChars=most, cutOffMessage="…")
        assert len(answer["text"]) <= most
        for line in answer["text"].splitlines():
            name = re.sub(r" \([^/]*\)$|^[│├└─ ]+", "", line.replace(str(project), "project")).rstrip("/")
            if "…" not in line and not line.startswith("Directory") and not name.startswith("("):
                assert set(name.split("/")) <= names, line


def test_files_are_listed_before_those_of_sub_directories(opened: Open, project: Path) -> None:
    """V04, V27."""
    client = opened(project)
    found = client.result("codebase/listFiles", {"maxResults": 100})["uris"]
    names = [uri.removeprefix(project.as_uri() + "/") for uri in found]
    assert names[:2] == [".env", "README.md"]
    assert names.index("src/app.py") < names.index("src/net/http.py")
    assert not any(name.startswith("link") for name in names)
    some = client.result("codebase/listFiles", {"maxResults": 2})
    assert (some["uris"], some["truncated"]) == (found[:2], True)


def test_a_huge_directory_comes_in_pages(opened: Open, tmp_path: Path) -> None:
    """V19, V20, V22, V23."""
    root = write(tmp_path / "root", [f"file{number}" for number in range(1_100)])
    client = opened(root)
    pages = [
        client.result("codebase/listDirectory", {"uri": root.as_uri(), "page": page, "format": "text"})
        for page in (1, 2, 3)
    ]
    assert [len(page["children"]) for page in pages] == [500, 500, 100]
    assert [page["itemsRemaining"] for page in pages] == [600, 100, 0]
    assert [(page["hasPrevPage"], page["hasNextPage"]) for page in pages] == [
        (False, True),
        (True, True),
        (True, False),
    ]
    assert pages[0]["children"][0].keys() == {"name", "uri", "isDirectory", "isSymbolicLink"}
    assert pages[0]["text"].startswith(f"{root}\n├── file0\n")
    assert pages[0]["text"].endswith("└── (600 results remaining...)\n")
    assert str(root) not in pages[1]["text"]
    assert pages[2]["text"].endswith("├── file1098\n└── file1099\n")
    assert "text" not in client.result("codebase/listDirectory", {"uri": root.as_uri()})


def test_what_is_no_directory_has_no_page(opened: Open, project: Path) -> None:
    """V21."""
    page = opened(project).result("codebase/listDirectory", {"uri": f"{project.as_uri()}/src/app.py", "format": "text"})
    assert (page["children"], page["hasNextPage"], page["hasPrevPage"], page["itemsRemaining"]) == (
        None,
        False,
        False,
        0,
    )
    assert page["text"] == f"Error: {project}/src/app.py is not a directory"


def test_paths_and_types_are_filters_and_relevance_the_order(opened: Open, tmp_path: Path) -> None:
    """V29: and the machine-readable form the source lacks."""
    root = write(
        tmp_path / "root", [f"{top}/m{n}/f{k}.py" for top in ("app", "vendor") for n in range(9) for k in "abc"]
    )
    client = opened(root)
    text = tree(client, maxChars=450 + len(str(root)))["text"]
    assert "  vendor/ (27 files)\n" in text
    assert "  app/\n" in text
    nodes = tree(client, format="json", exclude=["/app"])["roots"][0]
    assert [child["name"] for child in nodes["children"]] == ["vendor"]
    found = client.result("codebase/listFiles", {"maxResults": 9, "include": ["m0/"], "exclude": ["/vendor"]})["uris"]
    assert found == [f"{root.as_uri()}/app/m0/f{k}.py" for k in "abc"]


def test_types_and_sizes_are_filters_of_the_tree_and_of_the_list(opened: Open, tmp_path: Path) -> None:
    """V29."""
    root = write(tmp_path / "root", ["a/x.py", "a/view.jsx", "b/y.md", "z.js"])
    (root / "a" / "x.py").write_text("x" * 100)
    client = opened(root)
    for wanted, names in (
        ({"languages": ["python"]}, {"x.py"}),
        ({"languages": ["javascript"]}, {"view.jsx", "z.js"}),
        ({"minBytes": 1}, {"x.py"}),
        ({"maxBytes": 99, "languages": ["markdown", "python"]}, {"y.md"}),
    ):
        text = tree(client, **wanted)["text"]
        assert {line.strip() for line in text.splitlines()[1:] if not line.endswith("/")} == names
        found = client.result("codebase/listFiles", {"maxResults": 9, **wanted})["uris"]
        assert {uri.rpartition("/")[2] for uri in found} == names
    for method, params in (("directoryTree", {}), ("listFiles", {"maxResults": 1})):
        error = client.error(f"codebase/{method}", {**params, "languages": ["pyhton"]})
        assert error["data"] == {"field": "languages", "reason": "unknown language 'pyhton'; did you mean python?"}
        error = client.error(f"codebase/{method}", {**params, "minBytes": 2, "maxBytes": 1})
        assert error["data"]["field"] == "minBytes"


def test_void_lists_the_folder_of_git_and_its_list_leaves_out_what_it_does_not_enter(
    opened: Open, tmp_path: Path
) -> None:
    """V04, V11."""
    root = write(tmp_path / "root", ["top.py", "src/m.py", "node_modules/x/i.js", ".git/config"])
    client = opened(root)
    assert "├── .git/\n├── node_modules/\n├── src/" in tree(client, preset="void")["text"]
    found = client.result("codebase/listFiles", {"maxResults": 9, "preset": "void"})["uris"]
    assert found == [f"{root.as_uri()}/{path}" for path in ("top.py", "src/m.py")]
    assert len(client.result("codebase/listFiles", {"maxResults": 9})["uris"]) == 3


def test_aigne_shows_a_few_levels_and_says_what_it_left_out(opened: Open, project: Path) -> None:
    """A02, A03, A04, A09, A13."""
    answer = tree(opened(project), preset="aigne", maxDepth=2)
    text = answer["text"]
    header, *lines = text.splitlines()
    assert f"(depth 2; as of {answer['stats']['cachedAt']}; without node_modules, dist" in header
    assert "hidden folders" in header
    assert "│   └── ci.yml" in lines
    assert "node_modules/" not in text
    assert "│   │   └── http.py" in lines, "src is one of those that are shown one level deeper"
    assert "│       └── 3/" not in lines


@pytest.mark.parametrize(("entries", "depth"), [(19, 4), (20, 3), (100, 2)])
def test_the_depth_of_aigne_follows_the_size_of_the_root(
    shared: RawClient, tmp_path: Path, entries: int, depth: int
) -> None:
    """A12, A18: 2 to 4 levels, and `scanMs` says what the walk took."""
    root = write(tmp_path / "root", ["1/2/3/4/5/x", *(f"f{number}" for number in range(entries - 1))])
    stats = tree(shared, uri=root.as_uri(), preset="aigne")["stats"]
    assert stats["maxDepth"] == depth
    assert stats["scanMs"] > 0


def test_core_files_come_with_the_tree_and_hide_credentials(opened: Open, project: Path) -> None:
    """A20: and what AIGNE shares beside the tree."""
    token = "ghp_" + "a1B2" * 9
    (project / "README.md").write_text(f"# Project\n\nUse {token} here.\n")
    (project / "package.json").write_text("{}\n" * 5_000)
    client = opened(project)
    answer = tree(client, preset="aigne", coreFiles=True)
    readme, package = answer["coreFiles"]
    assert (readme["uri"], readme["truncated"]) == (f"{project.as_uri()}/README.md", False)
    assert readme["text"].startswith("# Project\n")
    assert token not in str(answer)
    assert "[redacted" in readme["text"]
    assert (package["uri"], package["truncated"]) == (f"{project.as_uri()}/package.json", True)
    assert 7_990 < len(readme["text"] + package["text"]) <= 8_000
    assert "hunter2" not in str(answer)
    small = tree(client, coreFiles={"maxChars": 20})["coreFiles"]
    assert sum(len(file["text"]) for file in small) <= 20
    assert tree(client, coreFiles=True, preset="aigne", ifNoneMatch=answer["etag"])["notModified"]
    error = client.error("codebase/directoryTree", {"coreFiles": {"maxChars": 0}})
    assert error["data"]["field"] == "coreFiles.maxChars"


def test_aigne_over_budget_says_how_many_there_are(opened: Open, tmp_path: Path) -> None:
    """A05."""
    root = write(tmp_path / "root", [f"pkg{number}/file{k}.py" for number in range(10) for k in range(30)])
    answer = tree(opened(root), preset="aigne", maxChars=1_000)
    assert answer["text"].endswith("... (truncated; about 310 items in total, list a directory for the rest)\n")


def test_answers_are_kept_by_place_and_options_and_counted(opened: Open, project: Path) -> None:
    """A01, A06, A10, A15, A17, A19: hits against walks is the rate of hits."""
    client = opened(project)
    client.wait_for(lambda: f"{project} is watched" in client.log)  # what is kept from now on stays so
    first, again = (tree(client)["stats"] for _ in range(2))
    assert (again["cacheHits"], again["totalScans"]) == (first["cacheHits"] + 1, first["totalScans"])
    assert again["scanMs"] == 0
    assert again["savedCalls"] - first["savedCalls"] == 10 - 1, "a call of listDirectory for each open folder but one"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00", first["cachedAt"])
    assert (first["maxDepth"], first["files"], first["directories"]) == (5, 10, 11)
    below = tree(client, uri=f"{project.as_uri()}/src")["stats"]
    assert (below["cacheHits"], below["totalScans"]) == (again["cacheHits"], again["totalScans"] + 1)
    assert tree(client, uri=f"{project.as_uri()}/src")["stats"]["cacheHits"] == below["cacheHits"] + 1
    budget = tree(client, maxChars=5_000)["stats"]
    assert budget["totalScans"] == below["totalScans"], "another budget needs no new walk"


def test_the_status_says_how_well_the_texts_kept_served(opened: Open, project: Path) -> None:
    """A14, A19: hits against misses is the rate of hits, and what is read most is named."""
    client = opened(project)
    uri = f"{project.as_uri()}/src/app.py"
    (project / "src" / "app.py").write_text("x = 1\n")
    time.sleep(0.1)  # a text of this very moment is not kept
    seen = []
    for _ in range(2):
        client.result("codebase/readFile", {"uri": uri})
        (status,) = client.result("codebase/status", {})
        seen.append(status["texts"])
    first, second = seen
    assert (first["files"], first["bytes"], first["misses"]) == (1, 6, 1)
    assert second == {**first, "hits": second["hits"], "mostRead": second["mostRead"]}
    assert second["hits"] > first["hits"]
    assert second["mostRead"] == [{"uri": uri, "reads": second["hits"] + 1}]


def test_what_was_kept_is_logged(start: Open, project: Path) -> None:
    """A14."""
    serve = "from lsp_codebase.server.app import serve; raise SystemExit(serve(log_level='debug'))"
    client = start((sys.executable, "-c", serve))
    client.initialize(rootUri=project.as_uri(), **OPTIONS)
    stats = tree(client)["stats"]
    uri = f"{project.as_uri()}/src/app.py"
    for _ in range(3):
        assert client.result("codebase/readFile", {"uri": uri})["text"] == ""
    (project / "src" / "app.py").write_text("x = 1\n")
    time.sleep(0.1)
    assert client.result("codebase/readFile", {"uri": uri})["text"] == "x = 1\n"
    logged = f"directory tree kept: {stats['characters']} chars, max depth {stats['maxDepth']}"
    client.wait_for(lambda: logged in client.log)  # the log has a thread of its own

    def read_from(where: str) -> int:
        return client.log.count(f"read {project}/src/app.py from {where}")

    client.wait_for(lambda: read_from("disk") == 2)  # once, and once more when it was another text
    assert read_from("memory") >= 2


def test_a_failure_is_an_empty_tree_and_the_session_goes_on(opened: Open, project: Path) -> None:
    """A07, A09, A22."""
    client = opened(project)
    shutil.rmtree(project)
    for preset in ("default", "void", "aigne"):
        answer = tree(client, preset=preset, format="json")
        assert "no such file" in answer["stats"]["error"]
        assert answer["stats"]["entries"] == 0
    write(project, ["back.py"])
    page = client.result("codebase/listDirectory", {"uri": project.as_uri()})
    assert [child["name"] for child in page["children"]] == ["back.py"]


def test_a_directory_that_cannot_be_read_is_an_entry(opened: Open, tmp_path: Path) -> None:
    """V04, A08, A21."""
    root = write(tmp_path / "root", ["a/x.py", "z/y.py"])
    handle = os.open(root, os.O_RDONLY)
    for _ in range(30):
        os.mkdir("d" * 200, dir_fd=handle)
        inner = os.open("d" * 200, os.O_RDONLY, dir_fd=handle)
        os.close(handle)
        handle = inner
    os.close(handle)
    client = opened(root)
    answer = tree(client, maxChars=20_000)
    assert "(file name too long)" in answer["text"]
    assert "x.py" in answer["text"]
    assert "error" not in answer["stats"]
    found = client.result("codebase/listFiles", {"maxResults": 10})
    assert [uri.rpartition("/")[2] for uri in found["uris"]] == ["x.py", "y.py"]


def test_names_are_all_that_is_shown(opened: Open, project: Path) -> None:
    """A20."""
    client = opened(project)
    for preset in ("default", "void", "aigne"):
        for format in ("text", "json"):
            answer = tree(client, preset=preset, format=format)
            assert "hunter2" not in str(answer)
            assert ".env" in str(answer)
    error = client.error("codebase/readFile", {"uri": f"{project.as_uri()}/.env"})
    assert "credentials" in error["data"]["reason"]


NODE = ["package.json", "src/index.ts", "src/lib/a.ts", "node_modules/left/index.js", "test/a.test.ts", "dist/index.js"]
PYTHON = ["pyproject.toml", "pkg/__init__.py", "pkg/core.py", ".venv/lib/site.py", "pkg/__pycache__/core.pyc"]
MONOREPO = [f"packages/{name}/{path}" for name in ("web", "api") for path in NODE]
PROJECTS = {
    "node": NODE,
    "python": PYTHON,
    "monorepo": MONOREPO,
    "mixed": [*NODE, *PYTHON],
    "medium": [f"pkg{number}/file{k}.py" for number in range(20) for k in range(30)],
    "large": [f"pkg{number}/sub{k % 9}/file{k}.py" for number in range(40) for k in range(50)],
    "deep": ["/".join(["d"] * 60) + "/x.py", "src/main.py"],
}


@pytest.mark.parametrize("kind", PROJECTS)
def test_projects_of_every_kind_and_size_show_their_sources(shared: RawClient, tmp_path: Path, kind: str) -> None:
    """A02, A17, A21."""
    root = write(tmp_path / "root", PROJECTS[kind])
    for preset in ("default", "void", "aigne"):
        answer = tree(shared, uri=root.as_uri(), preset=preset)
        assert len(answer["text"]) <= (20_000 if preset == "void" else 10_000)
        assert "error" not in answer["stats"]
    text = tree(shared, uri=root.as_uri())["text"]
    for machine_made in ("left/", "site.py", "core.pyc"):
        assert machine_made not in text
    for top in {path.split("/")[0] for path in PROJECTS[kind]}:
        assert re.search(rf"^  {re.escape(top)}", text, re.MULTILINE)
