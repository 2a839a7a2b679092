"""The standard streams of a command: all that is printed goes through here.

Nothing steers a terminal but our colours. A result that cannot be written ends the command; notes that cannot be
written are dropped without a word, and the result is whole.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from typing import Any, TextIO, cast

from lsp_codebase.cli.escapes import harmless
from lsp_codebase.cli.exit_codes import DONE, INTERRUPTED, UNWRITTEN


@contextmanager
def printing(*, file_names: bool = False) -> Iterator[None]:
    """Print for as long as somebody reads: a closed pipe, as `| head` leaves behind, is no error.

    `file_names` are to be written with the bytes that they have. Ctrl+C ends a command without a trace, while it is
    being loaded, too.
    """
    _open_what_is_closed()
    out, err = sys.stdout, sys.stderr
    if isinstance(out, TextIOWrapper):
        take_any_character(out, file_names=file_names)
    if isinstance(err, TextIOWrapper):
        take_any_character(err)
    sys.stdout, sys.stderr = cast(TextIO, _Results(out)), cast(TextIO, _Notes(err))
    try:
        try:
            yield
        finally:
            sys.stdout.flush()  # now, not at the end of the interpreter, which complains of a closed pipe
    except BrokenPipeError:
        _drop_rest(out)
        sys.exit(DONE)
    except _UnwrittenError as error:
        _drop_rest(out)
        print(f"lsp-codebase: write error: {error}", file=sys.stderr)
        sys.exit(UNWRITTEN)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)
    finally:
        sys.stdout, sys.stderr = out, err


def take_any_character(stream: TextIOWrapper, *, file_names: bool = False) -> None:
    """File names hold any bytes, and code any character.

    On Windows a pipe would get the code page of the country, and line ends that are part of a name for `xargs`.
    """
    if file_names:
        stream.reconfigure(encoding=sys.getfilesystemencoding(), errors=sys.getfilesystemencodeerrors())
        return
    if sys.platform == "win32" and not stream.isatty():
        stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    else:
        stream.reconfigure(errors="backslashreplace")


def unguarded(stream: TextIO) -> TextIO:
    """Return the stream itself, for code that draws on a terminal and writes only `harmless` text there."""
    return stream.bare if isinstance(stream, _Guarded) else stream


class _UnwrittenError(Exception):
    """Standard output cannot be written. No `OSError`: handlers of those of files must not catch it."""


class _Guarded:
    """A wrapper of a stream, which does all that is not done here."""

    def __init__(self, bare: TextIO) -> None:
        self.bare = bare
        self._is_terminal = bare.isatty()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.bare, name)

    def _put(self, text: str) -> int:
        return self.bare.write(harmless(text) if self._is_terminal else text)


class _Results(_Guarded):
    def write(self, text: str) -> int:
        try:
            return self._put(text)
        except OSError as error:
            raise _told(error) from error

    def flush(self) -> None:
        try:
            self.bare.flush()
        except OSError as error:
            raise _told(error) from error


class _Notes(_Guarded):
    def write(self, text: str) -> int:
        with suppress(OSError):
            self._put(text)
        return len(text)

    def flush(self) -> None:
        with suppress(OSError):
            self.bare.flush()


def _told(error: OSError) -> Exception:
    # Windows has no words of its own for a pipe that nobody reads: https://github.com/python/cpython/issues/79935
    is_closed = isinstance(error, BrokenPipeError) or (sys.platform == "win32" and error.errno == errno.EINVAL)
    return BrokenPipeError() if is_closed else _UnwrittenError(error.strerror or str(error))


def _drop_rest(stream: TextIO) -> None:
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _open_what_is_closed() -> None:
    """Put something behind each standard stream: else a file that is opened later takes its place, and gets the text.

    To write to standard output then fails, as it should.
    """
    for name, flags, mode in (("stdin", os.O_RDONLY, "r"), ("stdout", os.O_RDONLY, "w"), ("stderr", os.O_WRONLY, "w")):
        if getattr(sys, name) is None:
            descriptor = os.open(os.devnull, flags)
            os.set_inheritable(descriptor, True)
            stream = open(descriptor, mode, encoding="utf-8", closefd=False)  # noqa: SIM115 -- it stays
            setattr(sys, name, stream)
