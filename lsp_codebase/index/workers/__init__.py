"""The worker processes: how they are run, and their work on files."""
