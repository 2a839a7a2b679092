"""What git would leave out of a directory. Used by every walk: the index's and the tree's.

The unit is a `Scope`: the rules that hold in one directory. A walk takes `IgnoreRules.scope()` at its start and
`Scope.enter()` for each directory it goes into, and asks for a whole listing at once: most listings contain nothing
to ignore, and that is found out without running Python code for each name.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterable, Sequence
from functools import cached_property, lru_cache
from pathlib import Path

from lsp_codebase.scan.files import read_rules
from lsp_codebase.scan.git_excludes import Repository, find_repository, repository_at
from lsp_codebase.scan.wildmatch import Pattern, parse

_BOM = "\ufeff"
_RULE_FILES = frozenset({".git", ".gitignore"})

# the path of a directory, the names of its files as one text with a "/" behind each, those of its sub-directories
Listing = tuple[str, str, list[str]]


class IgnoreRules:
    """What git would leave out below one root, plus the caller's own globs.

    Reads nested `.gitignore` files, those of the directories between the top of the repository and the root,
    `.git/info/exclude` and the user's `core.excludesFile`. A repository inside the root has its own; one around it that
    ignores the whole root has no say: who opens such a root wants what is in it. `exclude` is written as a `.gitignore`
    of the root and wins over all of them. `.git` is always ignored. A rule file is read when its directory is first
    asked about and not again: make new rules after a change.
    """

    def __init__(self, root: Path, *, respect_gitignore: bool = True, exclude: Sequence[str] = ()) -> None:
        self.root = root
        self.respect_gitignore = respect_gitignore
        self._user_lines: tuple[str, ...] | None = None
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
        self._exclude = tuple(_rules(exclude, self._prefix))
        rules = self._repository_rules(repository, "") if repository else ()
        folds_case = repository.ignores_case if repository else os.name == "nt"
        scope = Scope(self, "", Chain(rules, self._exclude, folds_case), looked=False)
        for name in self._prefix.split("/")[:-1]:
            if scope.is_ignored(name, is_directory=True):
                return self._start_scope(None, exclude)
            scope = scope.enter(name, None if self.respect_gitignore else ())
        return scope

    def _repository_rules(self, repository: Repository, base: str) -> tuple[_Rule, ...]:
        if self._user_lines is None:
            file = repository.user_excludes_file()
            self._user_lines = tuple(_lines(str(file))) if file else ()
        return (*_rules(self._user_lines, base), *_rules(_lines(str(repository.exclude_file)), base))

    def kept_at(self, path: str, listing: Listing) -> tuple[Chain, Listing]:
        """Return what `kept_below` does, for the directory `path` (relative to the root) where a walk begins."""
        start, text, directories = listing
        files = text.split("/")[:-1]
        scope = self.scope(path, files + directories)
        files, directories = scope.kept(files, directories)
        return scope.chain, (start, _joined(files), directories)

    def kept_below(self, chain: Chain, listings: Sequence[Listing]) -> list[tuple[Chain, Listing]]:
        """Return what `Scope.enter` and `Scope.kept` would, for many directories at once and without making scopes.

        `chain` is that of the directory above; the paths are absolute and begin as `root` is spelled. Returns for each
        directory its own chain, and of its entries those that are not left out. Most listings hold nothing to ignore,
        which is found out for all of them together.
        """
        files = "".join([listing[1] for listing in listings])
        directories = "".join([_joined(listing[2]) for listing in listings if listing[2]])
        is_any_doubtful = chain.everywhere.is_any_doubtful(files, directories)
        if not is_any_doubtful and not chain.has_places:
            return [(chain, listing) for listing in listings]
        return [self._kept(chain, listing, is_any_doubtful) for listing in listings]

    def _kept(self, chain: Chain, listing: Listing, is_any_doubtful: bool) -> tuple[Chain, Listing]:
        path, text, directories = listing
        directory = f"{self._prefix}{path[len(str(self.root).rstrip('/')) + 1 :]}/"
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
        """Add what `directory` (relative to the top, with a trailing slash or "") itself says to `chain`."""
        if not self.respect_gitignore:
            return chain
        at = f"{self._top}/{directory}"
        if directory and (listing is None or ".git" in listing):
            repository = repository_at(Path(at))
            if repository is not None:
                rules = self._repository_rules(repository, directory)
                chain = Chain(rules, self._exclude, repository.ignores_case)
        if listing is None or ".gitignore" in listing:
            rules = tuple(_rules(_lines(at + ".gitignore", follow=False), directory))
            if rules:
                chain = Chain(chain.rules + rules, self._exclude, chain.folds_case)
        return chain


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
        if listing is None or ".gitignore" in listing or ".git" in listing:
            chain = self._rules.chain_below(chain, directory, listing)
        return Scope(self._rules, directory, chain)

    def is_ignored(self, name: str, *, is_directory: bool) -> bool:
        """Whether the entry `name` is left out. A link to a directory is not a directory, as for git."""
        return not any(self.kept([], [name]) if is_directory else self.kept([name], []))

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


class _Rule:
    """A pattern and the directory of the file it comes from (relative to the top, trailing slash or "")."""

    __slots__ = ("base", "pattern")

    def __init__(self, pattern: Pattern, base: str) -> None:
        self.pattern = pattern
        self.base = base

    @property
    def literal_directory(self) -> str | None:
        """The only directory whose entries the rule can match, in the form of `base`, when there is one."""
        if self.pattern.literal_directory is None:
            return None
        return self.base + self.pattern.literal_directory + ("/" if self.pattern.literal_directory else "")


class Chain:
    """All rules that hold below a directory, the weakest first, arranged to find those of one directory fast."""

    def __init__(self, rules: tuple[_Rule, ...], exclude: tuple[_Rule, ...], folds_case: bool) -> None:
        self.rules = rules
        self.folds_case = folds_case
        self._all = rules + exclude
        self._exclude = exclude
        self._located = {rule.literal_directory for rule in self._all}
        roaming = [r for r in self._all if r.pattern.directory is not None and r.literal_directory is None]
        self._roaming = [_directory_test(rule.base, rule.pattern.directory or "", folds_case) for rule in roaming]
        if folds_case:
            self._located = {directory and directory.lower() for directory in self._located}

    @property
    def has_places(self) -> bool:
        """Whether any rule is about certain directories below the top only."""
        return bool(self._roaming) or not self._located <= {None, ""}

    @cached_property
    def everywhere(self) -> _Matcher:
        """What decides wherever no rule is about the place."""
        return _Matcher([rule.pattern for rule in self._all if rule.pattern.directory is None], self.folds_case)

    def matcher(self, directory: str) -> _Matcher:
        """Return what decides about the entries of `directory`; shared where no rule is about a place."""
        here = directory.lower() if self.folds_case else directory
        if here in self._located or (self._roaming and any(test.match(directory) for test in self._roaming)):
            return _Matcher([rule.pattern for rule in self._all if self._holds(rule, directory)], self.folds_case)
        return self.everywhere

    def _holds(self, rule: _Rule, directory: str) -> bool:
        wanted = rule.pattern.directory
        return wanted is None or bool(_directory_test(rule.base, wanted, self.folds_case).match(directory))


class _Matcher:
    """Decides about the names of one listing; the last pattern that matches wins."""

    def __init__(self, patterns: Sequence[Pattern], folds_case: bool) -> None:
        self._verdicts = [
            (_name_test(pattern.name, folds_case).fullmatch, pattern.directory_only, not pattern.negated)
            for pattern in reversed(patterns)
        ]
        hiding = [pattern for pattern in patterns if not pattern.negated]
        self._directories = _Sieve(hiding, folds_case)
        self._files = _Sieve([pattern for pattern in hiding if not pattern.directory_only], folds_case)

    def is_ignored(self, name: str, is_directory: bool) -> bool:
        """Whether the entry is left out."""
        if name == ".git":
            return True
        for matches, directory_only, hides in self._verdicts:
            if (is_directory or not directory_only) and matches(name):
                return hides
        return False

    def is_any_doubtful(self, files: str, directories: str) -> bool:
        """Whether any of the names, each with a "/" behind, may be left out or is that of a rule file."""
        return self._files.may_find(files) or self._directories.may_find(directories)

    def kept(self, files: list[str], directories: list[str]) -> tuple[list[str], list[str]]:
        """Return the entries that are not left out."""
        doubtful_files, doubtful = self._files.candidates(files), self._directories.candidates(directories)
        return (
            [name for name in files if name not in doubtful_files or not self.is_ignored(name, False)],
            [name for name in directories if name not in doubtful or not self.is_ignored(name, True)],
        )


class _Sieve:
    """Finds the few names that a pattern could hide: equal to, ending with, or matching one."""

    def __init__(self, patterns: Sequence[Pattern], folds_case: bool) -> None:
        suffixes = {p.suffix for p in patterns if p.suffix is not None and not folds_case}
        globs = [p.name for p in patterns if folds_case or (p.literal is None and p.suffix is None)]
        self._literals = {p.literal for p in patterns if p.literal is not None and not folds_case}
        self._suffixes = tuple(suffixes)
        ends = "|".join(sorted(map(re.escape, suffixes)))
        self._has_suffix = re.compile(f"(?:{ends})/").search if suffixes else None
        self._globs = re.compile(f"/({'|'.join(globs)})(?=/)", _flags(folds_case)) if globs else None

    def may_find(self, text: str) -> bool:
        """Whether any of the names, each with a "/" behind, may be hidden or is that of a rule file.

        Looks through the whole text, which is several times as fast as asking each name.
        """
        if ".git/" in text or ".gitignore/" in text:
            return True
        if self._has_suffix is not None and self._has_suffix(text) is not None:
            return True
        if self._literals and not self._literals.isdisjoint(text.split("/")):
            return True
        return self._globs is not None and self._globs.search("/" + text) is not None

    def candidates(self, names: Sequence[str]) -> set[str]:
        """Return the names that may be hidden."""
        found = self._literals.intersection(names)
        if ".git" in names:
            found.add(".git")
        if self._suffixes:
            found.update([name for name in names if name.endswith(self._suffixes)])
        if self._globs is not None:
            found.update(self._globs.findall("/" + _joined(names)))
        return found


def _joined(names: Sequence[str]) -> str:
    """Return the names as one text, a "/" behind each."""
    return "/".join(names) + "/" if names else ""


# Both are asked for again in every directory; Python itself remembers 512.
@lru_cache(maxsize=8192)
def _directory_test(base: str, directory: str, folds_case: bool) -> re.Pattern[str]:
    return re.compile(f"{re.escape(base)}{directory}\\Z", _flags(folds_case))


@lru_cache(maxsize=8192)
def _name_test(name: str, folds_case: bool) -> re.Pattern[str]:
    return re.compile(name, _flags(folds_case))


def _flags(folds_case: bool) -> re.RegexFlag:
    return re.DOTALL | re.IGNORECASE if folds_case else re.DOTALL


def _rules(lines: Iterable[str], base: str) -> Iterable[_Rule]:
    return [_Rule(pattern, base) for line in lines if (pattern := parse(line)) is not None]


def _lines(path: str, *, follow: bool = True) -> list[str]:
    """Read a rule file; none where there is none."""
    text = read_rules(path, follow=follow)
    return [line.removesuffix("\r") for line in text.removeprefix(_BOM).split("\n")]
