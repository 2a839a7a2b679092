"""The doctor sees every kind of damage, leaves a sound index alone, and repairs what it can be asked to."""

import json
import shutil
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pyarrow as pa
import pytest
from codebases import found, names, write

from lsp_codebase.index import maintenance
from lsp_codebase.model import CancelToken, CheckState

FILES = {
    f"pkg/module_{i}.py": f"def function_{i}(value):\n    '''Number {i}.'''\n    return value\n" for i in range(12)
}
SUBJECTS = {"directory", "manifest", "files", "chunks", "symbols", "row index", "postings", "saved state"} | {
    "vectors",
    "disk",
}


@pytest.fixture
def hashed(settings):
    return replace(settings, embedding_model="hash")


@pytest.fixture(autouse=True)
def _nobody_tidies(monkeypatch):
    """Keep an index that is open from being put in order while its tables are tampered with."""
    monkeypatch.setattr(maintenance, "_SOON_S", 600.0)
    monkeypatch.setattr(maintenance, "_IDLE_S", 600.0)


def states(checks):
    return {check.name: check.state for check in checks}


def damaged(checks):
    return {check.name: check.detail for check in checks if check.state is CheckState.DAMAGED}


@pytest.fixture
def closed(root, open_codebase, hashed):
    """The directory of a good index that nobody has open, and what opens it for the doctor only."""
    write(root, FILES)
    codebase = open_codebase(settings=hashed)
    codebase.close()
    return codebase._indexer._directory


@pytest.fixture
def unopened(root, hashed, pool):
    from lsp_codebase.codebase import Codebase
    from lsp_codebase.index import SilentListener

    codebase = Codebase(root, hashed, pool, SilentListener())
    yield codebase
    codebase.close()


def table(directory, name):
    """Return a table as whoever tampers with it may open it."""
    import lancedb

    return lancedb.connect(directory / "tables").open_table(name)


def vector_table(directory):
    (path,) = (directory / "tables").glob("vectors_*.lance")
    return table(directory, path.stem)


def test_a_sound_index_has_nothing_wrong(root, open_codebase, hashed):
    write(root, FILES)
    codebase = open_codebase(settings=hashed)
    checks = codebase.doctor(CancelToken())
    assert states(checks) == dict.fromkeys(SUBJECTS, CheckState.OK)
    assert "12 of 12 chunks" in next(check.detail for check in checks if check.name == "vectors")
    generation = codebase.status().generation
    codebase.doctor(CancelToken(), repair=True)
    assert codebase.status().generation == generation  # nothing was to be done


def test_words_are_in_order_where_the_file_before_a_sign_is_gone(root, open_codebase, hashed, unopened):
    write(root, {"a.py": "value = first\n", "b.js": "(function begin() {})()\n"})  # counted as `first (` once
    open_codebase(settings=hashed).close()
    (root / "a.py").unlink()
    open_codebase(settings=hashed).close()
    assert states(unopened.doctor(CancelToken())) == dict.fromkeys(SUBJECTS, CheckState.OK)


def test_a_root_without_an_index_is_no_damage(unopened):
    assert states(unopened.doctor(CancelToken(), repair=True)) == {"directory": CheckState.SKIPPED}


def spoil_rows(directory):
    table(directory, "chunks").delete("path = 'pkg/module_3.py'")


def spoil_symbols(directory):
    table(directory, "symbols").delete("path = 'pkg/module_3.py'")


def spoil_orphans(directory):
    chunks = table(directory, "chunks")
    rows = chunks.search().limit(2).to_arrow()
    columns = {"chunk_id": [999 << 20, 999 << 20 | 1], "file_id": [999, 999]}
    for name, values in columns.items():
        rows = rows.set_column(rows.schema.get_field_index(name), name, pa.array(values, pa.int64()))
    chunks.add(rows)


def spoil_twice(directory):
    chunks = table(directory, "chunks")
    chunks.add(chunks.search().where("path = 'pkg/module_3.py'").to_arrow())


def spoil_data(directory):
    for path in (directory / "tables" / "symbols.lance" / "data").iterdir():
        path.write_bytes(path.read_bytes()[:100])


def spoil_row_index(directory):
    path = next((directory / "tables" / "chunks.lance" / "_indices").rglob("*.lance"))
    path.write_bytes(path.read_bytes()[:-40])


def spoil_postings(directory):
    from lsp_codebase.indexes import mapped
    from lsp_codebase.indexes.words import Segment, words

    path, *_ = (directory / "tables" / "postings").iterdir()  # several where a slow machine committed twice
    segment = Segment.load(path)
    other = replace(segment, impacts=np.asarray(255 - segment.impacts), lines=segment.lines.copy())
    fresh = path.with_name("copy")
    other.save(fresh)
    path.unlink()
    number = path.name.partition(".")[0]
    fresh.rename(path.with_name(f"{number}.{mapped.checksum(fresh)}{words.SUFFIX}"))


