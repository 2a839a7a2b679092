"""Rows that other processes write beside a table, with the extra `ray`: nobody sees them before they are committed.

Lance writes them, not LanceDB, whose tables take one writer at a time; the format is that of the table.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pyarrow as pa

from lsp_codebase.store.held_files import delete
from lsp_codebase.store.tables import location


def write_fragments(directory: Path, table: str, rows: pa.Table) -> list[str]:
    """Write rows as fragments of a table; return each as JSON. Any process that sees the index may."""
    import lance
    from lance_ray.fragment import write_fragment

    if not rows.num_rows:
        return []
    found = lance.dataset(_uri(directory, table))
    written = write_fragment(
        iter([rows.cast(found.schema)]),
        found.uri,
        schema=found.schema,
        data_storage_version=found.data_storage_version,
    )
    return [json.dumps(fragment.to_json()) for fragment, _ in written]


def commit_fragments(directory: Path, table: str, fragments: Sequence[str]) -> None:
    """Append fragments to a table in one step and in this order; delete those that nobody committed."""
    import lance

    uri = _uri(directory, table)
    if fragments:
        appended = lance.LanceOperation.Append([lance.FragmentMetadata.from_json(one) for one in fragments])
        lance.LanceDataset.commit(uri, appended, read_version=lance.dataset(uri).version)
    committed = {Path(file.path).name for part in lance.dataset(uri).get_fragments() for file in part.data_files()}
    for path in (Path(uri) / "data").glob("*"):
        if path.name not in committed:  # of a node that was lost in the middle
            delete(path)


def _uri(directory: Path, table: str) -> str:
    return str(location(directory) / f"{table}.lance")
