import time

import pytest

from lsp_codebase.search.intents.texts.messages import message_parts


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        ("cannot open /etc/shop.toml", ["cannot open"]),
        ("cannot open 'the shop' for reading", ["cannot open", "for reading"]),
        ('no branch "main" in shop-api', ["no branch", "in"]),
        ("shop: cannot open it: Permission denied", ["shop", "cannot open it", "Permission denied"]),
        ("retried 3 times (after 20 ms)", ["retried", "times"]),
        ("size=3: too large", ["too large"]),
        ("cannot open the shop", []),
        ("cannot open: it\n  at shop.py", []),
    ],
)
def test_what_a_message_holds_beside_values_is_the_programs_own(message, parts):
    assert message_parts(message, lambda value: False) == parts


def test_a_name_of_the_code_was_not_filled_in():
    assert message_parts("default value of buffer_size", lambda value: value == "buffer_size") == []


@pytest.mark.parametrize("text", ["'" * 20_000, "a-" * 10_000, "(" * 20_000, "a: " * 7_000])
def test_a_long_text_is_read_in_linear_time(text):
    started = time.process_time()
    message_parts(text, lambda value: False)
    assert time.process_time() - started < 0.5
