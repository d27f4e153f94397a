"""A trace holds every step exactly."""

from collections import Counter
from collections.abc import Callable
from itertools import accumulate, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, StepView, Trace, train_bpe, train_wordpiece
from tests.bpe_core.oracles import NaiveRun, Pair, naive_bpe
from tests.examples import examples, markers, rules, units, word_counts

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}


@given(word_counts, units, markers, st.data())
@examples(60)
@pytest.mark.parametrize("train", [train_bpe, train_wordpiece])
def test_frequencies_are_those_of_the_words(
    train: Callable[..., Trace], counts: dict[str, int], unit: str, marker: str, data: st.DataObject
) -> None:
    """Count token by token in the words of that state, each word as often as it occurs.

    A word that is cut off has the same tokens, up to the one that the border goes through.
    """
    trace = train(Corpus.from_counts(counts, unit=unit, end_of_word=marker))
    step = data.draw(st.integers(0, len(trace)))
    first = trace.first_base_id
    expected = [0] * (len(trace.vocabulary_at(step)) - first)
    most = data.draw(st.integers(1, 5))
    every = range(len(counts))
    state, lengths = trace.state_at(step), trace.token_lengths.tolist()
    words = zip(
        state.word_ids(every), state.word_ids(every, max_units=most), counts.values(), strict=True
    )
    for ids, cut, count in words:
        for token_id in ids:
            expected[token_id - first] += count
        covered = [*accumulate((lengths[i - first] for i in ids), initial=0)]
        assert cut[:-1] == ids[: len(cut) - 1]
        assert covered[len(cut) - 1] < min(covered[-1], most) <= covered[len(cut)]
    assert trace.frequencies_at(step).tolist() == expected


def naive_view(
    run: NaiveRun, k: int, shift: int, top: int = 20, top_words: int = 12
) -> dict[str, object]:
    now = run.steps[k]
    ranked = [(a + shift, b + shift, now.counts[a, b]) for a, b in now.ranked]
    best = ranked[0][2] if ranked else None
    words = words_of(run, k)
    changes = changes_by(run, k)
    return {
        "pairs": ranked[:top],
        "pair_total": len(ranked),
        "tie_total": sum(count == best for *_, count in ranked),
        "words": words[:top_words],
        "word_total": len(words),
        "changes": [(a + shift, b + shift, x, y) for a, b, x, y in changes[:24]],
        "new_total": sum(x == 0 for _, _, x, _ in changes),
        "gone_total": sum(y == 0 for _, _, _, y in changes),
        "fell_total": sum(x > y > 0 for _, _, x, y in changes),
        "rose_total": sum(0 < x < y for _, _, x, y in changes),
        "dropped": [i + shift for i in dropped_by(run, k)],
    }


def words_of(run: NaiveRun, k: int, pair: Pair | None = None) -> list[tuple[int, int]]:
    """The words with a pair at state k (by default the winner), and how often it is in each."""
    now = run.steps[k]
    if not now.ranked:
        return []
    pair = pair or now.ranked[0]
    found = [(i, list(pairwise(word)).count(pair)) for i, word in enumerate(now.words)]
    stands = [(i, n) for i, n in found if n]
    return sorted(stands, key=lambda entry: (-entry[1] * run.word_counts[entry[0]], entry[0]))


def changes_by(run: NaiveRun, k: int) -> list[tuple[int, int, int, int]]:
    if k == 0:
        return []
    before, after = Counter(run.steps[k - 1].counts), Counter(run.steps[k].counts)
    merged = run.merges[k - 1][:2]
    changed = [p for p in before | after if before[p] != after[p] and p != merged]
    changed.sort(key=lambda p: (-abs(before[p] - after[p]), p))
    return [(*p, before[p], after[p]) for p in changed]


def dropped_by(run: NaiveRun, k: int) -> list[int]:
    if k == 0:
        return []
    used = [{i for word in run.steps[j].words for i in word} for j in (k - 1, k)]
    return sorted(used[0] - used[1])


