"""Recognising languages by name, content and modeline."""

import pytest
from tree_sitter_language_pack import SupportedLanguage

from lsp_codebase.parse import LANGUAGES, detect_language

BY_NAME = {
    "src/main.py": "python",
    "a/B.JAVA": "java",
    "Makefile": "make",
    "sub/CMakeLists.txt": "cmake",
    "Dockerfile": "dockerfile",
    "api.Dockerfile": "dockerfile",
    "Dockerfile.prod": "dockerfile",
    "app.jsx": "jsx",
    "app.tsx": "tsx",
    "index.d.ts": "typescript",
    "list.h": "c",
    "x.mm": "objc",
    "main.tf": "terraform",
    "README.md": "markdown",
    "guide.rst": "rst",
    ".bashrc": "bash",
    "Gemfile": "ruby",
    "tsconfig.build.json": "jsonc",
    "requirements-dev.txt": "requirements",
    "noextension": "unknown",
    "file.zzz": "unknown",
    "archive.tar.gz": "unknown",
}
BY_HEAD = {
    ("run", b"#!/usr/bin/env python3\n"): "python",
    ("run", b"#!/bin/sh -e\n"): "bash",
    ("run", b"#!/usr/bin/env -S node --no-warnings\n"): "javascript",
    ("run", b"#! /usr/bin/perl5.36 -w\n"): "perl",
    ("run", b"#!/usr/bin/env\n"): "unknown",
    ("conf", b"# vim: set ft=python:\n"): "python",
    ("conf", b"/* -*- mode: c++; tab-width: 4 -*- */\n"): "cpp",
    ("conf", b"# -*- ruby -*-\n"): "ruby",
    ("shape.h", b"#pragma once\nnamespace geometry {\n"): "cpp",
    ("shape.h", b"#include <stdio.h>\nint f(void);\n"): "c",
    ("money.h", b"struct Money {\n  bool operator==(Money other);\n};\n"): "cpp",
    ("rate.h", b"struct Rate {\n  int operator()(int amount);\n};\n"): "cpp",
    ("cart.h", b"int total(const shop::Cart &cart);\n"): "cpp",
    ("cart.h", b"class Cart\r\n{\r\npublic :\r\n"): "cpp",
    ("kind.h", b"enum class Kind { New };\n"): "cpp",
    ("limits.h", b"inline constexpr int kMost = 1;\n"): "cpp",
    ("limits.h", b"#include <cstdint>\n"): "cpp",
    ("cart.h", b"void open(Cart *cart = nullptr);\n"): "cpp",
    ("bits.h", b"/* the operator (see below), and a class of devices;\n   x::y */\nint f(int mask & other);\n"): "c",
    ("View.h", b"#import <UIKit/UIKit.h>\n@interface View : UIView\n"): "objc",
    ("model.m", b"function y = f(x)\n"): "matlab",
    ("View.m", b'#import "View.h"\n@implementation View\n'): "objc",
    ("app.ts", b"<?xml version='1.0'?>\n<TS>\n"): "xml",
    ("app.ts", b"\xef\xbb\xbf<!DOCTYPE TS>\n<TS>\n"): "xml",
    ("feed.ts", b"const FEED = `\n<?xml version='1.0'?>\n<feed/>`\n"): "typescript",
    ("main.v", b"module counter(input clk);\n"): "verilog",
    ("proof.v", b"Require Import List.\n"): "coq",
    ("main.v", b"module main\n\nfn main() {\n"): "v",
    ("shader.fs", b"#version 330\nvoid main() {}\n"): "glsl",
    ("Library.fs", b"namespace Shop\n"): "fsharp",
    ("thesis.cls", b"\\ProvidesClass{thesis}\n"): "latex",
}


@pytest.mark.parametrize("path", BY_NAME)
def test_a_name_tells_the_language(path: str) -> None:
    assert detect_language(path) == BY_NAME[path]


@pytest.mark.parametrize("case", BY_HEAD, ids=lambda case: f"{case[0]}-{BY_HEAD[case]}")
def test_the_first_bytes_tell_where_the_name_does_not(case: tuple[str, bytes]) -> None:
    assert detect_language(*case) == BY_HEAD[case]


def test_the_name_wins_over_a_shebang() -> None:
    assert detect_language("tool.rb", b"#!/usr/bin/env python\n") == "ruby"


def test_every_grammar_of_the_registry_exists_and_the_hanging_one_is_denied() -> None:
    known = set(SupportedLanguage.__args__)
    used = {language.grammar for language in LANGUAGES.values() if language.grammar}
    assert used <= known
    assert "cobol" not in used


def test_every_grammar_for_files_is_used() -> None:
    inner = {"cobol", "comment", "doxygen", "gstlaunch", "jsdoc", "luadoc", "luap", "markdown_inline", "printf", "test"}
    used = {language.grammar for language in LANGUAGES.values()}
    assert set(SupportedLanguage.__args__) - used == inner


def test_extensions_are_written_in_lower_case_and_names_are_unique() -> None:
    for name, language in LANGUAGES.items():
        assert name == language.name
        assert all(extension == extension.lower().lstrip(".") for extension in language.extensions)


def test_queries_and_migrations_of_sqldelight_are_sql() -> None:
    assert {detect_language(path) for path in ("data/carts.sq", "migrations/1.sqm")} == {"sql"}


def test_prose_data_and_configuration_are_not_code() -> None:
    for name in ("unknown", "text", "markdown", "rst", "json", "yaml", "toml", "ini", "xml", "csv"):
        assert not LANGUAGES[name].is_code
