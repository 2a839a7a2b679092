"""Settings of all tests."""

import os

from hypothesis import settings

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or each of some hundred servers compiles the package anew

# Machines are shared: how long one example takes says nothing about the code. CI runs tests/property with many examples
# (`--hypothesis-profile=many`), as who changes what they hold should.
settings.register_profile("few", deadline=None, max_examples=20)
settings.register_profile("many", deadline=None, max_examples=200)
settings.load_profile("few")
