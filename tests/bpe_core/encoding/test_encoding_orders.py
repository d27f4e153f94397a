"""Five ways to encode a word, each against its own description carried out naively."""

from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, Tokenizer, train_bpe
from bpe_core.algorithms.bpe.tokenizer import WAYS
from tests.bpe_core.diagnosis.broken_trainers import leftmost

letters = st.text("abc", min_size=1, max_size=9)
word_counts = st.dictionaries(letters, st.integers(1, 9), min_size=1, max_size=8)


def trained(counts: dict[str, int], num_merges: int = 20) -> Tokenizer:
    """A tokenizer that knows every letter."""
    return train_bpe(Corpus.from_counts({**counts, "abc": 1}), num_merges=num_merges).tokenizer()


def cut(tokenizer: Tokenizer, word: str) -> dict[str, list[str]]:
    return {
        way: [str(tokenizer.token(i)) for i in tokenizer.encode_word_by(way, word)] for way in WAYS
    }


@given(word_counts, letters, st.integers(0, 20))
def test_one_loop_over_the_merges_is_rank_by_rank(
    counts: dict[str, int], word: str, merges: int
) -> None:
    """For any training and any word; and it is what `encode` does."""
    tokenizer = trained(counts, merges)
    found = cut(tokenizer, word)
    assert found["loop"] == found["rank"] == tokenizer.tokens(word)


@given(word_counts, letters)
def test_the_other_ways_are_what_they_say(counts: dict[str, int], word: str) -> None:
    """Carried out on texts: whole tokens as strings, and rules as pairs of strings."""
    trace = train_bpe(Corpus.from_counts({**counts, "abc": 1}), num_merges=20)
    found = cut(trace.tokenizer(), word)
    pairs = {(merge.left, merge.right) for merge in trace.merges}
    vocabulary = {str(token) for token in trace.tokenizer().vocabulary}
    assert found["leftmost"] == leftmost(list(word), pairs)
    assert found["anywhere"] == naive_anywhere(word, vocabulary)
    assert found["match"] == trace.tokenizer().longest_match(word)


def naive_anywhere(word: str, vocabulary: set[str]) -> list[str]:
    for size in range(len(word), 0, -1):
        for at in range(len(word) - size + 1):
            if word[at : at + size] in vocabulary:
                left, right = word[:at], word[at + size :]
                return [
                    *naive_anywhere(left, vocabulary),
                    word[at : at + size],
                    *naive_anywhere(right, vocabulary),
                ]
    return []


def test_unknown_characters_and_markers_stay_in_their_place() -> None:
    learned = train_bpe(Corpus.from_counts({"ab": 3}, end_of_word="</w>")).tokenizer()
    expected = ["<unk>", "ab</w>"]
    assert all(cut(learned, "茶ab")[way] == expected for way in WAYS)


def test_the_empty_word_has_no_tokens() -> None:
    assert not any(cut(trained({"ab": 1}), "").values())
