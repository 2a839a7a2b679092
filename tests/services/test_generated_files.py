"""Generated files are found behind equal ones that people wrote, and are left out if the settings say so."""

from dataclasses import replace

import pytest
from codebases import found, names, settle, write

from lsp_codebase.model import CancelToken, SearchQuery
from lsp_codebase.model.document import Document
from lsp_codebase.scan.roles import path_roles

CODE = """{head}
def decode_invoice_header(stream):
    '''Read the header of an invoice.'''
    return stream.read(12)
"""
WRITTEN = CODE.format(head="# Reads what the shop sends.")
GENERATED = {
    "@generated": CODE.format(head="# @generated from shop.idl"),
    "DO NOT EDIT": CODE.format(head="# Code written by idlc. DO NOT EDIT."),
}
LOCK = '{"name": "invoices", "packages": {"decode_invoice_header": {"version": "1.0.0"}}}\n'
MINIFIED = "function decode_invoice_header(stream){return stream.read(12)};" * 200


@pytest.fixture
def left_out(settings):
    return replace(settings, index_include_generated=False)


def symbol_paths(codebase, pattern):
    hits = codebase.symbols(pattern, CancelToken()).hits
    return [hit.path.relative_to(codebase.root).as_posix() for hit in hits]


@pytest.mark.parametrize("mark", GENERATED)
@pytest.mark.parametrize(("generated", "written"), [("a_first.py", "z_last.py"), ("z_last.py", "a_first.py")])
def test_a_generated_file_comes_after_its_equal(root, open_codebase, settings, mark, generated, written):
    assert not path_roles(generated)
    write(root, {generated: GENERATED[mark], written: WRITTEN})
    codebase = open_codebase(settings=replace(settings, embedding_model="builtin"))
    for pattern in ("decode_invoice_header", "decode_inv", "dih"):
        assert symbol_paths(codebase, pattern) == [written, generated]
    for query in ("read the header of an invoice", "decode_invoice_header"):
        answer = codebase.search(SearchQuery(query, explain=True), CancelToken())
        assert [hit.path.name for hit in answer.hits] == [written, generated]
        assert answer.hits[0].score > answer.hits[1].score


def test_lock_files_and_minified_files_come_after_code_too(root, open_codebase):
    write(root, {"a.min.js": MINIFIED, "app.js": "export function decode_invoice_header(stream) {}\n"})
    write(root, {"package-lock.json": LOCK, "z.json": LOCK})
    paths = found(open_codebase(), "decode_invoice_header")
    assert paths[0] == "app.js"
    assert set(paths[1:]) == {"a.min.js", "package-lock.json", "z.json"}
    assert paths.index("z.json") < paths.index("package-lock.json")


def test_a_list_of_words_on_one_line_comes_after_code_that_says_less(root, open_codebase, settings):
    words = "|".join(f"invoice{n}|header{n}|read{n}|stream|invoices|headers|reading" for n in range(12))
    write(
        root,
        {
            "mode.js": f'const invoiceHeaders = "{words}";\n',
            "app.py": "def header(stream):\n    return invoice(stream.read(12))\n",
        },
    )
    codebase = open_codebase(settings=replace(settings, embedding_model="builtin"))
    assert found(codebase, "where is the header of an invoice read")[0] == "app.py"


def test_generated_files_can_be_left_out_and_taken_in_again(root, open_codebase, settings, left_out):
    write(root, {"made.py": GENERATED["@generated"], "written.py": WRITTEN, "uv.lock": LOCK, "app.js": MINIFIED})
    everything = open_codebase()
    assert everything.status().indexed == 4
    everything.close()
    some = open_codebase(settings=left_out)
    assert symbol_paths(some, "decode_invoice_header") == ["written.py"]
    assert found(some, "decode_invoice_header") == ["written.py"]
    problems = {problem.path: problem.reason for problem in some.full_status().problems}
    assert problems == dict.fromkeys(("made.py", "uv.lock", "app.js"), "generated")
    assert (some.status().indexed, some.status().skipped, some.work.read, some.work.parsed) == (1, 3, 3, 0)
    some.close()
    again = open_codebase(settings=left_out)
    assert (again.work.read, again.status().skipped) == (0, 3)
    again.close()
    back = open_codebase()
    assert set(symbol_paths(back, "decode_invoice_header")) == {"written.py", "made.py"}
    assert set(found(back, "decode_invoice_header")) == {"written.py", "made.py", "uv.lock", "app.js"}
    assert (back.work.read, back.work.parsed) == (3, 0)  # known to the content store
    assert {problem.path: problem.reason for problem in back.full_status().problems} == {
        "app.js": "minified; indexed as text only"
    }


def test_a_file_that_becomes_generated_leaves_and_comes_back(root, open_codebase, left_out):
    write(root, {"a.py": WRITTEN})
    codebase = open_codebase(settings=left_out)
    for text, expected in ((GENERATED["@generated"], []), (WRITTEN, ["decode_invoice_header"])):
        write(root, {"a.py": text})
        codebase.mark_changed([root / "a.py"])
        settle(codebase, lambda status, expected=expected: names(codebase, "decode_invoice_header") == expected)
        assert found(codebase, "decode_invoice_header") == ["a.py"] * len(expected)


def test_an_open_document_that_is_generated_is_left_out(root, open_codebase, left_out):
    write(root, {"a.py": WRITTEN})
    codebase = open_codebase(settings=left_out)
    codebase.open_document(root / "a.py", Document(GENERATED["DO NOT EDIT"]))
    settle(codebase, lambda status: names(codebase, "decode_invoice_header") == [])
    assert found(codebase, "decode_invoice_header") == []
