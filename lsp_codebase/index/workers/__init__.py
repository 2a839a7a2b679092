"""The worker processes: how they are run, and what they do with files."""
