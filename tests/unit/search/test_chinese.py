import subprocess
import sys
from pathlib import Path

import pytest

from lsp_codebase.model import Mode
from lsp_codebase.search import chinese
from lsp_codebase.search.chinese import in_english
from lsp_codebase.search.query_form import understand


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("服务注册的心跳在哪里处理", ["service", "register", "heartbeat", "handle", "process"]),
        ("数据库连接池", ["database", "connection", "pool"]),
        ("读取配置文件 config.yaml", ["read", "config", "configuration", "file"]),
        ("how is it done", []),
        ("的", []),
    ],
)
def test_words_of_programming_are_known_in_english_longer_ones_first(text, english):
    assert in_english(text) == english


def test_a_longer_word_hides_the_shorter_ones_in_it():
    assert "table" not in in_english("表示")
    assert "root" not in in_english("根据")


def test_every_word_of_the_dictionary_can_be_found_and_stands_there_once():
    lines = Path(chinese.__file__).with_suffix(".tsv").read_text("utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    assert len(rows) > 600
    assert len({word for word, *_ in rows}) == len(rows)
    for word, *meant in rows:
        assert in_english(f"a{word}b") == list(dict.fromkeys(" ".join(meant).split()))


def test_the_dictionary_is_read_with_the_first_chinese_word_only():
    code = (
        "from lsp_codebase.search.chinese import _dictionary, in_english\n"
        "in_english('how is it done'); print(_dictionary.cache_info().misses)\n"
        "in_english('代码'); in_english('代码'); print(_dictionary.cache_info().misses)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, encoding="utf-8")
    assert done.stdout.split() == ["0", "1"]


def test_a_chinese_question_looks_for_both_languages():
    found = understand("读取配置", Mode.HYBRID)
    assert {"read", "config", "读取"} <= {term.token for term in found.terms}
    assert found.meaning == "read config configuration"


def test_what_is_not_chinese_keeps_its_meaning():
    assert understand("read the config").meaning == "read the config"
