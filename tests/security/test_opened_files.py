"""What a hostile or changing file system can have read: nothing outside a folder, none of git's own, not for ever."""

import itertools
import os
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from waiting import LONG_S, eventually
from written_files import write

from lsp_codebase.config import Settings
from lsp_codebase.errors import InvalidQuery
from lsp_codebase.index.workers import extract
from lsp_codebase.index.workers.extract import ExtractJob, FileJob
from lsp_codebase.model import CancelToken, Mode, Pack, SearchAnswer, SearchQuery, SimilarQuery, Span
from lsp_codebase.model.document import Document
from lsp_codebase.scan import FileStat
from lsp_codebase.workspace import Workspace

PRICES = "import decimal\n\n\ndef sum_of_prices(basket):\n    return decimal.Decimal(sum(basket.prices))  # apples\n"
CALLER = "from pkg.prices import sum_of_prices\n\n\ndef print_sum(basket):\n    print(sum_of_prices(basket)) # apples\n"
LEAK = "leaked from outside"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        index_location=str(tmp_path / "cache"), embedding_model="none", index_debounce_ms=1, index_workers=1
    )


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A repository with links out of it, into `.git` and into itself."""
    root = tmp_path / "ws"
    write(root, {"pkg/prices.py": PRICES, "pkg/copy.py": PRICES, "main.py": CALLER, ".env": "TOKEN = 'hidden token'\n"})
    write(
        root / ".git", {"HEAD": "ref: refs/heads/hidden\n", "logs/HEAD": "hidden token\n", "logs.txt": "hidden token"}
    )
    write(tmp_path / "out", {"o.py": f"def outside_name(): return '{LEAK}'\n"})
    (root / "ld").symlink_to(tmp_path / "out")
    (root / "gitlink").symlink_to(".git")
    (root / "again").symlink_to("pkg")
    return root


@pytest.fixture
def workspace(root: Path, settings: Settings) -> Iterator[Workspace]:
    workspace = Workspace(settings)
    workspace.add_folder(root)
    workspace.start()
    workspace.find(root).wait_until_idle(CancelToken())
    yield workspace
    workspace.close()


def search(workspace: Workspace, text: str, **fields) -> SearchAnswer:
    return workspace.search(SearchQuery(text, **fields), CancelToken())


def paths(workspace: Workspace, text: str) -> set[str]:
    hits = search(workspace, text, mode=Mode.EXACT, limit=50).hits
    return {hit.path.relative_to(workspace.roots[0]).as_posix() for hit in hits}


def names(workspace: Workspace, pattern: str) -> list[str]:
    return [hit.symbol.name for hit in workspace.symbols(pattern, CancelToken()).hits]


def in_time(ask: Callable[[], object]) -> object:
    """Return an answer that may not take for ever."""
    answers: list[object] = []
    thread = threading.Thread(target=lambda: answers.append(ask()), daemon=True)
    thread.start()
    thread.join(LONG_S)
    assert answers, "never answered"
    return answers[0]


def test_a_saved_file_that_a_fresh_index_would_not_hold_is_not_indexed(workspace, root):
    written = ["ld/o.py", "gitlink/logs.txt", ".git/logs.txt", "again/prices.py"]
    write(root, {"new.py": "def written_now(): pass\n"})
    workspace.mark_changed([root / path for path in (*written, "new.py")])
    eventually(lambda: "new.py" in paths(workspace, "written_now"))
    assert paths(workspace, LEAK) == paths(workspace, "hidden token") == set()
    assert paths(workspace, "apples") == {"pkg/prices.py", "pkg/copy.py", "main.py"}
    assert names(workspace, "outside_name") == []


def test_a_document_that_is_no_file_of_the_folder_is_not_answered_from(workspace, root):
    for path in ("ld/o.py", "ld", "gitlink/notes.txt", ".git/COMMIT_EDITMSG", "../out/o.py", "pkg"):
        workspace.open_document(root / path, Document("zebra = 'words of an open document'\n"))
    workspace.open_document(root / "pkg" / "unsaved.py", Document("typed_here = 'words of an open document'\n"))
    eventually(lambda: bool(paths(workspace, "words of an open document")))
    time.sleep(0.5)  # the others were opened before, and by now looked at as well
    assert paths(workspace, "words of an open document") == {"pkg/unsaved.py"}
    assert names(workspace, "zebra") == []


@pytest.fixture
def swapped(workspace: Workspace, root: Path) -> Workspace:
    """After its files were indexed, a folder gave way to a link to another with files of the same names and lines."""
    leaking = PRICES.replace("apples", LEAK).replace("import decimal", f"import decimal, {LEAK.replace(' ', '_')}")
    write(root.parent / "other", {"prices.py": leaking, "copy.py": leaking})
    (root / "pkg").rename(root.parent / "moved")
    (root / "pkg").symlink_to(root.parent / "other")
    return workspace


def test_no_answer_shows_what_a_link_leads_to_that_replaced_a_folder(swapped, root):
    modes = (Mode.AUTO, Mode.HYBRID, Mode.SYMBOL, Mode.EXACT, Mode.REGEX)
    for text, mode, pack in itertools.product(("sum_of_prices", "print_sum"), modes, Pack):
        answer = search(swapped, text, mode=mode, pack=pack, limit=20, explain=True)
        assert {hit.path.name for hit in answer.hits} <= {"main.py"}
        assert answer.hits or text == "sum_of_prices"
        assert LEAK not in repr(answer)
        assert LEAK.replace(" ", "_") not in repr(answer)
    similar = swapped.similar(SimilarQuery(root / "main.py", Span(3, 0, 5, 0), limit=20), CancelToken())
    assert LEAK not in repr((similar, swapped.symbols("sum", CancelToken())))
    assert list(swapped.find(root).lines(root / "pkg" / "prices.py")) == []
    swapped.mark_changed([root / "pkg"])
    eventually(lambda: names(swapped, "sum_of_prices") == [])
    assert names(swapped, "print_sum") == ["print_sum"]


def test_a_search_does_not_wait_for_an_indexed_file_that_became_a_fifo(workspace, root):
    for name in ("prices.py", "copy.py"):
        (root / "pkg" / name).unlink()
        os.mkfifo(root / "pkg" / name)
    for pack in (Pack.CONTEXT, Pack.CHUNK):
        answer = in_time(lambda pack=pack: search(workspace, "sum_of_prices", pack=pack))
        assert "main.py" in {hit.path.name for hit in answer.hits if hit.text}
    write(root, {"new.py": "def written_now(): pass\n"})
    workspace.mark_changed([root / "pkg" / "prices.py", root / "pkg" / "copy.py", root / "new.py"])
    eventually(lambda: names(workspace, "written_now") == ["written_now"])
    assert names(workspace, "sum_of_prices") == []


def test_a_file_that_became_huge_is_not_read_for_a_hit(workspace, root):
    (root / "pkg" / "copy.py").unlink()
    os.truncate(root / "pkg" / "prices.py", 21_000_000)
    hits = {hit.path.name: hit for hit in search(workspace, "sum_of_prices", limit=20).hits}
    assert hits["main.py"].text
    assert hits["prices.py"].text.startswith("def sum_of_prices")  # as it was indexed


def test_a_worker_reads_only_files_of_the_folder_whatever_it_is_told(root, settings, monkeypatch):
    """Something may take the place of a file after it was listed."""
    os.mkfifo(root / "fifo")
    found = FileStat.of(os.lstat(root.parent / "out" / "o.py"))
    monkeypatch.setattr("lsp_codebase.index.workers.reading.stat_file", lambda _: found)
    jobs = [FileJob(path, number) for number, path in enumerate(("ld/o.py", "../out/o.py", "fifo"), 1)]
    extracted = in_time(lambda: extract.extract(ExtractJob(root, settings, tuple(jobs))))
    assert extracted.batch.chunks.num_rows == extracted.batch.symbols.num_rows == 0


def test_what_is_never_read_for_a_client_is_no_query_either(workspace, root):
    for path in (".git/HEAD", ".git/logs/HEAD", "gitlink/HEAD", ".env"):
        query = SimilarQuery(root / path, Span(0, 0, 1, 0))
        for _ in ("as it is on disk", "as it is open"):
            with pytest.raises(InvalidQuery, match="never read") as refused:
                workspace.read_file(root / path)
            assert refused.value.field == "uri"
            with pytest.raises(InvalidQuery, match="never read") as refused:
                workspace.similar(query, CancelToken())
            assert refused.value.field == "uri"
            workspace.open_document(root / path, Document("sum_of_prices = 'typed'\n"))


def test_hits_and_files_are_decoded_alike(workspace, root):
    write(root, {"old.py": b"# the price in \x80, for caf\xe9s: an old encoding\nprice_in_euros = 5\n"})
    workspace.mark_changed([root / "old.py"])
    eventually(lambda: bool(paths(workspace, "price_in_euros")))
    (hit,) = search(workspace, "an old encoding", mode=Mode.EXACT).hits
    assert hit.text.split("\n")[0] == workspace.read_file(root / "old.py").text.split("\n")[0]
    assert "the price in €, for cafés" in hit.text
    assert paths(workspace, "price in €") == {"old.py"}


@pytest.mark.skipif(os.name != "posix", reason="modes of files")
def test_an_index_is_for_its_user_only_whatever_the_umask(root, tmp_path):
    settings = {"index.location": tmp_path / "cache", "embedding.model": "builtin"}
    done = subprocess.run(
        [
            *(sys.executable, "-m", "lsp_codebase", "index", str(root)),
            *(word for name, value in settings.items() for word in ("--set", f"{name}={value}")),
        ],
        umask=0,
        capture_output=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    made = [tmp_path / "cache", *(tmp_path / "cache").rglob("*")]
    assert len(made) > 20
    assert [path for path in made if stat.S_IMODE(path.lstat().st_mode) & 0o077] == []
