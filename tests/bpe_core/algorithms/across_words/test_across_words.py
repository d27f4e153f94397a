"""Merges across words are those of the naive references, and everything follows from them."""

import json
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core.algorithms.across_words.boundless import train_boundless
from bpe_core.algorithms.across_words.running_text import RunningText
from bpe_core.algorithms.across_words.superbpe import train_superbpe
from bpe_core.algorithms.across_words.trace import AcrossTrace
from bpe_core.algorithms.bpe.training import train_bpe
from bpe_core.text.pre_tokenization import PRE_TOKENIZERS
from sample_corpora import content
from tests.bpe_core.algorithms.across_words.naive import naive_boundless, naive_superbpe
from tests.examples import share

TEXTS = st.text(alphabet="ab' ,3哈\n", max_size=60).filter(lambda text: text != "")
STEPS = 12


def lines_of(text: str) -> list[list[str]]:
    """The lines of a text, cut as GPT-2 does, with spaces as they are written in the corpus."""
    lines = [line for line in text.splitlines(keepends=True) if line]
    cut = PRE_TOKENIZERS["gpt2"].split
    return [[word.replace(" ", "Ġ") for word in cut(line)] for line in lines]


def merges_of(trace: AcrossTrace) -> list[tuple[str, str, int]]:
    return [(str(m.left), str(m.right), m.count) for m in trace.merges]


@given(TEXTS, st.integers(0, STEPS))
def test_superbpe_is_the_naive_one(text: str, switch: int) -> None:
    """The merges are those found by counting everything again, with the walls down at last."""
    trace = train_superbpe(RunningText.read(text), switch=switch, num_merges=STEPS)
    assert merges_of(trace) == naive_superbpe(lines_of(text), switch, STEPS)
    check_everything(trace)


@given(TEXTS)
@example("a b a b")
def test_boundless_is_the_naive_one(text: str) -> None:
    """The merges are those found by counting pairs inside words and between ready words again.

    In the example, a word is ready before the first merge.
    """
    trace = train_boundless(RunningText.read(text), num_merges=STEPS)
    assert merges_of(trace) == naive_boundless(lines_of(text), STEPS)
    check_everything(trace)


def check_everything(trace: AcrossTrace) -> None:
    """The corpus encodes to its last state, and the winner heads the pairs of each state."""
    tokenizer = trace.tokenizer()
    for line, (tokens, _) in zip(trace.corpus.words, trace.state_at(len(trace)).words, strict=True):
        text = line.replace("Ġ", " ")
        assert tuple(tokenizer.tokens(text)) == tokens
        assert tokenizer.decode(tokenizer.encode(text)) == text
        steps = tokenizer.encoding_steps(line)
        assert [step.token_id is None for step in steps] == [False] * (len(steps) - 1) + [True]
        assert [i for i in steps[-1].ids if i < len(trace.vocabulary)] == tokenizer.encode(text)
    for merge in trace.merges:
        state = trace.state_at(merge.step - 1)
        assert state.pairs(1) == [((merge.left, merge.right), merge.count)]
        assert len(state.ties) == trace.history.tie_counts()[merge.step - 1]
    after = trace.state_at(len(trace))
    assert sum(count * len(tokens) for tokens, count in after.words) == after.token_count


@pytest.mark.parametrize("rule", ["lowest-id", "largest-text"])
@given(text=TEXTS)
def test_ties_are_broken_by_the_rule(rule: str, text: str) -> None:
    """The first of the tied pairs of a state is the one that is merged, whatever the rule."""
    read = RunningText.read(text)
    for trace in (
        train_superbpe(read, switch=3, num_merges=STEPS, tie_break=rule),
        train_boundless(read, num_merges=STEPS, tie_break=rule),
    ):
        check_everything(trace)


@given(TEXTS)
def test_a_switch_that_is_never_reached_is_bpe(text: str) -> None:
    """With all walls up, the merges are those of BPE on the words."""
    read = RunningText.read(text)
    plain = train_bpe(read.bag, num_merges=STEPS)
    trace = train_superbpe(read, switch=STEPS, num_merges=len(plain))
    assert np.array_equal(trace.merge_ids, plain.merge_ids)
    assert trace.token_counts.tolist() == plain.token_counts.tolist()
    assert not trace.crossings().any()


@pytest.mark.parametrize(
    "text", [" ", "\n", "a", "\n\n\n", "aaaaaa", "哈哈哈哈", "a b c d", "!!! ??"]
)
def test_tiny_texts_end_well(text: str) -> None:
    """All pairs may be equal, or there may be none: training ends and says why."""
    read = RunningText.read(text)
    for trace in (train_superbpe(read, switch=2), train_boundless(read)):
        assert trace.stopped_because == "nothing_left" or trace.tokenizer().encode(text)
        check_everything(trace)


def test_bytes_and_special_tokens_shift_nothing() -> None:
    """With bytes and a special token the same tokens are learned."""
    read = RunningText.read("of the hug of the pug", unit="byte")
    for train in (train_boundless, lambda text, **k: train_superbpe(text, switch=9, **k)):
        plain, shifted = train(read), train(read, special_tokens=["<s>"])
        assert [m.token for m in plain.merges] == [m.token for m in shifted.merges]
        tokenizer = shifted.tokenizer()
        assert tokenizer.decode(tokenizer.encode("of the bug 哈")) == "of the bug 哈"


def test_a_pair_of_the_first_stage_at_a_wall_makes_a_second_token_with_its_text() -> None:
    """As the lesson says: `'d` is a word of its own, and `d ell` occurs five times behind it."""
    read = RunningText.read("dell\n" * 6 + "".join(f"{c}'dell{c}\n" for c in "abcde"))
    trace = train_superbpe(read, switch=3, num_merges=5, tie_break="largest-text")
    assert [m.token for m in trace.merges] == ["ll", "ell", "dell", "dell\n", "dell"]


def test_chinese_has_no_wall_to_lift() -> None:
    """Without spaces there are no words to keep apart, so the switch changes nothing."""
    read = RunningText.read("外婆家在山里外婆家在山里")
    one, other = (train_superbpe(read, switch=n, num_merges=8) for n in (1, 8))
    assert [m.token for m in one.merges] == [m.token for m in other.merges]
    assert not len(read.walls)


#: What the authors' program of BoundlessBPE learns, with its version and its command.
AUTHORS = json.loads(Path(__file__).with_name("authors.json").read_text(encoding="utf-8"))


def test_boundless_merges_what_the_authors_program_merges() -> None:
    """Led along their choices among equals, each of their pairs is the most frequent one.

    The two part only where a character is repeated, because pairs are counted differently there.
    """
    (run,) = AUTHORS["runs"]
    led = [tuple(merge.split(" ")) for merge in run["merges"]][: 60 + share(1_000)]
    text = str(content(run["text"]))[: run["characters"]]
    merges = naive_boundless(lines_of(text), len(led), led)
    assert [merge[:2] for merge in merges] == led
    assert len(run["across"]) > 10


def test_a_number_after_a_space_is_no_word_with_a_letter() -> None:
    """The space is written Ġ, which Unicode calls a letter."""
    trace = train_boundless(RunningText.read("a 350 a 350 a 350 a 350"))
    assert not trace.across.any()
