"""A training with merges chosen by the learner, against the naive trainer; greed is beaten."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, Trace, train_bpe
from bpe_core.algorithms.bpe import pair_queue, places
from bpe_core.errors import ChoiceError, UnreachedChoiceError
from bpe_core.worker.handover import pack, unpack
from tests.bpe_core.oracles import NaiveRun, Pair, naive_bpe
from tests.bpe_core.packed import packed
from tests.bpe_core.strategies import markers, rules, units, word_counts
from tests.examples import examples

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
#: How many gaps are merged at once, and how many pairs are in the index.
SIZES = [(1, 1), (3, 4), (96, 1), (96, 3_000)]


def choose_freely(data: st.DataObject, counts: dict[str, int], **options: str) -> NaiveRun:
    """A naive run in which any of the first steps may merge any pair that occurs then, or none."""
    chooses = data.draw(st.booleans())

    def choose(step: int, pairs: Sequence[Pair]) -> Pair | None:
        wanted = chooses and step <= 5 and data.draw(st.booleans())
        return data.draw(st.sampled_from(pairs)) if wanted else None

    return naive_bpe(counts, choose=choose, **options)


@given(word_counts, units, markers, rules, st.data())
@examples(150)
def test_merges_are_those_of_the_naive_trainer_also_after_a_choice(
    counts: dict[str, int], unit: str, marker: str, rule: str, data: st.DataObject
) -> None:
    """With few or many gaps merged at once, and however few pairs are known.

    Each state shows what a recount gives.
    """
    naive = choose_freely(data, counts, unit=unit, end_of_word=marker, rule=rule)
    corpus = Corpus.from_counts(counts, unit=unit, end_of_word=marker)
    choices = {step: (a + 1, b + 1) for step, (a, b) in naive.choices.items()}
    traces = []
    for many, known in SIZES:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(places, "MANY", many)
            patch.setattr(pair_queue, "FEWEST_KNOWN", 1)
            patch.setattr(pair_queue, "MOST_KNOWN", known)
            traces.append(
                train_bpe(corpus, tie_break=rule, special_tokens=["<s>"], choices=choices)
            )
    trace, *others = traces
    merges = zip(trace.base_merges[:, 0], trace.base_merges[:, 1], trace.merge_counts, strict=True)
    assert [(int(a), int(b), int(n)) for a, b, n in merges] == naive.merges
    assert [packed(other) for other in others] == [packed(trace)] * len(others)
    assert list(trace.vocabulary[1:]) == naive.texts
    assert trace.stopped_because == "nothing_left"
    for again in (trace, unpack(b"".join(pack(trace))), Trace.from_bytes(trace.to_bytes())):
        assert again.choices == choices
        for k, step in enumerate(naive.steps):
            view = again.views(k, k + 1)[0]
            assert view.pairs == [(a + 1, b + 1, step.counts[a, b]) for a, b in step.ranked[:20]]
            assert again.state_at(k).word_ids(range(len(counts))) == [
                [token + 1 for token in word] for word in step.words
            ]


@pytest.mark.parametrize("pair", [(0, 0), (6, 400), (-1, 3), (7, 4)])
def test_a_pair_that_occurs_nowhere_cannot_be_chosen(pair: Pair) -> None:
    """Nor can a pair with a token that is not made yet, or that never exists."""
    with pytest.raises(ChoiceError, match="Step 1 cannot"):
        train_bpe(Corpus.from_counts(HUG), choices={1: pair})


@pytest.mark.parametrize("step", [0, 4, 99])
def test_a_choice_for_a_step_that_never_comes_is_told(step: int) -> None:
    with pytest.raises(UnreachedChoiceError, match="ends at step 3"):
        train_bpe(Corpus.from_counts(HUG), num_merges=3, choices={step: (6, 4)})
