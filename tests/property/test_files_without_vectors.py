"""The files that wait for vectors are those that a look through all files would find, whatever was done between."""

from __future__ import annotations

import pyarrow as pa
from hypothesis import given
from hypothesis import strategies as st

from lsp_codebase.store import schema
from lsp_codebase.store.live_files import LiveFiles
from lsp_codebase.store.unembedded_files import UnembeddedFiles

PATHS = "abcdef"
STEPS = st.lists(
    st.tuples(st.sampled_from(["save", "touch", "remove", "embed", "sweep", "restart", "ask"]), st.sampled_from(PATHS)),
    max_size=60,
)


def row(path: str, file_id: int, generation: int) -> pa.Table:
    """Return a row of the file table; files of the first half of the paths have chunks."""
    numbers = {"file_id": file_id, "generation": generation, "chunks": int(path < "d")}
    values = {"path": path, "state": "indexed", **numbers}
    columns = [
        pa.array([values.get(field.name, False if pa.types.is_boolean(field.type) else 0)]).cast(field.type)
        if field.name in values or not pa.types.is_string(field.type)
        else pa.array([""], field.type)
        for field in schema.FILES
    ]
    return pa.table(columns, schema=schema.FILES)


@given(STEPS)
def test_what_waits_is_found_without_looking_through_all_files(steps: list[tuple[str, str]]) -> None:
    live, embedded, waiting = LiveFiles(), set[int](), UnembeddedFiles()
    for number, (step, path) in enumerate(steps, 1):
        record = live.by_path.get(path)
        if step == "save" or (step == "touch" and record is not None):
            file_id = record.file_id if step == "touch" and record else number
            live.take(row(path, file_id, number))
        elif step == "remove" and record is not None:
            live.discard(record)
        elif step == "embed" and record is not None:
            embedded.add(record.file_id)
        elif step == "sweep":
            embedded.intersection_update(live.by_id)
        elif step == "restart":
            embedded = set(embedded)
        else:
            found = {record.file_id for record in waiting.among(live, embedded)}
            assert found == {one.file_id for one in live.by_id.values() if one.chunks and one.file_id not in embedded}
