"""GPT-2's merges against two texts: what each mixture explains, and what a learner can check."""

import json

import pytest

from bpe_core.tokenizers.published_vocabularies import PUBLISHED, read_gpt2_pairs
from pages.lessons.two_languages.published_recipe import MERGES, explained, inequality
from pages.lessons.two_languages.vocabularies import TEXTS
from sample_corpora import content
from tests.examples import some_of
from tests.pages.whole_app.visitor import Visitor


def gpt2_pairs() -> list[tuple[bytes, bytes]]:
    path = PUBLISHED["GPT-2"].path
    assert path
    return read_gpt2_pairs(path.read_bytes())[:MERGES]


def test_the_inequalities_of_two_merges_by_hand() -> None:
    """In he ×2 and an; in an ×2 and in. Once he is one token, an has the rival in."""
    found = explained([(b"h", b"e"), (b"a", b"n")], ("he he an", "an an in"))
    first, second = found.merges
    # Pairs: he, ␣h, ␣a, an; an, ␣a, ␣i, in. Then ␣he instead of ␣h and he.
    assert (first.counts, second.counts) == ((2, 0), (1, 2))
    assert (first.rivals, second.rivals) == (5, 4)
    assert found.total == 9
    assert first.met[0] == 5  # he ×2, and every other pair once at most
    assert first.met[10] == 1  # only ␣h does not occur in the second text, as he
    assert second.met == (4,) * 11


@pytest.mark.parametrize(
    ("counts", "rival", "solved"),
    [
        ((3, 1), (1, 2), "s ≤ 2/3"),
        ((1, 2), (3, 1), "s ≥ 2/3"),
        ((2, 2), (2, 1), "every s"),
        ((0, 1), (0, 2), "s ≤ 0"),
        ((0, 1), (1, 2), "no s"),
    ],
)
def test_an_inequality_is_solved(
    counts: tuple[int, int], rival: tuple[int, int], solved: str
) -> None:
    assert inequality(counts, rival).partition(": ")[2] == solved


def test_english_explains_the_merges_of_gpt2_better_than_chinese() -> None:
    failed = explained(gpt2_pairs(), (str(content("news-en")), str(content("news-zh")))).failed
    assert failed == sorted(failed)
    assert failed[-1] > 10 * failed[0]


@pytest.mark.parametrize("second", some_of(TEXTS, "mixtures")[:2])
def test_no_mixture_with_a_sample_explains_all(second: str) -> None:
    found = explained(gpt2_pairs(), (str(content("english")), str(content(second))))
    assert min(found.failed) > 0


@pytest.mark.parametrize("texts", [("a", "b"), ("aaaa", "aa"), ("哈", "a"), ("t t", "t")])
def test_next_to_no_text_ends_well(texts: tuple[str, str]) -> None:
    found = explained(gpt2_pairs(), texts)
    assert len(found.failed) == 11
    assert max(found.failed) <= found.total


def test_the_page_shows_a_bar_for_each_mixture() -> None:
    visitor = Visitor("languages", corpus="news-en", second="news-zh")
    rows = json.loads(visitor.component("published_mixtures").json)["rows"]
    assert [row["name"] for row in rows][::5] == ["0%", "50%", "100%"]
    assert all(len(row["bars"]) == 1 for row in rows)
