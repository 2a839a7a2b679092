"""A glob as a query leads to the files that it matches."""

import pytest

from lsp_codebase.search.intents.places import globbed_files

FILES = {
    "shop/cart.py": "class Cart:\n    def total(self):\n        return 1\n",
    "shop/cart_rows.py": "class Row:\n    pass\n",
    "shop/proto/cart.proto": 'syntax = "proto3";\nmessage CartReply {\n  string id = 1;\n}\n',
    "csrc/cart.c": "int cart_total(void)\n{\n\treturn 0;\n}\n",
    "web/src/cart.test.ts": "test('cart', () => {\n  expect(1).toBe(1);\n});\n",
    "web/src/cart.ts": "export const cart = 1;\n",
    "core/print.el": ";; print\n(defvar *print-length* 10)\n",
}


@pytest.mark.parametrize(
    ("glob", "files"),
    [
        ("cart*.py", ["shop/cart.py", "shop/cart_rows.py"]),
        ("*.proto", ["shop/proto/cart.proto"]),
        ("web/**/*.ts", ["web/src/cart.ts", "web/src/cart.test.ts"]),
        (r"web\src\*.ts", ["web/src/cart.ts", "web/src/cart.test.ts"]),
        ("**/cart.{c,proto}", ["csrc/cart.c", "shop/proto/cart.proto"]),
        ("*.test.ts", ["web/src/cart.test.ts"]),
    ],
)
def test_a_glob_leads_to_the_files_that_it_matches(ask, glob, files):
    assert ask(glob)[: len(files)] == files


@pytest.mark.parametrize("text", ["*print-length*", "2 * 3.5", "*", "a*b", "[*.c"])
def test_what_is_no_glob_of_a_path_is_looked_for_like_any_words(ask, monkeypatch, text):
    monkeypatch.setattr(globbed_files, "heads", None)
    ask(text)


def test_a_name_between_stars_is_a_name(ask):
    assert ask("*print-length*")[0] == "core/print.el"
