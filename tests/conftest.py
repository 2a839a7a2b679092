"""Settings of all tests."""

from hypothesis import settings

# Machines are shared: how long one example takes says nothing about the code.
settings.register_profile("shared machine", parent=settings(), deadline=None)
settings.load_profile("shared machine")
