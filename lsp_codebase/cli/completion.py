"""`completion`: the completion script of a shell, made from the parser."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Literal

from lsp_codebase.cli.exit_codes import DONE
from lsp_codebase.cli.parser import build_parser, commands_of

_PROGRAM = "lsp-codebase"


@dataclass(frozen=True, slots=True)
class Value:
    """The value of an option or a place: one of some words, or any of its kind."""

    name: str
    kind: Literal["words", "language", "file", "folder", "any"]
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Option:
    """An option of a command; without a `value` it is a switch."""

    names: tuple[str, ...]
    help: str
    value: Value | None
    is_repeatable: bool


@dataclass(frozen=True, slots=True)
class Command:
    """A command with its options and places; the last place may be given again and again."""

    name: str
    help: str
    options: tuple[Option, ...]
    places: tuple[Value, ...]
    repeats_last: bool


def completion(options: argparse.Namespace) -> int:
    """Print the script of a shell."""
    from lsp_codebase.search import accepted_languages

    languages = " ".join(one.name for one in accepted_languages())
    for line in _SCRIPTS[options.shell](commands(), languages):
        print(line)
    return DONE


def commands() -> list[Command]:
    """Return the commands of the parser."""
    parser = build_parser()
    (listed,) = (one for one in parser._actions if isinstance(one, argparse._SubParsersAction))
    helps = {one.dest: one.help or "" for one in listed._choices_actions}
    return [_command(name, helps[name], one) for name, one in commands_of(parser).items()]


def _command(name: str, text: str, parser: argparse.ArgumentParser) -> Command:
    options, places = [], []
    repeats_last = False
    for action in parser._actions:
        value = None if action.nargs == 0 else _value(action)
        if action.option_strings:
            is_repeatable = isinstance(action, argparse._AppendAction)
            options.append(Option(tuple(action.option_strings), _plain(action.help or ""), value, is_repeatable))
        elif value is not None:
            places.append(value)
            repeats_last = action.nargs == "*"
    return Command(name, _plain(text), tuple(options), tuple(places), repeats_last)


def _value(action: argparse.Action) -> Value:
    name = str(action.metavar or action.dest)
    if action.choices is not None:
        return Value(name, "words", tuple(map(str, action.choices)))
    if name == "LANG":
        return Value(name, "language")
    if name == "DIR":
        return Value(name, "folder")
    return Value(name, "file" if action.type is Path or name.startswith("FILE") else "any")


def _plain(text: str) -> str:
    return text.replace("%%", "%")


def bash(commands: Sequence[Command], languages: str) -> Iterator[str]:
    """Yield the script of bash, 3.2 and newer. Where nothing is offered it completes names of files."""
    yield f"# bash completion of {_PROGRAM}; made by: {_PROGRAM} completion bash"
    yield "_lsp_codebase() {"
    yield '    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} words="" command=${COMP_WORDS[1]}'
    yield f'    local languages="{languages}"'
    yield "    # bash takes --mode=x for three words"
    yield "    if [[ $cur == = ]]; then cur=; elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi"
    yield "    COMPREPLY=()"
    yield "    if ((COMP_CWORD == 1)); then"
    yield f'        COMPREPLY=($(compgen -W "{" ".join(one.name for one in commands)} --help --version" -- "$cur"))'
    yield "        return"
    yield "    fi"
    yield "    case $command:$prev in"
    for command in commands:
        for option in command.options:
            if option.value is not None:
                patterns = "|".join(f"{command.name}:{name}" for name in option.names)
                yield f"        {patterns}) {_bash_value(option.value)} ;;"
    yield "    esac"
    yield "    case $command in"
    for command in commands:
        names = " ".join(name for option in command.options for name in option.names)
        words = " ".join(word for place in command.places for word in place.words)
        yield f'        {command.name}) if [[ $cur == -* ]]; then words="{names}"; else words="{words}"; fi ;;'
    yield "    esac"
    yield '    COMPREPLY=($(compgen -W "$words" -- "$cur"))'
    yield "}"
    yield f"complete -o default -F _lsp_codebase {_PROGRAM}"


def _bash_value(value: Value) -> str:
    if value.kind in ("words", "language"):
        words = " ".join(value.words) or "$languages"
        return f'COMPREPLY=($(compgen -W "{words}" -- "$cur")); return'
    if value.kind == "folder":
        return "local IFS=$'\\n'; COMPREPLY=($(compgen -d -- \"$cur\")); return"
    return "return"


def zsh(commands: Sequence[Command], languages: str) -> Iterator[str]:
    """Yield the script of zsh."""
    yield f"#compdef {_PROGRAM}"
    yield f"# made by: {_PROGRAM} completion zsh"
    yield f"_lsp_codebase_languages() {{ compadd -- {languages} }}"
    yield "_lsp_codebase() {"
    yield "    local context state state_descr line"
    yield "    typeset -A opt_args"
    yield "    _arguments -C '(- *)'{-h,--help}'[show help]' '(- *)--version[show the version]' \\"
    yield "        '1: :->command' '*:: :->arguments' && return"
    yield "    case $state in"
    yield "    command)"
    yield "        local -a listed=("
    for command in commands:
        yield f"            {_quoted(command.name + ':' + command.help)}"
    yield "        )"
    yield "        _describe command listed ;;"
    yield "    arguments)"
    yield "        case $words[1] in"
    for command in commands:
        yield f"        {command.name})"
        yield "            _arguments -s -S \\"
        yield "                " + " \\\n                ".join(_quoted(spec) for spec in _zsh_specs(command)) + " ;;"
    yield "        esac ;;"
    yield "    esac"
    yield "}"
    yield 'if [ "$funcstack[1]" = _lsp_codebase ]; then _lsp_codebase "$@"; else compdef _lsp_codebase lsp-codebase; fi'


def _zsh_specs(command: Command) -> Iterator[str]:
    for option in command.options:
        others = "" if option.is_repeatable else f"({' '.join(option.names)})" if len(option.names) > 1 else ""
        for name in option.names:
            takes = "" if option.value is None else "=" if name.startswith("--") else "+"
            value = "" if option.value is None else f":{option.value.name}:{_zsh_value(option.value)}"
            star = "*" if option.is_repeatable else ""
            yield f"{star}{others}{name}{takes}[{_zsh_text(option.help)}]{value}"
    for number, place in enumerate(command.places, 1):
        is_last = command.repeats_last and number == len(command.places)
        yield f"{'*' if is_last else number}:{_zsh_text(place.name)}:{_zsh_value(place)}"


def _zsh_value(value: Value) -> str:
    if value.kind == "words":
        return f"({' '.join(value.words)})"
    return {"language": "_lsp_codebase_languages", "folder": "_files -/", "file": "_files"}.get(value.kind, "")


def _zsh_text(text: str) -> str:
    return "".join(f"\\{char}" if char in "[]:\\" else char for char in text)


def fish(commands: Sequence[Command], languages: str) -> Iterator[str]:
    """Yield the script of fish."""
    yield f"# fish completion of {_PROGRAM}; made by: {_PROGRAM} completion fish"
    yield f"function __lsp_codebase_languages; string split ' ' -- {_quoted(languages)}; end"
    yield f"complete -c {_PROGRAM} -f"
    yield f"complete -c {_PROGRAM} -n __fish_use_subcommand -s h -l help -d 'show help'"
    yield f"complete -c {_PROGRAM} -n __fish_use_subcommand -l version -d 'show the version'"
    for command in commands:
        yield f"complete -c {_PROGRAM} -n __fish_use_subcommand -a {command.name} -d {_quoted(command.help)}"
    for command in commands:
        here = f"complete -c {_PROGRAM} -n '__fish_seen_subcommand_from {command.name}'"
        for option in command.options:
            names = " ".join(f"-l {name[2:]}" if name.startswith("--") else f"-s {name[1:]}" for name in option.names)
            yield f"{here} {names}{_fish_value(option.value)} -d {_quoted(option.help)}"
        for place in command.places:
            if place.words:
                yield f"{here} -a {_quoted(' '.join(place.words))}"
            elif place.kind != "any":
                yield f"{here} -F"


def _fish_value(value: Value | None) -> str:
    if value is None:
        return ""
    if value.kind == "words":
        return f" -x -a {_quoted(' '.join(value.words))}"
    offers = {
        "language": " -x -a '(__lsp_codebase_languages)'",
        "folder": " -x -a '(__fish_complete_directories)'",
        "file": " -r -F",
    }
    return offers.get(value.kind, " -x")


def _quoted(text: str) -> str:
    """Return a text in single quotes, as the three shells of Unix read them."""
    return "'" + text.replace("'", "'\\''") + "'"


def powershell(commands: Sequence[Command], languages: str) -> Iterator[str]:
    """Yield the script of PowerShell, 5.1 and newer. Where nothing is offered it completes names of files."""
    yield f"# PowerShell completion of {_PROGRAM}; made by: {_PROGRAM} completion powershell"
    yield f"Register-ArgumentCompleter -Native -CommandName {_PROGRAM} -ScriptBlock {{"
    yield "    param($word, $tree, $cursor)"
    yield f"    $languages = {_powershell_list(languages.split())}"
    yield "    $complete = $tree.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursor }"
    yield '    $before = @($complete | ForEach-Object { "$_" })'
    yield "    $offered = if ($before.Count -lt 2) {"
    yield f"        {_powershell_list([*(f'{one.name}|{one.help}' for one in commands), '--help', '--version'])}"
    yield "    } else {"
    yield '        switch -CaseSensitive ("$($before[1]):$($before[-1])") {'
    for command in commands:
        for option in command.options:
            if option.value is not None:
                for name in option.names:
                    yield f"            '{command.name}:{name}' {{ {_powershell_value(option.value)} }}"
    yield "            default {"
    yield "                switch ($before[1]) {"
    for command in commands:
        names = _powershell_list([f"{name}|{option.help}" for option in command.options for name in option.names])
        words = _powershell_list([word for place in command.places for word in place.words])
        yield f"                    '{command.name}' {{ if ($word -like '-*') {{ {names} }} else {{ {words} }} }}"
    yield "                }"
    yield "            }"
    yield "        }"
    yield "    }"
    yield "    foreach ($one in $offered) {"
    yield "        $text, $help = $one -split '\\|', 2"
    yield "        if ($text.StartsWith($word)) {"
    yield "            $tip = if ($help) { $help } else { $text }"
    yield "            [System.Management.Automation.CompletionResult]::new($text, $text, 'ParameterValue', $tip)"
    yield "        }"
    yield "    }"
    yield "}"


def _powershell_value(value: Value) -> str:
    if value.kind == "words":
        return f"{_powershell_list(value.words)}; break"
    return "$languages; break" if value.kind == "language" else "return"


def _powershell_list(words: Iterable[str]) -> str:
    return ", ".join("'" + word.replace("'", "''") + "'" for word in words)


_SCRIPTS: Mapping[str, Callable[[Sequence[Command], str], Iterator[str]]] = MappingProxyType(
    {"bash": bash, "zsh": zsh, "fish": fish, "powershell": powershell}
)
