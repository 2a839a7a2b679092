"""The name for a client that filters: one that holds the typed letters in order, where there is a true one.

VS Code and IntelliJ filter the answer: by the letters of the query, in order, in the name. A name found by its
qualifier is therefore given qualified (`Client.get` for `Client.get`), as gopls does; one found by words in another
order keeps its name, which holds the first word, and its container tells the whole name, where VS Code looks for the
other words.
"""

from __future__ import annotations

from lsp_codebase.indexes.names import fold, in_order
from lsp_codebase.model import Symbol
from lsp_codebase.symbols.pattern import SymbolPattern


def shown(symbol: Symbol, path: str, pattern: SymbolPattern) -> Symbol:
    """Return a symbol of a file with the name and container to give to a client that filters."""
    typed = pattern.written_letters
    # In an ASCII name every character but separators is a letter, and no separator was typed.
    is_plain = typed.isalnum() and symbol.name.isascii()
    if in_order(typed, symbol.name.lower() if is_plain else fold(symbol.name).letters):
        return symbol
    if pattern.qualifier:
        prefix = pattern.written[: pattern.written.rindex(pattern.name)]
        separator = prefix[len(prefix.rstrip(":.>-#/\\")) :] or "."  # behind a word and a blank
        container = symbol.container.replace(".", separator)
        full = f"{container}{separator}{symbol.name}"
        if container and in_order(typed, fold(full).letters):
            return symbol._replace(name=full)
        if _is_qualified(symbol, path, pattern):  # by its path
            return symbol._replace(name=prefix + symbol.name)
    elif len(pattern.words) > 1:
        is_named = all(word in fold(symbol.name).letters for word in pattern.words)
        if not is_named and pattern.owned and _is_qualified(symbol, path, pattern.owned):
            return shown(symbol, path, pattern.owned)
        return symbol._replace(container=".".join(filter(None, (symbol.container, symbol.name))))
    return symbol


def _is_qualified(symbol: Symbol, path: str, pattern: SymbolPattern) -> bool:
    around = fold(f"{path} {symbol.container}").letters
    return all(fold(part).letters in around for part in pattern.qualifier)
