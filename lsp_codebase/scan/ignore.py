"""The entries of a directory that git would leave out. Used by every walk: the index's and the tree's.

The unit is a `Scope`: the rules that hold in one directory. A walk takes `IgnoreRules.scope()` at its start and
`Scope.enter()` for each directory it goes into, and asks for a whole listing at once: most listings contain nothing
to ignore, which is found out without running Python code for each name.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from pathlib import Path

from lsp_codebase.globs import Entries, NameFilter, Rules, fold, parse, patterns
from lsp_codebase.scan.files import read_rule_file, read_rules
from lsp_codebase.scan.git_excludes import Repository, find_repository, repository_at

_BOM = "\ufeff"

RULE_FILE = ".gitignore"
"""Holds the rules of its directory. Another name, or a second one, would stand here."""


VENV_FILE = "pyvenv.cfg"
"""Marks a virtual environment of Python: nothing in its directory is source of the project."""


def is_rule_file(path: str) -> bool:
    """Whether a change of this path (with "/") changes the rules.

    A repository that comes or goes does: it has rules of its own, and those around it end there.
    """
    return path.rpartition("/")[2] in (RULE_FILE, VENV_FILE, ".git") or path.endswith(".git/info/exclude")


# the path of a directory, the names of its files as one text with a "/" behind each, those of its sub-directories
Listing = tuple[str, str, list[str]]


class IgnoreRules:
    """The paths that git would leave out below one root, plus the caller's own globs.

    Reads nested `.gitignore` files, those of the directories between the top of the repository and the root,
    `.git/info/exclude` and the user's `core.excludesFile`. A repository inside the root has its own; one around it that
    ignores the whole root has no say: a user who opens such a root wants its files. Of a linked work tree inside of its
    repository all is left out: it would be there once more. `exclude` is written as a `.gitignore`
    of the root and wins over all of them. `.git` is always ignored. A rule file is read when its directory is first
    asked about and not again: make new rules after a change. Below a `.gitignore` that cannot be read all is left out,
    since nobody can tell which files are not.
    """

    def __init__(self, root: Path, *, respect_gitignore: bool = True, exclude: Sequence[str] = ()) -> None:
        self.root = root
        self._root_length = len(root.as_posix().rstrip("/")) + 1
        self.respect_gitignore = respect_gitignore
        self.unreadable: dict[str, OSError] = {}
        """The rule files below the root that could not be read, by their relative paths."""
        self._user_lines: list[str] | None = None
        self._scopes: dict[str, Scope] = {}
        self._start = self._start_scope(find_repository(root) if respect_gitignore else None, exclude)

    def scope(self, path: str = "", listing: Collection[str] | None = None) -> Scope:
        """Return the rules of the directory `path` (relative to the root, with "/").

        `listing` holds the names of its entries, where known: it saves looking for a `.gitignore`.
        """
        if not path:
            return self._start.with_listing(listing)
        if listing is not None:
            parent, _, name = path.rpartition("/")
            return self.scope(parent).enter(name, listing)
        if path not in self._scopes:
            parent, _, name = path.rpartition("/")
            self._scopes[path] = self.scope(parent).enter(name)
        return self._scopes[path]

    def is_ignored(self, path: str, *, is_directory: bool) -> bool:
        """Whether git would leave `path` out, given that it would not leave out its parents."""
        parent, _, name = path.rpartition("/")
        return self.scope(parent).is_ignored(name, is_directory=is_directory)

    def _start_scope(self, repository: Repository | None, exclude: Sequence[str]) -> Scope:
        self._top = repository.top if repository else self.root
        prefix = self.root.relative_to(self._top).as_posix()
        self._prefix = "" if prefix == "." else prefix + "/"
        folds_case = repository.ignores_case if repository else os.name == "nt"
        self._exclude = exclude
        chain = Chain(self._repository_rules(repository, "") if repository else (), self._own(folds_case), folds_case)
        scope = Scope(self, "", chain, looked=False)
        for name in self._prefix.split("/")[:-1]:
            if scope.is_ignored(name, is_directory=True):
                return self._start_scope(None, exclude)
            scope = scope.enter(name)
        return scope

    def _own(self, folds_case: bool) -> Rules:
        return Rules(patterns(self._exclude), self._prefix, folds_case=folds_case)

    def _repository_rules(self, repository: Repository, base: str) -> tuple[Rules, ...]:
        """Return the rules of a repository that are in no `.gitignore`, the weakest first."""
        if self._user_lines is None:
            file = repository.user_excludes_file()
            self._user_lines = _lines(str(file)) if file else []
        folds_case = repository.ignores_case
        return (
            _rules(self._user_lines, base, folds_case),
            _rules(_lines(str(repository.exclude_file)), base, folds_case),
        )

    def kept_at(self, path: str, listing: Listing) -> tuple[Chain, Listing]:
        """Return the result of `kept_below` for the directory `path` (relative to the root) where a walk begins."""
        start, text, directories = listing
        files = text.split("/")[:-1]
        scope = self.scope(path, files + directories)
        files, directories = scope.kept(files, directories)
        return scope.chain, (start, _joined(files), directories)

    def kept_below(self, chain: Chain, listings: Sequence[Listing]) -> list[tuple[Chain, Listing]]:
        """Return the results of `Scope.enter` and `Scope.kept`, for many directories at once and without making scopes.

        `chain` is that of the directory above; the paths are absolute, with "/", and begin with `root` as spelled.
        Returns for each directory its own chain, and its entries that are not left out. Most listings hold nothing to
        ignore, which is found out for all of them together.
        """
        files = "".join([listing[1] for listing in listings])
        directories = "".join([_joined(listing[2]) for listing in listings if listing[2]])
        is_any_doubtful = chain.everywhere.is_any_doubtful(files, directories)
        if not is_any_doubtful and not chain.has_places:
            return [(chain, listing) for listing in listings]
        return [self._kept(chain, listing, is_any_doubtful) for listing in listings]

    def _kept(self, chain: Chain, listing: Listing, is_any_doubtful: bool) -> tuple[Chain, Listing]:
        path, text, directories = listing
        directory = f"{self._prefix}{path[self._root_length :]}/"
        matcher = chain.matcher(directory)
        is_settled = matcher is chain.everywhere and not is_any_doubtful
        if is_settled or not matcher.is_any_doubtful(text, _joined(directories)):
            return chain, listing
        files = text.split("/")[:-1]
        if ".git" in text or ".git" in directories:
            chain = self.chain_below(chain, directory, files + directories)
            matcher = chain.matcher(directory)
        files, directories = matcher.kept(files, directories)
        return chain, (path, _joined(files), directories)

    def chain_below(self, chain: Chain, directory: str, listing: Collection[str] | None) -> Chain:
        """Add the rules of `directory` itself (relative to the top, with a trailing slash or "") to `chain`."""
        if not self.respect_gitignore:
            return chain
        at = f"{self._top}/{directory}"
        if directory and (listing is None or ".git" in listing):
            repository = repository_at(Path(at))
            if repository is not None:
                folds_case = repository.ignores_case
                if repository.is_second_checkout:
                    return Chain((_rules("*", directory, folds_case),), self._own(folds_case), folds_case)
                chain = Chain(self._repository_rules(repository, directory), self._own(folds_case), folds_case)
        if listing is None or RULE_FILE in listing:
            rules = _rules(self._lines_of_directory(directory), directory, chain.folds_case)
            if rules:
                chain = chain.with_rules(rules)
        return chain

    def _lines_of_directory(self, directory: str) -> list[str]:
        try:
            return _split(read_rule_file(f"{self._top}/{directory}{RULE_FILE}", follow=False))
        except OSError as error:
            if not directory.startswith(self._prefix):
                return []  # all of the root would be left out
            self.unreadable[directory.removeprefix(self._prefix) + RULE_FILE] = error
            return ["*"]


class Scope:
    """The rules that hold for the entries of one directory."""

    __slots__ = ("_chain", "_directory", "_looked", "_matcher", "_rules")

    def __init__(self, rules: IgnoreRules, directory: str, chain: Chain, *, looked: bool = True) -> None:
        self._rules = rules
        self._directory = directory
        self._chain = chain
        self._looked = looked
        self._matcher: _Matcher | None = None

    def with_listing(self, listing: Collection[str] | None) -> Scope:
        """Return this scope after its directory's own `.gitignore` was looked for."""
        if not self._looked:
            self._chain = self._rules.chain_below(self._chain, self._directory, listing)
            self._looked = True
        return self

    def enter(self, name: str, listing: Collection[str] | None = None) -> Scope:
        """Return the scope of the sub-directory `name`; `listing` as in `IgnoreRules.scope`."""
        directory = f"{self._directory}{name}/"
        chain = self._chain if self._looked else self.with_listing(None)._chain
        if listing is None or RULE_FILE in listing or ".git" in listing:
            chain = self._rules.chain_below(chain, directory, listing)
        return Scope(self._rules, directory, chain)

    def is_ignored(self, name: str, *, is_directory: bool) -> bool:
        """Whether the entry `name` is left out. A link to a directory is not a directory, as for git."""
        return self._rules_here().is_ignored(name, is_directory)

    def kept(self, files: list[str], directories: list[str]) -> tuple[list[str], list[str]]:
        """Return the entries of this directory that are not left out, given all of them."""
        return self._rules_here().kept(files, directories)

    @property
    def chain(self) -> Chain:
        """The rules that hold here and below, for `IgnoreRules.kept_below`."""
        return self.with_listing(None)._chain

    def _rules_here(self) -> _Matcher:
        if self._matcher is None:
            self._matcher = self.with_listing(None)._chain.matcher(self._directory)
        return self._matcher