def as_dict(view: StepView) -> dict[str, object]:
    return {name: value for name, value in vars(view).items() if name != "step"}


@given(word_counts, units, markers, rules, st.integers(0, 2), st.data())
@examples(150)
def test_states_and_views_are_what_a_recount_gives(
    counts: dict[str, int], unit: str, marker: str, rule: str, special: int, data: st.DataObject
) -> None:
    """Words, tokens and their numbers; pairs and ties come in the rule's order.

    Pairs that do not occur anywhere have the sum 0 and no words.
    """
    limit = data.draw(st.none() | st.integers(0, 8))
    naive = naive_bpe(counts, unit=unit, end_of_word=marker, rule=rule, num_merges=limit)
    corpus = Corpus.from_counts(counts, unit=unit, end_of_word=marker)
    trace = train_bpe(
        corpus, tie_break=rule, num_merges=limit, special_tokens=["<a>", "<b>"][:special]
    )
    start = data.draw(st.integers(0, len(trace)))
    most = data.draw(st.sampled_from([{}, {"top": 0, "top_words": 2}, {"top": 2, "top_words": 0}]))
    views = trace.views(start, len(trace) + 1, **most)
    assert [view.step for view in views] == list(range(start, len(trace) + 1))
    for view in views:
        assert as_dict(view) == naive_view(naive, view.step, special, **most)
    base = len(naive.texts) - len(naive.merges)
    for k, step in enumerate(naive.steps):
        state, texts = trace.state_at(k), naive.texts
        words = [tuple(texts[i] for i in word) for word in step.words]
        assert state.words == list(zip(words, naive.word_counts, strict=True))
        assert state.token_count == sum(len(word) * n for word, n in state.words)
        used = sorted({i for word in step.words for i in word})
        assert state.in_use == tuple(texts[i] for i in used)
        assert trace.in_use_sizes[k] == len(used)
        assert trace.junk_sizes[k] == len({*range(base, base + k)} - {*used})
        pairs = [((texts[a], texts[b]), step.counts[a, b]) for a, b in step.ranked]
        assert (state.pairs(), state.pairs(top=3)) == (pairs, pairs[:3])
        assert state.ties == [pair for pair, count in pairs if count == pairs[0][1]]
    step = data.draw(st.integers(0, len(trace)))
    tokens, ranked = st.integers(0, base + step - 1), naive.steps[step].ranked
    standing = st.sampled_from(ranked) if ranked else st.nothing()
    pair = data.draw(standing | st.tuples(tokens, tokens))
    found = trace.sum_of(step, pair[0] + special, pair[1] + special)
    in_words = words_of(naive, step, pair)
    assert found.count == naive.steps[step].counts.get(pair, 0)
    assert (found.words, found.word_total) == (in_words[:12], len(in_words))
    for a, b in {pair for each in naive.steps for pair in each.counts}:
        spans = trace.counts_of(a + special, b + special)
        counted = {k: each.counts.get((a, b)) for k, each in enumerate(naive.steps)}
        told = {k: n for first, end, n in spans for k in range(first, end)}
        assert told == {k: n for k, n in counted.items() if n}


def test_merges_and_vocabulary_are_sequences() -> None:
    trace = train_bpe(Corpus.from_counts(HUG))
    merges = list(trace.merges)
    assert len(trace.merges) == len(merges) == len(trace)
    assert [*trace.merges[1:3]] == merges[1:3]
    assert trace.merges[-1] == merges[-1]
    assert trace.vocabulary == list(trace.vocabulary) != trace.vocabulary_at(1)
    assert trace.vocabulary != len(trace)


def test_no_steps_are_no_views() -> None:
    trace = train_bpe(Corpus.from_counts({"ab": 1}))
    assert trace.views(1, 1) == []
    with pytest.raises(ValueError, match="no step 2"):
        trace.views(0, 3)
