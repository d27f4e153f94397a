"""Everything that is made for a class is kept in `made.txt`: the same seed makes the same again.

`RENEW=1 .venv/bin/python -m pytest tests/classroom/test_made.py` writes it. That it is right is
tested beside it, by counting again.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from random import Random
from zipfile import ZipFile

from bpe_core import Corpus, train_bpe, train_unigram, train_wordpiece
from classroom import KINDS, SEEN_KINDS, Hand, draw_items
from classroom.beliefs import find_misconceptions
from classroom.exchange import Choice, ExchangeItem, code, mixed, write_moodle, write_qti
from classroom.hand import NotHereError
from classroom.voting.walk_ballots import ballot_of_round, ballot_of_step, ballot_of_word
from classroom.worksheet import dice_grid, make_revealing_worksheet, make_worksheet
from sample_corpora import load
from tests.kept import compare_with_kept

KEPT = Path(__file__).with_name("made.txt")
HUGS = Corpus.from_counts({"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5})
BYTES = Corpus.from_text("哈哈 哈哈哈 hug hugs é", unit="byte", end_of_word="·")
HANDS = {
    "hug": Hand.of(load("hug"), 1),
    "few merges": Hand(train_bpe(HUGS, num_merges=3)),
    "english": Hand.of(load("english"), 3, special_tokens=["<s>"]),
    "bytes": Hand.of(BYTES, 2, tie_break="largest-text"),
}


def questions() -> Iterator[str]:
    for kind, ask in (KINDS | SEEN_KINDS).items():
        for name, hand in HANDS.items():
            said: object = "not asked"
            for seed in range(9):
                with suppress(NotHereError):
                    said = ask(hand, Random(seed))
                    break
            yield f"{kind}, {name}: {said}"


def sheets() -> Iterator[str]:
    for name, hand in HANDS.items():
        yield f"sheet, {name}: {make_worksheet(hand, seed=4, merges=3)}"
    sheet = make_revealing_worksheet(seed=4, merges=3)
    yield f"sheet that reveals: {replace(sheet, item=None)}"
    for item in draw_items(7, 8):
        yield f"item: { {name: each for name, each in vars(item).items() if name != 'hand'} }"
    for row in dice_grid(HANDS["hug"].words(2)):
        yield f"dice: {row}"


def walks() -> Iterator[str]:
    for name in ("english", "mixed", "library"):
        for belief, found in find_misconceptions(train_bpe(load(name), num_merges=60)).items():
            yield f"{belief}, {name}: {found}"
    traces = {"bpe": train_bpe(HUGS), "bytes": train_bpe(BYTES), "scores": train_wordpiece(HUGS)}
    for name, trace in traces.items():
        yield f"ballot, {name}: {ballot_of_step(trace, 1)}"
    yield f"ballot of a round: {ballot_of_round(train_unigram(HUGS, vocab_size=8), 0)}"
    yield f"ballot of a word: {ballot_of_word(2, ['h', 'u', 'g', 's'], [7, 3, None])}"


def files() -> Iterator[str]:
    choices = [Choice(mixed("span", code(each)), f"about {each}") for each in ("ug", "u<g", "א")]
    item = ExchangeItem(
        *("q1", "Which pair?", "en", ["bpe", "hug"]),
        scene=[mixed("p", "hug ", code("$x$"))],
        ask=mixed("p", "Which pair is merged next?"),
        choices=choices,
        right=1,
        is_ordered=False,
        why=mixed("p", "It is the most frequent."),
        verdicts=("Right.", "Wrong."),
    )
    yield from write_moodle([item], "hug/pug").decode().splitlines()
    with ZipFile(BytesIO(write_qti([item], "hug"))) as package:
        for name in package.namelist():
            yield name
            yield from package.read(name).decode().replace("><", ">\n<").splitlines()


def test_what_is_made_is_as_it_was() -> None:
    lines = [line for make in (questions, sheets, walks, files) for line in make()]
    compare_with_kept(lines, KEPT)
