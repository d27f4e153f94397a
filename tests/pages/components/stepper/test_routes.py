"""The stepper's routes answer questions about a training, and refuse others."""

from collections.abc import Iterator

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from bpe_core import Corpus, train_bpe, train_unigram
from pages.components.stepper.routes import ROUTES
from pages.session.traces import SAMPLES

#: Base tokens b g h n p s u are 0 to 6, by code point; then come ug, un, hug.
HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
U, G, FIRST_MERGE = 6, 1, 7


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
    ("step", "token", "status"),
    [
        (3, FIRST_MERGE + 2, 200),  # the third merge's token, after the third merge
        (2, FIRST_MERGE + 2, 404),  # before it
        (4, U, 404),  # there is no fourth merge
    ],
)
def test_only_tokens_and_steps_that_exist_are_summed(
    client: TestClient, step: int, token: int, status: int
) -> None:
    assert client.get(f"/trace/merges/sum/{step}/{token}/{G}").status_code == status
    assert client.get(f"/trace/merges/sum/{step}/{G}/{token}").status_code == status


def test_the_cost_of_a_token_is_told_up_to_the_last_round(client: TestClient) -> None:
    rounds = len(SAMPLES.get("rounds") or ())
    statuses = [client.get(f"/trace/rounds/worth/{n}/0").status_code for n in range(rounds + 1)]
    assert statuses[-1] == 404
    assert client.get("/trace/merges/worth/0/0").status_code == 404
    assert client.get("/trace/rounds/sum/0/0/1").status_code == 404


def test_an_unknown_training_has_no_pieces(client: TestClient) -> None:
    assert client.get("/trace/unknown/0").status_code == 404
    assert client.get("/trace/merges/0").json()
