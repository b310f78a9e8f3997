"""Cards read in every form of the contract, in four languages; what is open is asked, never guessed (B17, B20, B42)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cards import RANKS, SUITS, UNSEEN, Card
from companion.errors import Ambiguous, Unreadable
from companion.words.language import LANGUAGES
from companion.words.reading import card_at, neutral_text, read_card, read_cards
from companion.words.vocabulary import bare
from companion.words.voice import Voice

TEN_OF_HEARTS = (
    "10h", "10H", "Th", "th", "h10", "H10", "♥10", "10♥", "♥T", "10 h", "10 ♥", "♥️10", "10\ufe0f♥", "♡10", "10♥︎", "\u200b10h",
    "\ufeff10h", "１０h", "🂺", "10-h", "ten of hearts", "The Ten of Hearts", "ten hearts", "heart ten", "TEN OF HEARTS",
)  # fmt: skip


@pytest.mark.parametrize("text", TEN_OF_HEARTS)
@pytest.mark.parametrize("lang", LANGUAGES)
def test_ten_of_hearts_in_every_form(text: str, lang: str) -> None:
    if (lang, text) != ("lt", "♥T"):  # in Lithuanian that could be the ace (tūzas): see below
        assert read_card(text, lang) == Card(10, "H")


@pytest.mark.parametrize(
    ("lang", "text", "card"),
    [
        ("en", "queen of spades", "QS"),
        ("en", "knave of clubs", "JC"),
        ("en", "6♠️", "6S"),
        ("en", "as", "AS"),
        ("en", "1c", "AC"),
        ("fi", "herttakuningas", "KH"),
        ("fi", "hertta kuningas", "KH"),
        ("fi", "Herttakuninkaan", "KH"),
        ("fi", "ruutukymppi", "10D"),
        ("fi", "ruutu 10", "10D"),
        ("fi", "ruutu10", "10D"),
        ("fi", "pataässä", "AS"),
        ("fi", "pata-ässä", "AS"),
        ("fi", "PATAASSA", "AS"),
        ("fi", "ristijätkä", "JC"),
        ("fi", "hr", "QH"),
        ("fi", "pk", "KS"),
        ("fi", "pä", "AS"),
        ("fi", "qs", "QS"),
        ("fi", "hertta k", "KH"),
        ("lt", "būgnų tūzas", "AD"),
        ("lt", "bugnu tuzas", "AD"),
        ("lt", "BŪGNŲ TŪZAS", "AD"),
        ("lt", "pikų dama", "QS"),
        ("lt", "vynų dama", "QS"),
        ("lt", "čirvų bartukas", "JH"),
        ("lt", "kryžių devynakė", "9C"),
        ("lt", "TK", "AC"),
        ("lt", "KK", "KC"),
        ("lt", "DB", "QD"),
        ("lt", "BD", "QD"),
        ("lt", "šk", "KH"),
        ("pl", "król kier", "KH"),
        ("pl", "krol kier", "KH"),
        ("pl", "dama karo", "QD"),
        ("pl", "Dama pikowa", "QS"),
        ("pl", "as trefl", "AC"),
        ("pl", "dziesiątka kier", "10H"),
        ("pl", "kt", "KC"),
        ("pl", "tk", "KC"),
        ("pl", "dp", "QS"),
        ("pl", "10t", "10C"),
        ("pl", "qs", "QS"),
    ],
)
def test_card(lang: str, text: str, card: str) -> None:
    assert read_card(text, lang) == Card.parse(card)


@pytest.mark.parametrize(
    ("lang", "text", "cards"),
    [
        ("fi", "R10", "10D 10C"),  # ruutu or risti
        ("fi", "RK", "KD KC"),
        ("fi", "RR", "QD QC"),  # ruutu- or ristirouva
        ("lt", "KS", "KS KH"),  # English spades, Lithuanian širdys
        ("lt", "TS", "AH 10S"),  # tūzas, or the English ten
        ("lt", "♥T", "AH 10H"),
        ("lt", "9s", "9S 9H"),
        ("pl", "10k", "10H 10D"),  # kier or karo
        ("pl", "K K", "KH KD"),
        ("pl", "DK", "QH QD KD"),  # dama, or the English diamonds
        ("pl", "as", "AS AH AD AC"),  # an ace, or the English ace of spades
    ],
)
def test_open_initials_are_asked(lang: str, text: str, cards: str) -> None:
    with pytest.raises(Ambiguous) as asked:
        read_card(text, lang)
    assert asked.value.candidates == tuple(map(Card.parse, cards.split()))


@pytest.mark.parametrize(
    ("lang", "text"),
    [
        ("en", ""),
        ("en", "h"),
        ("en", "10"),
        ("en", "11"),
        ("en", "kings"),  # a word, not the king of spades
        ("en", "jacks"),
        ("en", "aces"),
        ("en", "0h"),
        ("en", "14h"),
        ("en", "10x"),
        ("en", "herttakuningas"),
        ("en", "hertta"),
        ("fi", "ristiä"),
        ("fi", "hertta"),
        ("fi", "herttakuningasx"),
        ("lt", "tūzas"),
        ("pl", "król"),
        ("pl", "trefl kier"),
    ],
)
def test_no_card(lang: str, text: str) -> None:
    with pytest.raises(Unreadable):
        read_card(text, lang)


def test_unseen() -> None:
    assert all(read_card("??", lang) is UNSEEN for lang in LANGUAGES)


@pytest.mark.parametrize(
    ("lang", "text", "cards"),
    [
        ("en", "9c 4h 7s", "9C 4H 7S"),
        ("en", "9c, ten of hearts ♥ 10 10 ♥ ?? 🂡", "9C 10H 10H 10H ?? AS"),
        ("en", "q of spades k d", "QS KD"),
        ("fi", "herttakuningas ruutu 10 pata ässä", "KH 10D AS"),
        ("lt", "būgnų tūzas karalius kryžių", "AD KC"),
        ("pl", "as pik król kier 10 t", "AS KH 10C"),
    ],
)
def test_a_run_of_cards(lang: str, text: str, cards: str) -> None:
    assert read_cards(text.split(), lang) == tuple(map(Card.parse, cards.split()))


def test_a_run_names_its_first_unreadable_word() -> None:
    with pytest.raises(Unreadable) as error:
        read_cards(["9c", "ten", "of", "hearts", "foo", "8h", "bar"], "en")
    assert error.value.facts["text"] == "foo"


def test_a_run_asks_about_its_open_card() -> None:
    with pytest.raises(Ambiguous) as asked:
        read_cards(["herttakuningas", "r", "9"], "fi")
    assert asked.value.candidates == (Card(9, "D"), Card(9, "C"))


def test_the_longest_beginning_is_taken() -> None:
    assert card_at(["ten", "of", "hearts", "waste"]) == (Card(10, "H"), 3)
    assert card_at(["10", "♥", "w"]) == (Card(10, "H"), 2)
    assert card_at(["9c", "w"]) == (Card(9, "C"), 1)
    assert card_at(["waste"]) is None


CARDS = st.builds(Card, st.sampled_from(RANKS), st.sampled_from(SUITS))


@given(CARDS, st.sampled_from(LANGUAGES), st.sampled_from(["name", "obj"]), st.booleans(), st.booleans())
def test_every_name_that_is_said_is_read(card: Card, lang: str, role: str, upper: bool, plainly: bool) -> None:
    text = Voice(lang).card_name(card, role)
    text = bare(text) if plainly else text
    assert read_card(text.upper() if upper else text, lang) == card


@given(CARDS, st.sampled_from(LANGUAGES))
def test_the_neutral_form_is_one_card_in_every_language(card: Card, lang: str) -> None:
    assert read_card(neutral_text(card), lang) == card


@given(CARDS, st.sampled_from(LANGUAGES))
def test_every_sign_that_is_said_is_read(card: Card, lang: str) -> None:
    assert read_card(Voice(lang).card(card), lang) == card
    assert read_card(str(card)) == card


@given(st.text(max_size=20), st.sampled_from(LANGUAGES))
def test_whatever_is_typed_is_a_card_a_question_or_unreadable(text: str, lang: str) -> None:
    try:
        card = read_card(text, lang)
    except (Ambiguous, Unreadable):
        return
    assert card is UNSEEN or card in {Card(rank, suit) for rank in RANKS for suit in SUITS}
