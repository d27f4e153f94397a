"""Borders of words and documents, and ways back from tokens, for any text."""

from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core import Corpus, train_bpe
from bpe_core.experiments.back_to_text import arrivals, ways_back
from bpe_core.experiments.borders import (
    BORDER,
    crossing_merges,
    foreign_tokens,
    trained_with,
    word_borders,
    words_of,
)
from bpe_core.experiments.characters import line_ends, radical_of, shared_radicals
from bpe_core.text.byte_alphabet import INSIDE_UTF8

#: 究生 is the middle of a word in 研究生, and the border between two in 研究生命.
pieces = st.sampled_from(["研究生", "研究生命", "家在", "外婆 a"])
words = st.lists(pieces, min_size=1, max_size=3).map("".join)


@given(counts=st.dictionaries(words, st.integers(1, 4), min_size=1, max_size=5))
@pytest.mark.parametrize("unit", ["char", "byte"])
def test_a_merge_crosses_a_word_where_its_token_lies_over_a_border(
    unit: str, counts: dict[str, int]
) -> None:
    """At each step the words are cut again: a border that is newly inside a token was crossed."""
    corpus = Corpus.from_counts(counts, unit=unit, pre_tokenizer="none")  # type: ignore[arg-type]
    trace = train_bpe(corpus)
    inside = [inside_at(trace.state_at(step).words, counts) for step in range(len(trace) + 1)]
    naive = [
        (-crossed, step, trace.token_counts[step - 1] - trace.token_counts[step])
        for step in range(1, len(trace) + 1)
        if (crossed := inside[step] - inside[step - 1])
    ]
    found = crossing_merges(trace)
    assert [(-merge.crossing, merge.step, merge.made) for merge in found.found] == sorted(naive)
    assert found.closed == inside[-1]
    assert found.borders == sum(len(word_borders(w)) * n for w, n in counts.items())
    assert found.is_whole


def test_of_a_long_corpus_only_the_beginning_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first words, as many as have at most so many units; but always the first one."""
    trace = train_bpe(Corpus.from_counts({"外婆家在山里": 2, "家在": 3, "在山里": 1}))
    for most, borders in ((1, 4), (7, 4), (8, 7), (10, 7), (11, 8)):
        monkeypatch.setattr("bpe_core.experiments.borders.MOST_UNITS", most)
        found = crossing_merges(trace)
        assert (found.borders, found.is_whole) == (borders, most == 11)
        assert found.closed == found.borders
    monkeypatch.setattr("bpe_core.experiments.borders.MOST_UNITS", 1)
    assert crossing_merges(train_bpe(Corpus.from_counts({"家在": 3}))).is_whole


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
    assert shared_radicals(f"{characters}口{characters}口") == {radical: [*characters]}


def test_lines_that_rhyme_end_in_one_group() -> None:
    """登鹳雀楼: 流 and 楼 rhyme. 长 is read in the context of its line."""
    poem = "白日依山尽，黄河入海流。欲穷千里目，更上一层楼。"
    rhymes = {end.character: end.rhyme for end in line_ends(poem)}
    assert rhymes["流"] == rhymes["楼"] == "油求"
    assert len({*rhymes.values()}) == 3
    assert line_ends("hug\nno Chinese") == []
    assert {end.rhyme for end in line_ends("花，家，八，瓜，话")} == {"发花"}
    assert line_ends("银行")[0][2:] == ("háng", "江阳")  # 行 alone is xíng


said = st.lists(st.text("ab#哈", min_size=1, max_size=4), min_size=1, max_size=6)


@given(said, st.sampled_from([" ", "   "]), st.integers(0, 9))
def test_the_sign_of_gpt2_brings_every_space_back_and_a_marker_one_a_word(
    parts: list[str], space: str, merges: int
) -> None:
    """BERT's rule takes a Chinese character for a word, so its spaces are other ones."""
    text = space.join(parts)
    ways = marked, spaced, inner, broken = ways_back(text, merges)
    assert (marked.decoded, spaced.decoded) == (" ".join(parts), text)
    assert inner.decoded.replace(" ", "") == text.replace(" ", "")
    tokens = [str(token) for flow in marked.flows for token in flow.tokens]
    assert "".join(tokens).count("</w>") == len(parts)
    for way in ways:
        assert "".join(flow.text for flow in way.flows) == way.decoded
    assert ("�" in broken.decoded) == (text[-1] == "哈")


document = said.map(lambda parts: " ".join(parts).replace("#", "é"))


@given(st.lists(document, min_size=2, max_size=6), st.integers(1, 9))
@example(["e", "n"], 9)
def test_only_what_is_cut_out_first_counts_the_documents_words(
    documents: list[str], size: int
) -> None:
    """Left in, the border is three words more between each two documents, and no fewer."""
    trained = trained_with(documents, size, 12)
    assert trained["cut out"].foreign == 0
    own = words_of(documents)
    for each in trained.values():
        found = {merge.step: str(merge.token) for merge in each.trace.merges}
        foreign = [step for step, token in found.items() if not any(token in word for word in own)]
        assert foreign_tokens(each, documents) == foreign
    assert trained["left in"].foreign >= 3 * (len(documents) - 1)
    words = Counter(BORDER)  # each of its letters is one of the base tokens
    assert words.keys() <= set("".join(map(str, trained["left in"].trace.vocabulary)))


cuts = st.lists(st.integers(0, 40), max_size=8)


@given(st.text("aé哈👩🇨", max_size=10), cuts)
def test_the_decoder_that_waits_shows_the_text_and_never_half_of_a_character(
    text: str, cuts: list[int]
) -> None:
    """At every moment it has shown the longest beginning of the text that has arrived whole."""
    data = text.encode()
    places = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    tokens = [data[a:b] for a, b in pairwise(places)]
    assert all(map(INSIDE_UTF8.fullmatch, tokens))
    arrived, shown = b"", ""
    for arrival in arrivals(tokens):
        arrived, shown = arrived + arrival.token, shown + arrival.shown
        assert shown == arrived.decode(errors="ignore")
        assert shown.encode() + arrival.waiting == arrived
    assert shown == text
