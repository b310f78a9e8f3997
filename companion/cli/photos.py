"""Commands that read photographs: read, table, deck."""

from __future__ import annotations

import glob
import os
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cards import SUITS, Card
from companion.cli.common import answer_json, judged, leave, say_err, say_out, settings
from companion.cli.exits import Exit
from companion.errors import FileTrouble, Unreadable
from companion.events import read_cards
from companion.settings import pack_folder

if TYPE_CHECKING:
    from companion.guide.compare import Comparison
    from companion.sight.pack import LearntPack
    from companion.sight.photo import PhotoTrouble
    from companion.sight.reader import Reading, SeenCard
    from companion.words.voice import Voice


def read_photos(
    photos: Sequence[str], *, mark: str | None, pack: str | None, ring: bool, as_json: bool, voice: Voice
) -> None:
    """`read`: the cards of each photograph in reading order; a doubtful card is a question, never an answer."""
    from companion.sight.mark import mark_photo
    from companion.sight.photo import PhotoTrouble
    from companion.sight.reader import read_photo

    learnt = learnt_pack(pack if pack is not None else settings().pack)
    paths = list(_expanded(photos))
    codes: list[Exit] = []
    documents: list[dict[str, Any]] = []
    for count, path in enumerate(paths):
        if len(paths) > 1 and sys.stderr.isatty():
            sys.stderr.write(f"\r{count + 1}/{len(paths)} ")
        try:
            reading = read_photo(path, pack=learnt, ring=ring)
            if mark:
                mark_photo(reading, _mark_name(mark, path, len(paths)))
        except PhotoTrouble as error:
            sentence = trouble_of(error, voice)
            codes.append(Exit.UNREADABLE)
            documents.append({"photo": path, "cards": [], "backs": 0, "seconds": 0.0, "problem": sentence})
            if not as_json:
                say_err(sentence)
            continue
        codes.append(Exit.OPEN if any(card.doubt for card in reading.cards) else Exit.FINE)
        documents.append(reading_json(reading))
        if not as_json:
            _tell_reading(reading, voice)
    if as_json:
        answer_json(documents[0] if len(documents) == 1 else documents)
    leave(Exit.worst(codes))


def reading_json(reading: Reading) -> dict[str, Any]:
    """A reading as the contract names its facts."""
    return {
        "photo": reading.photo,
        "cards": [
            {
                "card": str(seen.card) if seen.card is not None else None,
                "confidence": seen.confidence,
                "doubt": [str(card) for card in seen.doubt] if seen.doubt is not None else None,
                "box": [list(point) for point in seen.box],
            }
            for seen in reading.cards
        ],
        "backs": reading.backs,
        "jokers": reading.jokers,
        "seconds": reading.seconds,
    }


def _tell_reading(reading: Reading, voice: Voice) -> None:
    names = " ".join(_seen(card, voice) for card in reading.cards)
    say_out(f"{reading.photo}: {names or voice.say('read-nothing')}")
    for number, card in enumerate(reading.cards, start=1):
        if card.doubt and len(card.doubt) == 1:
            say_out("  " + voice.say("read-likely", number=number, card=card.doubt[0]))
        elif card.doubt:
            say_out("  " + voice.say("read-doubt", number=number, cards=tuple(card.doubt)))
    if reading.backs:
        say_out("  " + voice.say("read-backs", count=reading.backs))
    if reading.jokers:
        say_out("  " + voice.say("read-jokers", count=reading.jokers))


def _seen(seen: SeenCard, voice: Voice) -> str:
    return (voice.card(seen.card) if seen.card is not None else "??") + ("?" if seen.doubt else "")


def trouble_of(error: PhotoTrouble, voice: Voice) -> str:
    """What is wrong with a photograph, in the reader's language where it is one of the known kinds."""
    key = f"trouble.{error.key}"
    return voice.say(key, file=error.path) if voice.has(key) else error.sentence


def _expanded(photos: Iterable[str]) -> Iterable[str]:
    """File names, with patterns that the shell has left alone expanded."""
    for photo in photos:
        if any(sign in photo for sign in "*?[") and not os.path.exists(photo):
            yield from sorted(glob.glob(photo)) or [photo]
        else:
            yield photo


def _mark_name(mark: str, photo: str, count: int) -> str:
    """One picture is marked in the file named; several are marked in the folder named."""
    if count == 1 and not os.path.isdir(mark):
        return mark
    try:
        os.makedirs(mark, exist_ok=True)
    except OSError as error:
        raise FileTrouble("file-unwritable", file=mark, why=error.strerror or "") from error
    return str(Path(mark) / f"{Path(photo).stem}-read.jpg")


def learnt_pack(name: str) -> LearntPack | None:
    """The learned pack of a name; none for an empty name. Raises `FileTrouble`."""
    from companion.sight.pack import PackTrouble, load_pack

    if not name:
        return None
    try:
        return load_pack(pack_folder(), name)
    except PackTrouble as error:
        raise FileTrouble("pack-trouble", why=str(error)) from error


