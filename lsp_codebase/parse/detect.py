"""Which language a file is written in, from its name and its first bytes."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from lsp_codebase.parse.languages import LANGUAGES, Language

__all__ = ["LANGUAGES", "Language", "detect_language"]


def _index(keys: Callable[[Language], Iterable[str]]) -> dict[str, str]:
    """Map every key to the first language of the table that has it."""
    index: dict[str, str] = {}
    for language in LANGUAGES.values():
        for key in keys(language):
            index.setdefault(key, language.name)
    return index


_BY_FILE_NAME = _index(lambda language: language.file_names)
_BY_EXTENSION = _index(lambda language: language.extensions)
_BY_SHEBANG = _index(lambda language: language.shebangs)
_BY_MODE = _index(lambda language: (language.name, language.lsp_id)) | {
    "c++": "cpp",
    "cperl": "perl",
    "emacs-lisp": "elisp",
    "js": "javascript",
    "js2": "javascript",
    "ksh": "bash",
    "lisp": "commonlisp",
    "makefile": "make",
    "objective-c": "objc",
    "sh": "bash",
    "shell-script": "bash",
    "systemverilog": "verilog",
    "zsh": "bash",
}

# Families of names: the group that matches is the language. One expression, because every file is asked.
_FAMILIES = re.compile(
    r"(?P<dockerfile>(?i:(?:.*[._-])?(?:dockerfile|containerfile)(?:\..*)?))"
    r"|(?P<make>(?:GNU)?[Mm]akefile\..*)"
    r"|(?P<requirements>requirements[\w.-]*\.(?:txt|in)|constraints[\w.-]*\.txt)"
    r"|(?P<dotenv>\.env\..*)"
    r"|(?P<kconfig>Kconfig\..*)"
    r"|(?P<jsonc>(?:ts|js)config\..*json)"
    r"|(?P<groovy>Jenkinsfile\..*)"
)


def _at_line(pattern: bytes) -> bytes:
    """Return a pattern that begins at a line as one that begins at the line end before it: `re` finds those faster."""
    return b"\n" + pattern[1:] if pattern.startswith(b"^") else pattern


# Extensions that several languages share: the first pattern found in the head decides, else the last name.
_SHARED: dict[str, tuple[tuple[re.Pattern[bytes], str], ...]] = {
    extension: tuple((re.compile(_at_line(pattern), re.MULTILINE), name) for pattern, name in rules)
    for extension, rules in {
        "as": ((rb"^\s*(?:#include|\.(?:text|globl))", "unknown"),),
        "bas": ((rb"^\d+ ", "unknown"),),
        "cls": ((rb"\\(?:Provides|Needs|LoadClass)", "latex"), (rb"^\s*(?:public|global|private)\s", "apex")),
        "d": ((rb"^\S+\.o\b.*:", "make"), (rb"^#!.*dtrace|^\s*\w+:\w*:\w*:\w*\s*$", "unknown")),
        "fs": ((rb"^#version|\bgl_FragColor|void\s+main\s*\(", "glsl"),),
        "h": (
            (rb"^\s*(?:@(?:interface|protocol|class|end)\b|#import\b)", "objc"),
            (
                # Each alternative begins with a letter, by which `re` rules it out: half of the time.
                rb"^[ \t]*(?:namespace\b|inline namespace\b|template ?<|using \w|public ?:|private ?:|protected ?:"
                rb"|class [\w: ]+[{:;]|class \w+\s*\{|enum class \w|constexpr\b|inline constexpr\b|static constexpr\b"
                rb"|#[ \t]*include <\w+>)",
                "cpp",
            ),
            (rb"std::", "cpp"),
            (rb"static_cast<", "cpp"),
            (rb"nullptr", "cpp"),
            (rb"operator ?(?:\(\)|[^\w\s()]{1,3}) ?\(", "cpp"),
            (rb"const [\w:]+ ?& ?\w+[,)]", "cpp"),
            (rb"-\*-[^\n]*C\+\+", "cpp"),
        ),
        "inc": ((rb"^<\?php", "php"), (rb"^\s*#\s*(?:include|define|if)", "cpp"), (rb"^\w+\s*[?:+]?=", "bitbake")),
        "m": ((rb"^\s*(?:@(?:implementation|interface|import|protocol|class)\b|#\s*(?:import|include))", "objc"),),
        "pl": ((rb"^:-\s|^\w+\([^)]*\)\s*:-", "prolog"),),
        "pp": ((rb"^\s*(?:class|define|node)\s+[\w:]+\s*[({]|=>\s*['\"$]", "puppet"),),
        "pro": ((rb"^\s*(?:QT|TARGET|TEMPLATE|SOURCES)\s*[+=]", "unknown"),),
        "r": ((rb"^\s*rebol\b", "unknown"),),
        "rs": ((rb"^<\?xml", "xml"),),
        "s": ((rb"<-\s*function", "r"),),
        "sc": ((rb"\bSynthDef\b|\{\s*\|", "unknown"),),
        "scm": ((rb"^\s*\((?:define|module|use-modules|import|library|let|lambda|display)\b|^#!.*guile", "scheme"),),
        # Translations of Qt: at the beginning, for template literals hold such lines too.
        "ts": ((rb"\A\n(?:\xef\xbb\xbf)?\s*<(?:\?xml|TS\b|!DOCTYPE TS>|!--)", "xml"),),
        "t": ((rb"^\s*(?:pub|let)\s", "unknown"),),
        "v": (
            (rb"^\s*(?:module\s+\w+\s*(?:#|\(|;)|`(?:timescale|include|define))", "verilog"),
            (rb"^\s*(?:Require|Theorem|Lemma|Definition|Inductive|Section)\b", "coq"),
            (rb"^\s*(?:fn|pub fn|import|module)\s+\w+", "v"),
        ),
    }.items()
}

_SHEBANG = re.compile(rb"#!\s*(\S+)((?:[ \t]+\S+)*)")
_EMACS_MODE = re.compile(rb"-\*-(?:[^\n]*?\bmode:)?\s*([\w+#-]+)\s*(?:;[^\n]*?)?-\*-", re.IGNORECASE)
_VIM_MODE = re.compile(rb"\b(?:vim?|ex):[^\n]*?\b(?:ft|filetype|syntax)=([\w+#-]+)")


def detect_language(path: str, head: bytes = b"") -> str:
    """Return the registry name for a file, "unknown" if nothing tells.

    Tried in order: file name, extension (lower-cased; the head decides where languages share one), shebang, modeline.
    `head` is the first few kilobytes; without it only the name is used.
    """
    name = path.rpartition("/")[2]
    found = _BY_FILE_NAME.get(name)
    if found is not None:
        return found
    family = _FAMILIES.fullmatch(name)
    if family is not None and family.lastgroup:
        return family.lastgroup
    extension = name.rpartition(".")[2].lower() if "." in name else ""
    found = _by_extension(extension, head) if extension else None
    return found or _by_shebang(head) or _by_modeline(head) or "unknown"


def language_of_word(word: str) -> str | None:
    """Return the registry name for a word behind a fence or in a modeline: a name, id or extension."""
    word = word.lower()
    return _BY_MODE.get(word) or _BY_EXTENSION.get(word) or _BY_SHEBANG.get(word)


def _by_extension(extension: str, head: bytes) -> str | None:
    shared = _SHARED.get(extension) if head else None
    if shared:
        head = b"\n" + head[:8192]
        for pattern, name in shared:
            if pattern.search(head):
                return name
    return _BY_EXTENSION.get(extension)


def _by_shebang(head: bytes) -> str | None:
    match = _SHEBANG.match(head)
    if match is None:
        return None
    words = [match[1].rpartition(b"/")[2], *match[2].split()]
    if words[0] == b"env":
        words = [word for word in words[1:] if not word.startswith(b"-") and b"=" not in word]
    if not words:
        return None
    program = words[0].decode("ascii", "replace")
    return _BY_SHEBANG.get(program) or _BY_SHEBANG.get(program.rstrip("0123456789.-"))


def _by_modeline(head: bytes) -> str | None:
    first_lines = b"\n".join(head.split(b"\n", 5)[:5])
    for pattern in (_EMACS_MODE, _VIM_MODE):
        match = pattern.search(first_lines)
        if match is not None:
            found = language_of_word(match[1].decode("ascii", "replace"))
            if found is not None:
                return found
    return None
