"""Parity-aware BPE is the naive one and the authors', merge by merge."""

import json
from itertools import chain
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from bpe_core import train_bpe
from bpe_core.algorithms.parity import ALL, ParityTrace, train_parity
from bpe_core.text.parallel import parallel_corpora
from sample_corpora import content
from tests.bpe_core.oracles import count_pairs, merge_pair
from tests.examples import rules

STEPS = 14
words = st.text("abc", min_size=1, max_size=7)
texts = st.lists(st.lists(words, min_size=1, max_size=8).map(" ".join), min_size=1, max_size=4)


def naive_parity(given: list[str], together: int, least: int) -> tuple[list[tuple], str]:
    """Count everything again at each step; the first pair met in the text wins a tie."""
    split = [[list(word) for word in dict.fromkeys(text.split())] for text in given]
    times = [[text.split().count("".join(word)) for word in ws] for text, ws in
             zip(given, split, strict=True)]  # fmt: skip
    made: list[tuple] = []
    for step in range(STEPS):
        lengths = [
            sum(n * len(w) for n, w in zip(ns, ws, strict=True))
            for ns, ws in zip(times, split, strict=True)
        ]
        decides = lengths.index(max(lengths))
        in_all = count_pairs(chain(*split), chain(*times))
        counts = in_all if step < together else count_pairs(split[decides], times[decides])
        if not counts:
            return made, "nothing_left"
        best = max(counts, key=counts.__getitem__)
        if counts[best] < least:
            return made, "min_frequency"
        tied = sum(count == counts[best] for count in counts.values())
        rival = max(in_all, key=in_all.__getitem__)
        who = decides if step >= together else ALL
        made.append((who, *best, counts[best], tied, *rival, in_all[rival], tuple(lengths)))
        split = [[merge_pair(word, best, "".join(best)) for word in ws] for ws in split]
    return made, "num_merges"


def told(trace: ParityTrace) -> list[tuple]:
    return [
        (
            m.language,
            trace.texts[m.left],
            trace.texts[m.right],
            sum(m.counts) if m.language == ALL else m.counts[m.language],
            m.tied,
            *(trace.texts[i] for i in m.rival),
            sum(m.rival_counts),
            trace.lengths[step],
        )
        for step, m in enumerate(trace.merges)
    ]


@given(texts, st.integers(0, 4), st.integers(1, 3))
def test_merges_are_those_of_the_naive_trainer(given: list[str], together: int, least: int) -> None:
    texts = parallel_corpora(given)
    trace = train_parity(texts, num_merges=STEPS, together=together, min_frequency=least)
    assert (told(trace), trace.stopped_because) == naive_parity(given, together, least)


@given(texts, rules)
def test_if_all_decide_together_it_is_bpe(given: list[str], rule: str) -> None:
    """And the rival is always the pair that BPE merges."""
    texts = parallel_corpora(given)
    trace = train_parity(texts, num_merges=STEPS, together=STEPS, tie_break=rule)
    plain = train_bpe(texts, num_merges=STEPS, tie_break=rule)
    assert [[m.left, m.right, m.token] for m in trace.merges] == plain.merge_ids.tolist()
    assert all(m.rival == (m.left, m.right) for m in trace.merges)
    assert [sum(lengths) for lengths in trace.lengths] == plain.token_counts.tolist()


def test_all_texts_together_have_nothing_that_no_text_has() -> None:
    """No line break that separates them, and no pair across it."""
    joint = parallel_corpora(["ab ", " cd"], pre_tokenizer="gpt2")
    assert joint.base_vocabulary == ("a", "b", "c", "d", "Ġ")
    assert joint.word_total == 3


def test_a_training_whose_time_is_up_keeps_its_merges() -> None:
    texts = parallel_corpora([str(content(f"news-{code}")) for code in ("en", "zh")])
    trace = train_parity(texts, num_merges=500, time_limit=1e-9)
    assert trace.stopped_because == "time_limit"
    assert 0 < len(trace) < 500
    whole = train_parity(texts, num_merges=len(trace))
    assert trace.merges == whole.merges


@given(texts, rules)
def test_lengths_are_those_of_the_encoded_texts(given: list[str], rule: str) -> None:
    texts = parallel_corpora(given, unit="byte")
    trace = train_parity(texts, num_merges=STEPS, tie_break=rule)
    choices = {step: (m.left, m.right) for step, m in enumerate(trace.merges, 1)}
    bpe = train_bpe(texts, num_merges=len(trace), tie_break=rule, choices=choices)
    assert bpe.vocabulary == tuple(trace.texts)
    for step in (0, len(trace) // 2, len(trace)):
        tokenizer = bpe.tokenizer(step)
        assert trace.lengths[step] == tuple(len(tokenizer.encode(text)) for text in given)


#: What the authors' program writes, with its version and its command.
AUTHORS = json.loads(Path(__file__).with_name("authors.json").read_text(encoding="utf-8"))


def test_merges_are_those_of_the_authors_program() -> None:
    """First of both languages together, then of the one that is longest."""
    (run,) = AUTHORS["parity"]["runs"]
    given = [str(content(name)) for name in run["texts"].split()]
    texts = parallel_corpora(given, pre_tokenizer="gpt2")
    trace = train_parity(
        texts, num_merges=run["symbols"], together=run["global_merges"], tie_break="largest-text"
    )
    ours = [f"{trace.texts[m.left]} {trace.texts[m.right]}" for m in trace.merges]
    assert ours == run["merges"]
