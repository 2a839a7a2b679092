"""Questions about one name in other languages, as English asks them; all other texts, left alone."""

import time
from pathlib import Path

import pytest

from lsp_codebase.search.intents.other_languages import framed
from lsp_codebase.search.query.tables import table

MADE = Path(__file__).parents[3] / "benchmarks" / "confidence_queries.tsv"
LITTLE = {"Chinese": "的", "Japanese": "を", "Korean": "를", "Spanish": "donde", "French": "est", "Italian": "dove"}
LITTLE |= {"Portuguese": "onde", "German": "und", "Turkish": "bir", "Polish": "czy", "Vietnamese": "những"}
LITTLE |= {"Russian": "для", "Hindi": "में", "Arabic": "في"}
ENGLISH_OR_NONE = {"en", "made words", "keyboard mash", "random hex", "no matter of code"}


def nothing(name: str) -> bool:
    return False


def all_names(name: str) -> bool:
    return True


def asked(text: str, is_named=nothing) -> str | None:
    found = framed(text, is_named)
    return found.text if found else None


def rows() -> list[list[str]]:
    return [line.split("\t") for line in table("framing.tsv")]


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("¿qué se rompe si cambio parse_header?", "what breaks if I change parse_header"),
        ("quién depende de parse_header", "what breaks if I change parse_header"),
        ("o que quebra se eu alterar parse_header", "what breaks if I change parse_header"),
        ("qu'est-ce qui casse si je change parse_header ?", "what breaks if I change parse_header"),
        ("qui dépend de parse_header", "what breaks if I change parse_header"),
        ("was geht kaputt, wenn ich parse_header ändere?", "what breaks if I change parse_header"),
        ("was hängt von parse_header ab", "what breaks if I change parse_header"),
        ("wer ist betroffen, wenn ich parse_header lösche", "what breaks if I change parse_header"),
        ("cosa si rompe se modifico parse_header", "what breaks if I change parse_header"),
        ("cosa dipende da parse_header", "what breaks if I change parse_header"),
        ("что сломается, если изменить parse_header", "what breaks if I change parse_header"),
        ("что зависит от parse_header", "what breaks if I change parse_header"),
        ("parse_header'ı değiştirirsem ne bozulur", "what breaks if I change parse_header"),
        ("co się zepsuje, jeśli zmienię parse_header", "what breaks if I change parse_header"),
        ("co zależy od parse_header", "what breaks if I change parse_header"),
        ("điều gì hỏng nếu tôi thay đổi parse_header", "what breaks if I change parse_header"),
        ("cái gì phụ thuộc vào parse_header", "what breaks if I change parse_header"),
        ("अगर मैं parse_header बदलूं तो क्या टूटेगा", "what breaks if I change parse_header"),
        ("parse_header पर कौन निर्भर है", "what breaks if I change parse_header"),
        ("ماذا يتعطل إذا غيرت parse_header", "what breaks if I change parse_header"),
        ("من يعتمد على parse_header", "what breaks if I change parse_header"),
        ("修改parse_header会影响哪些地方", "what breaks if I change parse_header"),
        ("如果改了 parse_header 会影响什么", "what breaks if I change parse_header"),
        ("谁依赖 parse_header", "what breaks if I change parse_header"),
        ("parse_headerを変更すると何が壊れますか", "what breaks if I change parse_header"),
        ("parse_headerを変更した場合の影響範囲", "what breaks if I change parse_header"),
        ("parse_headerに依存しているもの", "what breaks if I change parse_header"),
        ("parse_header를 바꾸면 무엇이 깨지나요", "what breaks if I change parse_header"),
        ("parse_header를 변경하면 영향을 받는 곳", "what breaks if I change parse_header"),
        ("parse_header에 의존하는 것", "what breaks if I change parse_header"),
        ("wo ist das Flag --web-x definiert", "where is --web-x defined"),
        ("où est définie l'option --web-x", "where is --web-x defined"),
        ("что делает флаг --web-x", "what does --web-x do"),
        ("где обрабатывается опция --web-x", "what handles --web-x"),
        ("--web-x フラグはどこで定義されていますか", "where is --web-x defined"),
        ("--web-x 选项在哪里定义", "where is --web-x defined"),
        ("--web-x 옵션은 어디에 정의되어 있나요", "where is --web-x defined"),
        ("gdzie zdefiniowana jest flaga --web-x", "where is --web-x defined"),
        ("cờ --web-x được định nghĩa ở đâu", "where is --web-x defined"),
        ("أين تم تعريف الخيار --web-x", "where is --web-x defined"),
        ("谁调用了 parse_header？", "who calls parse_header"),
        ("RetryPolicy在哪里定义", "where is RetryPolicy defined"),
        ("parse_header() 被哪些函式呼叫", "who calls parse_header"),
        ("哪些類別繼承了 RetryPolicy", "subclasses of RetryPolicy"),
        ("RetryPolicyはどこで使われていますか", "where is RetryPolicy used"),
        ("parse_header（）は何をする関数ですか", "what does parse_header do"),
        ("RetryPolicyを継承しているクラス", "subclasses of RetryPolicy"),
        ("parse_header를 호출하는 곳", "who calls parse_header"),
        ("RetryPolicy 클래스는 어디에 정의되어 있나요?", "where is RetryPolicy defined"),
        ("¿Quién llama a parse_header?", "who calls parse_header"),
        ("donde se lanza la excepcion RetryError", "who throws RetryError"),
        ("testes da classe RetryPolicy", "tests for RetryPolicy"),
        ("onde é criado o RetryPolicy", "who creates RetryPolicy"),
        ("où est définie la classe RetryPolicy ?", "where is RetryPolicy defined"),
        ("documentation de l'option max_retries", "documentation of max_retries"),
        ("Wo wird parse_header aufgerufen?", "who calls parse_header"),
        ("Welche Klassen implementieren RetryPolicy?", "implementations of RetryPolicy"),
        ("где используется parse_header", "where is parse_header used"),
        ("строка 60 в src/web/cart.ts", "line 60 of src/web/cart.ts"),
        ("RetryPolicy'yi kim çağırıyor", "who calls RetryPolicy"),
        ("max_retries’in değiştirildiği yer", "who sets max_retries"),
        ("gdzie rzucany jest wyjątek RetryError", "who throws RetryError"),
        ("dove viene letta l'opzione max_retries", "where is max_retries read"),
        ("cosa c'è nella cartella src/web", "overview of the src/web folder"),
        ("hàm parse_header được gọi ở đâu", "who calls parse_header"),
        ("parse_header फ़ंक्शन क्या करता है?", "what does parse_header do"),
        ("أين تُستخدم parse_header؟", "where is parse_header used"),
        ("quién maneja POST /users/:id", "what handles POST /users/:id"),
        ("где определён «Store.get»", "where is Store.get defined"),
    ],
)
def test_a_question_about_a_name_is_read_as_english_asks_it(text, english):
    assert asked(text) == english


