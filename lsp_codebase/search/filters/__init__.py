"""Which files, chunks and pieces a query lets pass."""
