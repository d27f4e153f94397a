"""Unigram against brute force, and its own promises."""

from collections import Counter
from math import exp, isclose, log, sqrt
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import Corpus, train_unigram
from bpe_core.algorithms.unigram.lattice import Edge, Lattice
from bpe_core.algorithms.unigram.removal_costs import LONG, removal_costs
from bpe_core.algorithms.unigram.seed import Occurrences, Pieces, cut_into_pieces, find_seed
from bpe_core.algorithms.unigram.segmentation_sums import PathSums, WordLattices
from bpe_core.errors import NumberTooSmallError, TemperatureError
from tests.bpe_core.algorithms.unigram import brute_unigram as brute
from tests.examples import examples, share

HUG = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
letters = st.sampled_from(["a", "ab", "abc", "哈嘻a"])
short_words = letters.flatmap(lambda alphabet: st.text(alphabet, min_size=1, max_size=8))
small_corpora = st.dictionaries(short_words, st.integers(1, 6), min_size=1, max_size=5)
probabilities = st.floats(1e-6, 1.0)


@st.composite
def models_of(draw, corpora=small_corpora) -> tuple[dict[str, int], dict[str, float]]:
    """Words with counts, and tokens with probabilities: all single units and some substrings."""
    words = draw(corpora)
    substrings = sorted(
        {w[a:b] for w in words for a in range(len(w)) for b in range(a + 2, len(w) + 1)}
    )
    longer = draw(st.lists(st.sampled_from(substrings), unique=True)) if substrings else []
    tokens = [*sorted(set("".join(words))), *longer]
    return words, {token: draw(probabilities) for token in tokens}


def places_of(corpus: Corpus, tokens: list[str]) -> tuple[Pieces, Occurrences]:
    """Every place where these tokens occur."""
    pieces = cut_into_pieces(corpus)
    rows = []
    for word, start in zip(corpus.words, corpus.starts.tolist(), strict=False):
        found = [
            (start + i, len(token), number)
            for number, token in enumerate(tokens)
            for i in range(len(word))
            if word.startswith(token, i)
        ]
        times = Counter(number for _, _, number in found)
        rows += [(*row, row[1] > 1 and times[row[2]] > 1) for row in found]
    unit, length, token, repeated = (np.array(column) for column in zip(*rows, strict=True))
    return pieces, Occurrences(unit, length, token, repeated)


def sums_of(words, tokens) -> tuple[PathSums, Pieces]:
    pieces, places = places_of(Corpus.from_counts(words), list(tokens))
    lattices = WordLattices.of(pieces, places, max(map(len, tokens)))
    return lattices.sums(np.array(list(tokens.values()))), pieces


def test_the_cost_is_right_where_a_token_is_almost_certain() -> None:
    """1 - m would be 0 in floating point; without `abcd` the word is 1e-40 times as likely."""
    words = {"abcdabcx": 3}
    tokens = {"a": 1e-15, "b": 1e-15, "c": 1e-15, "d": 1e-15, "x": 0.1, "abcd": 0.5, "abc": 0.4}
    sums, pieces = sums_of(words, tokens)
    found = removal_costs(sums, np.array(list(tokens.values())), 5, pieces)
    assert isclose(found[5], brute.removal_cost("abcd", words, tokens), rel_tol=1e-9)
    assert isclose(found[6], brute.removal_cost("abc", words, tokens), rel_tol=1e-9)


def test_in_long_words_the_places_of_a_token_are_taken_one_by_one() -> None:
    """The stated exception: 33 units. Each place gives -log(1 - m), whatever is beside it."""
    tokens = {"a": 0.7, "aa": 0.3}
    for size in (LONG, LONG + 1):
        lattice, (sums, pieces) = lattice_of("a" * size, tokens), sums_of({"a" * size: 1}, tokens)
        found = removal_costs(sums, np.array(list(tokens.values())), 1, pieces)
        edges = zip(lattice.edges, lattice.marginals, strict=True)
        one_by_one = -sum(log(1 - marginal) for edge, marginal in edges if edge.token_id == 1)
        exactly = lattice.log_probability - size * log(0.7)
        assert isclose(found[1], exactly if size == LONG else one_by_one)


def viterbi_by_hand(word: str, logs: dict[str, float]) -> tuple[str, ...]:
    """The rule word for word: among equally good paths to a node, the longest last token wins.

    Sums run in the same order as everywhere, so that ties stay ties.
    """
    best: list[tuple[float, tuple[str, ...]]] = [(0.0, ())]
    for end in range(1, len(word) + 1):
        ways = [
            (best[start][0] + logs[word[start:end]], (*best[start][1], word[start:end]))
            for start in range(end)
            if word[start:end] in logs
        ]
        top = max(score for score, _ in ways)
        best.append(max((way for way in ways if way[0] == top), key=lambda way: len(way[1][-1])))
    return best[-1][1]


