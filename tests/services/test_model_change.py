"""Another embedding model: only vectors are made again, and those of the model before answer until that is done."""

import time
from dataclasses import replace

import pytest
from codebases import found, settle, write
from onnx_models import write_transformer

from lsp_codebase.index import SilentListener, WorkerPool, vectorize
from lsp_codebase.model import Mode, Phase

pytestmark = pytest.mark.slow

WORDS = ["open", "file", "read", "bytes", "socket", "retry", "parse", "tree", "node", "close", "def", "return"]
FILES = {
    "disk.py": "def open_file(path):\n    '''Open a file and read its bytes.'''\n    return path\n",
    "net.py": "def retry_socket(socket):\n    '''Close the socket and retry.'''\n    return socket\n",
    "syntax.py": "def parse_tree(node):\n    '''Parse a node of the tree.'''\n    return node\n",
}


@pytest.fixture
def transformer(settings, tmp_path):
    write_transformer(tmp_path / "tiny", WORDS)
    return replace(settings, embedding_model=str(tmp_path / "tiny"))


@pytest.fixture
def builtin(settings):
    return replace(settings, embedding_model="builtin")


class Slow(WorkerPool):
    """Embeds only when told to, so that the time in between can be looked at."""

    def __init__(self) -> None:
        super().__init__(1)
        self.may_embed = False

    def submit(self, job, timeout_s, *, bulk=False):
        if type(job).__name__ == "EmbedJob":
            while not self.may_embed:
                time.sleep(0.01)
        return super().submit(job, timeout_s, bulk=bulk)


@pytest.fixture
def slow():
    pool = Slow()
    yield pool
    pool.may_embed = True
    pool.close()


def ids(codebase):
    return {path: record.file_id for path, record in codebase._indexer.store.files.items()}


def vector_tables(codebase):
    return len(list((codebase._indexer._directory / "tables").glob("vectors_*.lance")))


def test_the_model_before_answers_until_the_new_one_has_read_everything(
    root, open_codebase, builtin, transformer, slow
):
    write(root, FILES)
    first = open_codebase(settings=builtin)
    before, generation = ids(first), first.status().generation
    by_builtin = found(first, "open a file and read bytes", mode=Mode.VECTOR)
    first.close()

    second = open_codebase(settings=transformer, pool=slow, wait=False)
    status = settle(second, lambda status: status.phase is Phase.EMBEDDING)
    assert (status.vectors.done, status.vectors.total) == (0, status.chunks)
    assert "builtin" in status.message
    assert "answer until" in status.message
    assert found(second, "open a file and read bytes", mode=Mode.VECTOR) == by_builtin
    assert second._published.state.model.embedder.dimension == 256
    slow.may_embed = True
    status = settle(second, lambda status: status.phase is Phase.READY)
    assert "tiny" in status.vectors.model
    assert status.vectors.done == status.chunks
    assert status.message is None
    assert second._published.state.model.embedder.dimension == 16
    assert found(second, "retry socket", mode=Mode.VECTOR)
    assert (ids(second), second.status().generation) == (before, generation)  # no file was read again
    second._indexer._writer.tidy()
    assert vector_tables(second) == 1
    second.close()

    third = open_codebase(settings=builtin)
    assert found(third, "open a file and read bytes", mode=Mode.VECTOR) == by_builtin
    assert ids(third) == before


def test_a_change_of_model_outlives_a_restart_half_way(root, open_codebase, builtin, transformer, slow, pool):
    write(root, FILES)
    open_codebase(settings=builtin).close()
    half = open_codebase(settings=transformer, pool=slow, wait=False)
    settle(half, lambda status: status.phase is Phase.EMBEDDING)
    half._indexer.stop()
    slow.close()  # as when the process dies
    slow.may_embed = True
    half.close()
    again = open_codebase(settings=transformer)
    assert again.status().vectors.done == again.status().chunks
    assert again._published.state.model.embedder.dimension == 16


def test_a_change_back_before_the_end_embeds_nothing(root, open_codebase, builtin, transformer, slow, monkeypatch):
    write(root, FILES)
    open_codebase(settings=builtin).close()
    half = open_codebase(settings=transformer, pool=slow, wait=False)
    settle(half, lambda status: status.phase is Phase.EMBEDDING)
    half._indexer.stop()
    slow.close()
    slow.may_embed = True
    half.close()
    monkeypatch.setattr(vectorize, "_tasks", lambda *_: pytest.fail("embedded again"))
    back = open_codebase(settings=builtin)
    assert back.status().phase is Phase.READY
    assert back.status().vectors.done == back.status().chunks
    assert back._published.state.model.embedder.dimension == 256


def test_an_earlier_model_that_is_gone_leaves_words_to_answer(root, open_codebase, settings, transformer, slow):
    write(root, FILES)
    open_codebase(settings=transformer).close()
    for path in (root.parent / "tiny").iterdir():
        path.unlink()
    codebase = open_codebase(settings=replace(settings, embedding_model="hash"), pool=slow, wait=False)
    settle(codebase, lambda status: status.phase is Phase.EMBEDDING)
    assert found(codebase, "retry socket")[0] == "net.py"
    slow.may_embed = True
    status = settle(codebase, lambda status: status.phase is Phase.READY)
    assert status.vectors.done == status.chunks


def test_a_reader_changes_over_with_its_writer(root, open_codebase, builtin, transformer, slow):
    write(root, FILES)
    open_codebase(settings=builtin).close()
    writer = open_codebase(settings=transformer, pool=slow, wait=False)
    settle(writer, lambda status: status.phase is Phase.EMBEDDING)
    reader = open_codebase(settings=transformer)
    assert reader._published.state.model.embedder.dimension == 256
    assert found(reader, "retry socket", mode=Mode.VECTOR)
    slow.may_embed = True
    settle(reader, lambda status: reader._published.state.model.embedder.dimension == 16)
    assert found(reader, "retry socket", mode=Mode.VECTOR)
    assert settle(reader, lambda status: status.vectors.done == status.chunks).message is None


def test_the_model_that_is_set_is_told_while_an_index_is_opened(root, open_codebase, builtin):
    heard = []

    class Heard(SilentListener):
        def on_status(self, status):
            heard.append(status)

    write(root, FILES)
    first = open_codebase(settings=builtin)
    model = first.status().vectors.model
    first.close()
    open_codebase(settings=builtin, listener=Heard())
    assert heard[0].phase is Phase.STARTING
    assert {status.vectors.model for status in heard} == {model}
