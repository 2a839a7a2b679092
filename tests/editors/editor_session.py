"""An editor's side of the wire: answers what the server asks, and keeps all it is sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from raw_client import RawClient

ABSENT: Any = object()
"""Params that are not sent at all, as opposed to null."""


class EditorSession:
    """A real server process, talked to in the shapes of one editor."""

    def __init__(
        self,
        environment: Mapping[str, str],
        settings: object,
        *,
        has_string_ids: bool,
        command: Sequence[str] = ("lsp-codebase", "--stdio"),
    ) -> None:
        """`settings` is what the editor answers for the section it is asked for."""
        self.received: list[Any] = []
        self._client = RawClient(command, env=environment)
        self._settings = settings
        self._has_string_ids = has_string_ids
        self._sent = self._looked_at = 0

    def notify(self, method: str, params: Any = ABSENT) -> None:
        """Send a notification."""
        self._client.send(_message(method, params))

    def request(self, method: str, params: Any = ABSENT) -> Any:
        """Send a request and return its result."""
        self._sent += 1
        msg_id = str(self._sent) if self._has_string_ids else self._sent
        self._client.send({**_message(method, params), "id": msg_id})
        while True:
            message = self._read()
            if "method" not in message:
                assert (message["id"], type(message["id"])) == (msg_id, type(msg_id))
                assert "result" in message, message
                return message["result"]

    def wait_for_index(self) -> list[Any]:
        """Return the progress values of the next run of the indexer, also of one that answers came after."""
        values: list[Any] = []
        while not values or values[-1]["kind"] != "end":
            if self._looked_at == len(self.received):
                self._read()
            message = self.received[self._looked_at]
            self._looked_at += 1
            if message.get("method") == "$/progress":
                values.append(message["params"]["value"])
        return values

    def close(self, params: Any) -> None:
        """Say goodbye, with the params this editor sends then; the server must end well."""
        assert self.request("shutdown", params) is None
        self.notify("exit", params)
        assert self._client.wait() == 0, self._client.log

    def kill(self) -> None:
        """End the process, whatever it does."""
        self._client.kill()

    def _read(self) -> Any:
        message = self._client.read()
        self.received.append(message)
        if "method" in message and "id" in message:
            answer = [self._settings for _ in message["params"]["items"]] if _is_pull(message) else None
            self._client.send({"jsonrpc": "2.0", "id": message["id"], "result": answer})
        return message


def _is_pull(message: Any) -> bool:
    return bool(message["method"] == "workspace/configuration")


def _message(method: str, params: Any) -> dict[str, Any]:
    message = {"jsonrpc": "2.0", "method": method}
    return message if params is ABSENT else {**message, "params": params}
