"""Every refusal, error and sentence of the program has its words, and every fact that the words name is given."""

from __future__ import annotations

import ast
import re

import pytest

from companion.cards import Card
from companion.errors import Ambiguous, Contradiction
from companion.events import Deal, Draw, End, Fix, Move, Redeal, Series, Turn, Undo
from companion.rules import VARIANTS, Refusal, game, value_text
from companion.rules.variants import SHARED_NAMES, find_variant
from companion.words.catalogs import placeholders
from companion.words.en import sentences
from companion.words.language import LANGUAGES
from companion.words.voice import Voice

from .sources import ERRORS, assigned, calls, trees

REFUSALS = [
    *calls(frozenset({"refuse"}), 1, "rules", "guide", "referee.py", "cli"),
    *calls(frozenset({"Refusal"}), 1, "rules", "guide", "referee.py", "cli"),
]
TROUBLES = list(calls(ERRORS, 0, "."))
SAID = list(calls(frozenset({"say", "said", "_help"}), 0, "."))


def named(key: str) -> frozenset[str]:
    """The facts that an English sentence names."""
    sentence = sentences()[key]
    texts = (sentence,) if isinstance(sentence, str) else sentence
    return frozenset().union(*map(placeholders, texts))


def fitting(prefix: str) -> list[str]:
    """A key and its versions for some games or lists."""
    return [key for key in sentences() if key == prefix or key.startswith(f"{prefix}.")]


def test_there_is_something_to_say() -> None:
    assert len(REFUSALS) > 80
    assert len(TROUBLES) > 30


def test_every_reason_of_a_refusal_has_a_sentence() -> None:
    reasons = {said.key for said in REFUSALS} | set(assigned("reason", "rules"))
    assert sorted(reason for reason in reasons if f"refusal.{reason}" not in sentences()) == []
    told = {key.split(".")[1] for key in sentences() if key.startswith("refusal.")}
    assert sorted(told - reasons) == []


def test_a_refusal_gives_every_fact_that_its_sentence_names() -> None:
    for said in REFUSALS:
        for key in fitting(f"refusal.{said.key}"):
            if said.facts is not None and not said.where.startswith("referee"):
                assert named(key) <= said.facts, f"{said.where}: {key}"


def test_every_error_has_a_sentence() -> None:
    assert sorted({said.key for said in TROUBLES if f"trouble.{said.key}" not in sentences()}) == []


def test_an_error_gives_every_fact_that_its_sentence_names() -> None:
    for said in TROUBLES:
        for key in fitting(f"trouble.{said.key}"):
            if said.facts is not None:
                assert named(key) <= said.facts | {"candidates"}, f"{said.where}: {key}"


def test_everything_that_is_said_by_key_has_a_sentence() -> None:
    assert sorted({f"{said.where}: {said.key}" for said in SAID if said.key not in sentences()}) == []


