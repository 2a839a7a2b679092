"""Whether the server offers `textDocument/documentSymbol`: as its setting says, from `initialize` or later on."""

from __future__ import annotations

import logging
from collections.abc import Callable

from lsprotocol import types

from lsp_codebase.server.configuration import Configuration
from lsp_codebase.server.connection import Connection

logger = logging.getLogger(__name__)

_METHOD = types.TEXT_DOCUMENT_DOCUMENT_SYMBOL
_ID = "codebase/outline"
_TIMEOUT_S = 5.0


class OutlineOffer:
    """The offer as told to the client. Called on the loop thread."""

    def __init__(self, connection: Connection, configuration: Configuration, handle: Callable[[str], None]) -> None:
        """`handle` has a method answered from then on."""
        self._connection = connection
        self._configuration = configuration
        self._handle = handle
        self._is_static = False
        self._is_registered = False

    def initialize(self) -> None:
        """Announce the capability in the answer to `initialize`, if it is wanted by then."""
        if self._configuration.settings.symbols_outline:
            self._is_static = True
            self._handle(_METHOD)

    async def update(self) -> None:
        """Register or unregister with a client that can; with another, the words of `initialize` hold."""
        wanted = self._configuration.settings.symbols_outline
        document = self._connection.capabilities.text_document
        known = document and document.document_symbol
        if self._is_static or wanted == self._is_registered or not known or not known.dynamic_registration:
            return
        self._is_registered = wanted
        try:
            if wanted:
                self._handle(_METHOD)
                registration = types.Registration(
                    id=_ID, method=_METHOD, register_options=types.DocumentSymbolRegistrationOptions()
                )
                params: object = types.RegistrationParams(registrations=[registration])
                await self._connection.request(types.CLIENT_REGISTER_CAPABILITY, params, timeout_s=_TIMEOUT_S)
            else:
                params = types.UnregistrationParams(unregisterations=[types.Unregistration(id=_ID, method=_METHOD)])
                await self._connection.request(types.CLIENT_UNREGISTER_CAPABILITY, params, timeout_s=_TIMEOUT_S)
        except Exception as error:
            logger.info("the client did not take the outline: %s", error or type(error).__name__)