def spoil_postings_end(directory):
    path = next((directory / "tables" / "postings").iterdir())
    path.write_bytes(path.read_bytes()[:-100])


def spoil_saved_state(directory):
    path = max((directory / "tables" / "state").iterdir(), key=lambda path: path.stat().st_size)
    path.write_bytes(path.read_bytes()[:-100])


def spoil_vectors(directory):
    vectors = vector_table(directory)
    vectors.add(vectors.search().limit(3).to_arrow())


def spoil_manifest(directory):
    (directory / "manifest.json").write_text("{")


def spoil_mode(directory):
    directory.chmod(0o755)


@pytest.mark.parametrize(
    ("spoil", "subject", "said"),
    [
        (spoil_rows, "chunks", "pkg/module_3.py"),
        (spoil_symbols, "symbols", "pkg/module_3.py"),
        (spoil_twice, "chunks", "twice"),
        (spoil_data, "symbols", "cannot be read"),
        (spoil_row_index, "row index", "lack their end"),
        (spoil_postings, "postings", "they do not say what the chunks say"),
        (spoil_postings_end, "postings", "cannot be read"),
        (spoil_saved_state, "saved state", "cannot be read"),
        (spoil_vectors, "vectors", "3 rows twice"),
        (spoil_manifest, "manifest", "unreadable"),
        (spoil_mode, "directory", "0755"),
    ],
)
def test_each_damage_is_named_and_repaired(closed, unopened, spoil, subject, said):
    spoil(closed)
    assert said in damaged(unopened.doctor(CancelToken()))[subject]
    repaired = unopened.doctor(CancelToken(), repair=True)
    assert states(repaired)[subject] is CheckState.REPAIRED
    assert not damaged(repaired)
    assert unopened.status().vectors.done == unopened.status().chunks == 12
    assert names(unopened, "function_3") == ["function_3"]
    assert "pkg/module_3.py" in found(unopened, "number 3", include=("pkg/**",))
    assert states(unopened.doctor(CancelToken())) == dict.fromkeys(SUBJECTS, CheckState.OK)


def test_rows_of_earlier_files_are_counted_and_are_no_damage(closed, unopened):
    spoil_orphans(closed)
    (chunks,) = (check for check in unopened.doctor(CancelToken()) if check.name == "chunks")
    assert chunks.state is CheckState.OK
    assert "2 rows of earlier files to be dropped" in chunks.detail


def test_files_that_differ_from_the_index_are_counted(closed, root, unopened):
    write(root, {"new.py": "x = 1\n", "pkg/module_1.py": "changed = True\n"})
    (root / "pkg" / "module_2.py").unlink()
    said = damaged(unopened.doctor(CancelToken()))["disk"]
    assert "1 not indexed, such as new.py" in said
    assert "1 changed since, such as pkg/module_1.py" in said
    assert "1 indexed but gone, such as pkg/module_2.py" in said
    assert states(unopened.doctor(CancelToken(), repair=True))["disk"] is CheckState.REPAIRED
    assert names(unopened, "changed") == ["changed"]


def test_a_running_codebase_is_repaired_while_it_answers(root, open_codebase, hashed):
    write(root, FILES)
    codebase = open_codebase(settings=hashed)
    spoil_rows(codebase._indexer._directory)
    assert states(codebase.doctor(CancelToken(), repair=True))["chunks"] is CheckState.REPAIRED
    assert "repaired" in codebase.status().message
    assert found(codebase, "number 3", include=("pkg/**",))


def test_a_reader_says_who_can_repair(root, open_codebase, hashed):
    write(root, FILES)
    writer = open_codebase(settings=hashed)
    reader = open_codebase(settings=hashed)
    spoil_rows(writer._indexer._directory)
    checks = reader.doctor(CancelToken(), repair=True)
    assert "chunks" in damaged(checks)
    assert next(check for check in checks if check.name == "repair").state is CheckState.SKIPPED


@pytest.mark.slow
def test_the_command_line_tells_by_its_exit_code(closed, root, settings):
    def run(*arguments):
        command = [sys.executable, "-m", "lsp_codebase", "doctor", "--root", str(root), *arguments]
        command += ["--set", f"index.location={settings.index_location}", "--set", "embedding.model=hash"]
        return subprocess.run(command, capture_output=True, text=True)

    sound = run()
    assert (sound.returncode, sound.stderr) == (0, "")
    assert "12 rows of 12 files" in sound.stdout
    shutil.rmtree(closed / "tables" / "symbols.lance")
    broken = run("--json")
    assert broken.returncode == 1
    assert "damaged" in {check["state"] for check in json.loads(broken.stdout)["checks"]}
    assert "doctor --repair" in run().stderr
    mended = run("--repair")
    assert (mended.returncode, mended.stderr) == (0, "")
    assert "repaired" in mended.stdout
    assert run().returncode == 0
