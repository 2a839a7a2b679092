"""From a decoded message to a handler and back: structure, lifecycle, errors.

pygls 2.1 leaves gaps that a client notices (no answer to wrong params, no lifecycle, tracebacks on the wire); this
subclass closes them. It replaces the receiving half of pygls and its replies, and keeps the rest. Handlers, and
everything that is sent, run on the loop thread.
"""

from __future__ import annotations

import contextvars
import json
import logging
import threading
from collections.abc import Generator
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import (
    JsonRpcException,
    JsonRpcInvalidRequest,
    JsonRpcMethodNotFound,
    JsonRpcParseError,
    JsonRpcRequestCancelled,
    JsonRpcServerNotInitialized,
)
from pygls.protocol import LanguageServerProtocol, lsp_method

from lsp_codebase.attach import Unreadable, frame
from lsp_codebase.errors import abridged
from lsp_codebase.server.failures import as_rpc_error, invalid_params
from lsp_codebase.server.messages import EXPERIMENTAL, PARAMS
from lsp_codebase.server.quirks import as_object, drop_capability, has_half_a_pair
from lsp_codebase.server.structure import problems

if TYPE_CHECKING:
    from cattrs import Converter
    from pygls.lsp.server import LanguageServer

logger = logging.getLogger(__name__)

_WRAPPED = (types.INITIALIZE, types.SHUTDOWN)
"""pygls' own handlers of these keep its state, and call ours."""


