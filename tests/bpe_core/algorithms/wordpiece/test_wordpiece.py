"""WordPiece against a naive oracle, a calculation by hand, and Hugging Face's encoder."""

from collections import Counter
from fractions import Fraction

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st
from tokenizers import models

from bpe_core import Corpus, train_wordpiece
from bpe_core.algorithms.bpe import merging
from bpe_core.algorithms.wordpiece import training
from bpe_core.algorithms.wordpiece.trace import WordPieceTrace
from tests.bpe_core.oracles import Pair, count_pairs, merge_pair, rank, size_in_bytes
from tests.examples import markers, rules, units, word_counts

prefixes = st.sampled_from(["##", "▁", "a"])
#: How often a pair has to occur, and the most bytes of a token.
limits = st.tuples(st.sampled_from([1, 1, 2, 5]), st.just(4096) | st.integers(3, 9))


class NaiveWordPiece:
    """Words are lists of (is word-initial, text) with an id; everything is counted from scratch."""

    def __init__(self, corpus: dict[str, int], unit: str, marker: str, prefix: str) -> None:
        self.counts = list(corpus.values())
        spelled = [self._spell(word, unit, marker) for word in corpus]
        nothing = prefix[:0] if unit == "char" else b""
        extra = prefix if unit == "char" else prefix.encode()
        self.extra = len(extra)
        kinds = {kind for word in spelled for kind in word}
        if unit == "byte":
            kinds |= {
                (bytes([b]), is_first, False) for b in range(256) for is_first in (True, False)
            }
        shown = {kind: (nothing if kind[1] else extra) + kind[0] for kind in kinds}
        # Two kinds that read the same: word-initial first, then by the unit, the marker last.
        ordered = sorted(kinds, key=lambda kind: (shown[kind], not kind[1], kind[0], kind[2]))
        ids = {kind: i for i, kind in enumerate(ordered)}
        self.texts = [shown[kind] for kind in ordered]
        self.words = [[ids[kind] for kind in word] for word in spelled]

    @staticmethod
    def _spell(word: str, unit: str, marker: str) -> list[tuple]:
        if unit == "byte":
            parts = [bytes([b]) for b in word.encode("utf-8", "surrogatepass")]
            end = [(marker.encode(), False, True)] if marker else []
        else:
            parts, end = list(word), [(marker, False, True)] if marker else []
        return [(part, i == 0, False) for i, part in enumerate(parts)] + end

    def count(self) -> tuple[dict[Pair, int], Counter]:
        tokens = Counter()
        for word, times in zip(self.words, self.counts, strict=True):
            for token in word:
                tokens[token] += times
        return count_pairs(self.words, self.counts), tokens

    def ranked(self, rule: str, least: int = 1) -> list[tuple[tuple[int, int], Fraction]]:
        """All pairs with their scores, the best first; those rarer than `least` come last."""
        pairs, tokens = self.count()
        scores = {(a, b): Fraction(n, tokens[a] * tokens[b]) for (a, b), n in pairs.items()}
        ranked = rank(scores, self.texts, rule)
        return sorted(((p, scores[p]) for p in ranked), key=lambda ps: pairs[ps[0]] < least)

    def merge(self, pair: tuple[int, int]) -> None:
        self.words = [merge_pair(word, pair, len(self.texts)) for word in self.words]
        self.texts.append(self.texts[pair[0]] + self.texts[pair[1]][self.extra :])