class Chain:
    """The rules of all files that hold below a directory, the weakest first, then those of the caller."""

    def __init__(self, rules: Sequence[Rules], own: Rules, folds_case: bool) -> None:
        self.folds_case = folds_case
        self._rules = tuple(filter(None, rules))
        self._own = own
        self._strongest_first = tuple(filter(None, (own, *reversed(self._rules))))
        self._held_everywhere = [rules.everywhere for rules in self._strongest_first]
        self.has_places = any(rules.has_places for rules in self._strongest_first)

    def with_rules(self, rules: Rules) -> Chain:
        """Return the chain below a directory with one more rule file."""
        return Chain((*self._rules, rules), self._own, self.folds_case)

    @cached_property
    def everywhere(self) -> _Matcher:
        """The matcher wherever no rule is about the place."""
        return _Matcher([*zip(self._strongest_first, self._held_everywhere, strict=True)], self.folds_case)

    def matcher(self, directory: str) -> _Matcher:
        """Return the matcher for the entries of `directory`; `everywhere` where no rule is about the place."""
        if not self.has_places:
            return self.everywhere
        here = fold(directory) if self.folds_case else directory
        held = [rules.entries(here) for rules in self._strongest_first]
        if held == self._held_everywhere:
            return self.everywhere
        return _Matcher([*zip(self._strongest_first, held, strict=True)], self.folds_case)


