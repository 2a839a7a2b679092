"""What people copy from a running system: its settings, metrics, calls, pages, statements, data and texts."""
