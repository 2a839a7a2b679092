"""How much one job of a worker reads, and how long it may take at first."""

JOB_FILES, JOB_BYTES = 48, 1_000_000
"""A job is full with so many files, or with files of so many bytes."""
FIRST_PATIENCE = 1 / 20
"""The patience of the first job with a file, where many are read: 100 ms, enough for 300 KB of ordinary code."""
