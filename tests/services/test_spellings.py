"""A name is found first by every spelling of its words, in an index of real files in several languages."""

import pytest
from codebases import indexed

from lsp_codebase.indexes.names import fold
from lsp_codebase.model import CancelToken

WORDS = [
    ("http", "response"),
    ("utf", "8", "decode"),
    ("xml", "http", "request"),
    ("get", "user"),
    ("parse", "json", "2", "yaml"),
    ("read", "config", "file"),
    ("sha", "256", "sum"),
    ("open", "io", "stream"),
]
TITLE = {"http": "HTTP", "utf": "UTF", "xml": "XML", "json": "JSON", "sha": "SHA", "io": "IO"}


def styles(words: tuple[str, ...]) -> dict[str, str]:
    """A spelling for each of the languages it is usual in."""
    title = [word.title() for word in words]
    return {
        "snake.py": "_".join(words),
        "camel.js": words[0] + "".join(title[1:]),
        "Pascal.java": "".join(title),
        "acronym.go": "".join(TITLE.get(word, word.title()) for word in words),
        "constant.rs": "_".join(words).upper(),
        "kebab.css": "-".join(words),
        "kebab.clj": "-".join(words),
    }


def define(path: str, name: str) -> str:
    return {
        "snake.py": f"def {name}(): pass\n",
        "camel.js": f"function {name}() {{}}\n",
        "Pascal.java": f"class {name} {{}}\n",
        "acronym.go": f"func {name}() {{}}\n",
        "constant.rs": f"pub const {name}: u8 = 1;\n",
        "kebab.css": f".{name} {{ color: red }}\n",
        "kebab.clj": f"(defn {name} [] 1)\n",
    }[path]


@pytest.fixture(scope="module")
def codebase(tmp_path_factory):
    files: dict[str, str] = {}
    for words in WORDS:
        for path, name in styles(words).items():
            # The first ones lie among tests, which count for less.
            place = f"tests/{path}" if words == WORDS[0] else path
            files[place] = files.get(place, "") + define(path, name)
        snake = "_".join(words)
        # Longer names, in a file of their name: what stands before spellings where only letters count.
        files[f"{snake}.py"] = f"class {snake}_of: pass\n\n\nclass {snake}_handler: pass\n\n\ndef my_{snake}(): pass\n"
    with indexed(tmp_path_factory.mktemp("spellings"), files, embedding_model="none") as codebase:
        yield codebase


@pytest.mark.parametrize("words", WORDS, ids="-".join)
def test_every_spelling_finds_itself_and_then_the_others_before_any_other_name(codebase, words):
    letters = "".join(words)
    spellings = set(styles(words).values())
    for typed in spellings:
        hits = [hit.symbol.name for hit in codebase.symbols(typed, CancelToken()).hits]
        same = [name for name in hits if fold(name).letters == letters]
        assert hits[0] == typed
        assert set(same) == spellings
        assert hits[: len(same)] == same, f"{typed}: {hits[: len(same) + 2]}"
