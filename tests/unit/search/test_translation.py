"""Questions in other languages, read in English; English ones, left alone."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from lsp_codebase.model import Mode
from lsp_codebase.parse import words
from lsp_codebase.search.query import translation
from lsp_codebase.search.query.query_form import understand
from lsp_codebase.search.query.query_words import LITTLE_WORDS_ELSEWHERE, STOP_WORDS
from lsp_codebase.search.query.translation import translated
from lsp_codebase.search.query.vocabulary import fold, vocabulary

TABLES = Path(translation.__file__).parent
MADE = Path(__file__).parents[2] / "benchmarks" / "confidence_queries.tsv"
ENGLISH_OR_NONE = {"en", "made words", "keyboard mash", "random hex", "no matter of code"}


def nowhere(word: str) -> bool:
    return False


def everywhere(word: str) -> bool:
    return True


def rows(name: str) -> list[list[str]]:
    lines = (TABLES / name).read_text("utf-8").splitlines()
    return [line.split("\t") for line in lines if not line.startswith("#")]


def told(text: str) -> tuple[str, str]:
    """Return the language of a question that no word of stands in the code, and its English."""
    read = translated(text, nowhere)
    return (read.language, read.meaning) if read else ("", text)


@pytest.mark.parametrize(
    ("text", "language", "english"),
    [
        ("¿dónde se valida la contraseña?", "Spanish", "validate password"),
        ("onde o arquivo é salvo", "Portuguese", "file save"),
        ("où le mot de passe de l'utilisateur est-il vérifié ?", "French", "password user check"),
        ("wo wird die Anfrage abgebrochen", "German", "request cancel"),
        ("dove viene letta la riga di comando", "Italian", "read command line"),
        ("где удаляются временные файлы", "Russian", "delete temporary file"),
        ("geçici dosyalar nerede siliniyor", "Turkish", "temporary file delete"),
        ("gdzie sprawdzane jest hasło", "Polish", "check password"),
        ("セッションはどこで削除されますか", "Japanese", "session delete"),
        ("임시 파일은 어디에서 삭제되나요", "Korean", "temporary file delete"),
        ("服务注册的心跳在哪里处理", "Chinese", "service register heartbeat handle process"),
        ("服務註冊的心跳在哪裡處理", "Chinese", "service register heartbeat handle process"),
        ("資料庫連線是在哪裡關閉的", "Chinese", "database connection connect close"),
    ],
)
def test_the_words_of_a_question_are_read_in_english_and_little_ones_say_nothing(text, language, english):
    assert told(text) == (language, english)


@pytest.mark.parametrize(
    ("typed", "english"),
    [
        ("donde se valida la contrasena", "validate password"),
        ("Passwort loeschen", "password delete"),
        ("Passwort loschen", "password delete"),
        ("gecici dosyalar nerede siliniyor", "temporary file delete"),
        ("gdzie sprawdzane jest haslo", "check password"),
    ],
)
def test_accents_and_umlauts_need_not_be_typed(typed, english):
    assert told(typed)[1] == english


@pytest.mark.parametrize(
    ("compound", "english"),
    [
        ("Dateirechte", "file permission"),
        ("Benutzeranmeldung", "user log in"),
        ("wie wird das Sitzungscookie gesetzt", "session cookie assign"),
        ("데이터베이스연결을 닫기", "database connect close"),
    ],
)
def test_a_compound_is_read_where_all_its_parts_are_known(compound, english):
    assert told(compound)[1] == english


def test_names_stay_what_they_are_wherever_they_stand():
    assert told("wo wird session.cache in get_by_id geleert")[1] == "session cache get_by_id clear"
    assert told("読み込み config.yaml")[1] == "load config yaml"
    assert told("SMTPサーバーはどこですか")[1] == "SMTP server"
    found = understand("wo wird getUserName aufgerufen", Mode.HYBRID)
    assert "=getusername" in {term.token for term in found.terms}


def test_of_several_english_words_the_question_says_one_that_stands_in_the_code():
    text = "wo wird der Ordner gelöscht"
    assert translated(text, nowhere).meaning == "folder delete"
    assert translated(text, {"directory", "remove"}.__contains__).meaning == "directory remove"
    assert {"folder", "directory"} <= set(translated(text, nowhere).words)


def test_the_words_of_the_question_itself_are_looked_for_too():
    found = understand("读取配置", Mode.HYBRID)
    assert {"read", "config", "读取"} <= {term.token for term in found.terms}
    assert found.meaning == "read config configuration"


@pytest.mark.parametrize("text", ["表示", "根据"])
def test_a_longer_word_hides_the_shorter_ones_in_it(text):
    read = translated(text)
    assert read is None or not {"table", "root"} & set(read.words)


@pytest.mark.parametrize("stands", [everywhere, nowhere])
def test_an_english_question_is_never_read_in_another_language(stands):
    made = [line.split("\t") for line in MADE.read_text("utf-8").splitlines() if not line.startswith("#")]
    asked = [text for _, kind, _, text in made if kind in ENGLISH_OR_NONE]
    assert len(asked) > 100
    assert [text for text in asked if translated(text, stands)] == []


@pytest.mark.parametrize(
    "text",
    [
        "databaseeror",  # a name, misspelled
        "parallelvisitorbuilder",
        "comment parser",  # French has its words too
        "on render do in a loop",  # little words of several languages
        "don’t open a naïve lock",
        "fix α blending",
        "no relation links",
        "e.g. platform native elements",
        "general options",
        "was ist das",
        "struct Con",  # a name amid a text
    ],
)
def test_what_english_knows_as_well_stays_english(text):
    found = understand(text, Mode.HYBRID, stands=nowhere)
    assert found.meaning == text


def test_little_words_that_make_a_question_foreign_are_those_of_the_table():
    little = {word for row in rows("languages.tsv") if not row[0] for cell in row[1:] for word in cell.split(", ")}
    typed = {word.replace("ü", "ue") for word in little}
    assert {fold(word) for word in little | typed} >= LITTLE_WORDS_ELSEWHERE


def test_every_word_of_the_tables_can_be_found():
    names, *table = rows("languages.tsv")
    assert len(table) > 480
    for row in table:
        for name, cell in zip(names[1:], row[1:], strict=True):
            for word in filter(None, cell.split(", ")):
                own, spelled = vocabulary(name), words(fold(word))
                known = [*own.pieces(*spelled)] if name == "Japanese" else own.read(spelled)[1]
                assert ", ".join(known[0].english) == row[0], (name, word)
    chinese = rows("chinese.tsv")
    assert len(chinese) > 600
    assert len({word for word, *_ in chinese}) == len(chinese)
    for word, *english in chinese:
        assert [known.english for known in vocabulary("Chinese").pieces(word)] == [tuple(english)]


def test_an_english_question_reads_no_dictionary():
    code = (
        "from lsp_codebase.search.query.query_form import understand\n"
        "from lsp_codebase.search.query.vocabulary import vocabulary\n"
        "for text in ('how is it done', 'parse yaml', 'read_text', 'don’t wait', '9f8a7c'):\n"
        "    understand(text, stands=lambda word: True)\n"
        "print(vocabulary.cache_info().misses)\n"
        "understand('代码'); understand('代码'); print(vocabulary.cache_info().misses)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, encoding="utf-8")
    assert done.stdout.split() == ["0", "1"]


def test_the_answer_says_how_a_question_was_read_or_what_of_it_was_not_understood():
    def notes(text: str, stands=nowhere) -> list[str]:
        return translated(text, stands).notes(stands)

    assert notes("analizar el archivo de configuración") == ["Read as: parse file configure (from Spanish)."]
    assert notes("Rezept für Schokoladenkuchen mit Kirschen") == [
        "Not understood: Rezept, Schokoladenkuchen, Kirschen; ask in English or with names from the code."
    ]
    assert notes("أين كلمة المرور")[0].startswith("Not understood: أين, كلمة, المرور; ")
    assert notes("पासवर्ड कहाँ है, और تُستخدم؟")[0].startswith("Not understood: पासवर्ड, कहाँ, है, और, تُستخدم; ")
    assert notes("أين كلمة المرور", everywhere) == []  # its words are in the code
    assert notes("где config", lambda word: word == "config") == []


def test_a_very_long_word_is_no_compound():
    assert translated("datei" * 2_000, nowhere) is None


def test_a_long_word_that_is_nearly_a_compound_is_read_at_once():
    """Each of its endings is read once; all ways to cut so many syllables would take years."""
    begin = time.process_time()
    translated("읽" * 60 + "뷁" * 3, nowhere)
    assert time.process_time() - begin < 10


def test_no_english_little_word_is_little_elsewhere_without_counting_as_english():
    assert not any(translated(word, everywhere) for word in STOP_WORDS)