@pytest.mark.parametrize(
    "text",
    [
        "parse_header调用了哪些函数",
        "parse_headerが呼び出している関数",
        "parse_header가 호출하는 함수",
        "qué funciones llama parse_header",
        "welche Funktionen ruft parse_header auf",
        "quelles fonctions appelle parse_header",
        "какие функции вызывает parse_header",
        "parse_header hangi fonksiyonları çağırıyor",
        "parse_header gọi những hàm nào",
        "parse_header 都调用了哪些函数？",
        "parse_headerはどの関数を呼び出していますか",
        "parse_header는 어떤 함수를 호출하나요",
        "qué funciones son llamadas por parse_header",
        "quais funções são chamadas por parse_header",
        "Welche Funktionen werden von parse_header aufgerufen?",
        "quelles fonctions sont appelées par parse_header ?",
        "quali funzioni chiama parse_header",
        "quali funzioni sono chiamate da parse_header",
        "какие функции вызываются из parse_header",
        "jakie funkcje wywołuje parse_header",
        "ما الدوال التي تستدعيها parse_header؟",
        "parse_header किन फ़ंक्शनों को कॉल करता है",
    ],
)
def test_what_a_function_calls_is_told_from_what_calls_it(text):
    assert asked(text) == "what does parse_header call"


@pytest.mark.parametrize(
    "text",
    [
        "von welchen Funktionen wird parse_header aufgerufen",
        "parse_header関数を呼び出している場所",
        "parse_header를 호출하는 함수",
        "哪些函数调用了 parse_header",
        "qué funciones llaman a parse_header",
        "какие функции вызывают parse_header",
        "hangi fonksiyonlar parse_header'ı çağırıyor",
    ],
)
def test_what_calls_a_function_is_told_from_what_it_calls(text):
    assert asked(text) == "who calls parse_header"


@pytest.mark.parametrize(
    "text",
    ["wo wird Freeze benutzt", "「freeze」はどこで使われていますか", "freeze 在哪里被使用", "où est utilisé freeze"],
)
def test_a_word_that_prose_may_hold_is_a_name_only_where_something_is_called_so(text):
    assert asked(text, nothing) is None
    assert asked(text, lambda name: name.lower() == "freeze").lower() == "where is `freeze` used"


