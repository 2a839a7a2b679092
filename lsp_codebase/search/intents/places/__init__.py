"""Places that a query names: files and lines, folders, commits, globs, routes."""
