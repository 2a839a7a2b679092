"""Settings of all tests."""

import os

from hypothesis import settings

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or each of some hundred servers compiles the package anew

# Machines are shared: how long one example takes says nothing about the code.
settings.register_profile("shared machine", parent=settings(), deadline=None)
settings.load_profile("shared machine")
