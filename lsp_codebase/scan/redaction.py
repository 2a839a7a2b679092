"""Credentials inside ordinary text: each is hidden behind a marker of its own length, so that every place stays right.

They are known by the prefixes that their issuers chose for that, and private keys by the lines around them.
A secret without such a form (a password) cannot be told from other text. Give whole files: of a cut key, the lines
that identify it may be missing.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict, deque
from collections.abc import Iterator, Sequence
from functools import cache
from typing import overload

import numpy as np

from lsp_codebase.model import Lines

_MOST_FILES = 256
_MOST_CHARS = 4_000_000  # of one kept file
_MOST_RANGES = 8  # of a file that are kept
_SHORT = 500  # characters; in fewer, looking for runs is no gain
_LEAST = 20  # every token has a run of letters and digits at least this long
_IN_RUN = np.zeros(256, np.bool_)
_IN_RUN[list(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-")] = True

# Nothing that can fail follows a run of any length, but in a JWT, which is tried at the beginning of a run only: so
# hostile text takes linear time.
_W = "[A-Za-z0-9_-]"
_KINDS = {
    "GitHub token": r"gh[a-z]_[A-Za-z0-9_.-]{30,}|github_pat_[A-Za-z0-9_]{22,}",
    "GitLab token": r"gl[a-z]{2,7}-[A-Za-z0-9_.-]{20,}",
    "AWS key": r"A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}(?![A-Za-z0-9])"
    r"""(?:["']?[ \t,;:|]{1,4}["']?[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+]))?""",  # the secret one beside it, as in a CSV
    "Slack token": r"xox[a-z](?:\.xox[a-z])?-[A-Za-z0-9-]{15,}|xapp-[A-Za-z0-9-]{20,}"
    r"|hooks\.slack\.com/[a-z]{5,12}/[A-Za-z0-9/_-]{20,}",
    "Stripe key": r"[rs]k_(?:live|test|prod)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9+/]{24,}",
    "Google key": rf"AIza{_W}{{35}}|ya29\.{_W}{{20,}}|GOCSPX-{_W}{{20,}}",
    "Anthropic key": rf"sk-ant-{_W}{{20,}}",
    "API key": rf"sk-(?:(?:proj|svcacct|admin|None|or|lf)-{_W}{{20,}}|[A-Za-z0-9]{{20,}})"
    r"|gsk_[A-Za-z0-9]{40,}|xai-[A-Za-z0-9]{40,}|pplx-[A-Za-z0-9]{40,}|r8_[A-Za-z0-9]{37,}",
    "npm token": r"npm_[A-Za-z0-9]{36,}",
    "PyPI token": rf"pypi-Ag{_W}{{50,}}",
    "RubyGems key": r"rubygems_[a-f0-9]{48,}",
    "Docker token": rf"dckr_[a-z]{{2,4}}_{_W}{{20,}}",
    "Hugging Face token": r"hf_[A-Za-z0-9]{30,}",
    "SendGrid key": rf"SG\.{_W}{{16,32}}\.{_W}{{30,}}",
    "Twilio key": r"SK[0-9a-f]{32}(?![A-Za-z0-9])",
    "Azure key": r"AccountKey=[A-Za-z0-9+/]{40,}={0,2}|SharedAccessKey=[A-Za-z0-9+/]{40,}={0,2}",
    "Telegram token": rf"[0-9]{{8,10}}:AA{_W}{{33}}",
    "DigitalOcean token": r"do[a-z]_v1_[a-f0-9]{64}",
    "JWT": rf"eyJ(?<![_-]eyJ){_W}{{8,}}\.eyJ{_W}{{8,}}\.{_W}{{16,}}",
    # The first part is a number of decimal digits in base64.
    "Discord token": rf"[MNO][DTjz][AEIMQUYcgk][w-z0-5](?:[MNO][DTjz][AEIMQUYcgk][w-z0-5]){{4,5}}{_W}{{0,6}}"
    rf"\.{_W}{{6}}\.{_W}{{27,}}|discord(?:app)?\.com/api/webhooks/[0-9]{{15,20}}/{_W}{{40,}}",
    "Shopify token": r"shp[a-z]{2}_[a-fA-F0-9]{32,}",
    "Mailgun key": r"key-[0-9a-f]{32}(?![A-Za-z0-9])",
    "Square token": rf"sq0[a-z]{{3}}-{_W}{{22,}}|EAAA{_W}{{60}}(?!{_W})",
    "Databricks token": r"dapi[0-9a-f]{32}(?:-[0-9])?(?![A-Za-z0-9])",
    "Vault token": rf"hv[sbr]\.{_W}{{24,}}",
    "Grafana token": r"glc_[A-Za-z0-9+/]{32,}|glsa_[A-Za-z0-9_]{32,}",
    "Atlassian token": r"AT[AC]TT3[A-Za-z0-9_=-]{50,}",
    "Tailscale key": r"tskey-[a-z]{3,8}-[A-Za-z0-9-]{20,}",
    "Supabase key": rf"sbp_[a-f0-9]{{40,}}|sb_secret_{_W}{{20,}}",
    "age key": r"AGE-SECRET-KEY-1[0-9A-Z]{40,}",
}
_BOUNDARY = r"(?:(?<![A-Za-z0-9])|(?<=\\[nrt])|(?<=%[0-9A-F]{2}))"  # or an escape of a string or a URL
# The letters that a token begins with stand first: other places are passed four times as fast.
_TOKEN = re.compile(f"(?=[ADEGHMNOSabdeghknprstwxy0-9]){_BOUNDARY}(?:{'|'.join(_KINDS.values())})")
# A secret key of AWS has no prefix: it is known by its given name.
_NAMED = re.compile(
    r"""((?:[sS]ecret|SECRET)(?:[_-]?[aA](?:ccess|CCESS))?[_-]?[kK](?:ey|EY)["']?[ ]{0,8}(?:=>|[:=])[ ]{0,8}["']?)
        ([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])""",
    re.VERBOSE,
)
_BEGIN = re.compile("-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----")
_PRIVATE_KEY = "PRIVATE KEY"
_LONGEST_KEY = 65_536
_KEY_LINE = re.compile(r"[A-Za-z0-9+/=]{40,}")
_VISIBLE = re.compile("[!-~]+")


def redact(text: str) -> str:
    """Return text with a marker in the place of each credential; the same object if it holds none.

    Lines and columns stay the same. Linear in the text.
    """
    if len(text) < _LEAST:
        return text
    shown = _without_private_keys(text) if _PRIVATE_KEY in text else text
    if len(text) <= _SHORT:
        shown = _without_tokens(shown)
    elif rows := _rows_with_runs(shown):
        lines = shown.split("\n")
        for row in rows:
            lines[row] = _without_tokens(lines[row])
        shown = "\n".join(lines)
    return text if shown == text else shown


class Redactor:
    """Redacts the shown text of answers, and keeps the lines of the files asked for last. Thread-safe."""

    def __init__(self, *, is_on: bool) -> None:
        self._is_on = is_on
        self._lock = threading.Lock()
        self._files: OrderedDict[str, tuple[Sequence[str], Sequence[str]]] = OrderedDict()

    def text(self, text: str) -> str:
        """Return a name, or a whole file, in its shown form."""
        return redact(text) if self._is_on else text

    def lines(self, path: str, lines: Sequence[str]) -> Sequence[str]:
        """Return all lines of a file in their shown form, each looked at on request.

        The same object gets the same answer again.
        """
        if not self._is_on:
            return lines
        with self._lock:
            known = self._files.get(path)
            if known is not None and known[0] is lines:
                self._files.move_to_end(path)
                return known[1]
        text = lines.text if isinstance(lines, Lines) else "\n".join(lines)
        shown: Sequence[str] = redact("\n".join(lines)).split("\n") if _PRIVATE_KEY in text else _ShownLines(lines)
        if len(text) <= _MOST_CHARS:
            with self._lock:
                self._files[path] = lines, shown
                while len(self._files) > _MOST_FILES:
                    self._files.popitem(last=False)
        return shown


class _ShownLines(Sequence[str]):
    """Lines without credentials, given those of a file without private keys: these alone go over several lines."""

    def __init__(self, lines: Sequence[str]) -> None:
        self._lines = lines
        # The lines of a hit are asked for several times, and a file has a few hits.
        self._known: deque[tuple[int, int, Sequence[str]]] = deque(maxlen=_MOST_RANGES)

    def __len__(self) -> int:
        return len(self._lines)

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> Sequence[str]: ...
    def __getitem__(self, place: int | slice) -> str | Sequence[str]:
        asked = range(len(self))[place]
        if isinstance(asked, int):
            known = self._known_lines(asked, asked + 1)
            return known[0] if known else redact(self._lines[asked])
        if asked.step != 1:
            return [self[one] for one in asked]
        shown = self._known_lines(asked.start, asked.stop)
        if shown is None:
            found = self._lines[place]
            text = "\n".join(found)
            redacted = redact(text)
            shown = found if redacted is text else redacted.split("\n")
            self._known.append((asked.start, asked.stop, shown))
        return shown

    def _known_lines(self, first: int, end: int) -> Sequence[str] | None:
        for start, stop, shown in [*self._known]:  # other threads add to it
            if start <= first and end <= stop:
                return shown[first - start : end - start]
        return None

    def __iter__(self) -> Iterator[str]:
        return iter(self[:])


def _rows_with_runs(text: str) -> list[int]:
    """Return the lines that may hold a token: few of most files, found ten times faster than tokens are."""
    codes = np.frombuffer(b"\n" + text.encode("utf-8", "surrogatepass") + b"\n", np.uint8)
    (breaks,) = (~_IN_RUN[codes]).nonzero()
    begins = breaks[:-1][np.diff(breaks) > _LEAST]
    (line_ends,) = (codes == 10).nonzero()
    rows = np.searchsorted(line_ends, begins, "right") - 1  # ascending
    return list(dict.fromkeys(rows.tolist()))


def _without_tokens(line: str) -> str:
    return _NAMED.sub(_masked_value, _TOKEN.sub(_masked, line))


def _without_private_keys(text: str) -> str:
    """Mask the text between the lines that begin and end a private key."""
    parts: list[str] = []
    done = 0
    for begin in _BEGIN.finditer(text):
        start = begin.end()
        end = text.find("-----", start)
        is_ended = end >= 0 and text.startswith("-----END", end)
        end = min(end if end >= 0 else len(text), start + _LONGEST_KEY)
        key = text[start:end]
        if _KEY_LINE.search(key):  # else code that writes or reads such lines
            hidden = _VISIBLE if is_ended else _KEY_LINE  # of a torn key, leave the code that follows
            parts += text[done:start], hidden.sub(lambda found: _mask(found[0], "private key"), key)
            done = end
    return "".join([*parts, text[done:]])


def _masked(token: re.Match[str]) -> str:
    return _mask(token[0], next(kind for kind, pattern in _kinds() if pattern.match(token.string, token.start())))


@cache
def _kinds() -> Sequence[tuple[str, re.Pattern[str]]]:
    return [(kind, re.compile(pattern)) for kind, pattern in _KINDS.items()]


def _masked_value(named: re.Match[str]) -> str:
    return named[1] + _mask(named[2], "AWS secret key")


def _mask(secret: str, kind: str) -> str:
    for marker in (f"[redacted: {kind}]", "[redacted]"):
        if len(marker) <= len(secret):
            return marker.ljust(len(secret), "*")
    return "*" * len(secret)
