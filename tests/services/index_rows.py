"""The rows of an index as it lies on disk, read by Lance itself and freed of what the order of work decides."""

from pathlib import Path

import pyarrow as pa
import pyarrow.compute as pc

POSITION = (1 << 20) - 1  # of a chunk in its file


def rows(directory: Path) -> dict[str, pa.Table]:
    """Return the rows of all tables, in the order of the paths, with nothing in them that the order of work decides."""
    import lance

    tables = {path.stem: lance.dataset(str(path)).to_table() for path in (directory / "tables").glob("*.lance")}
    paths = dict(zip(*(tables["files"][name].to_pylist() for name in ("file_id", "path")), strict=True))
    return {name: _sorted(_without_ids(_with_paths(table, paths))) for name, table in tables.items()}


def _with_paths(table: pa.Table, paths: dict[int, str]) -> pa.Table:
    own = pa.array([paths[file_id] for file_id in table["file_id"].to_pylist()])
    return table if "path" in table.column_names else table.append_column("path", own)


def _without_ids(table: pa.Table) -> pa.Table:
    if "chunk_id" in table.column_names:
        position = pc.bit_wise_and(table["chunk_id"], POSITION)
        table = table.drop_columns(["chunk_id"]).append_column("position", position)
    return table.drop_columns([name for name in ("file_id", "generation") if name in table.column_names])


def _sorted(table: pa.Table) -> pa.Table:
    columns = ("path", "position", "name_start_line", "name_start_column", "start_line", "start_column", "name", "kind")
    return table.sort_by([(name, "ascending") for name in columns if name in table.column_names])


def assert_same(built: dict[str, pa.Table], alone: dict[str, pa.Table]) -> None:
    assert built.keys() == alone.keys()
    assert len(alone) == 4  # with vectors
    for name, table in alone.items():
        assert built[name].num_rows == table.num_rows > 0, name
        for column in table.column_names:
            assert built[name][column].to_pylist() == table[column].to_pylist(), (name, column)


def fragment_files(directory: Path) -> set[str]:
    import lance

    tables = (lance.dataset(str(path)) for path in (directory / "tables").glob("*.lance"))
    return {file.path for table in tables for part in table.get_fragments() for file in part.data_files()}
