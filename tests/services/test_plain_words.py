"""What a word of prose means that much in a codebase is called by."""

from codebases import found

FILES = {
    "shop/parcels.py": "def weigh(parcel):\n    return parcel.weight\n",
    "shop/box.py": "class Parcels:\n    lid = 1\n\n\nclass Crate:\n    parcels = 3\n",
    "shop/scales.py": "def crate(parcels):\n    parcels.sort()\n",
    "shop/labels.py": "def label(crate):\n    lamp = crate\n    return lamp\n",
    "web/page.css": ".parcels { color: red }\n.crate { color: red }\n.lamp { color: red }\n",
    "docs/parcels.md": "# Parcels\n\nAll about parcels and parcels.\n\n# Crate\n\nA crate.\n",
    "settings.toml": "parcels = 1\ncrate = 2\n\n[lamp]\ncolor = 'red'\n",
    **{f"web/{name}/index.js": f"export function {name}() {{\n  return index;\n}}\n" for name in "abcdef"},
    "web/index_of.js": "export class Index {\n  get() {}\n}\n",
    "web/order.css": ".index { order: 1 }\n",
}


def test_a_plain_word_means_the_module_of_that_name_then_the_type(codebase):
    assert found(codebase, "parcels")[:2] == ["shop/parcels.py", "shop/box.py"]


def test_without_a_module_it_means_the_type_then_functions_before_keys_headings_and_styles(codebase):
    assert found(codebase, "crate")[:2] == ["shop/box.py", "shop/scales.py"]


def test_a_name_of_many_modules_means_none_of_them(codebase):
    assert found(codebase, "index")[0] == "web/index_of.js"


def test_a_word_that_only_one_thing_is_called_by_means_this(codebase):
    assert found(codebase, "lid")[0] == "shop/box.py"


def test_a_kind_that_is_asked_for_is_found_as_before(codebase):
    assert found(codebase, "crate kind:function")[0] == "shop/scales.py"
