"""What is asked while an index is made is looked for in all files, and read next."""

from types import SimpleNamespace

import pytest
from codebases import found, names, opened, settle, write

from lsp_codebase.config import Settings
from lsp_codebase.errors import IndexReplaced
from lsp_codebase.index import wait_while
from lsp_codebase.model import CancelToken, Phase, SearchQuery
from lsp_codebase.view import View, once_open


def test_once_nothing_is_sought_any_more_a_question_is_answered_however_much_is_left(root, open_codebase):
    files = {f"a{n % 40}/m{n}.py": f"def step_{n}(value):\n    return value + {n}\n" for n in range(1_500)}
    files["z/deep/down/last.py"] = "def widen_gutters(page):\n    '''Widen the gutters between columns.'''\n"
    write(root, files)
    codebase = open_codebase(wait=False)
    status = settle_for(codebase, "widen_gutters")
    assert names(codebase, "widen_gutters") == ["widen_gutters"]
    assert status.indexed <= status.total
    settle_for(codebase, "widen the gutters between columns")
    assert found(codebase, "widen the gutters between columns")[0] == "z/deep/down/last.py"
    settle(codebase, lambda status: status.phase is Phase.READY)
    assert not codebase.full_status("widen_gutters").seeking


def settle_for(codebase, question):
    told = SimpleNamespace(full_status=lambda: codebase.full_status(question))
    return settle(told, lambda status: not status.seeking)


@pytest.mark.parametrize("change", ["reindex", "clear"])
def test_a_question_whose_index_is_rebuilt_or_cleared_meanwhile_is_answered_by_the_new_one(
    tmp_path, monkeypatch, change
):
    files = {f"large_{i}.py": f"x_{i} = 'filler {i}'\n" * 1_500 for i in range(8)}  # each of several chunks
    root = write(tmp_path / "root", files)
    settings = Settings(index_location=str(tmp_path / "cache"), embedding_model="none")
    with opened(settings, root) as workspace:
        codebase = workspace.find(root)
        before = codebase.published
        asked = []

        def find(view, query, cancel):
            asked.append(query)
            if len(asked) == 1:
                codebase.reindex() if change == "reindex" else codebase.clear(cancel)
                wait_while(lambda: codebase.published.texts is before.texts, cancel)
                with codebase.reading(before):
                    before.stored_lines("large_3.py")
            return find_now(view, query, cancel)

        find_now = View.find
        monkeypatch.setattr(View, "find", find)
        answer = workspace.search(SearchQuery("filler"), CancelToken())
        assert len(asked) == 2
        if change == "clear":
            assert (answer.hits, answer.status.indexed) == ((), 0)


def test_a_question_some_of_whose_hits_were_shown_is_not_asked_again():
    asked = []

    def ask():
        asked.append(1)
        raise IndexReplaced

    with pytest.raises(IndexReplaced, match="ask again"):
        once_open((), CancelToken(), ask, may_repeat=lambda: False)
    assert len(asked) == 1
