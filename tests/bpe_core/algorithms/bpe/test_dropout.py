"""BPE-dropout against every possible run of the paper's algorithm, and against its peers."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import islice, product
from math import sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, Tokenizer, train_bpe
from bpe_core.errors import ProbabilityError
from tests.examples import examples, markers, share, units, word_counts, words

Split = tuple[str, ...]
Priority = Mapping[tuple[str, str], int]

DRAWINGS = share(10_000)
#: A result this many standard deviations away means a wrong probability, not chance.
FAR = 6
TEXT = "abab baab hug hugs hughug pug 哈哈哈 哈哈"


def trained(text: str = TEXT, merges: int = 30) -> tuple[Tokenizer, Priority]:
    """A tokenizer, and the rank of each of its pairs."""
    trace = train_bpe(Corpus.from_text(text), num_merges=merges)
    return trace.tokenizer(), {(str(m.left), str(m.right)): i for i, m in enumerate(trace.merges)}


def every_way(word: str, priority: Priority, p: float) -> dict[Split, float]:
    """Algorithm 1 as printed, with every possible outcome of the coin at each step.

    Each possible merge is either removed or kept; of the kept ones, the one with the highest
    priority is applied, leftmost first.
    """

    @cache
    def from_here(split: Split) -> Counter[Split]:
        places = [i for i in range(len(split) - 1) if split[i : i + 2] in priority]
        found: Counter[Split] = Counter()
        for coins in product([True, False], repeat=len(places)):
            chance = p ** sum(coins) * (1 - p) ** (len(coins) - sum(coins))
            kept = [place for place, dropped in zip(places, coins, strict=True) if not dropped]
            if not kept:
                found[split] += chance  # type: ignore[assignment]
                continue
            i = min(kept, key=lambda i: (priority[split[i], split[i + 1]], i))
            merged = (*split[:i], split[i] + split[i + 1], *split[i + 2 :])
            for end, rest in from_here(merged).items():
                found[end] += chance * rest  # type: ignore[assignment]
        return found

    return dict(from_here(tuple(word)))


def spelled(tokenizer: Tokenizer, ids: Sequence[int]) -> Split:
    return tuple(str(tokenizer.token(i)) for i in ids)


def assert_drawn_by(drawn: Iterable[Split], expected: Mapping[Split, float]) -> None:
    """Check that each cut comes up as often as its probability says, within chance."""
    counts = Counter(drawn)
    total = counts.total()
    assert counts.keys() <= expected.keys()
    for cut, probability in expected.items():
        spread = sqrt(total * probability * (1 - probability))
        assert abs(counts[cut] - total * probability) <= FAR * spread + 1, cut


@given(word_counts, words, units, markers)
@examples(100)
def test_dropping_none_is_the_usual_encoding_and_dropping_all_leaves_base_tokens(
    counts: dict[str, int], word: str, unit: str, marker: str
) -> None:
    corpus = Corpus.from_counts(counts, unit=unit, end_of_word=marker, pre_tokenizer="none")
    tokenizer = train_bpe(corpus, num_merges=30).tokenizer()
    base = tokenizer.encoding_steps(word)[0].ids
    for p, expected in ((0, tuple(tokenizer.encode(word))), (1.0, base)):
        assert list(islice(tokenizer.drop_merges(word, p), 3)) == [expected] * 3
        assert tokenizer.shares_of_cuts(word, p) == {expected: 1.0}


@given(st.text("ab哈ghu", min_size=1, max_size=8), st.sampled_from([0.0, 0.1, 0.5, 0.9, 1.0]))
@examples(150)
def test_exact_shares_are_those_of_every_way_the_algorithm_can_go(word: str, p: float) -> None:
    tokenizer, priority = trained()
    shares = tokenizer.shares_of_cuts(word, p)
    expected = {cut: chance for cut, chance in every_way(word, priority, p).items() if chance}
    assert {spelled(tokenizer, cut): c for cut, c in shares.items()} == pytest.approx(expected)


@pytest.mark.parametrize("word", ["hughug", "abab", "baabab", "哈哈哈哈"])
@pytest.mark.parametrize("p", [0.1, 0.5])
def test_cuts_are_drawn_as_often_as_every_way_says(word: str, p: float) -> None:
    tokenizer, priority = trained()
    drawn = islice(tokenizer.drop_merges(word, p, seed=1), DRAWINGS)
    assert_drawn_by((spelled(tokenizer, cut) for cut in drawn), every_way(word, priority, p))


def test_the_same_seed_draws_the_same_and_another_one_does_not() -> None:
    tokenizer, _ = trained()
    first, again, other = (
        list(islice(tokenizer.drop_merges("hughug", 0.3, seed), 20)) for seed in (1, 1, 2)
    )
    assert first == again != other


@pytest.mark.parametrize("value", [-0.1, 1.5, float("nan"), "half", None])
def test_what_is_no_probability_is_an_error(value: object) -> None:
    tokenizer, _ = trained()
    with pytest.raises(ProbabilityError):
        tokenizer.drop_merges("hug", value)  # type: ignore[arg-type]
    with pytest.raises(ProbabilityError):
        tokenizer.shares_of_cuts("hug", value)  # type: ignore[arg-type]
