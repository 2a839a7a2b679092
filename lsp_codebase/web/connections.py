"""Connections that keep a server waiting: slow to ask, or slow to read. uvicorn waits for both without end."""

from __future__ import annotations

import asyncio
import socket

from uvicorn.protocols.http.h11_impl import H11Protocol

REQUEST_S = 10.0
"""The headers of a request are here so long after the connection began, or the request did."""
READ_S = 60.0
"""A client reads so much within this time that more can be sent."""


class TimedConnection(H11Protocol):
    """A connection that is closed when its client is too slow. The bodies of requests have a limit of their own."""

    _asking: asyncio.TimerHandle | None = None
    _reading: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request, and have answers sent at once, which asyncio sees to on Linux alone."""
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        super().connection_made(transport)
        self._wait_for_request()

    def data_received(self, data: bytes) -> None:
        """Wait on for a request that has begun, also for the rest of one that was answered before its end."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()
        elif self._asking is None:
            self._wait_for_request()

    def pause_writing(self) -> None:
        """Wait for the client to read."""
        super().pause_writing()
        self._reading = self.loop.call_later(READ_S, self.transport.abort)

    def resume_writing(self) -> None:
        """The client reads."""
        super().resume_writing()
        self._stop_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait for nothing."""
        self._stop_waiting()
        self._stop_reading()
        super().connection_lost(exc)

    def _wait_for_request(self) -> None:
        self._asking = self.loop.call_later(REQUEST_S, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._asking is not None:
            self._asking.cancel()
            self._asking = None

    def _stop_reading(self) -> None:
        if self._reading is not None:
            self._reading.cancel()
            self._reading = None
