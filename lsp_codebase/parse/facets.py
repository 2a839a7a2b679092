"""The effect of a path on parsing: files of equal content and equal facets have equal symbols and chunks."""

from __future__ import annotations

from lsp_codebase.parse.detect import detect_language
from lsp_codebase.parse.file_marks import is_generated, is_test_path

_HEAD_BYTES = 8_192


def path_facets(path: str, data: bytes) -> tuple[str, str, bool, bool]:
    """Return the language, the extension, and whether the path is that of a test or of a generated file.

    Only the breadcrumbs of chunks, which begin with the path, depend on more of it.
    """
    extension = path.rpartition("/")[2].rpartition(".")[2].lower()
    return detect_language(path, data[:_HEAD_BYTES]), extension, is_test_path(path), is_generated(path, b"")
