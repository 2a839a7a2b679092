"""What is asked while an index is made is looked for in all files, and read next."""

from types import SimpleNamespace

from codebases import found, names, settle, write

from lsp_codebase.model import Phase


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