def test_no_sentence_of_english_stands_in_the_code() -> None:
    """What goes to the player comes from the sentences: nothing of several words is printed as it stands."""
    printers = {"say_out", "say_err", "print", "echo", "secho", "write", "prompt", "confirm"}
    for path, tree in trees("cli", "guide", "show"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in printers:
                for argument in node.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        words = [word for word in argument.value.split() if word.isalpha() and len(word) > 2]
                        assert len(words) < 3, f"{path}:{node.lineno}: {argument.value}"


@pytest.mark.parametrize("lang", LANGUAGES)
def test_variants_and_switches_have_their_lines(lang: str) -> None:
    voice = Voice(lang)
    for variant in VARIANTS.values():
        assert voice.say(f"variant.{variant.id}.name")
        assert voice.say(f"variant.{variant.id}.line")
        for switch in variant.family.all_switches:
            assert all(voice.switch(switch.name, value_text(value)) for value in switch.values)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("signs", [True, False])
def test_whatever_is_refused_is_told_wholly(lang: str, signs: bool) -> None:
    """Every refusal of many tables, told in every language: nothing is left in braces, the clause closes the sentence."""
    voice = Voice(lang, signs)
    for variant in ("hauta", "hauta-kookas", "parihevoset", "kapas", "helena", "louis"):
        rules = game(variant)
        cards = list((rules.whole - type(rules.whole)(rules.taken_out)).elements())
        table = rules.opening(cards)
        for source in rules.places:
            for to in rules.places:
                for event in (Move(source, to), Series(source, to), Draw(to), Deal(), Redeal(), End("won")):
                    if (refusal := rules.why(table, event)) is not None:
                        text = voice.refusal(refusal)
                        assert "{" not in text
                        assert text.endswith(f"({refusal.clause})")
                        assert "None" not in text


@pytest.mark.parametrize(
    ("lang", "signs", "text"),
    [
        ("en", True, "9♣ does not go to corner 1: on 7♠ the next card is an eight. (NT-3)"),
        ("en", False, "9C does not go to corner 1: on 7S the next card is an eight. (NT-3)"),
        ("fi", True, "9♣ ei käy kulmapinoon 1: kortin 7♠ päälle tulee seuraavaksi kasi. (NT-3)"),
        ("lt", True, "9♣ nededama į kampinę šūsnį 1: ant 7♠ toliau galima dėti tik aštuonakę. (NT-3)"),
        ("pl", True, "9♣ nie pasuje na stos narożny 1: na 7♠ kładzie się teraz ósemkę. (NT-3)"),
    ],
)
def test_a_refusal_in_each_language(lang: str, signs: bool, text: str) -> None:
    facts = {"card": Card(9, "C"), "place": "corner1", "top": Card(7, "S"), "rank": 8}
    assert Voice(lang, signs).refusal(Refusal("NT-3", "corner-needs", facts)) == text


@pytest.mark.parametrize(
    ("lang", "rank", "suit", "name"),
    [
        ("en", 12, "S", "queen of spades"),
        ("fi", 10, "D", "ruutukymppi"),
        ("lt", 10, "D", "būgnų dešimtakė"),
        ("pl", 10, "D", "dziesiątka karo"),
        ("pl", 13, "H", "król kier"),
        ("fi", 13, "H", "herttakuningas"),
        ("lt", 1, "D", "būgnų tūzas"),
    ],
)
def test_full_names(lang: str, rank: int, suit: str, name: str) -> None:
    assert Voice(lang).card_name(Card(rank, suit)) == name


@pytest.mark.parametrize(
    ("lang", "count", "part"),
    [
        ("en", 1, "one card"),
        ("en", 2, "2 cards"),
        ("fi", 1, "yksi kortti"),
        ("fi", 5, "5 korttia"),
        ("lt", 1, "1 korta"),
        ("lt", 3, "3 kortos"),
        ("lt", 10, "10 kortų"),
        ("lt", 12, "12 kortų"),
        ("lt", 21, "21 korta"),
        ("lt", 22, "22 kortos"),
        ("pl", 1, "jedna karta"),
        ("pl", 2, "2 karty"),
        ("pl", 5, "5 kart"),
        ("pl", 12, "12 kart"),
        ("pl", 22, "22 karty"),
    ],
)
def test_plurals(lang: str, count: int, part: str) -> None:
    refusal = Refusal("NTO-1", "redeal-stock-first", {"count": count})
    assert part in Voice(lang).refusal(refusal)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_event_is_a_phrase(lang: str) -> None:
    nine = Card(9, "C")
    for event in (
        Draw(), Draw("waste"), Draw("waste", nine), Move("waste", "corner1"), Move("waste", "corner1", nine),
        Series("aux1", "vault"), Deal(), Deal((nine,)), Turn(nine, "wall1"), Redeal(), Undo(), End("won"),
        Fix(nine, Card(6, "C")), Fix(nine, Card(6, "C"), 12),
    ):  # fmt: skip
        text = Voice(lang).event(event)
        assert text
        assert "{" not in text


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", sorted(SHARED_NAMES))
def test_a_name_of_two_games_is_asked_about_in_every_language(lang: str, name: str) -> None:
    """Report B08."""
    with pytest.raises(Ambiguous) as asked:
        find_variant(name.replace("-", " ").title())
    text = Voice(lang).trouble(asked.value)
    for variant in asked.value.candidates:
        assert variant in text
        assert Voice(lang).variant(variant) in text
    packs = {VARIANTS[variant].family.packs for variant in asked.value.candidates}
    assert all(Voice(lang).say(f"variant.packs.{number}") in text for number in packs)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_wrong_deal_lists_what_is_missing_and_what_is_too_many(lang: str) -> None:
    rules = game("hauta")
    cards = list(rules.whole)
    with pytest.raises(Contradiction) as short:
        rules.check_deal(cards[1:])
    assert "A♠" in Voice(lang).trouble(short.value)
    with pytest.raises(Contradiction) as twice:
        rules.check_deal([cards[1], *cards[1:]])
    text = Voice(lang).trouble(twice.value)
    assert "A♠" in text
    assert "2♠" in text


def test_user_text_is_said_as_it_is() -> None:
    text = Voice("en").say("trouble.card-unreadable", text="[kh] {card} :heart:")
    assert "[kh] {card} :heart:" in text


SAMPLES: dict[str, object] = {"card": Card(9, "C"), "place": "corner1", "rank": 9, "number": 0.5}
KIND_OF_ROLE = {
    "label": "place", "from": "place", "to": "place", "at": "place", "name": "card", "sign": "rank", "percent": "number",
    "tenths": "number", "game": "variant",
}  # fmt: skip


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_fact_can_be_said_in_the_roles_that_a_sentence_asks_for(lang: str) -> None:
    """A translation may use other roles than the English; each must be one of its kind of fact."""
    voice = Voice(lang)
    for key in sentences():
        for count in (1, 2, 5):
            template = voice._template(key, count)
            facts: dict[str, object] = {"count": count}
            for name, role in re.findall(r"\{(\w+):(\w+)\}", template):
                kind = KIND_OF_ROLE.get(role) or next((known for known in ("card", "rank") if known in name), "place")
                facts[name] = "hauta" if kind == "variant" else SAMPLES[kind]
            text = voice.say(key, **facts)
            assert "corner1" not in text or "corner1" in template, key
            assert "{" not in text, key
