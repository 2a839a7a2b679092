"""Questions about the project: its files at the root, how it is built, where it starts."""