@pytest.mark.parametrize("room", [1, 1_000])
@given(word_counts, units, markers, rules, prefixes, limits)
@example({"bccc": 2, "bc": 3}, "char", "", "first-seen", "##", (2, 4096))  # one falls to 2
def test_every_step_is_that_of_the_naive_trainer(room, counts, unit, marker, rule, prefix, limits):
    """Choice, score, counts, ties, words and tokens are as when counting from scratch.

    This holds however often the table of pairs is made anew. The training ends before a token that
    is too long, with its prefix.
    """
    least, longest = limits
    corpus = Corpus.from_counts(counts, unit=unit, end_of_word=marker)
    assume(marker not in "".join(counts) or not marker)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(training, "ROOM", room)
        patch.setattr(merging, "MOST_TOKEN_BYTES", longest)
        trace = train_wordpiece(
            corpus, tie_break=rule, prefix=prefix, min_frequency=least, special_tokens=()
        )
    naive = NaiveWordPiece(counts, unit, marker, prefix)
    views = trace.views(0, len(trace) + 1, top=5)
    for step in range(len(trace) + 1):
        state, (pairs, tokens) = trace.state_at(step), naive.count()
        ranked = naive.ranked(rule, least)
        texts = naive.texts
        assert list(state.vocabulary) == texts
        assert [w for w, _ in state.words] == [tuple(texts[t] for t in w) for w in naive.words]
        assert state.token_count == tokens.total()
        expected = [((texts[a], texts[b]), pairs[a, b]) for (a, b), _ in ranked]
        assert state.pairs() == expected
        assert state.pairs(top=3) == expected[:3]
        first = next(iter(ranked), None)
        tied = [
            p
            for p, s in ranked
            if first and s == first[1] and (pairs[p] < least) == (pairs[first[0]] < least)
        ]
        assert state.ties == [(texts[a], texts[b]) for a, b in tied]
        view = views[step]
        assert view.tie_total == len(tied)
        assert view.pairs == [(a, b, pairs[a, b]) for (a, b), _ in ranked[:5]]
        assert view.token_counts == [(tokens[a], tokens[b]) for (a, b), _ in ranked[:5]]
        assert len(view.bpe_pairs) == min(5, len(pairs))
        assert [row[2] for row in view.bpe_pairs] == sorted(pairs.values(), reverse=True)[:5]
        assert [(a, b) for a, b, *_ in view.bpe_pairs[:1]] == rank(pairs, texts, rule)[:1]
        for a, b, *three in view.bpe_pairs:
            assert three == [pairs[a, b], tokens[a], tokens[b]]
        if step == len(trace):
            frequent = [p for p, _ in ranked if pairs[p] >= least]
            if frequent:
                naive.merge(frequent[0])
                assert size_in_bytes(naive.texts[-1]) > longest
            reason = "min_frequency" if ranked else "nothing_left"
            assert trace.stopped_because == ("token_length" if frequent else reason)
        else:
            merge = trace.merges[step]
            pair, score = ranked[0]
            assert pairs[pair] >= least
            assert state.ties[0] == (merge.left, merge.right)
            assert (merge.left_id, merge.right_id, merge.count) == (*pair, pairs[pair])
            assert merge.token_id == len(texts)
            assert (merge.left_count, merge.right_count) == (tokens[pair[0]], tokens[pair[1]])
            assert merge.score == score
            naive.merge(pair)
            assert size_in_bytes(naive.texts[-1]) <= longest


def hugging_face(trace: WordPieceTrace, step: int, max_units: int) -> models.WordPiece:
    vocabulary = {str(token): i for i, token in enumerate(trace.vocabulary_at(step))}
    return models.WordPiece(
        vocabulary,
        unk_token="[UNK]",
        max_input_chars_per_word=max_units,
        continuing_subword_prefix=trace.prefix,
    )


plain_counts = st.dictionaries(
    st.text("abcé哈👍", min_size=1, max_size=12), st.integers(1, 6), min_size=1, max_size=10
)


@given(
    plain_counts,
    st.lists(st.text("abcdé哈👍", min_size=1, max_size=12)),
    st.sampled_from(["", "·"]),
    st.data(),
)
def test_encoding_is_hugging_faces_on_the_same_vocabulary(counts, texts, marker, data) -> None:
    """Tokens and ids are the same, including unknown and overlong words; a marker is no unit."""
    trace = train_wordpiece(Corpus.from_counts(counts, end_of_word=marker))
    step = data.draw(st.integers(0, len(trace)))
    max_units = data.draw(st.sampled_from([3, 8, 100]))
    peer = hugging_face(trace, step, max_units + len(marker))
    tokenizer = trace.tokenizer(step, max_units=max_units)
    for word in [*counts, *texts]:
        theirs = peer.tokenize(word + marker)
        assert tokenizer.encode(word) == [token.id for token in theirs]
        assert tokenizer.tokens(word) == [token.value for token in theirs]


def test_scores_that_floating_point_puts_in_the_wrong_order_are_put_in_the_right_one() -> None:
    """As doubles, the score of cd is larger; exactly, that of ab is."""
    n, m = 9_714_658_607_751_738, 9_714_658_607_751_740
    trace = train_wordpiece(Corpus.from_counts({"cd": m, "ab": n, "c": 1, "a": 1}), num_merges=1)
    assert Fraction(n, (n + 1) * n) > Fraction(m, (m + 1) * m)
    assert trace.merges[0].token == "ab"
    assert trace.state_at(0).ties == [("a", "##b")]
    assert trace.state_at(0).pairs(top=1) == [(("a", "##b"), n)]
