import pytest

from lsp_codebase.model import Mode
from lsp_codebase.search.chinese import in_english
from lsp_codebase.search.understanding import understand


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


def test_a_chinese_question_looks_for_both_languages():
    found = understand("读取配置", Mode.HYBRID)
    assert {"read", "config", "读取"} <= {term.token for term in found.terms}
    assert found.meaning == "read config configuration"


def test_what_is_not_chinese_keeps_its_meaning():
    assert understand("read the config").meaning == "read the config"