@given(small_corpora, st.integers(1, 6), st.sampled_from([3, 1000]))
def test_the_seed_is_every_substring_that_occurs_twice(words, longest, size) -> None:
    corpus = Corpus.from_counts(words)
    found, places = find_seed(corpus, cut_into_pieces(corpus), longest, size)
    expected = brute.seed_counts(words, longest, size)
    text = "".join(words)
    stretches = zip(found.first.tolist(), found.length.tolist(), strict=True)
    assert [text[a : a + n] for a, n in stretches] == list(expected)
    assert found.count.tolist() == list(expected.values())
    _, naive = places_of(corpus, list(expected))
    assert rows_of(places) == rows_of(naive)


def rows_of(places: Occurrences) -> list[tuple]:
    columns = (places.unit, places.length, places.token, places.repeated)
    return sorted(zip(*(column.tolist() for column in columns), strict=True))


# One word


def lattice_of(word: str, tokens: dict[str, float]) -> Lattice:
    names = list(tokens)
    return Lattice(
        len(word),
        [
            Edge(a, b, names.index(word[a:b]), log(tokens[word[a:b]]))
            for a in range(len(word))
            for b in range(a + 1, len(word) + 1)
            if word[a:b] in tokens
        ],
    )


one_word = models_of(st.dictionaries(short_words, st.just(1), min_size=1, max_size=1))


@given(one_word, st.integers(1, 12), st.sampled_from([0.5, 1.0, 3.0]))
@examples(200)
def test_a_lattice_is_that_of_brute_force(model, n, temperature) -> None:
    """Number of paths, total, marginals, best path, and every path with its probability."""
    (word,), tokens = model
    names, lattice = list(tokens), lattice_of(word, tokens)
    paths = {path: brute.probability(path, tokens) for path in brute.segmentations(word, tokens)}
    whole = sum(paths.values())
    assert lattice.path_count == len(paths)
    assert isclose(exp(lattice.log_probability), whole, rel_tol=1e-9)
    listed = {
        tuple(names[i] for i in path.token_ids): exp(path.log_probability)
        for path in lattice.n_best(lattice.path_count)
    }
    assert listed == pytest.approx(paths)
    for edge, marginal in zip(lattice.edges, lattice.marginals, strict=True):
        over = sum(p for path, p in paths.items() if (edge.start, edge.end) in spans(path))
        assert isclose(marginal, over / whole, rel_tol=1e-9, abs_tol=1e-12)
    assert tuple(names[i] for i in lattice.best.token_ids) == viterbi_by_hand(
        word, brute.logarithms(tokens)
    )
    assert isclose(exp(lattice.best.log_probability), max(paths.values()), rel_tol=1e-9)
    # The n best are n, or as many as exist, each once, best first.
    found = lattice.n_best(n)
    assert found[0] == lattice.best
    texts = [tuple(names[i] for i in path.token_ids) for path in found]
    assert len(set(texts)) == len(texts)
    scores = [exp(path.log_probability) for path in found]
    assert scores == pytest.approx(sorted(paths.values())[::-1][:n])
    assert [paths[text] for text in texts] == pytest.approx(scores)
    # At a temperature, every probability to the power 1 / temperature, as a share of their sum.
    powers = {path: p ** (1 / temperature) for path, p in paths.items()}
    shares = {
        tuple(names[i] for i in way.token_ids): lattice.share(way, temperature)
        for way in lattice.n_best(len(paths))
    }
    assert shares == pytest.approx({path: p / sum(powers.values()) for path, p in powers.items()})
    # Each node's candidates end at the node, and the first best one is the back pointer.
    for node, row in enumerate(lattice.table[1:], start=1):
        scores = [candidate.score for candidate in row]
        edges = [lattice.edges[candidate.edge] for candidate in row]
        assert {edge.end for edge in edges} == {node}
        assert lattice.back_pointers[node] == row[scores.index(max(scores))].edge
        lengths = [edge.end - edge.start for edge in edges]
        assert lengths == sorted(lengths, reverse=True)


def spans(path: tuple[str, ...]) -> set[tuple[int, int]]:
    ends = np.cumsum([len(token) for token in path]).tolist()
    return set(zip([0, *ends], ends, strict=False))


