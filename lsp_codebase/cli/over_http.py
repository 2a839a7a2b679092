"""`serve --http`: its options, and the source of its token."""

from __future__ import annotations

import argparse
import os
import socket
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path
from typing import NoReturn

from lsp_codebase.cli.configured import sources
from lsp_codebase.cli.opening import named_folder, root_around
from lsp_codebase.config import TOKEN_VARIABLE, Settings, Sources
from lsp_codebase.errors import IndexUnavailable, InvalidQuery
from lsp_codebase.location import index_directory
from lsp_codebase.opening import open_answers
from lsp_codebase.server import configure_logging
from lsp_codebase.web import Access, bind, check_origin, check_token
from lsp_codebase.web import serve as serve_http


def serve(options: argparse.Namespace) -> NoReturn:
    """Serve until a signal, and end the process. Raises `InvalidQuery` for a wrong option or an address in use."""
    given = sources(options)
    if options.tcp is not None:
        raise InvalidQuery("--http", "goes without --tcp")
    if options.http is None:
        raise InvalidQuery("--http", "is missing, as in --http 127.0.0.1:8765")
    if options.index and options.root:
        raise InvalidQuery("--index", "goes without --root: its files are not looked at")
    roots = [] if options.index else options.root or [root_around(options, Path.cwd())]
    for root in roots:
        named_folder(root, "--root")
    token = _token(options)
    origins = frozenset(map(check_origin, options.allow_origin))
    listener = bind(options.http, is_guarded=token is not None)
    settings = given.resolved().settings
    with listener:
        configure_logging(
            options.log_level or settings.log_level,
            options.log_file or settings.log_file,
            lambda problem: print(f"lsp-codebase: {problem}", file=sys.stderr),
        )
        access = Access(token, tuple(options.allow_host), origins, bound=listener.getsockname()[0])
        if options.index:
            code = _serve_published(options.index, settings, listener, access)
        else:
            code = _serve_folders(options, given, roots, listener, access)
    os._exit(code)  # all is closed, and ending the interpreter costs a second or two


def _serve_folders(
    options: argparse.Namespace, given: Sources, roots: Sequence[Path], listener: socket.socket, access: Access
) -> int:
    may_attach, location = options.attach == "auto", given.resolved().settings.index_location
    with closing(
        open_answers(None, given, name="lsp-codebase serve --http", may_attach=may_attach, stays=True)
    ) as answers:
        for root in roots:
            answers.add_folder(root)
        return serve_http(answers, listener, access, partial(index_directory, location=location))


def _serve_published(directories: Sequence[Path], settings: Settings, listener: socket.socket, access: Access) -> int:
    from lsp_codebase.replica import Replica

    with _named("--index"):
        replica = Replica(settings, [path.absolute() for path in directories])
    with closing(replica):
        return serve_http(replica, listener, access, replica.directory_of)


@contextmanager
def _named(option: str) -> Iterator[None]:
    """Report an error of the index as a mistake in an option."""
    try:
        yield
    except IndexUnavailable as error:
        raise InvalidQuery(option, str(error)) from error


def _token(options: argparse.Namespace) -> str | None:
    """Return the token of the command line, or else of the environment, where it is removed for child processes."""
    inherited = os.environ.pop(TOKEN_VARIABLE, None)
    if options.token is not None:
        return check_token("--token", options.token)
    if options.token_file is not None:
        try:
            with open(options.token_file, encoding="utf-8") as file:
                return check_token("--token-file", file.read(10_000))
        except (OSError, UnicodeDecodeError) as error:
            raise InvalidQuery("--token-file", f"{options.token_file} cannot be read: {error}") from error
    return check_token(TOKEN_VARIABLE, inherited) if inherited is not None else None
