"""The first data of the stepper, and the answers that it asks for; its colours, and beliefs."""

import json
import re
from collections.abc import Iterator
from itertools import product

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from bpe_core import Corpus, train_bpe, train_unigram, train_wordpiece
from bpe_core.algorithms.across_words.boundless import train_boundless
from bpe_core.text.running_text import RunningText
from classroom.beliefs import BELIEFS, NUMBERS
from classroom.distinguishing import FAMILIES, draw_item
from pages.components.beliefs import BELIEF_TEXTS
from pages.components.component import joined_styles
from pages.components.stepper import IN_THE_APP, beliefs
from pages.components.stepper.beliefs import (
    belief_text,
    beliefs_behind,
    mistake_behind,
)
from pages.components.stepper.offline import theme
from pages.components.stepper.payload import (
    MOST_UNITS,
    PIECE_SIZE,
    Data,
    landmarks,
    piece_of,
    sum_of,
    walk_json,
)
from pages.components.stepper.routes import ROUTES
from pages.session.traces import SAMPLES

TEXT = " ".join(f"{a}{b}{c}" for a in "abcde" for b in "fghij" for c in "klmno")


@pytest.mark.parametrize(
    ("step", "pieces"),
    [(0, [0]), (PIECE_SIZE - 1, [0]), (PIECE_SIZE, [0, 1]), (PIECE_SIZE + 1, [1])],
)
def test_what_the_first_picture_needs_travels_along(step: int, pieces: list[int]) -> None:
    """The step itself, and the one before, whose view explains the merge."""
    trace = train_bpe(Corpus.from_text(TEXT))
    walk = json.loads(walk_json(trace, step=step))
    assert [int(piece) for piece in walk["pieces"]] == pieces
    assert walk["step"] == step
    assert json.loads(walk_json(trace, step=10_000))["step"] == len(trace)