class _Matcher:
    """Decides about the names of one listing: by the first rules with a matching pattern, in them by the last one."""

    def __init__(self, rules: Sequence[tuple[Rules, tuple[Entries, ...]]], folds_case: bool) -> None:
        self._rules = [(one, entries) for one, entries in rules if entries]
        self._entries = [entries for _, several in self._rules for entries in several]
        self._folds_case = folds_case

    def is_ignored(self, name: str, is_directory: bool) -> bool:
        """Whether the entry is left out."""
        if name == ".git":
            return True
        name = self._folded(name)
        for rules, several in self._rules:
            number = max([entries.last(name, is_directory) for entries in several])
            if number >= 0:
                return rules.hides(number)
        return False

    def is_any_doubtful(self, files: str, directories: str) -> bool:
        """Whether any of the names, each with a "/" behind, may be left out or is that of a rule file."""
        if any(".git/" in text or f"{RULE_FILE}/" in text for text in (files, directories)):
            return True
        files, directories = self._folded(files), self._folded(directories)
        return any(one.files.may_find(files) or one.directories.may_find(directories) for one in self._entries)

    def kept(self, files: list[str], directories: list[str]) -> tuple[list[str], list[str]]:
        """Return the entries that are not left out."""
        doubtful = self._doubtful(files, [entries.files for entries in self._entries])
        doubtful_directories = self._doubtful(directories, [entries.directories for entries in self._entries])
        return (
            [name for name in files if name not in doubtful or not self.is_ignored(name, False)],
            [name for name in directories if name not in doubtful_directories or not self.is_ignored(name, True)],
        )

    def _doubtful(self, names: Sequence[str], sieves: Sequence[NameFilter]) -> set[str]:
        found = {".git"}
        if self._folds_case:
            spelled = [fold(name) for name in names]
            candidates = set().union(*(sieve.candidates(spelled) for sieve in sieves))
            found.update(name for name, folded in zip(names, spelled, strict=True) if folded in candidates)
        else:
            found.update(*(sieve.candidates(names) for sieve in sieves))
        return found

    def _folded(self, text: str) -> str:
        return fold(text) if self._folds_case else text


def _joined(names: Sequence[str]) -> str:
    """Return the names as one text, a "/" behind each."""
    return "/".join(names) + "/" if names else ""


def _rules(lines: Iterable[str], base: str, folds_case: bool) -> Rules:
    return Rules(filter(None, map(parse, lines)), base, folds_case=folds_case)


def _lines(path: str) -> list[str]:
    """Read a rule file; none where there is none."""
    return _split(read_rules(path))


def _split(text: str) -> list[str]:
    return [line.removesuffix("\r") for line in text.removeprefix(_BOM).split("\n")] if text else []
