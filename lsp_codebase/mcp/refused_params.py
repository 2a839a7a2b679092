"""The answer to parameters that the SDK refuses: it names the fields, which the SDK itself leaves out."""

from __future__ import annotations

from typing import Any

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types import INVALID_PARAMS
from pydantic import ValidationError

from lsp_codebase.errors import InvalidQuery

_REASONS = {"missing": "is required", "dict_type": "must be an object", "string_type": "must be a string"}


async def name_refused_params(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
    """Handle one message of the client: a middleware of the server."""
    try:
        return await call_next(ctx)
    except ValidationError as error:
        problems = [
            (".".join(map(str, one["loc"])), _REASONS.get(one["type"], one["msg"].lower())) for one in error.errors()
        ]
        raise MCPError(INVALID_PARAMS, str(InvalidQuery(*problems[0], *problems[1:]))) from error
