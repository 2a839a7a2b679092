import time

import pytest

from lsp_codebase.search.intents.texts.log_lines import message_in_log


@pytest.mark.parametrize(
    "line",
    [
        '{"level": "error", "msg": "cart 12 is gone", "cart": 12}',
        '{"severity": "ERROR", "error": {"message": "cart 12 is gone", "code": 7}}',
        'time=2026-11-29T10:00:00Z level=error msg="cart 12 is gone" cart=12',
        "2026-03-14 09:15:22.008 ERROR [http-nio-8080-exec-3] c.a.Carts - cart 12 is gone",
        "10:00:00.123 [main] ERROR c.a.Carts - cart 12 is gone",
        "2026-11-29T10:00:00.123Z  WARN 12345 --- [main] c.a.Carts : cart 12 is gone",
        "2026-03-14 09:15:22,008 - shop.carts - ERROR - cart 12 is gone",
        "ERROR:shop.carts:cart 12 is gone",
        "[2026-03-14 09:15:22,008] ERROR in app: cart 12 is gone",
        "[2026-03-14 09:15:22 +0000] [123] [ERROR] cart 12 is gone",
        "2026-11-29 10:00:00 | ERROR | shop.carts:load:12 - cart 12 is gone",
        "E, [2026-03-14T09:15:22.008 #123] ERROR -- : cart 12 is gone",
        "2026/11/29 10:00:00 cart 12 is gone",
        "I1129 10:00:00.123456    1 carts.go:12] cart 12 is gone",
        "[2026-11-29T10:00:00Z ERROR shop::carts] cart 12 is gone",
        "Jul 02 11:04:55 web-3 shop[2217]: cart 12 is gone",
        "shop-web-1  | [error] cart 12 is gone",
    ],
)
def test_the_message_is_what_is_behind_time_level_and_logger(line):
    assert message_in_log(line) == "cart 12 is gone"


@pytest.mark.parametrize(
    "text",
    [
        "cart 12 is gone",
        "error handling of carts",
        "cart: gone at 10:00",
        "warning: cart 12 is gone",
        '{"cart": 12}',
        "{cart}",
        '{"msg":' + "[" * 3_900 + "}",
        "shop.carts: cart 12 is gone",
        "ERROR one\nERROR two",
    ],
)
def test_what_is_no_line_of_a_log_is_left_as_it_is(text):
    assert message_in_log(text) == text


@pytest.mark.parametrize(
    "text", ["1 " * 1_900, "[1] " * 900, "10:00:00 " * 400, "ERROR:a:" * 400, "a" * 3_900 + " | x"]
)
def test_a_long_line_is_read_in_linear_time(text):
    started = time.process_time()
    message_in_log(text)
    assert time.process_time() - started < 0.5