def test_the_best_way_through_the_lattice_of_a_word_with_a_space_is_what_it_encodes_to() -> None:
    corpus = Corpus.from_text("a hug a pug a hug", pre_tokenizer="gpt2")
    tokenizer = train_unigram(corpus, vocab_size=12).tokenizer()
    assert list(tokenizer.lattice(" hug").best.token_ids) == tokenizer.encode(" hug")


@pytest.mark.parametrize("temperature", [0.5, 1.0, 3.0])
def test_segmentations_are_drawn_as_often_as_their_shares_say(temperature) -> None:
    lattice = train_unigram(Corpus.from_counts(HUG), vocab_size=15).tokenizer().lattice("hugs")
    random, drawings = Random(1), share(20_000)
    ways = [lattice.sample(random, temperature) for _ in range(drawings)]
    drawn = Counter(way.edges for way in ways)
    scores = {way.edges: way.log_probability for way in ways}
    assert lattice.path_count > 3
    for way in lattice.n_best(lattice.path_count):
        assert scores.get(way.edges, way.log_probability) == pytest.approx(way.log_probability)
        expected = drawings * lattice.share(way, temperature)
        assert abs(drawn[way.edges] - expected) <= 6 * sqrt(expected) + 1


# Sums beyond what a double holds


def test_long_and_unlikely_words_are_summed_in_scaled_numbers() -> None:
    """400 units of probability 1e-30: the total is about e^-27000; other words stay exact."""
    words = {"ab" * 200: 2, "ab": 5, "ba" * 60: 1}
    tokens = {"a": 1e-30, "b": 1e-31, "ab": 1e-58, "ba": 1e-59, "aba": 1e-90}
    sums, pieces = sums_of(words, tokens)
    assert sums.before.log_scale is not None
    lattices = [lattice_of(word, tokens) for word in words]
    assert np.allclose(sums.log_totals, [lattice.log_probability for lattice in lattices])
    expected = np.zeros(len(tokens))
    for lattice, count in zip(lattices, words.values(), strict=True):
        for edge, marginal in zip(lattice.edges, lattice.marginals, strict=True):
            expected[edge.token_id] += count * marginal
    assert np.allclose(sums.expected_counts(len(tokens)), expected)
    costs = removal_costs(sums, np.array(list(tokens.values())), 2, pieces)
    assert np.all(np.isfinite(costs[2:]))


def test_a_word_longer_than_a_piece_is_cut() -> None:
    """After 512 units: the long word has no `ab`, neither in training nor for its removal."""
    corpus = Corpus.from_counts({"ab": 2, "c" * 511 + "ab": 1})
    trace = train_unigram(corpus, vocab_size=3, max_token_length=2)
    removal = trace.history.views[0].removals[0]
    assert trace.token(removal.number) == "ab"
    assert trace.count[removal.number] == 2
    assert (len(removal.words), removal.more) == (1, 0)


# Encoding


@examples(40)
@given(small_corpora)
def test_lattice_encoder_and_state_agree(words) -> None:
    """Three ways to the best segmentation of a word give the same tokens."""
    trace = train_unigram(Corpus.from_counts(words), vocab_size=10 + len(set("".join(words))))
    for step in range(len(trace) + 1):
        tokenizer, state = trace.tokenizer(step), trace.state_at(step)
        assert tokenizer.lattice("").n_best(2) == [tokenizer.lattice("").best]
        for word, (tokens, count) in zip(words, state.words, strict=True):
            best = tokenizer.lattice(word).best.token_ids
            assert tokenizer.encode(word) == list(best)
            assert tokenizer.tokens(word) == list(tokens)
            assert count == words[word]
            assert tokenizer.n_best(word, 1)[0].ids == list(best)
        assert state.token_count == sum(len(tokens) * n for tokens, n in state.words)
        used = {token for tokens, _ in state.words for token in tokens}
        assert trace.in_use_sizes[step] == len(used)


def test_the_n_best_of_a_text_are_over_all_its_words() -> None:
    trace = train_unigram(Corpus.from_counts(HUG), vocab_size=12)
    tokenizer = trace.tokenizer()
    found = tokenizer.n_best("hug pun", 2)
    one, two = tokenizer.lattice("hug"), tokenizer.lattice("pun")
    every = [
        (a.log_probability + b.log_probability, [*a.token_ids, *b.token_ids])
        for a in one.n_best(one.path_count)
        for b in two.n_best(two.path_count)
    ]
    every.sort(key=lambda way: -way[0])
    assert [ids for ids, _ in found] == [ids for _, ids in every[:2]]
    assert [score for _, score in found] == pytest.approx([score for score, _ in every[:2]])


