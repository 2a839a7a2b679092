"""Evidence for files besides their texts: the place of the user, earlier commits, the meaning of their paths."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from lsp_codebase.indexes import State
from lsp_codebase.search.query.query_form import Understanding
from lsp_codebase.search.ranking.commit_evidence import told_of
from lsp_codebase.search.ranking.editor_context import EditorContext, nearness
from lsp_codebase.search.ranking.path_meaning import path_similarities
from lsp_codebase.search.ranking.rank import FileEvidence, Weights

_LEAST_TOLD = 0.02  # of a report, by the most telling file: no commit has more than a few of so many words


def file_evidence(
    paths: Sequence[str],
    understood: Understanding,
    vector: NDArray[np.float32] | None,
    weights: Weights,
    here: EditorContext,
    state: State,
) -> FileEvidence:
    """Return the evidence for some files, for a query and its vector; nothing that weighs 0 is looked for."""
    told = told_of(state.history, understood.terms) if state.history and weights.history else {}
    similarity = None
    if state.model and vector is not None and weights.path_meaning:
        similarity = path_similarities(state.model.embedder, vector, paths)
    of_paths = np.array([told.get(path, 0.0) for path in paths])
    if understood.is_report:
        of_paths /= max(of_paths.max(initial=0.0), _LEAST_TOLD)
    return FileEvidence(nearness(paths, here), of_paths, similarity)
