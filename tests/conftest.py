"""Settings of all tests."""

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or each of some hundred servers compiles the package anew

# Machines are shared: how long one example takes says nothing about the code. CI runs tests/property with many examples
# (`--hypothesis-profile=many`), as who changes what they hold should.
settings.register_profile("few", deadline=None, max_examples=20)
settings.register_profile("many", deadline=None, max_examples=200)
settings.load_profile("few")


@pytest.fixture(autouse=True, scope="session")
def _no_settings_of_this_user(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep what whoever runs the tests has set for the server out of them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("configuration")))
        for name in [name for name in os.environ if name.startswith("LSP_CODEBASE_")]:
            patch.delenv(name)
        yield
