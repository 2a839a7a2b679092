"""Files of one purpose, such as migrations, answer before code that says the same, if the question asks for them."""

import pytest
from codebases import seen

from lsp_codebase.model import CancelToken, SearchQuery

FILES = {
    "shop/models.py": '''"""Carts."""


class Cart:
    """A cart; a migration adds its size."""

    cart_size = Column(Integer)

    def add_cart_size(self, cart_size):
        """Add the size of a cart as a column."""
        self.cart_size = cart_size
''',
    "shop/migrations/0002_cart_size.py": """def upgrade():
    op.add_column("carts", Column("cart_size", Integer()))
""",
    "shop/redis.py": '''"""Redis."""


def start_redis(port):
    """Start redis, as where it is started in tests: set SHOP_PORT."""
    return Redis(port=os.environ["SHOP_PORT"])
''',
    ".github/workflows/checks.yml": """jobs:
  test:
    runs-on: ubuntu-latest
    services:
      redis:
        image: redis
    env:
      SHOP_PORT: 8000
""",
    "pyproject.toml": '[project]\nname = "shop"\nrequires-python = ">=3.9"\n',
    "go.mod": "module shop\n\nrequire (\n\tgithub.com/json-iterator/go v1.1.12\n)\n\ngo 1.24.0\n",
    "tool/pyproject.toml": "[project]\ndescription = 'shows dependency trees'\ndependencies = ['till']\n"
    "[project.optional-dependencies]\nweb = ['page']\n[dependency-groups]\ndev = ['checks']\n",
    "desk/pom.xml": "<project>\n  <spring-boot.version>2.7.11</spring-boot.version>\n</project>\n",
    "desk/composer.json": '{\n  "require": {\n    "laravel/framework": "13.*"\n  }\n}\n',
    "tests/data/pyproject.toml": "[tool.poetry.extras]\nfast = ['c']\n",
    "tests/data.py": "class PythonVersion(Version):\n    pass\n\n\nclass EntryPoint(Point):\n    pass\n",
    "shop/extras.py": "def extras(package):\n    # The extras that a package has, and their dependencies.\n"
    "    return package.extras\n\n\ndef dependencies(package):\n    return package.dependencies\n",
    "shop/__main__.py": "def main():\n    pass\n",
    "tox.ini": "[tox]\nenvlist = py39, py312\n",
    "gradle/wrapper/gradle-wrapper.properties": "distributionBase=GRADLE_USER_HOME\n"
    "distributionUrl=https\\://services.gradle.org/distributions/gradle-8.5-bin.zip\n",
    "deploy/Dockerfile": "# of alpine\nARG BASE=docker.io/alpine:3.20\nFROM ${BASE}\n",
    "shop/gradle.py": "def version():\n    # which version of gradle, of alpine is used or set\n    return 1\n",
    "deploy/shop/Chart.yaml": "name: shop\nversion: 1.0.0\n",
    "deploy/shop/values.yaml": "resources:\n  limits:\n    memory: 2Gi\nreplicas: 3\n",
    "deploy/shop/templates/shop.yaml": "spec:\n  memory: {{ .Values.resources.limits.memory }}\n",
    "deploy/bucket.tf": 'resource "store_bucket" "carts" {\n  region = var.region\n}\n\nvariable "region" {}\n',
    "shop/limits.py": """def set_memory_limit(limit):
    \"\"\"Set the limit of memory.\"\"\"
    memory.limit = limit


def create_bucket(region):
    \"\"\"Create the bucket of a region.\"\"\"
    return bucket.create(region)
""",
    "deploy/docker-compose.yml": """services:
  shop:
    environment:
      SHOP_PORT: 8080
    depends_on: [redis]
  redis:
    image: redis
""",
}


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("which migration adds cart_size", "shop/migrations/0002_cart_size.py"),
        ("where is the cart_size column added in a migration", "shop/migrations/0002_cart_size.py"),
        ("where is redis started in CI", ".github/workflows/checks.yml"),
        ("where is SHOP_PORT set in docker compose", "deploy/docker-compose.yml"),
        ("which compose file starts redis", "deploy/docker-compose.yml"),
        ("where is the memory limit set in the helm chart", "deploy/shop/values.yaml"),
        ("default memory limit in values.yaml", "deploy/shop/values.yaml"),
        ("which terraform resource creates the bucket", "deploy/bucket.tf"),
        ("where is the region of the bucket set in the terraform files", "deploy/bucket.tf"),
    ],
)
def test_a_question_for_files_of_one_purpose_is_led_by_them(ask, question, path):
    assert ask(question)[0] == path


def test_who_sets_a_variable_of_the_environment_is_told_by_settings_before_code_that_reads_it(ask):
    assert set(ask("where is SHOP_PORT set")[:2]) == {".github/workflows/checks.yml", "deploy/docker-compose.yml"}


def test_the_versions_that_are_tested_are_those_that_ci_names(ask):
    assert ask("which python versions are tested?")[0] == "tox.ini"


def test_the_same_words_without_that_purpose_lead_to_code(ask):
    assert ask("where is cart_size added")[0] == "shop/models.py"
    assert ask("where is redis started")[0] == "shop/redis.py"


@pytest.mark.parametrize(
    ("question", "path"),
    [
        ("which version of gradle is used", "gradle/wrapper/gradle-wrapper.properties"),
        ("where is the gradle version set", "gradle/wrapper/gradle-wrapper.properties"),
        ("where is the alpine version set", "deploy/Dockerfile"),
    ],
)
def test_the_version_of_a_tool_is_in_its_wrapper_that_of_a_system_in_the_container(ask, question, path):
    assert ask(question)[0] == path


@pytest.mark.parametrize(
    ("question", "path", "line"),
    [
        ("which go version is used", "go.mod", "go 1.24.0"),
        ("which go version", "go.mod", "go 1.24.0"),
        ("which spring-boot version", "desk/pom.xml", "<spring-boot.version>2.7.11</spring-boot.version>"),
        ("which laravel version", "desk/composer.json", '"laravel/framework": "13.*"'),
        ("what extras does the package have", "tool/pyproject.toml", "[project.optional-dependencies]"),
        ("dev dependencies", "tool/pyproject.toml", "[dependency-groups]"),
        ("which runner do the workflows use", ".github/workflows/checks.yml", "runs-on: ubuntu-latest"),
        ("which python versions are supported", "pyproject.toml", 'requires-python = ">=3.9"'),
        ("what are the entry points", "shop/__main__.py", "def main():"),
    ],
)
def test_the_project_is_told_by_the_line_of_a_file_of_its_own(codebase, question, path, line):
    first = seen(codebase).search(SearchQuery(question), CancelToken()).hits[0]
    assert (first.path, first.preview.strip()) == (codebase.root / path, line)


def test_dependencies_are_those_of_the_manifests_before_what_is_called_so(ask):
    assert ask("dependencies")[:3] == ["go.mod", "desk/composer.json", "tool/pyproject.toml"]
    assert "shop/extras.py" in ask("dependencies")
