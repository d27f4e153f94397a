"""Merges that cross a word, compared with a naive count over the words themselves."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, train_bpe
from bpe_core.experiments.borders import crossing_merges, word_borders
from bpe_core.experiments.characters import line_ends, radical_of, shared_radicals

words = st.text("外婆家在山里很长 ab", min_size=1, max_size=8)


@given(counts=st.dictionaries(words, st.integers(1, 4), min_size=1, max_size=5))
@pytest.mark.parametrize("unit", ["char", "byte"])
def test_a_merge_crosses_a_word_where_its_token_lies_over_a_border(
    unit: str, counts: dict[str, int]
) -> None:
    """At each step the words are cut again: a border that is newly inside a token was crossed."""
    corpus = Corpus.from_counts(counts, unit=unit, pre_tokenizer="none")  # type: ignore[arg-type]
    trace = train_bpe(corpus)
    inside = [inside_at(trace.state_at(step).words, counts) for step in range(len(trace) + 1)]
    naive = {
        step: crossed
        for step in range(1, len(trace) + 1)
        if (crossed := inside[step] - inside[step - 1])
    }
    found = crossing_merges(trace)
    assert {merge.step: merge.crossing for merge in found.found} == naive
    assert found.closed == inside[-1]
    assert found.borders == sum(len(word_borders(w)) * n for w, n in counts.items())
    assert found.is_whole


def inside_at(state: object, counts: dict[str, int]) -> int:
    """The number of word borders inside tokens, each counted as often as its word occurs."""
    total: Counter[str] = Counter()
    for (tokens, count), word in zip(state, counts, strict=True):  # type: ignore[call-overload]
        ends, place = set(), 0
        for token in tokens:
            place += len(token) if isinstance(token, bytes) else len(token.encode())
            ends.add(place)
        borders = {len(word[:border].encode()) for border in word_borders(word)}
        total[word] = count * len(borders - ends)
    return total.total()


@pytest.mark.parametrize(
    ("radical", "characters"),
    [
        ("水", "江河海汉"),
        ("言", "說请語说"),
        ("女", "好妈姓"),
        ("金", "铁銀钱"),
        ("門", "间開问"[:2]),
    ],
)
def test_a_radical_is_that_of_the_dictionary(radical: str, characters: str) -> None:
    """Traditional and simplified characters, as the Kangxi dictionary and its heirs list them."""
    assert {radical_of(character) for character in characters} == {radical}
    assert radical in shared_radicals(characters)


def test_lines_that_rhyme_end_in_one_group() -> None:
    """登鹳雀楼: 流 and 楼 rhyme. 长 is read in the context of its line."""
    poem = "白日依山尽，黄河入海流。欲穷千里目，更上一层楼。"
    rhymes = {end.character: end.rhyme for end in line_ends(poem)}
    assert rhymes["流"] == rhymes["楼"] == "油求"
    assert len({*rhymes.values()}) == 3
    assert line_ends("hug\nno Chinese") == []
    assert line_ends("他是校长")[0].reading == "zhǎng"
