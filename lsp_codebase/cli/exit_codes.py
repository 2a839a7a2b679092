"""The exit codes of all commands; `parser.EXIT_CODES` tells them to people."""

DONE = 0
NOTHING = 1
"""Nothing is found, or nothing that matches well; or there is no index."""
DAMAGED = 1
"""An index is not as it should be."""
BAD = 2
"""The arguments, or a query, are wrong."""
BROKEN = 3
"""The index, or a file or folder, cannot be used."""
UNWRITTEN = 4
"""The result cannot be written."""
INTERRUPTED = 130
