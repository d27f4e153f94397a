"""A finished vocabulary extended: old texts keep their tokens, and what can't come out is known."""

from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, train_bpe
from bpe_core.experiments.extending import Extended, appended, continued, swapped, units_of
from bpe_core.text.parallel import parallel_corpora

words = st.text("abc", min_size=1, max_size=7)
texts = st.lists(words, min_size=1, max_size=8).map(" ".join)


def pair_of(one: str, other: str) -> tuple[Corpus, Corpus]:
    first, second = parallel_corpora([one, other]).each
    return first, second


def test_an_old_merge_takes_a_piece_first() -> None:
    """Old: a+b. New: b+c, a+bc. In abc, ab comes first, so neither bc nor abc comes out of it."""
    first, second = pair_of("ab ab ab", "abc abc bc bc bc")
    extended = appended(first, second, 2)
    bc, abc = extended.added()
    assert [extended.texts[i] for i in (bc.token, *bc.old)] == ["bc", "b", "c"]
    assert bc.is_produced
    assert [extended.texts[i] for i in abc.now] == ["ab", "c"]
    assert extended.total(second) == 2 * 2 + 3 * 1


@given(texts, texts, st.integers(0, 8))
def test_what_its_own_text_does_not_become_no_text_becomes(one: str, other: str, n: int) -> None:
    """Every text over a, b and c of up to six characters is tried."""
    first, second = pair_of(one, other)
    extended = appended(first, second, n)
    lost = {each.token for each in extended.added() if not each.is_produced}
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


@given(texts, texts, st.integers(0, 8))
def test_before_the_new_merges_it_is_the_old_vocabulary(one: str, other: str, n: int) -> None:
    first, second = pair_of(one, other)
    extended: Extended = appended(first, second, n)
    tokenizer = train_bpe(first, num_merges=n).tokenizer()
    for word, units in zip(first.words, units_of(first), strict=True):
        assert extended.encode(units, extended.old) == tokenizer.encode_word(word)


@given(texts, texts, st.integers(0, 8), st.integers(0, 8))
def test_swapped_tokens_leave_the_vocabulary_as_large(one: str, other: str, n: int, m: int) -> None:
    """All tokens can be made, no old token has moved, and fewer places swap no more tokens."""
    first, second = pair_of(one, other)
    by_appending = appended(first, second, n)
    changed = swapped(by_appending, first, places=m)
    assert len(changed.merges) == by_appending.old
    assert changed.old >= by_appending.old - m
    assert set(changed.merges) <= set(by_appending.merges)
    can_be_made = set(range(len(first.base_vocabulary)))
    for left, right, token in changed.merges:
        assert {left, right} <= can_be_made
        can_be_made.add(token)
