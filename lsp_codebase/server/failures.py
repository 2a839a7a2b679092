"""Errors of ours, as JSON-RPC errors: the one place where an exception of ours gets a code.

A client never sees a traceback: an unexpected exception is logged under an id, and only the id is sent.
"""

from __future__ import annotations

import logging
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from lsprotocol.types import LSPErrorCodes
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInternalError,
    JsonRpcInvalidParams,
    JsonRpcRequestCancelled,
)

from lsp_codebase.errors import (
    Cancelled,
    CodebaseError,
    IndexUnavailable,
    InvalidQuery,
    RequestDropped,
    UnknownRoot,
    first_problems,
)

logger = logging.getLogger(__name__)


def invalid_params(field: str, reason: str, *others: tuple[str, str]) -> JsonRpcInvalidParams:
    """Return the error for the faults of a request, told field by field."""
    problems = first_problems([(field, reason), *others])
    data: dict[str, Any] = dict(zip(("field", "reason"), problems[0], strict=True))
    if others:
        data["problems"] = [{"field": name, "reason": why} for name, why in problems]
    return JsonRpcInvalidParams("; ".join(f"{name}: {why}" if name else why for name, why in problems), data=data)


def as_rpc_error(error: BaseException) -> JsonRpcException:
    """Return the error to send for any error of a handler."""
    if isinstance(error, JsonRpcException):
        return error
    if isinstance(error, InvalidQuery):
        return invalid_params(*error.problems[0], *error.problems[1:])
    if isinstance(error, UnknownRoot):
        return _outside(error)
    if isinstance(error, Cancelled):
        return JsonRpcRequestCancelled("cancelled")
    if isinstance(error, RequestDropped):
        return JsonRpcException(str(error), code=int(LSPErrorCodes.ServerCancelled))
    if isinstance(error, IndexUnavailable):
        data = {"cause": error.cause, "hint": error.hint}
        return JsonRpcException(str(error), code=int(LSPErrorCodes.RequestFailed), data=data)
    if isinstance(error, CodebaseError):
        return JsonRpcException(str(error), code=int(LSPErrorCodes.RequestFailed))
    reference = uuid.uuid4().hex[:8]
    logger.error("internal error %s", reference, exc_info=error)
    return JsonRpcInternalError(f"internal error {reference}; the server's log has the details")


def _outside(error: UnknownRoot) -> JsonRpcInvalidParams:
    data = {"field": error.field, "reason": str(error), "outside": error.path}
    return JsonRpcInvalidParams(f"{error.field}: {error}", data=data)


@contextmanager
def uri_field(field: str) -> Iterator[None]:
    """Name the field that held the URI in an error about its file."""
    try:
        yield
    except UnknownRoot as error:
        raise UnknownRoot(error.path, field) from error
    except InvalidQuery as error:
        raise (InvalidQuery(field, error.reason) if error.field == "uri" else error) from error


@contextmanager
def fields_of(holder: str) -> Iterator[None]:
    """Name the wrong fields as those of the object that held them: `search.query`."""
    try:
        yield
    except UnknownRoot as error:
        raise UnknownRoot(error.path, f"{holder}.{error.field}") from error
    except InvalidQuery as error:
        first, *others = [(f"{holder}.{field}", reason) for field, reason in error.problems]
        raise InvalidQuery(*first, *others) from error
