"""Each folder has the settings of its own file, and follows what changes there."""

from __future__ import annotations

import pytest
from codebases import names, write
from waiting import eventually

from lsp_codebase.config import Source, Sources
from lsp_codebase.model import CancelToken, Document, FileProblem, Phase
from lsp_codebase.workspace import Workspace

CODE = "def kept_function():\n    pass\n"
FILES = {"src/a.py": CODE, "gen/b.py": "def other_function():\n    pass\n", "data/c.json": '{"third_name": 1}\n'}


@pytest.fixture
def sources(tmp_path):
    """What a client sets itself."""
    options = {"index.location": str(tmp_path / "cache"), "embedding.model": "none", "index.debounceMs": 1}
    return Sources(command_line=(Source("--set", options),))


@pytest.fixture
def workspace(sources):
    one = Workspace(sources.resolved().settings)
    one.configure_each(lambda root: sources.resolved(root).settings)
    yield one
    one.close()


def ready(workspace, root):
    """Wait until a root is indexed, by whichever settings: a change may be noticed twice."""

    def is_ready():
        status = workspace.find(root).full_status()
        return status.phase is Phase.READY and not status.stale

    eventually(is_ready)
    return workspace.find(root).full_status()


def files(workspace, root):
    return sorted({hit.path.relative_to(root).as_posix() for hit in workspace.symbols("", CancelToken()).hits})


def test_two_folders_have_different_settings_and_one_follows_its_file_alone(workspace, tmp_path):
    one, other = (tmp_path / name for name in ("one", "other"))
    for root in (one, other):
        write(root, FILES)
    write(one, {"lsp-codebase.toml": "[index]\nexclude = ['gen/']\n"})
    write(other, {"pyproject.toml": "[tool.lsp-codebase.index]\nexcludeLanguages = ['Python']\n"})
    for root in (one, other):
        workspace.add_folder(root)
    workspace.start()
    for root in (one, other):
        ready(workspace, root)
    assert names(workspace.find(one), "function") == ["kept_function"]
    assert names(workspace.find(other), "function") == []
    assert names(workspace.find(other), "third_name") == ["third_name"]

    before = {root: workspace.find(root) for root in (one, other)}
    write(one, {"lsp-codebase.toml": "[index]\nexclude = ['src/']\n"})
    for root in (one, other):
        workspace.mark_changed([root / "lsp-codebase.toml", root / "src/a.py", root / "src" / "pyproject.toml"])
    eventually(lambda: workspace.find(one) is not before[one])
    ready(workspace, one)
    assert names(workspace.find(one), "function") == ["other_function"]
    (one / "lsp-codebase.toml").unlink()
    workspace.mark_changed([one / "lsp-codebase.toml"])
    eventually(lambda: len(names(workspace.find(one), "function")) == 2)
    assert workspace.find(other) is before[other], "a file that says the same opens nothing again"


def test_a_watched_folder_follows_its_file(workspace, root):
    write(root, FILES)
    workspace.add_folder(root)
    workspace.start()
    workspace.watch(client_watches=False)
    ready(workspace, root)
    eventually(lambda: workspace._folders[root].is_followed)
    write(root, {"lsp-codebase.toml": "index.exclude = ['gen/']\n"})
    eventually(lambda: names(workspace.find(root), "function") == ["kept_function"])


def test_a_storm_of_changes_reads_a_file_of_settings_a_few_times(sources, root):
    read = []

    def settings_of(root):
        read.append(root)
        return sources.resolved(root).settings

    workspace = Workspace(sources.resolved().settings)
    workspace.configure_each(settings_of)
    try:
        workspace.add_folder(root)
        for _ in range(1_000):
            workspace.mark_changed([root / "lsp-codebase.toml", root / "pyproject.toml"])
        eventually(lambda: not workspace._to_configure)
        with workspace._configuring:
            assert 2 <= len(read) <= 50
    finally:
        workspace.close()


def test_settings_of_a_client_reach_each_folder_under_those_of_its_file(sources, root):
    write(root, {"lsp-codebase.toml": "chunks.maxChars = 900\n"})
    held = [sources]
    workspace = Workspace(sources.resolved().settings)
    workspace.configure_each(lambda root: held[0].resolved(root).settings)
    try:
        workspace.add_folder(root)
        held[0] = Sources(command_line=sources.command_line, editor=(Source("", {"index.exclude": ["*.md"]}),))
        workspace.configure(held[0].resolved().settings)
        settings = workspace._folders[root].settings
        assert (settings.chunks_max_chars, settings.index_exclude) == (900, ("*.md",))
        workspace.remove_folder(root)
        workspace._configure(root)  # a change that is told late
        assert workspace.roots == ()
    finally:
        workspace.close()


def test_files_of_other_languages_are_left_out_and_taken_in_again(workspace, root):
    write(root, FILES | {"run": "#!/usr/bin/env python3\ndef run_it():\n    pass\n", "d.h": "namespace far_away {}\n"})

    def index(*settings):
        before = workspace.find(root)
        write(root, {"lsp-codebase.new": "".join(f"index.{line}\n" for line in settings)})
        (root / "lsp-codebase.new").replace(root / "lsp-codebase.toml")  # else it may be read while it is empty
        workspace.mark_changed([root / "lsp-codebase.toml"])
        eventually(lambda: workspace.find(root) is not before)
        ready(workspace, root)
        return [path for path in files(workspace, root) if path != "lsp-codebase.toml"]

    workspace.add_folder(root)
    workspace.start()
    ready(workspace, root)
    assert index("languages = ['py']") == ["gen/b.py", "run", "src/a.py"]
    texts = {"open.go": "package open\nfunc open_one() {}\n", "open.py": "def open_other():\n    pass\n"}
    documents = {root / name: Document(text) for name, text in texts.items()}
    for path, document in documents.items():
        workspace.open_document(path, document)
    eventually(lambda: names(workspace.find(root), "open_"))
    assert names(workspace.find(root), "open_") == ["open_other"]
    for path, document in documents.items():
        workspace.close_document(path, document)
    left_out = workspace.find(root).full_status()
    assert left_out.indexed == 3
    assert FileProblem("data/c.json", "of a language that is left out") in left_out.problems
    assert index("languages = ['python', 'c++']", "excludeLanguages = ['*.py']") == ["d.h"]
    assert index("excludeLanguages = ['json', 'cpp', 'toml']") == ["gen/b.py", "run", "src/a.py"]
    generation = workspace.find(root).status().generation
    workspace.find(root).refresh()
    assert ready(workspace, root).generation == generation, "what is left out is not read again"
    assert index() == ["d.h", "data/c.json", "gen/b.py", "run", "src/a.py"]
