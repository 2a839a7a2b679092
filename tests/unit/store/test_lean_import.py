import subprocess
import sys

SCRIPT = """
import inspect, sys, tempfile
from lsp_codebase.store.lean_import import import_lancedb
lancedb = import_lancedb()
import pyarrow as pa
database = lancedb.connect(tempfile.mkdtemp())
table = database.create_table("t", pa.table({"x": [1, 2, 3]}))
assert table.count_rows("x > 1") == 2
assert database.list_tables().tables == ["t"]
skipped = [name for name in sys.modules if name.startswith("lance_namespace_urllib3_client")]
assert skipped
assert not any(hasattr(sys.modules[name], "__file__") for name in skipped), skipped
models = [name for name in sys.modules if name.startswith("lancedb.embeddings.") and name.endswith(("ai", "clip"))]
assert models
assert not any(hasattr(sys.modules[name], "__file__") for name in models), models
import gc
assert gc.isenabled()
assert "urllib3" not in sys.modules, "it opens a socket when it is imported"
assert not any(type(finder).__module__.startswith("lsp_codebase") for finder in sys.meta_path)
inspect.stack()
"""


def test_lancedb_works_without_what_nothing_calls():
    done = subprocess.run([sys.executable, "-W", "error", "-c", SCRIPT], capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr


def test_whoever_asks_while_it_is_imported_gets_the_whole_module() -> None:
    several = (
        "from concurrent.futures import ThreadPoolExecutor\n"
        "from lsp_codebase.store.lean_import import import_lancedb\n"
        "with ThreadPoolExecutor(4) as pool:\n"
        "    asked = [pool.submit(lambda: import_lancedb().Session) for _ in range(4)]\n"
        "print(len({one.result() for one in asked}))\n"
    )
    done = subprocess.run([sys.executable, "-c", several], capture_output=True, text=True, check=False)
    assert (done.stdout.strip(), done.stderr) == ("1", "")