def test_pieces_tile_the_walk() -> None:
    trace = train_bpe(Corpus.from_text(TEXT))
    pieces = [piece_of(trace, piece) for piece in range(len(trace) // PIECE_SIZE + 2)]
    assert sum(map(len, pieces)) == len(trace) + 1
    assert pieces[-1] == [] or len(trace) % PIECE_SIZE == PIECE_SIZE - 1


def test_a_huge_word_is_cut_and_says_so() -> None:
    trace = train_bpe(Corpus.from_counts({"ab" * MOST_UNITS: 1}), num_merges=3)
    walk: Data = json.loads(walk_json(trace, step=0))
    assert len(walk["words"][0]) == len(walk["closed"][0]) == MOST_UNITS
    whole = train_bpe(Corpus.from_counts({"a" * MOST_UNITS: 1}, end_of_word=""), num_merges=3)
    assert len(json.loads(walk_json(whole, step=0))["closed"][0]) == MOST_UNITS - 1


def test_scores_are_not_marked_as_ties() -> None:
    trace = train_wordpiece(Corpus.from_counts({"ab": 1, "cd": 1}))
    assert landmarks(trace) == {"tied": [], "whole": (1, "ab")}


#: Base tokens b g h n p s u are 0 to 6, by code point; then come ug, un, hug.
HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
U, G, LAST_MERGE = 6, 1, 9


@pytest.fixture
def client() -> Iterator[TestClient]:
    """The routes alone, with a training of three merges and one by Unigram in the store."""
    corpus = Corpus.from_counts(HUG)
    SAMPLES.get_or_train("merges", lambda: train_bpe(corpus, num_merges=3))
    SAMPLES.get_or_train("rounds", lambda: train_unigram(corpus, vocab_size=9))
    with TestClient(Starlette(routes=ROUTES)) as opened:
        yield opened


def test_a_pair_is_summed_at_a_step(client: TestClient) -> None:
    """(u, g) stands in hug 10, pug 5 and hugs 5."""
    answer = client.get(f"/trace/merges/sum/0/{U}/{G}")
    assert answer.status_code == 200
    assert answer.json()["pairs"] == [U, G, 20]
    assert [count for *_word, count in answer.json()["words"]] == [10, 5, 5]


@pytest.mark.parametrize(
    ("place", "token", "status"),
    [
        ("merges/sum/3", LAST_MERGE, 200),
        ("merges/sum/2", LAST_MERGE, 404),  # before it
        ("merges/sum/4", U, 404),  # there is no fourth merge
        ("merges/counts", LAST_MERGE, 200),
        ("merges/counts", LAST_MERGE + 1, 404),
        ("rounds/sum/0", U, 404),
    ],
)
def test_only_pairs_and_steps_that_exist_are_told(
    client: TestClient, place: str, token: int, status: int
) -> None:
    assert client.get(f"/trace/{place}/{token}/{G}").status_code == status
    assert client.get(f"/trace/{place}/{G}/{token}").status_code == status


def test_only_tokens_and_rounds_that_exist_have_a_cost(client: TestClient) -> None:
    rounds = len(SAMPLES.get("rounds") or ())
    for place in (f"rounds/worth/{rounds}/{U}", "rounds/worth/0/99", "merges/worth/0/0"):
        assert client.get(f"/trace/{place}").status_code == 404
    assert client.get(f"/trace/rounds/worth/{rounds - 1}/{U}").json()["cost"] is None


def test_an_unknown_training_has_no_pieces(client: TestClient) -> None:
    assert client.get("/trace/unknown/0").status_code == 404
    assert client.get("/trace/merges/0").json()


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("family", FAMILIES)
def test_each_wrong_answer_is_known_by_its_belief(family: str, seed: int) -> None:
    """None of the beliefs leads to the right pair."""
    item = draw_item(family, seed)
    trace = train_bpe(Corpus.from_text(" ".join(item.text)))
    ids = {token: i for i, token in enumerate(trace.vocabulary)}
    step = item.step - 1
    for believed in item.believed:
        pair = ids[believed.pair.left], ids[believed.pair.right]
        assert believed.belief in beliefs_behind(trace, step, *pair)
        assert believed.belief in sum_of(trace, step, *pair)["beliefs"]
    told = {believed.belief for believed in item.believed}
    right = ids[item.answer.left], ids[item.answer.right]
    assert not told & set(beliefs_behind(trace, step, *right))


def test_every_belief_has_its_sentence() -> None:
    assert belief_text().keys() == {f"belief_{name}" for name in (*NUMBERS, "refuted")}
    for name, belief in BELIEFS.items():
        text = BELIEF_TEXTS[name]
        assert bool(text.would_win and text.at_vote) == bool(belief.numbers)
        assert bool(text.quote and text.fact) == bool(belief.search)


def test_walks_that_beliefs_are_not_about_have_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """With scores, the count does not decide; no belief is about pairs at the border of words; with
    a large corpus, a page would wait.
    """
    words = {"ab": 9, "bc": 1, "bcb": 1, "dbc": 1}
    assert beliefs_behind(train_wordpiece(Corpus.from_counts(words)), 0, 1, 2) == []
    across = train_boundless(RunningText.read("ab ab ab"), num_merges=1)
    pairs = product(range(len(across.vocabulary)), repeat=2)
    assert not any(beliefs_behind(across, 0, *pair) for pair in pairs)
    trace = train_bpe(Corpus.from_counts(words), num_merges=1)
    for most, names in ((10, ["words-once"]), (9, [])):
        monkeypatch.setattr(beliefs, "MOST_UNITS", most)
        assert beliefs_behind(trace, 0, 1, 2) == names


@pytest.mark.parametrize("family", FAMILIES)
def test_a_mistake_is_told_with_both_counts(family: str) -> None:
    item = draw_item(family, 1)
    for each in item.believed:
        pair, winner = (f"{p.left} + {p.right}" for p in (each.pair, item.answer))
        said = f"{winner} is merged, with the count {item.count}; {pair} has {each.count}."
        assert mistake_behind(item, each).endswith(f"Step {item.step} shows it: {said}")


def test_every_colour_that_the_stepper_asks_for_is_in_both_themes() -> None:
    wanted = set(re.findall(r"var\((--st-[a-z-]*color)\b", joined_styles(*IN_THE_APP)))
    light, dark = theme().split("@media")
    assert len(wanted) > 5
    for colours in (light, dark):
        assert wanted <= set(re.findall(r"(--st-[a-z-]+): #", colours))
