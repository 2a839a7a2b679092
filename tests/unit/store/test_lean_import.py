import subprocess
import sys

SCRIPT = """
import inspect, sys, tempfile
from lsp_codebase.store.lean_import import import_lancedb
lancedb = import_lancedb()
import pyarrow as pa
table = lancedb.connect(tempfile.mkdtemp()).create_table("t", pa.table({"x": [1, 2, 3]}))
assert table.count_rows("x > 1") == 2
skipped = [name for name in sys.modules if name.startswith("lance_namespace_urllib3_client.api.")]
assert skipped
assert not any(hasattr(sys.modules[name], "__file__") for name in skipped), skipped
assert not any(type(finder).__module__.startswith("lsp_codebase") for finder in sys.meta_path)
inspect.stack()
"""


def test_lancedb_works_without_its_client_of_remote_catalogs():
    done = subprocess.run([sys.executable, "-W", "error", "-c", SCRIPT], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
