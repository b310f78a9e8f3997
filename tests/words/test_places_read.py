"""Places read by canonical name, name in the language and short form, for each family."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.cli.play_reading import WordsReader
from companion.errors import Ambiguous, Unreadable
from companion.guide.reading import COMMANDS, parse
from companion.rules import game
from companion.words.language import LANGUAGES
from companion.words.reading import read_card, read_place, short_place
from companion.words.vocabulary import bare, folded, vocabulary
from companion.words.voice import Voice

FAMILIES = ("hauta", "parihevoset", "kapas", "helena")


@pytest.mark.parametrize(
    ("lang", "variant", "text", "place"),
    [
        ("en", "hauta", "c2", "corner2"),
        ("en", "hauta", "x1", "cell1"),
        ("en", "hauta", "w", "waste"),
        ("en", "hauta", "m", "centre"),
        ("en", "hauta", "center", "centre"),
        ("en", "hauta", "s", "sixes"),
        ("en", "hauta", "Corner 2", "corner2"),
        ("en", "hauta", "the six store", "sixes"),
        ("en", "hauta", "wa", "waste"),
        ("en", "parihevoset", "tl", "tl"),
        ("en", "parihevoset", "top left corner", "tl"),
        ("en", "parihevoset", "r3", "right3"),
        ("en", "parihevoset", "up-h", "up-H"),
        ("en", "parihevoset", "down ♠", "down-S"),
        ("en", "kapas", "w1", "wall1"),
        ("en", "kapas", "a4", "aux4"),
        ("en", "kapas", "v", "vault"),
        ("en", "kapas", "bs", "base-S"),
        ("en", "kapas", "base of spades", "base-S"),
        ("en", "kapas", "e5", "extra5"),
        ("en", "helena", "p12", "pile12"),
        ("en", "helena", "7", "pile7"),
        ("en", "helena", "kh", "king-H"),
        ("en", "helena", "ace ♦", "ace-D"),
        ("fi", "hauta", "k1", "corner1"),
        ("fi", "hauta", "kulmapino 3", "corner3"),
        ("fi", "hauta", "a2", "cell2"),
        ("fi", "hauta", "apupaikka 2", "cell2"),
        ("fi", "hauta", "p", "waste"),
        ("fi", "hauta", "poistopino", "waste"),
        ("fi", "hauta", "keskipino", "centre"),
        ("fi", "hauta", "kuutosvarasto", "sixes"),
        ("fi", "hauta", "nostopakka", "stock"),
        ("fi", "hauta", "x1", "cell1"),
        ("fi", "parihevoset", "vasen yläkulma", "tl"),
        ("fi", "parihevoset", "o1", "right1"),
        ("fi", "parihevoset", "nouseva hertta", "up-H"),
        ("lt", "kapas", "rūsys", "vault"),
        ("lt", "kapas", "rusys", "vault"),
        ("lt", "kapas", "siena 1", "wall1"),
        ("lt", "kapas", "1 siena", "wall1"),
        ("lt", "kapas", "pagalbinė vieta 2", "aux2"),
        ("lt", "kapas", "papildoma šūsnis 5", "extra5"),
        ("lt", "kapas", "bazė ♠", "base-S"),
        ("lt", "kapas", "base-S", "base-S"),
        ("pl", "helena", "stos 11", "pile11"),
        ("pl", "helena", "st11", "pile11"),
        ("pl", "helena", "król kier", "king-H"),
        ("pl", "helena", "as karo", "ace-D"),
        ("pl", "helena", "ace-D", "ace-D"),
    ],
)
def test_place(lang: str, variant: str, text: str, place: str) -> None:
    assert read_place(text, game(variant), lang) == place


@pytest.mark.parametrize(
    ("lang", "variant", "text", "places"),
    [
        ("en", "hauta", "corner", "corner1 corner2 corner3 corner4"),
        ("en", "kapas", "base", "base-S base-H base-D base-C"),
        ("lt", "kapas", "bs", "base-S base-H"),  # English spades, Lithuanian širdys
        ("pl", "helena", "fundament króla k", "king-H king-D"),  # kier or karo
        ("fi", "parihevoset", "lr", "down-D down-C"),  # ruutu or risti
    ],
)
def test_open_places_are_asked(lang: str, variant: str, text: str, places: str) -> None:
    with pytest.raises(Ambiguous) as asked:
        read_place(text, game(variant), lang)
    assert asked.value.candidates == tuple(places.split())


@pytest.mark.parametrize(
    ("variant", "text"),
    [
        ("hauta", "corner5"),
        ("hauta", "c0"),
        ("hauta", "vault"),
        ("helena", "13"),
        ("helena", "p"),
        ("kapas", ""),
        ("kapas", "9h"),
    ],
)
def test_no_place(variant: str, text: str) -> None:
    with pytest.raises((Unreadable, Ambiguous)) as error:
        read_place(text, game(variant))
    assert isinstance(error.value, Unreadable) or text == "p"  # one of the twelve piles: asked


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("variant", FAMILIES)
def test_every_name_and_short_form_that_is_said_is_read(variant: str, lang: str) -> None:
    rules = game(variant)
    for place in rules.places:
        for text in (place, place.upper(), short_place(place, lang)):
            assert read_place(text, rules, lang) == place
        for signs in (True, False):
            voice = Voice(lang, signs)
            for role in ("label", "name"):
                text = voice.place(place, role)
                assert read_place(text, rules, lang) == place
                assert read_place(bare(text), rules, lang) == place


@pytest.mark.parametrize(
    ("lang", "variant", "line", "cards", "places"),
    [
        ("en", "hauta", "corner 1 corner 2", "", "corner1 corner2"),
        ("en", "hauta", "9c six store", "9C", "sixes"),
        ("en", "parihevoset", "top left r1", "", "tl right1"),
        ("en", "helena", "pile 3 5", "", "pile3 pile5"),
        ("en", "helena", "1 2", "", "pile1 pile2"),
        ("fi", "hauta", "ruutu 10 kulmapino 1", "10D", "corner1"),
        ("fi", "parihevoset", "vasen yläkulma oikea 1", "", "tl right1"),
        ("lt", "kapas", "siena 1 papildoma šūsnis 2", "", "wall1 extra2"),
        ("pl", "helena", "stos 11 stos 12", "", "pile11 pile12"),
        ("pl", "helena", "król kier stos 3", "KH", "pile3"),  # the king lies there; the foundation is no source
    ],
)
def test_names_of_several_words_in_a_line(lang: str, variant: str, line: str, cards: str, places: str) -> None:
    rules = game(variant)
    parsed = parse(WordsReader(rules, lang), line.split(), rules)
    assert tuple(map(str, parsed.cards)) == tuple(cards.split())
    assert parsed.places == tuple(places.split())


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("variant", FAMILIES)
def test_no_short_form_of_a_place_is_a_card(variant: str, lang: str) -> None:
    """Where cards are asked for a card goes first. Foundations are only ever targets; `c2` is what the contract has."""
    rules = game(variant)
    for place in set(rules.places) - set(rules.foundations):
        with pytest.raises(Unreadable):
            read_card(short_place(place, lang), lang)


@given(st.text(max_size=16), st.sampled_from(LANGUAGES), st.sampled_from(FAMILIES))
def test_whatever_is_typed_is_a_place_a_question_or_unreadable(text: str, lang: str, variant: str) -> None:
    rules = game(variant)
    try:
        place = read_place(text, rules, lang)
    except (Ambiguous, Unreadable):
        return
    assert place in rules.places


@pytest.mark.parametrize("text", ["HİNT", "hınt", "HINT", "hint"])
def test_the_turkish_i_is_an_i(text: str) -> None:
    """Report B42."""
    assert folded(text) == "hint"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_command_has_words_and_no_word_means_two(lang: str) -> None:
    commands = vocabulary(lang).commands
    assert set(commands) == set(vocabulary("en").commands)
    assert set(commands) >= set(COMMANDS)
    words = [word for forms in commands.values() for word in {bare(form) for form in forms}]
    assert len(words) == len(set(words))


@pytest.mark.parametrize("lang", [lang for lang in LANGUAGES if lang != "en"])
def test_no_word_for_a_command_means_another_one_in_english(lang: str) -> None:
    english = {bare(form): command for command, forms in vocabulary("en").commands.items() for form in forms}
    for command, forms in vocabulary(lang).commands.items():
        assert all(english.get(bare(form), command) == command for form in forms)
