"""The names of languages as people write them: ours, those of LSP, common ones, the endings of their files."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping

from lsp_codebase.parse.languages import LANGUAGES

# Names that are neither ours, nor an id of LSP, nor the ending of a file: lower case, words joined by "-".
_COMMON: Mapping[str, str] = {
    "asm": "assembly assembler",
    "bash": "shell shell-script sh zsh ksh",
    "bat": "batch batchfile dosbatch",
    "c": "h",  # a header may be of any of three
    "clojure": "clojurescript",
    "coffeescript": "coffee-script",
    "commonlisp": "common-lisp",
    "cpp": "c++ cplusplus h",
    "csharp": "c#",
    "cuda": "cuda-cpp",
    "dockerfile": "docker",
    "elisp": "emacslisp",
    "fsharp": "f#",
    "gitcommit": "commit-message",
    "go": "golang",
    "javascript": "node nodejs ecmascript",
    "jinja": "jinja-html django-html html-django",
    "jsonc": "json-with-comments",
    "jupyter": "notebook jupyter-notebook",
    "make": "gnumake",
    "matlab": "octave",
    "objc": "objectivec objective-cpp objective-c++ objc++ h",
    "pascal": "delphi object-pascal",
    "perl": "perl5",
    "powershell": "pwsh",
    "proto": "protobuf protocol-buffers",
    "python": "python3",
    "query": "tree-sitter-query",
    "raku": "perl6",
    "rst": "re-structured-text",
    "text": "plain-text",
    "vb": "visual-basic visualbasic vbnet vb.net vbscript",
    "verilog": "system-verilog",
    "vim": "viml vimscript vim-script",
    "wat": "wasm webassembly",
}


def _folded(word: str) -> str:
    """Return a name so that letter case, blanks, underscores and a leading dot or `*.` do not matter."""
    return re.sub(r"[\s_]+", "-", word.strip().lower().removeprefix("*").removeprefix("."))


def _by_word() -> Mapping[str, tuple[str, ...]]:
    """Map each word to the languages it may mean. A name of ours means nothing else, nor does an id of LSP."""
    ids, common, endings = (defaultdict[str, list[str]](list) for _ in range(3))
    for name, language in LANGUAGES.items():
        ids[language.lsp_id].append(name)
        for word in _COMMON.get(name, "").split():
            common[word].append(name)
        for ending in language.extensions:
            endings[_folded(ending)].append(name)
    names = {_folded(name): [name] for name in LANGUAGES}
    return {word: tuple(found) for word, found in (endings | common | ids | names).items()}


_BY_WORD = _by_word()

LANGUAGE_WORDS = frozenset(_BY_WORD)
"""Every word that names a language, in lower case."""


def languages_named(word: str) -> tuple[str, ...]:
    """Return the registry names of the languages that a word means, none if it names none.

    An ending that several languages share means all of them.
    """
    return _BY_WORD.get(_folded(word), ())


def other_names(name: str) -> tuple[str, ...]:
    """Return the words that mean a language besides its own name and the endings of its files."""
    lsp_id = LANGUAGES[name].lsp_id
    words = dict.fromkeys((lsp_id, *_COMMON.get(name, "").split()))
    return tuple(word for word in words if word != name and name in languages_named(word))
