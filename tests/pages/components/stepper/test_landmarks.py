"""The landmarks of a walk, compared with its states."""

from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, train_bpe
from bpe_core.algorithms.wordpiece import train_wordpiece
from pages.components.stepper.merges.landmarks import landmarks

COUNTS = st.dictionaries(
    st.text("abcé", min_size=1, max_size=6), st.integers(1, 9), min_size=1, max_size=8
)


@given(COUNTS, st.sampled_from(["", "</w>"]))
def test_marked_are_the_steps_that_broke_a_tie_and_the_first_whole_word(
    counts: dict[str, int], marker: str
) -> None:
    trace = train_bpe(Corpus.from_counts(counts, end_of_word=marker))
    found = landmarks(trace)
    pairs = zip(found["tied"][::2], found["tied"][1::2], strict=True)
    tied = [step for first, length in pairs for step in range(first, first + length)]
    states = [trace.state_at(k) for k in range(len(trace) + 1)]
    assert tied == [k + 1 for k in range(len(trace)) if len(states[k].ties) > 1]
    begun = [len(tokens) > 1 for tokens, _count in states[0].words]
    whole = [
        (step, word)
        for step, state in enumerate(states)
        for (tokens, _count), long, word in zip(state.words, begun, trace.corpus.words, strict=True)
        if long and len(tokens) == 1
    ]
    assert found["whole"] == (whole[0] if whole else None)


def test_scores_are_not_marked_as_ties() -> None:
    trace = train_wordpiece(Corpus.from_counts({"ab": 1, "cd": 1}))
    assert landmarks(trace) == {"tied": [], "whole": (1, "ab")}