def test_an_unknown_character_is_a_token_of_its_own() -> None:
    tokenizer = train_unigram(Corpus.from_counts(HUG), vocab_size=12).tokenizer()
    assert tokenizer.tokens("hugz?") == [*tokenizer.tokens("hug"), "<unk>", "<unk>"]
    lattice = tokenizer.lattice("hz")
    lowest = min(tokenizer.lattice("hugspunb").edges, key=lambda edge: edge.log_probability)
    assert lattice.edges[-1].token_id == tokenizer.unknown_id
    assert lattice.edges[-1].log_probability <= lowest.log_probability - 10


def test_sampling_repeats_with_the_same_seed() -> None:
    tokenizer = train_unigram(Corpus.from_counts(HUG), vocab_size=12).tokenizer()
    text = "hugs pun pug " * 20
    assert tokenizer.sample(text, 2.0, seed=1) == tokenizer.sample(text, 2.0, seed=1)
    assert tokenizer.sample(text, 2.0, seed=1) != tokenizer.sample(text, 2.0, seed=2)
    assert tokenizer.sample(text, 1e-3) == tokenizer.encode(text)
    assert tokenizer.decode(tokenizer.sample(text, 2.0)) == text.replace(" ", "")


# Traces, limits, errors


def test_a_state_tells_what_goes_next_and_what_went() -> None:
    """The next round drops what is cheapest at a state."""
    trace = train_unigram(Corpus.from_counts(HUG), vocab_size=9, special_tokens=["<s>"])
    assert (trace.sizes, trace.settings["seed_size"]) == ([20, 15, 11, 9], 5 * 9)
    for step in range(1, len(trace) + 1):
        before, state = trace.state_at(step - 1), trace.state_at(step)
        dropped = trace.sizes[step - 1] - trace.sizes[step]
        gone = [ranked.token for ranked in before.cheapest(dropped)]
        assert sorted({*before.vocabulary} - {*state.vocabulary}) == sorted(gone)
        assert [ranked.token for ranked in state.dropped(99)] == gone
        view = trace.history.views[step]
        assert [trace.token(number) for number in view.dropped] == gone
        assert view.cheapest == [ranked.number for ranked in state.cheapest()]
        assert (state.size, state.loss) == (trace.rounds[step - 1].size, trace.losses[step])
        assert trace.rounds[step - 1].size_before == before.size == trace.sizes[step - 1]
        assert trace.token_counts[step] == state.token_count
    assert trace.state_at(0).dropped() == []
    assert np.count_nonzero(trace.dropped_at < 0) == 8
    assert trace.vocabulary[0] == "<s>"
    numbers = trace.snapshots[-1].numbers.tolist()
    assert [trace.token(number) for number in numbers] == list(trace.vocabulary[1:])


def test_views_list_the_first_of_many() -> None:
    """Tokens, the words that explain a removal, words, and the units of a long word."""
    words = {f"{a}{b}xyz": 2 + (a == "t") for a in map(chr, range(97, 117)) for b in "αβγδεζηθικλμ"}
    trace = train_unigram(Corpus.from_counts(words | {"uv" * 200: 9}), vocab_size=450)
    history = trace.history
    assert len(history.shown) == len(history.words) == 200
    first, last = history.views[0], history.views[-1]
    assert (len(first.cheapest), len(first.costs), len(first.likely)) == (20, 20, 300)
    assert first.next_total == trace.sizes[0] - trace.sizes[1] > 20
    assert last.next_total == 0
    assert first.removable == trace.sizes[0] - len(trace.corpus.base_vocabulary)
    assert (
        first.likely
        == sorted(range(trace.sizes[0]), key=lambda i: -trace.snapshots[0].log_probabilities[i])[
            :300
        ]
    )
    every = [removal for view in history.views for removal in view.removals]
    assert max(len(removal.words) for removal in every) == 3
    many = [[trace.corpus.counts[each.word] for each in r.words] for r in every if r.more > 12]
    assert max(many) == [3, 3, 3]  # the most frequent words come last
    long = history.segmentations[history.words.index(240)]
    for _, numbers in long:
        assert 240 - 16 < sum(trace.length[n] for n in numbers) <= 240


def test_wrong_questions_are_errors() -> None:
    trace = train_unigram(Corpus.from_counts(HUG), vocab_size=12)
    with pytest.raises(TemperatureError):
        trace.tokenizer().sample("hug", temperature=0)
    with pytest.raises(NumberTooSmallError):
        trace.tokenizer().n_best("hug", 0)


def test_a_corpus_of_one_token_has_no_loss() -> None:
    """Zero is written without a sign."""
    assert str(train_unigram(Corpus.from_counts({"a": 1}), vocab_size=1).losses) == "[0.0]"
