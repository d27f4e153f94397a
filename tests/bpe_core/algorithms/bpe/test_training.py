"""The trainer against a naive oracle and its own promises."""

import re
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, Trace, train_bpe
from bpe_core.algorithms.across_words.boundless import train_boundless
from bpe_core.algorithms.bpe import merging, places
from bpe_core.algorithms.bpe.tie_rules import find_tie_rule
from bpe_core.errors import ChoiceError, UnreachedChoiceError
from bpe_core.files.program import write_program
from bpe_core.text.running_text import RunningText
from bpe_core.worker.handover import pack, unpack
from tests.bpe_core.files.formats.small_files import refused
from tests.bpe_core.oracles import NaiveRun, Pair, naive_bpe
from tests.bpe_core.worker.test_handover import packed
from tests.examples import examples, markers, rules, units, word_counts

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


@given(word_counts, units, markers, rules, st.tuples(*[st.integers(1, 12)] * 3))
def test_it_stops_where_the_naive_trainer_stops(
    counts: dict[str, int], unit: str, marker: str, rule: str, limits: tuple[int, int, int]
) -> None:
    """At a number of merges, before a pair that is too rare, or before a token that is too long."""
    merges, least, longest = limits
    spelling = {"unit": unit, "end_of_word": marker}
    asked = {"num_merges": merges - 1, "min_frequency": 1 + least // 3}
    naive = naive_bpe(counts, rule=rule, longest=2 + longest, **spelling, **asked)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(merging, "FEWEST_KNOWN", 1)
        patch.setattr(merging, "MOST_TOKEN_BYTES", 2 + longest)
        trace = train_bpe(Corpus.from_counts(counts, **spelling), tie_break=rule, **asked)
    assert list(trace.vocabulary) == naive.texts
    assert trace.min_frequency == asked["min_frequency"]
    words = [[naive.texts[i] for i in word] for word in naive.steps[-1].words]
    assert [list(word) for word, _ in trace.state_at(len(trace)).words] == words
    left = naive.steps[-1].counts
    is_rare = max(left.values(), default=0) < asked["min_frequency"]
    reason = "min_frequency" if left and is_rare else "token_length" if left else "nothing_left"
    assert trace.stopped_because == ("num_merges" if len(trace) == merges - 1 else reason)


def test_a_pair_that_is_too_long_is_no_choice_and_no_program_knows_of_it() -> None:
    """h u g s, by id 1 3 0 2: then only pairs of more than two letters are left."""
    corpus = Corpus.from_counts({"hugs": 2})
    trace = train_bpe(corpus, max_token_length=2)
    assert ([m.token for m in trace.merges], trace.stopped_because) == (
        ["hu", "gs"],
        "token_length",
    )
    assert trace.state_at(2).pairs() == []
    with pytest.raises(ChoiceError):
        train_bpe(corpus, max_token_length=2, choices={2: (4, 0)})
    with refused("longest-token"):
        write_program(trace)


@pytest.mark.parametrize(("letter", "merges"), [("a", 12), ("é", 11), ("哈", 10), ("😀", 10)])
def test_one_letter_again_and_again_ends_at_4096_bytes(letter: str, merges: int) -> None:
    """Tokens double: 2 to the power 12 times one byte is the last length that fits."""
    text = letter * 9_000
    for trace in train_bpe(Corpus.from_counts({text: 1})), train_boundless(RunningText.read(text)):
        assert (len(trace), trace.stopped_because) == (merges, "token_length")


def test_the_vocabulary_size_counts_special_base_and_merged_tokens() -> None:
    corpus = Corpus.from_counts(HUG)  # 7 letters
    trace = train_bpe(corpus, vocab_size=12, special_tokens=["<pad>", "<eos>"])
    assert len(trace.vocabulary) == 12
    assert len(trace) == 3
    assert trace.stopped_because == "vocab_size"
    assert trace.vocabulary[:3] == ("<pad>", "<eos>", "b")
    for merges, why in ((4, "num_merges"), (5, "num_merges"), (6, "vocab_size")):
        assert train_bpe(corpus, num_merges=merges, vocab_size=12).stopped_because == why


@pytest.mark.parametrize(
    ("rule", "words"),
    [("first-seen", {"first"}), ("lowest-id", {"lowest"}), ("largest-text", {"last", "largest"})],
)
def test_all_that_is_said_of_a_tie_rule_is_about_itself(rule: str, words: set[str]) -> None:
    about = find_tie_rule(rule)
    for said in (about.label, about.about, about.verdict, about.instruction, about.choice):
        named = set(re.findall(r"\b(first|lowest|last|largest)\b", said.lower()))
        assert named
        assert named <= words


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
            patch.setattr(merging, "FEWEST_KNOWN", 1)
            patch.setattr(merging, "MOST_KNOWN", known)
            traces.append(
                train_bpe(corpus, tie_break=rule, special_tokens=["<s>"], choices=choices)
            )
    trace, *others = traces
    merges = zip(trace.base_merges[:, 0], trace.base_merges[:, 1], trace.merge_counts, strict=True)
    assert [(int(a), int(b), int(n)) for a, b, n in merges] == naive.merges
    assert [packed(other) for other in others] == [packed(trace)] * len(others)
    assert list(trace.vocabulary[1:]) == naive.texts
    assert [trace.vocabulary[-n] for n in range(len(naive.texts), 0, -1)] == naive.texts
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