@pytest.mark.parametrize(
    "text",
    [
        "dónde llama HttpServer a parse_header",
        "¿dónde se llama a parse_header desde HttpServer?",
        "onde HttpServer chama parse_header",
        "onde parse_header é chamado pelo HttpServer",
        "où HttpServer appelle-t-il parse_header ?",
        "où parse_header est-elle appelée par la classe HttpServer",
        "dove HttpServer chiama parse_header",
        "dove viene chiamato parse_header in HttpServer?",
        "wo ruft HttpServer parse_header auf",
        "Wo wird parse_header in der Klasse HttpServer aufgerufen?",
        "gdzie HttpServer wywołuje parse_header",
        "gdzie parse_header jest wywoływany przez HttpServer",
        "HttpServer gọi parse_header ở đâu",
        "parse_header được gọi ở đâu trong HttpServer",
        "HttpServer parse_header'ı nerede çağırıyor",
        "parse_header HttpServer içinde nerede çağrılıyor",
        "где HttpServer вызывает parse_header",
        "где parse_header вызывается в HttpServer",
        "HttpServer parse_header को कहां कॉल करता है",
        "HttpServer में parse_header कहां कॉल होता है",
        "أين تستدعي HttpServer parse_header",
        "أين يتم استدعاء parse_header في HttpServer",
        "HttpServer 在哪里调用 parse_header",
        "parse_header在HttpServer中的哪里被调用？",
        "parse_header 在哪里被 HttpServer 调用",
        "HttpServerはどこでparse_headerを呼び出していますか",
        "parse_headerはHttpServerのどこで呼ばれていますか",
        "HttpServer가 parse_header를 어디서 호출하나요",
        "parse_header는 HttpServer에서 어디서 호출되나요",
        "parse_header가 HttpServer에서 호출되는 곳",
    ],
)
def test_of_two_names_one_is_looked_for_in_the_other(text):
    assert asked(text) == "where does HttpServer call parse_header"


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("wo benutzt HttpServer HeaderMap", "where does HttpServer use HeaderMap"),
        ("wo erzeugt HttpServer HeaderMap", "where does HttpServer create HeaderMap"),
        ("где HttpServer выбрасывает HeaderError", "where does HttpServer throw HeaderError"),
        ("HttpServer 在哪里创建 HeaderMap", "where does HttpServer create HeaderMap"),
        ("wo benutzt Server HeaderMap", None),
    ],
)
def test_of_two_names_it_is_asked_what_one_does_to_the_other(text, english):
    assert asked(text) == english
    assert asked(text, all_names) == (english or "where does `Server` use HeaderMap")


@pytest.mark.parametrize(
    "text",
    [
        "wo wird das Passwort geprüft",
        "где проверяется пароль",
        "セッションはどこで削除されますか",
        "dónde se valida la sesión antes de llamar a parse_header",  # says more
        "wo wird parse_header nicht aufgerufen",
        "где не используется parse_header",
        "parse_header を使っていない",
        "donde está el error",
        "wo ruft parse_header read_line und skip_line auf",
        "welche Funktionen ruft parse_header in read_line auf",
        "parse_header",
        "",
    ],
)
def test_what_frames_no_name_or_says_more_is_left_alone(text):
    assert asked(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "who calls parse_header",
        "where is RetryPolicy defined",
        "tests for RetryPolicy",
        "test parse_header",
        "import RetryPolicy",
        "class RetryPolicy",
        "extends RetryPolicy",
        "new RetryPolicy()",
        "use max_retries",
        "define max_retries",
        "definition of RetryPolicy",
        "RetryPolicy documentation",
        "parse_header references",
        "declared max_retries",
        "change max_retries",
        "the directory src/web",
        "llama_model",
        "serve src/web",
        "note 60 in src/web/cart.ts",
    ],
)
def test_english_is_left_alone(text):
    assert asked(text, all_names) is None


def test_english_questions_are_left_alone():
    made = [line.split("\t") for line in MADE.read_text("utf-8").splitlines() if not line.startswith("#")]
    english = [text for _, kind, _, text in made if kind in ENGLISH_OR_NONE]
    assert len(english) > 100
    assert [text for text in english if asked(text, all_names)] == []


def test_every_phrase_of_the_table_asks_its_english():
    wrong = []
    for language, english, phrases in rows():
        for phrase in phrases.split(", ") if english not in ("", "not", "in …") else ():
            words = " ".join(word.split("/")[0].removesuffix("-") for word in phrase.split())
            framing = words if "…" in words else f"{words} …"
            text = f"{LITTLE.get(language, '')} {framing}".replace("…", " parse_header ").replace("#", "60")
            found = framed(text, nothing)
            if found is None or found.text != english.replace("…", "parse_header").replace("#", "60"):
                wrong.append((language, english, phrase, found))
    assert wrong == []


def test_all_languages_know_the_main_forms():
    forms: dict[str, set[str]] = {}
    for language, english, _ in rows():
        forms.setdefault(language, set()).add(english)
    main = {"who calls …", "where is … used", "where is … defined", "tests for …", "documentation of …"}
    main |= {
        "subclasses of …",
        "implementations of …",
        "who creates …",
        "who throws …",
        "what does … do",
        "what does … call",
    }
    main |= {"in …", "what breaks if I change …"}
    assert len(forms) == 14
    assert {language for language, own in forms.items() if main - own} == set()


@pytest.mark.parametrize("text", ["a/" * 20_000, "在" * 20_000, "di " * 20_000, "/:" * 90, "\u0bae" * 190])
def test_a_long_text_is_read_at_once(text):
    begin = time.process_time()
    framed(text, all_names)
    assert time.process_time() - begin < 1
