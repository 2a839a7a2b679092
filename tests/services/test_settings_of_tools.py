"""The settings of a tool are the file that is called like it, or its section in a file of several tools."""

import pytest

FILES = {
    "web/vitest.config.ts": "export default { test: {} }\n",
    "web/package.json": '{\n  "scripts": {"test": "vitest"},\n  "devDependencies": {"vitest": "1"},\n  "jest": {\n'
    '    "verbose": true\n  }\n}\n',
    ".eslintrc.json": '{"rules": {}}\n',
    "pyproject.toml": '[project]\nname = "shop"\n\n[tool.ruff]\nline-length = 100\n\n[tool.pytest.ini_options]\n'
    'addopts = "-q"\n',
    "tests/fixtures/eslint.config.js": "export default []\n",
    "shop/vitest.py": '"""The config of vitest, of eslint, of jest, of ruff and pytest: how each is configured."""\n'
    "\n\ndef configured(vitest, config):\n    return vitest.config(config)\n",
    "shop/cache.yml": "size: 3\n",
    "shop/store.py": "class CacheConfig:\n    size = 3\n",
}
SETTINGS = {"embedding_model": "none"}


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("vitest config", "web/vitest.config.ts"),
        ("where is vitest configured?", "web/vitest.config.ts"),
        ("the eslint configuration file", ".eslintrc.json"),
        ("jest config", "web/package.json"),
        ("where are the ruff settings", "pyproject.toml"),
        ("pytest settings", "pyproject.toml"),
        ("cache config", "shop/store.py"),
    ],
)
def test_the_settings_of_a_tool_lead_unless_code_defines_what_the_words_name(ask, question, path):
    assert ask(question)[0] == path


def test_a_tool_without_settings_is_looked_for_by_words(ask):
    assert "shop/vitest.py" in ask("bundler config")
