"""The whole codebase, served over LSP. Hardly anything lives here, so that `--version` is instant."""

import os

__version__ = "0.1.0"

# Numpy's linear algebra reads this when it is loaded. Its products here take a millisecond on one thread; with several,
# each waits for the others to be scheduled, which on a busy machine takes ten times as long.
for _variable in ("OPENBLAS_NUM_THREADS", "VECLIB_MAXIMUM_THREADS"):
    os.environ.setdefault(_variable, "1")
