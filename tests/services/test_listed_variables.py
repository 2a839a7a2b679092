"""Variables of the environment are listed where code reads them, however its language does."""

import pytest
from codebases import indexed, places_of

from lsp_codebase.model import CancelToken, SearchQuery
from lsp_codebase.search.intents.listings import variables

ASKED = "list all environment variables"
READS = {
    "cmd/call.go": 'package cmd\n\nvar url = os.Getenv("TILL_URL")\n',
    "cmd/constant.go": 'package cmd\n\nconst urlEnvKey = "TILL_URL"\n',
    "cmd/flag.go": 'package cmd\n\nvar flag = cli.StringFlag{\n\tEnvVars: []string{"TILL_URL"},\n}\n',
    "src/of_constant.rs": "fn url() -> Option<String> {\n    std::env::var(TILL_URL).ok()\n}\n",
    "src/built.rs": 'const URL: &str = env!("TILL_URL");\n',
    "till/key.py": "import os\n\nURL = os.environ['TILL_URL']\n",
    "till/key.rb": "URL = ENV.fetch('TILL_URL')\n",
    "web/chained.ts": "export const url = process?.env?.TILL_URL;\n",
    "web/member.ts": "export const url = process.env.TILL_URL ?? '';\n",
    "web/taken.js": "const { OTHER_URL, TILL_URL = '' } = process.env;\n",
    "cmake/till.cmake": 'set(URL "$ENV{TILL_URL}")\n',
    "till/compared.py": "import os\n\nIS_SET = os.environ['TILL_URL'] == '1'\n",
}
DOES_NOT = {
    "till/given.py": "import os\n\nos.environ['TILL_URL'] = 'x'\n",
    "web/given.ts": "process.env.TILL_URL = 'x';\n",
    "cmd/other.go": "package cmd\n\nvar late = expire(env, node, enums.TILL_URL)\n",
    "src/prose.rs": "/// Fills in environment variables. Supports the following (TILL_URL) syntax.\nfn fill() {}\n",
    "till/page.py": "def page(env):\n    return env.get_template(TILL_URL)\n",
    "till/named.py": "MORE_ENVIRONMENT_OPTIONS = getattr(options, 'TILL_URL', [])\n",
    "Makefile": "TILL_URL ?= $(shell go env TILL_URL)\n\nall:\n\tenv TILL_URL=$(TILL_URL) run\n",
    "till.cpp": "void open() {\n  allocate(SQL_HANDLE_ENV, TILL_URL, &henv);\n}\n",
}


def _listed(codebase, question=ASKED):
    answer = codebase.search(SearchQuery(question, limit=20), CancelToken())
    return places_of(codebase, answer) if "variables of the environment" in "".join(answer.notes) else []


@pytest.fixture(scope="module")
def read(tmp_path_factory):
    with indexed(tmp_path_factory.mktemp("read"), _apart(READS)) as codebase:
        yield _listed(codebase)


def _apart(files):
    """Return files in which each has a name of its own for the variable."""
    return {path: text.replace("TILL_URL", _name(path)) for path, text in files.items()}


def _name(path):
    return f"TILL_{path.upper().translate(str.maketrans('./', '__'))}"


@pytest.mark.parametrize("path", READS)
def test_code_reads_a_variable(read, path):
    assert path in {place.rpartition(":")[0] for place in read}


@pytest.mark.parametrize("path", DOES_NOT)
def test_giving_a_value_and_prose_read_none(tmp_path, path):
    with indexed(tmp_path, {**_apart({path: DOES_NOT[path]}), "till/key.py": READS["till/key.py"]}) as codebase:
        assert _listed(codebase) == ["till/key.py:3"]


def test_a_reader_that_reads_one_alone_is_the_project(tmp_path):
    files = {"server/main.go": READS["cmd/call.go"], "cmd/other.go": 'package cmd\n\nvar a = os.Getenv("TILL_KEY")\n'}
    with indexed(tmp_path, files) as codebase:
        assert _listed(codebase, "which env vars does the server read") == ["cmd/other.go:3", "server/main.go:3"]


def test_tests_that_name_their_surroundings_so_hide_no_variable(tmp_path, monkeypatch):
    tests = {f"cmd/{n}_test.go": "package cmd\n\nfunc TestPay(t *testing.T) {\n\tenv.Pay()\n}\n" for n in range(9)}
    monkeypatch.setattr(variables, "_MOST_CHUNKS", 5)
    with indexed(tmp_path, {"cmd/call.go": READS["cmd/call.go"], **tests}) as codebase:
        assert _listed(codebase) == ["cmd/call.go:3"]
