"""Which places of a text stand in a comment or a string, in any language."""

import time

import pytest

from lsp_codebase.model import line_starts
from lsp_codebase.search.call_graph.comments_and_strings import CommentsAndStrings


def told(language: str, text: str) -> list[bool]:
    """Return for each `call(` of a text whether it is hidden."""
    lines = text.split("\n")
    asides = CommentsAndStrings(text, line_starts(lines), language)
    return [
        asides.hold(number, place)
        for number, line in enumerate(lines)
        for place in range(len(line))
        if line.startswith("call(", place)
    ]


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", "if c == '\"': call()"),
        ("python", 'x = "it\'s" + call()'),
        ("python", 'f"{call()} of {{n}}"'),
        ("python", "rf\"{a}{call('x')}\""),
        ("python", "'''doc'''; call()"),
        ("python", "x = '''a\n'''\ncall()"),
        ("ruby", "lines <<Line.new(call())"),
        ("ruby", "lines <<LINE\ncall()"),
        ("rust", "match c { '\"' => call(), _ => 0 }"),
        ("rust", "fn f<'a>(x: &'a str) -> u8 { call(x) }"),
        ("rust", 'let x = r#"a " b"#; call()'),
        ("javascript", "c === '\"' ? call() : 0"),
        ("javascript", '`"${call()}`'),
        ("javascript", 'const quotes = /["/]/; call()'),
        ("javascript", "return /'/.test(x) || call()"),
        ("jsx", "<p>Don't</p>; call()"),
        ("vue", "<!-- no -->\n<p>It's</p>\n<b>{{ call() }}</b>\n<script>\ncall()\n</script>"),
        ("cpp", "int x = 1'000 + call();"),
        ("cpp", 'auto x = R"(")"; call();'),
        ("csharp", 'var s = @"c:\\"; call();'),
        ("csharp", 'var s = $"{call()}";'),
        ("go", "x := `\\` + call()"),
        ("kotlin", '"${call()}"'),
        ("swift", '"\\(call())"'),
        ("ruby", '"#{call()}"'),
        ("php", "#[Attribute] call()"),
        ("haskell", "x' = call('\"') <> call(y')"),
        ("elixir", '@doc """\nIt is "so"\n"""\ncall()'),
        ("bash", 'x="${#list}"; call(); y="$(call())"'),
        ("elisp", '(if (eq c ?\\") (call(x)))'),
        ("lua", "x = [[ ' ]] call()"),
        ("sql", "select 'it''s', call(x)"),
    ],
)
def test_code_beside_quotes_and_in_the_holes_of_strings_is_code(language, text):
    found = told(language, text)
    assert found
    assert not any(found)


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", '"""\nNever call() it.\n"""'),
        ("python", "'call()'"),
        ("python", "x = 0  # call() is elsewhere"),
        ("python", "'{call()}'"),
        ("python", "x = 'it\\'s call()'"),
        ("javascript", "/*\n call() is not called\n*/"),
        ("javascript", "`\n call()\n`"),
        ("javascript", "x = 1; // call()"),
        ("javascript", "x = /call()/"),
        ("vue", "<!--\ncall()\n-->\n<script>\n// call()\n</script>"),
        ("rust", '"a\n call()"'),
        ("rust", 'r#"a " call() "#'),
        ("cpp", 'R"x(\n" call()\n)x"'),
        ("csharp", '@"\n""call()""\n"'),
        ("go", "`\n\\` + `call()`"),
        ("java", '"""\n  call()\n  """'),
        ("ruby", "=begin\ncall()\n=end"),
        ("ruby", "x = <<~TEXT\n  call()\nTEXT"),
        ("perl", "1;\n__END__\ncall()"),
        ("haskell", "{- call() -} x -- call()"),
        ("ocaml", "(* call() *)"),
        ("lua", "--[[\ncall()\n]]"),
        ("sql", "/* call() */ -- call()"),
        ("bash", "x='\ncall()'  # call()"),
        ("powershell", "<#\ncall()\n#>"),
        ("clojure", '; call()\n"\ncall()\n"'),
        ("erlang", "% call()"),
        ("zig", "const x =\n    \\\\call()\n;"),
        ("fortran", "x = 1 ! call()"),
        ("vb", "x = 1 ' call()"),
        ("vim", '" call()'),
        ("pascal", "{ call() }"),
    ],
)
def test_comments_and_strings_are_no_code(language, text):
    found = told(language, text)
    assert found
    assert all(found)


@pytest.mark.parametrize(
    ("language", "piece"),
    [
        ("python", "'\\'"),
        ("python", '"\\"'),
        ("javascript", "=/["),
        ("javascript", "`${"),
        ("html", "<script"),
        ("lua", "[="),
        ("ruby", "<<A\n"),
        ("bash", "<<A " * 250 + "\n"),
        ("cpp", 'R"'),
        ("sql", "'"),
    ],
)
def test_a_text_made_to_take_long_does_not(language, piece):
    started = time.thread_time()
    text = piece * (300_000 // len(piece))
    CommentsAndStrings(text, line_starts(text.split("\n")), language).hold(text.count("\n"), 0)
    assert time.thread_time() - started < 5
