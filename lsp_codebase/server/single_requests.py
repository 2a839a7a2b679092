"""Requests of clients that keep no connection, such as those over HTTP: params in, the answer out, both as JSON values.

The same contract as over LSP, its types, names and errors. Positions count bytes of UTF-8: nothing is negotiated here,
and they are converted without a look at the file.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

from lsprotocol.types import LSPErrorCodes, PositionEncodingKind
from pygls.exceptions import JsonRpcException

from lsp_codebase.errors import abridged
from lsp_codebase.model import CancelToken
from lsp_codebase.server import messages
from lsp_codebase.server.failures import as_rpc_error, invalid_params, uri_field
from lsp_codebase.server.features.directory_tree import draw
from lsp_codebase.server.features.hybrid_search import find
from lsp_codebase.server.features.list_files import list_
from lsp_codebase.server.features.read_file import read
from lsp_codebase.server.features.symbols import find_symbols
from lsp_codebase.server.positions import PositionConverter
from lsp_codebase.server.questions import Questions
from lsp_codebase.server.quirks import as_object
from lsp_codebase.server.session import LOOKUP_THREADS, LOOKUPS, QUERY_THREADS
from lsp_codebase.server.structure import problems, strict_converter
from lsp_codebase.server.uris import PathMap
from lsp_codebase.server.wire import to_hits, to_search_result, to_status

if TYPE_CHECKING:
    from lsp_codebase.answers import Answers

Outcome = dict[str, Any]
"""The member `result` or `error` of a JSON-RPC response."""


class SingleRequests:
    """Answers requests, each by itself. Used on a loop thread."""

    def __init__(self, answers: Answers) -> None:
        self._core = answers
        self._paths = PathMap()
        self._converter = strict_converter()
        self._questions = Questions(QUERY_THREADS)
        self._lookups = Questions(LOOKUP_THREADS)
        self._answers: Mapping[str, Callable[[Any, CancelToken], object]] = {
            "codebase/hybridSearch": self._search,
            "codebase/readFile": self._read,
            "codebase/listFiles": self._list,
            "codebase/symbols": self._symbols,
            "codebase/directoryTree": self._tree,
            "codebase/status": self._status,
        }

    async def answer(self, method: str, params: object, deadline_s: float) -> Outcome:
        """Answer one request; a task that is cancelled stops the question, and so does the deadline."""
        cancel = CancelToken()
        threads = self._lookups if method in LOOKUPS else self._questions
        try:
            structured = self._structure(method, params)
            future = threads.submit(method, partial(self._answers[method], structured, cancel))
            result = await asyncio.wait_for(asyncio.wrap_future(future), deadline_s)
        except asyncio.TimeoutError:
            reason = f"{method} took longer than {deadline_s:g} s; ask for less"
            return _refused(JsonRpcException(reason, code=int(LSPErrorCodes.RequestFailed)))
        except Exception as error:
            return _refused(as_rpc_error(error))
        finally:
            cancel.cancel()
        return {"result": self._converter.unstructure(result)}

    async def look_up(self, question: Callable[[], Any]) -> Any:
        """Answer on one of the threads that wait for no index."""
        return await asyncio.wrap_future(self._lookups.submit("look up", question))

    def close(self) -> None:
        """Answer nothing more."""
        self._questions.close()
        self._lookups.close()

    def _structure(self, method: str, params: object) -> Any:
        params = {} if params is None else as_object(params)
        if not isinstance(params, dict):
            raise invalid_params("params", "must be an object")
        try:
            return self._converter.structure(params, messages.PARAMS[method])
        except Exception as error:
            first, *others = problems(error)
            raise invalid_params(*first, *others) from error

    def _positions(self) -> PositionConverter:
        return PositionConverter(PositionEncodingKind.Utf8, self._paths, lambda _: ())

    def _search(self, params: messages.HybridSearchParams, cancel: CancelToken) -> messages.HybridSearchResult:
        converter = self._positions()
        found = find(self._core.search, params, self._paths, converter, cancel)
        return to_search_result(found, [*to_hits(found, converter)], self._paths)

    def _read(self, params: messages.ReadFileParams, _: CancelToken) -> messages.ReadFileResult:
        return read(self._core, params, self._paths, self._positions())

    def _list(self, params: messages.ListFilesParams, cancel: CancelToken) -> messages.ListFilesResult:
        return list_(self._core, params, self._paths, cancel)

    def _symbols(self, params: messages.SymbolsParams, cancel: CancelToken) -> messages.SymbolsResult:
        return find_symbols(self._core, params, self._paths, self._positions(), cancel)

    def _tree(self, params: messages.DirectoryTreeParams, cancel: CancelToken) -> messages.DirectoryTreeResult:
        return draw(self._core, params, self._paths, cancel)

    def _status(self, params: messages.StatusParams, _: CancelToken) -> list[messages.IndexStatus]:
        with uri_field("folder"):
            statuses = self._core.status(self._paths.to_folder(params.folder), params.question)
        return [to_status(one, self._paths, is_full=True) for one in statuses]


def _refused(error: JsonRpcException) -> Outcome:
    body: Outcome = {"code": error.code, "message": abridged(error.message)}
    if error.data is not None:
        body["data"] = error.data
    return {"error": body}