def compare_table(photo: str, log: str, *, pack: str | None, as_json: bool, voice: Voice) -> None:
    """`table`: the table in a photograph against the record."""
    from companion.guide.compare import compare
    from companion.sight.photo import PhotoTrouble
    from companion.sight.reader import read_photo

    report = judged(log)
    try:
        reading = read_photo(
            photo, pack=learnt_pack(pack if pack is not None else settings().pack), ring=report.game.family == "helena"
        )
    except PhotoTrouble as error:
        say_err(trouble_of(error, voice))
        leave(Exit.UNREADABLE)
        return
    sure = [seen.card for seen in reading.cards if seen.card is not None and not seen.doubt]
    doubtful = [seen for seen in reading.cards if seen.doubt]
    result = compare(report.game, report.table, sure)
    if as_json:
        answer_json(_comparison_json(reading, result, doubtful))
    else:
        _tell_comparison(result, doubtful, voice)
    leave(Exit.FINE if result.agrees and not doubtful else Exit.OPEN if doubtful else Exit.NO)


def _comparison_json(reading: Reading, result: Comparison, doubtful: Sequence[SeenCard]) -> dict[str, Any]:
    return {
        "photo": reading.photo,
        "agrees": result.agrees,
        "missing": [{"place": place, "card": str(card)} for place, card in result.missing],
        "extra": [{"card": str(card), "recorded_at": list(places)} for card, places in result.extra],
        "doubt": [[str(card) for card in seen.doubt or ()] for seen in doubtful],
        "mends": [{"kind": mend.kind, "events": [str(event) for event in mend.events]} for mend in result.mends],
    }


def _tell_comparison(result: Comparison, doubtful: Sequence[SeenCard], voice: Voice) -> None:
    for place, card in result.missing:
        say_out(voice.say("table-missing", place=place, card=card))
    for card, places in result.extra:
        say_out(voice.say("table-elsewhere" if places else "table-extra", card=card, places=places))
    for seen in doubtful:
        say_out(voice.say("table-doubt", cards=tuple(seen.doubt or ())))
    if result.agrees and not doubtful:
        say_out(voice.say("table-agrees"))
    for mend in result.mends:
        say_out(voice.say(f"table-{mend.kind}"))
        for event in mend.events:
            say_out(f"    {event}")


# ---------------------------------------------------------------------- deck


def learn_deck(name: str, photos: Sequence[str], *, cards: str | None, as_json: bool, voice: Voice) -> None:
    """`deck learn`: from photographs of the cards in a known order."""
    from companion.sight.pack import PackTrouble, learn_pack
    from companion.sight.photo import PhotoTrouble

    paths = list(_expanded(photos))
    sheets = _sheets(paths, cards)
    try:
        learnt = learn_pack(pack_folder(), name, sheets)
    except PhotoTrouble as error:
        say_err(trouble_of(error, voice))
        leave(Exit.UNREADABLE)
        return
    except PackTrouble as error:
        raise FileTrouble("pack-trouble", why=str(error)) from error
    if as_json:
        answer_json({"pack": name, "cards": [str(card) for card in learnt.cards]})
    else:
        say_out(voice.say("deck-learnt", count=len(learnt.cards), name=name))


def _sheets(photos: Sequence[str], cards: str | None) -> list[tuple[str, list[Card]]]:
    """Which cards each photograph shows: as told, or a whole pack in suits (♠ ♥ ♦ ♣, ace to king) over 1, 4 or 52 pictures."""
    order = (
        list(read_cards(cards.replace(",", " ").split()))
        if cards
        else [Card(r, s) for s in SUITS for r in range(1, 14)]
    )
    if not photos or len(order) % len(photos):
        raise Unreadable("deck-sheets", count=len(order), photos=len(photos))
    size = len(order) // len(photos)
    return [(photo, order[at * size : (at + 1) * size]) for at, photo in enumerate(photos)]


def list_decks(*, as_json: bool, voice: Voice) -> None:
    """`deck list`."""
    from companion.sight.pack import list_packs

    names = list_packs(pack_folder())
    if as_json:
        answer_json({"folder": str(pack_folder()), "packs": names})
        return
    for name in names:
        say_out(name)
    if not names:
        say_out(voice.say("deck-none"))


def forget_deck(name: str, *, voice: Voice) -> None:
    """`deck forget`."""
    from companion.sight.pack import PackTrouble, forget_pack

    try:
        forget_pack(pack_folder(), name)
    except PackTrouble as error:
        raise FileTrouble("pack-trouble", why=str(error)) from error
    say_out(voice.say("deck-forgotten", name=name))


def try_deck(name: str, photos: Sequence[str], *, as_json: bool, voice: Voice) -> None:
    """`deck test`: read pictures with a learned pack, to see whether it serves."""
    read_photos(photos, mark=None, pack=name, ring=False, as_json=as_json, voice=voice)
