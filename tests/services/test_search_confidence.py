"""How sure answers from a real index with the built-in model are, and which mode they say they are from."""

import pytest
from codebases import Asked, indexed

from lsp_codebase.codebase import Codebase
from lsp_codebase.config import Settings
from lsp_codebase.index import SilentListener
from lsp_codebase.model import (
    CancelToken,
    Confidence,
    Mode,
    Pack,
    Position,
    SearchAnswer,
    SearchQuery,
    SimilarQuery,
    Span,
)

FILES = {
    "shop/basket.py": '''class Basket:
    """The items that a customer wants to buy."""

    def remove_expired_items(self, now):
        """Drop what has been in the basket for too long."""
        self.items = [item for item in self.items if item.expires > now]

    def total_price(self):
        return sum(item.price for item in self.items)
''',
    "shop/screen.py": "def clear_screen(stream):\n    stream.write('\\x1b[2J')\n",
    "shop/payment.py": '''def charge_card(card, amount):
    """Charge a credit card, and retry when the bank does not answer."""
    return bank.post(card, amount, retries=3)
''',
    "shop/copy.py": """def sum_of_prices(basket):
    return sum(item.price for item in basket.items)
""",
}
NONSENSE = (
    "zzqx flurb wombat",
    "asdfgh qwerty zxcvbn",
    "9f8a7c6b5d4e3f21",
    "vlirp",
    "recipe for chocolate cherry tart",
)
OTHER_LANGUAGES = {
    "wie werden abgelaufene Waren entfernt": "shop/basket.py",
    "¿dónde se cobra con la tarjeta?": "shop/payment.py",
    "onde se calcula o preço total": "shop/copy.py",
    "où le prix total est-il calculé": "shop/copy.py",
    "dove viene calcolato il prezzo totale": "shop/copy.py",
    "как очистить экран": "shop/screen.py",
    "ekran nasıl temizleniyor": "shop/screen.py",
    "jak czyszczony jest ekran": "shop/screen.py",
    "画面をクリアする": "shop/screen.py",
    "화면을 비우기": "shop/screen.py",
}
UNKNOWN_LANGUAGES = ("أين يتم تحصيل المبلغ من البطاقة", "πού χρεώνεται η κάρτα", "Rezept für Kuchen mit Kirschen")


@pytest.fixture(scope="module", params=["builtin", "none"])
def codebase(request, tmp_path_factory):
    with indexed(tmp_path_factory.mktemp("honest"), FILES, embedding_model=request.param) as codebase:
        yield codebase


def ask(codebase: Codebase, text: str, **fields) -> SearchAnswer:
    return codebase.search(SearchQuery(text, pack=Pack.NONE, **fields), CancelToken())


@pytest.mark.parametrize(
    "text",
    [
        "remove expired items from the basket",
        "where is a credit card charged",
        "charge_card",
        "chargeCard",
        "charge_crad",
        '"item.expires > now"',
        r"def \w+_price",
        "shop/payment.py",
        "shop/basket.py:6",
    ],
)
def test_a_plain_good_query_is_answered_with_high_confidence(codebase, text):
    assert ask(codebase, text).confidence is Confidence.HIGH


@pytest.mark.parametrize("text", NONSENSE)
def test_nonsense_is_answered_with_none(codebase, text):
    assert ask(codebase, text).confidence is Confidence.NONE


@pytest.mark.parametrize("text", OTHER_LANGUAGES)
def test_a_question_in_another_language_finds_english_code_and_the_answer_says_how_it_was_read(codebase, text):
    answer = ask(codebase, text)
    paths = [hit.path.relative_to(codebase.root).as_posix() for hit in answer.hits]
    assert OTHER_LANGUAGES[text] in paths[:2]
    assert answer.confidence is not Confidence.NONE
    (note,) = answer.notes
    assert note.startswith("Read as: ")


@pytest.mark.parametrize("text", UNKNOWN_LANGUAGES)
def test_a_question_that_is_not_understood_is_answered_with_none_and_says_so(codebase, text):
    answer = ask(codebase, text)
    assert answer.confidence is Confidence.NONE
    (note,) = answer.notes
    assert note.startswith("Not understood: ")


def test_a_chinese_question_is_as_sure_as_the_english_words_for_it(codebase):
    assert ask(codebase, "移除过期的项目").confidence is not Confidence.NONE
    assert ask(codebase, "红烧肉怎么做才好吃").confidence is Confidence.NONE


def test_a_hit_that_is_near_in_meaning_is_no_nonsense_where_the_model_knows_the_words(codebase):
    has_model = codebase.status().vectors.model is not None
    confidence = ask(codebase, "clear the terminal").confidence
    assert confidence is (Confidence.LOW if has_model else Confidence.NONE)


def test_some_known_words_that_stand_in_different_places_are_low(codebase):
    assert ask(codebase, "bank stream customer total expires").confidence is Confidence.LOW


@pytest.mark.parametrize("fields", [{"mode": Mode.EXACT}, {"mode": Mode.REGEX}, {"mode": Mode.SYMBOL}])
def test_a_mode_that_takes_the_query_as_it_is_finds_it_or_nothing(codebase, fields):
    assert ask(codebase, "total_price", **fields).confidence is Confidence.HIGH
    assert ask(codebase, "zzqx_flurb", **fields).confidence is Confidence.NONE


def test_no_hit_is_none_whatever_the_words(codebase):
    answer = ask(codebase, "remove expired items", include=("nowhere/**",))
    assert (answer.hits, answer.confidence) == ((), Confidence.NONE)


def test_the_channels_alone_say_how_sure_they_are(codebase):
    assert ask(codebase, "credit card", mode=Mode.LEXICAL).confidence is Confidence.HIGH
    assert ask(codebase, "zzqx flurb", mode=Mode.LEXICAL).confidence is Confidence.NONE
    if codebase.status().vectors.model:
        assert ask(codebase, "charge a credit card", mode=Mode.VECTOR).confidence is Confidence.HIGH
        assert ask(codebase, "zzqx flurb", mode=Mode.VECTOR).confidence is Confidence.NONE


def test_pages_of_one_answer_are_equally_sure(codebase):
    first = ask(codebase, "price", limit=1)
    second = ask(codebase, "price", limit=1, cursor=first.next_cursor)
    assert first.confidence is second.confidence is ask(codebase, "price").confidence is Confidence.HIGH


def test_code_like_other_code_is_more_sure_than_code_like_nothing_else(codebase):
    def like(path: str, line: int) -> Confidence:
        span = Span(*Position(line, 0), *Position(line, 0))
        return codebase.similar(SimilarQuery(codebase.root / path, span), CancelToken()).confidence

    assert like("shop/basket.py", 8) is Confidence.HIGH
    assert like("shop/screen.py", 1) is Confidence.LOW


def test_an_answer_before_there_is_an_index_is_not_none(tmp_path, pool):
    codebase = Asked(tmp_path, Settings(index_location=str(tmp_path / "cache")), pool, SilentListener())
    assert ask(codebase, "zzqx flurb").confidence is Confidence.LOW
    codebase.close()


@pytest.mark.parametrize(
    ("text", "mode"),
    [
        ("charge_card", Mode.SYMBOL),
        ("bank", Mode.HYBRID),  # a word: nothing is called so
        ("移除过期的项目", Mode.HYBRID),
        ("カードはどこで請求されますか", Mode.HYBRID),
        ("payment.py", Mode.HYBRID),
    ],
)
def test_the_mode_of_an_answer_is_symbol_only_if_all_hits_are_definitions_called_so(codebase, text, mode):
    assert ask(codebase, text, limit=1).mode is mode