class CodebaseProtocol(LanguageServerProtocol):
    """The protocol of one client, from `initialize` to `exit`."""

    def __init__(self, server: LanguageServer, converter: Converter) -> None:
        super().__init__(server, converter)
        self._initialized = False
        self._loop_thread = threading.get_ident()

    # -- receiving ---------------------------------------------------------------------------------------------------

    def receive(self, message: object) -> None:
        """Handle one decoded body; every request gets exactly one answer."""
        if isinstance(message, Unreadable):
            return self._refuse(None, JsonRpcParseError(message.reason))
        if not isinstance(message, dict):
            return self._refuse(None, JsonRpcInvalidRequest("a message must be one object; LSP knows no batches"))
        msg_id, method = message.get("id"), message.get("method")
        is_id = isinstance(msg_id, int | str) and not isinstance(msg_id, bool)
        if "method" not in message:
            return self._receive_response(message)
        if "id" in message and not is_id:
            return self._refuse(None, _invalid_request("id", "must be a string or a whole number"))
        if message.get("jsonrpc") != self.VERSION:
            return self._refuse(msg_id, _invalid_request("jsonrpc", 'must be "2.0"'))
        if not isinstance(method, str):
            return self._refuse(msg_id, _invalid_request("method", "must be a string"))
        if msg_id is None:
            return self._receive_notification(method, message.get("params"))
        return self._receive_request(msg_id, method, message.get("params"))

    def _receive_request(self, msg_id: int | str, method: str, params: object) -> None:
        try:
            self._check_lifecycle(method)
            self._get_handler(method)
            structured = self._structure_params(method, params)
        except JsonRpcException as error:
            return self._refuse(msg_id, error)
        return contextvars.copy_context().run(self._handle_request, msg_id, method, structured)

    def _receive_notification(self, method: str, params: object) -> None:
        if method != types.EXIT and (self._shutdown or not self._initialized):
            logger.debug("ignoring %s outside initialize .. shutdown", method)
            return
        try:
            structured = self._structure_params(method, params)
        except JsonRpcException as error:
            logger.warning("ignoring %s: %s", method, error)
            return
        contextvars.copy_context().run(self._handle_notification, method, structured)

    def _receive_response(self, message: dict[str, Any]) -> None:
        msg_id = message.get("id")
        if not isinstance(msg_id, str) or msg_id not in self._result_types:
            logger.warning("ignoring a response to the unknown request %r", msg_id)
            return
        result_type = self._result_types.pop(msg_id)
        if self._request_futures[msg_id].done():  # nobody waits any more
            del self._request_futures[msg_id]
            return
        error = message.get("error")
        if error is not None:
            text = error.get("message") if isinstance(error, dict) else error
            self._handle_response(msg_id, error=types.ResponseError(code=-32000, message=str(text)))
            return
        try:
            response = self._converter.structure(message, result_type) if result_type else None
        except Exception as problem:
            failure = types.ResponseError(code=-32602, message="unusable response: " + ": ".join(problems(problem)[0]))
            self._handle_response(msg_id, error=failure)
        else:
            self._handle_response(msg_id, message.get("result") if response is None else response.result)

    def _check_lifecycle(self, method: str) -> None:
        if self._shutdown:
            raise JsonRpcInvalidRequest("the server is shut down; only `exit` may follow")
        if method == types.INITIALIZE and self._initialized:
            raise JsonRpcInvalidRequest("`initialize` may be sent only once")
        if method != types.INITIALIZE and not self._initialized:
            raise JsonRpcServerNotInitialized("send `initialize` first")

    def _structure_params(self, method: str, params: object) -> Any:
        params_type = self._params_type(method)
        if params_type is None:
            return params
        params = {} if params is None else as_object(params)
        if not isinstance(params, dict):
            raise invalid_params("params", "must be an object")
        try:
            return self._converter.structure(params, params_type)
        except Exception as error:
            (field, reason), *others = problems(error)
            if method != types.INITIALIZE or not drop_capability(params, field):
                raise invalid_params(field, reason, *others) from error
            logger.info("ignoring %s: %s", field, reason)
        return self._structure_params(method, params)

    def _params_type(self, method: str) -> Any:
        if method in PARAMS:
            return PARAMS[method]
        return types.METHOD_TO_TYPES[method][2] if method in types.METHOD_TO_TYPES else None

    # -- replying ----------------------------------------------------------------------------------------------------

    def _handle_notification(self, method_name: str, params: Any) -> None:
        if method_name.startswith("$/") and method_name not in (types.CANCEL_REQUEST, types.SET_TRACE):
            return  # LSP lets a server ignore these
        super()._handle_notification(method_name, params)

    def _handle_cancel_notification(self, msg_id: int | str) -> None:
        if msg_id in self._request_futures:  # else the answer was quicker
            super()._handle_cancel_notification(msg_id)

    def _handle_request(self, msg_id: int | str, method_name: str, params: Any) -> None:
        self._ctx_msg_id.set(msg_id)
        try:
            self._execute_handler(
                msg_id=msg_id,
                handler=self._get_handler(method_name),
                args=(params,),
                callback=lambda future: self._send_handler_result(future, msg_id=msg_id),
            )
        except Exception as error:
            self._refuse(msg_id, as_rpc_error(error))

    async def call(self, method: str, params: object) -> Any:
        """Answer a request as if it had come by its own name."""
        return await self._get_handler(method)(self._structure_params(method, params))

    def _get_handler(self, feature_name: str) -> Any:
        if feature_name in self.fm.features and feature_name not in _WRAPPED:
            return self.fm.features[feature_name]
        try:
            return super()._get_handler(feature_name)
        except JsonRpcMethodNotFound:
            raise JsonRpcMethodNotFound(f"unknown method {feature_name}") from None

    def _send_handler_result(self, future: Future[Any], *, msg_id: int | str) -> None:
        self._request_futures.pop(msg_id, None)
        if future.cancelled():
            return self._refuse(msg_id, JsonRpcRequestCancelled("cancelled"))
        if (error := future.exception()) is not None:
            return self._refuse(msg_id, as_rpc_error(error))
        try:
            return self._send_data({"jsonrpc": self.VERSION, "id": msg_id, "result": future.result()})
        except Exception as unserialisable:
            return self._refuse(msg_id, as_rpc_error(unserialisable))

    def _check_handler_result(self, future: Future[Any]) -> None:
        if not future.cancelled() and (error := future.exception()) is not None:
            logger.error("a notification handler failed", exc_info=error)

    def _refuse(self, msg_id: int | str | None, error: JsonRpcException) -> None:
        body = {"code": error.code, "message": abridged(error.message)}
        if error.data is not None:
            body["data"] = error.data
        logger.debug("request %r refused: %s", msg_id, body["message"])
        self._send_data({"jsonrpc": self.VERSION, "id": msg_id, "error": body})

    def _send_data(self, data: Any) -> None:
        if threading.get_ident() != self._loop_thread:
            raise RuntimeError("only the loop thread writes to the wire")
        text = json.dumps(data, default=self._serialize_message, ensure_ascii=False, separators=(",", ":"))
        # Half a surrogate pair has no UTF-8, and many parsers refuse its escape; a client with such an id gets it back.
        is_odd = isinstance(data, dict) and isinstance(data["id"], str) and has_half_a_pair(data["id"])
        if self.writer is not None:
            self.writer.write(frame(text.encode("utf-8", "backslashreplace" if is_odd else "replace")))

    # -- lifecycle ---------------------------------------------------------------------------------------------------

    @lsp_method(types.INITIALIZE)
    def lsp_initialize(self, params: types.InitializeParams) -> Generator[Any, Any, types.InitializeResult]:
        """Answer with the capabilities, ours among them."""
        result = yield from super().lsp_initialize(params)
        result.capabilities.experimental = EXPERIMENTAL
        if result.capabilities.execute_command_provider is not None:  # pygls has no options for it
            result.capabilities.execute_command_provider.work_done_progress = True
        self._initialized = True
        return result

    @property
    def is_shut_down(self) -> bool:
        """Whether the client has sent `shutdown`."""
        return self._shutdown


def _invalid_request(field: str, reason: str) -> JsonRpcInvalidRequest:
    return JsonRpcInvalidRequest(f"{field}: {reason}", data={"field": field, "reason": reason})
