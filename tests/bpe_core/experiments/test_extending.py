"""Vocabularies and a second text: what extends them, and the mixture they came from."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core import Corpus, train_bpe
from bpe_core.experiments.extending import Extended, appended, continued, swapped, units_of
from bpe_core.experiments.recipe import mixture, narrow, weigh
from bpe_core.text.parallel import parallel_corpora
from tests.bpe_core.oracles import merge_pair
from tests.examples import rules

words = st.text("abc", min_size=1, max_size=7)
texts = st.lists(words, min_size=1, max_size=8).map(" ".join)


def pair_of(one: str, other: str) -> tuple[Corpus, Corpus]:
    first, second = parallel_corpora([one, other]).each
    return first, second


@given(texts, texts, st.integers(0, 8))
def test_what_its_own_text_does_not_become_no_text_becomes(one: str, other: str, n: int) -> None:
    """Every text over a, b and c of up to six characters is tried."""
    first, second = pair_of(one, other)
    extended = appended(first, second, n)
    lost = {each.token for each in extended.added() if not each.is_produced}
    spelled = [[*map(first.base_vocabulary.index, word)] for word in other.split()]
    assert extended.total(second) == sum(len(extended.encode(word)) for word in spelled)
    units = range(len(first.base_vocabulary))
    tried: list[list[int]] = [[]]
    for _ in range(6):
        tried = [[*text, unit] for text in tried for unit in units]
        for text in tried if lost else []:
            assert lost.isdisjoint(extended.encode(text))


@given(texts, texts, st.integers(0, 8), st.integers(0, 8))
def test_training_goes_on_as_if_it_had_never_stopped(
    one: str, other: str, n: int, more: int
) -> None:
    """Each new token is produced, and on the same text twice it is one training."""
    first, second = pair_of(one, other)
    extended = continued(first, second, n, more)
    assert all(each.is_produced for each in extended.added())
    whole = train_bpe(first, num_merges=n + more).merge_ids.tolist()
    assert continued(first, first, n, more).merges == [tuple(merge) for merge in whole]


def stay(extended: Extended, first: Corpus, places: int) -> list[tuple[int, int, int]]:
    """The old merges that stay, if what goes is split in the words, and these are recounted."""
    kept, new = extended.merges[: extended.old], extended.merges[extended.old :][:places]
    counted = zip(units_of(first), first.counts.tolist(), strict=True)
    words = [(extended.encode_before(units), n) for units, n in counted]
    for _ in new:
        uses = Counter(token for tokens, n in words for token in tokens * n)
        needed = {part for left, right, _ in (*kept, *new) for part in (left, right)}
        if free := [merge for merge in kept if merge[2] not in needed]:
            least = min(free, key=lambda merge: uses[merge[2]])
            kept.remove(least)
            split = {least[2]: least[:2]}
            words = [([p for t in tokens for p in split.get(t, [t])], n) for tokens, n in words]
    return kept


@given(texts, texts, st.integers(0, 8), st.integers(0, 8))
@example("ac aaaca cb", "bacca", 8, 8)  # what goes leaves both of its parts more often used
def test_swapped_tokens_leave_the_vocabulary_as_large(one: str, other: str, n: int, m: int) -> None:
    """All tokens can be made, no old token has moved, and fewer places swap no more tokens."""
    first, second = pair_of(one, other)
    by_appending = appended(first, second, n)
    changed = swapped(by_appending, first, places=m)
    assert len(changed.merges) == by_appending.old
    assert changed.merges[: changed.old] == stay(by_appending, first, m)
    assert set(changed.merges) <= set(by_appending.merges)
    can_be_made = set(range(len(first.base_vocabulary)))
    for left, right, token in changed.merges:
        assert {left, right} <= can_be_made
        can_be_made.add(token)


copies = st.tuples(st.integers(1, 9), st.integers(1, 9))


@given(texts, texts, copies, rules, st.fractions(0, 1, max_denominator=40))
def test_a_share_is_left_exactly_if_the_pair_wins_at_each_step(
    one: str, other: str, made_of: tuple[int, int], rule: str, share: Fraction
) -> None:
    """Weighed out, pair by pair, for any share: the naive way. The true one is always left."""
    first, second = parallel_corpora([one, other]).each
    trace = train_bpe(mixture(first, second, made_of), num_merges=12, tie_break=rule)
    merges, true = trace.merge_ids.tolist(), Fraction(made_of[1], sum(made_of))
    weighed = [
        [[*first.units[a:b]], (1 - share) * n] for (a, b), n in spans(first)
    ] + [[[*second.units[a:b]], share * n] for (a, b), n in spans(second)]  # fmt: skip
    wins = True
    for step, (left, right, new) in zip(narrow(first, second, merges), merges, strict=True):
        counts: dict = {}
        for word, weight in weighed:
            for pair in pairwise(word):
                counts[pair] = counts.get(pair, 0) + weight
        wins = wins and counts[left, right] == max(counts.values())
        low, high = step.interval or (2, 2)
        assert (low <= share <= high) is wins
        assert low <= true <= high
        for each in weighed:
            each[0] = merge_pair(each[0], (left, right), new)


@given(texts, texts, texts, st.integers(1, 5))
def test_merges_of_other_texts_are_weighed_rival_by_rival(
    one: str, other: str, learned_from: str, parts: int
) -> None:
    """With shares as fractions, pair by pair: the naive way."""
    first, second, third = parallel_corpora([one, other, learned_from]).each
    merges = train_bpe(third, num_merges=12).merge_ids.tolist()
    words = [([*c.units[a:b]], n, c) for c in (first, second) for (a, b), n in spans(c)]
    for step, (left, right, new) in zip(weigh(first, second, merges, parts), merges, strict=True):
        counts: dict = {}
        for word, times, corpus in words:
            for pair in pairwise(word):
                counts.setdefault(pair, [0, 0])[corpus is second] += times
        pair_counts = counts.pop((left, right), [0, 0])
        assert step.counts == tuple(pair_counts)
        assert step.rivals == len(counts)
        for part in range(parts + 1):
            share = Fraction(part, parts)
            rivals = [(1 - share) * a + share * b for a, b in counts.values()]
            ours = (1 - share) * pair_counts[0] + share * pair_counts[1]
            assert step.met[part] == sum(ours >= theirs for theirs in rivals)
            if rivals:
                pair, (a, b) = step.strongest[part]
                assert counts[pair] == [a, b]
                assert (1 - share) * a + share * b == max(rivals)
        words = [(merge_pair(word, (left, right), new), n, corpus) for word, n, corpus in words]


def spans(corpus) -> list:
    return list(zip(pairwise(corpus.starts.tolist()), corpus.counts.tolist(), strict=True))


def test_merges_of_something_else_leave_no_share() -> None:
    """In each case, ab is more frequent than ac whatever the share."""
    for texts_of_it in (["ab ab ac", "ab ab ac"], ["ab ab ac", "ab ab ab ac"]):
        first, second = parallel_corpora(texts_of_it).each
        first_step, second_step = narrow(first, second, [(0, 2, 3), (0, 1, 4)])
        assert first_step.counts == (1, 1)
        assert first_step.interval is second_step.interval is None
