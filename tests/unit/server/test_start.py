"""What a start may load: a client waits for `initialize` until it is done."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("lancedb", "pyarrow", "numpy", "fastembed", "onnxruntime", "tokenizers", "tree_sitter", "rapidfuzz", "rich")

PROBE = f"""
import sys
from lsp_codebase.server.app import serve
assert not any(name.partition(".")[0] in ("pygls", "asyncio", "lsprotocol") for name in sys.modules), "before the guard"
from lsp_codebase.server.dispatch import CodebaseProtocol
plain = CodebaseProtocol.lsp_initialize
def checked(self, params):
    result = yield from plain(self, params)
    loaded = [name for name in {HEAVY!r} if name in sys.modules]
    print("loaded:", loaded, file=sys.stderr)
    return result
checked.method_name = plain.method_name
CodebaseProtocol.lsp_initialize = checked
raise SystemExit(serve())
"""


def test_nothing_heavy_is_loaded_before_initialize_is_answered() -> None:
    body = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{}}}'
    frame = b"Content-Length: %d\r\n\r\n%s" % (len(body), body)
    done = subprocess.run([sys.executable, "-c", PROBE], input=frame, capture_output=True, timeout=240)
    assert b'"serverInfo"' in done.stdout
    assert b"loaded: []" in done.stderr, done.stderr.decode()
