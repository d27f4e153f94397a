"""The ballots of a walk: before a merge, before a round of Unigram, and while a word is encoded.

Before a merge: which two neighbours will it join? The class chooses within the words, so every pair
of neighbours in the displayed words is a choice. The pair that wins is among them, and so are those
that tie, unless they are very many.

Before a round of Unigram: which token will it drop? A round drops many tokens, so many choices are
right: every token that goes, and every token that stays but costs no more than one that goes. The
class chooses in the words, as they are segmented now, or from a few candidates, because the tokens
that go first are seldom in the words.

While a word is encoded: which two neighbours are merged next? Of the rules that fit somewhere in
the word, the one that was learned first is applied first (Sennrich et al., 2016). Unlike a step of
the training, only this word decides, and no count.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from bpe_core import Token, Trace
from bpe_core.algorithms.across_words.trace import AcrossTrace
from bpe_core.algorithms.unigram.removal_costs import is_same_cost
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.algorithms.wordpiece.trace import WordPieceTrace
from bpe_core.text.corpus import plain_token
from classroom.beliefs import Row, Sight, Two, clear_winner, winners_of
from classroom.voting.ballot import MOST_TOKENS, MOST_WORDS, Ballot, Paper, name_of

#: Beliefs are computed only for up to this many tokens; with more, the class would have to wait.
MOST_BELIEVED = 20_000
#: The most words that are named in a sum.
MOST_SUMMED = 5


def ballot_of_step(trace: Trace, step: int) -> Ballot:
    """The ballot after `step` merges. Raises a ValueError if no merge follows.

    >>> from bpe_core import Corpus, train_bpe
    >>> counts = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> ballot = ballot_of_step(train_bpe(Corpus.from_counts(counts), num_merges=3), 2)
    >>> ballot.step, [ballot.choices[right] for right in ballot.right]
    (3, ['h + ug'])
    >>> ballot.shown["words"][0]
    {'tokens': ['h', 'ug'], 'choices': [0], 'count': 10}
    """
    if not 0 <= step < len(trace):
        raise ValueError("no merge follows this step")
    state = trace.state_at(step)
    winners = list(dict.fromkeys([_merged_at(trace, step), *state.ties]))
    paper: Paper[Two] = Paper()
    for tokens, count in _chosen_words(state.words, winners):
        paper.write(tokens, list(pairwise(tokens)), count)
    shown = {
        "kind": "pairs",
        "algorithm": "wordpiece" if isinstance(trace, WordPieceTrace) else "bpe",
        "step": step + 1,
        "words": paper.rows,
        "more": max(0, sum(len(each) > 1 for each, _ in state.words) - len(paper.rows)),
    }
    right = paper.places(winners)
    return Ballot(
        step=step + 1,
        shown=shown,
        choices=[name_of(*pair) for pair in paper.numbers],
        right=right,
        beliefs=paper.beliefs(believed_pairs(trace, step).items(), right),
        tied=right if len(winners) > 1 else frozenset(),
        solution=[_worked_out(trace, step, pair) for pair in paper.numbers],
    )


def _worked_out(trace: Trace, step: int, pair: Two) -> dict[str, Any]:
    """A pair's count after `step` merges, as JSON values.

    - `count`, and `words`: those that add most to it, each as text, how often the pair is in it,
      and its count; `more`: how many words are left out
    - `was`: where the count has changed, what it was at the start; `since`: the step that changed
      it last, and the two tokens that this step merged
    - `tokens`: for scores, the counts of the pair's tokens

    >>> from bpe_core import Corpus, train_bpe
    >>> counts = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> trace = train_bpe(Corpus.from_counts(counts), num_merges=2)
    >>> _worked_out(trace, 1, ("p", "u"))  # doctest: +NORMALIZE_WHITESPACE
    {'count': 12, 'words': [['pun', 1, 12]], 'more': 0, 'was': 17, 'since': [1, ['u', 'g']]}
    """
    vocabulary = trace.state_at(step).vocabulary
    left, right = ([i for i, each in enumerate(vocabulary) if each == token] for token in pair)
    # A text can have more than one id, of which a pair in the words has one.
    ids = max(product(left, right), key=lambda ids: trace.sum_of(step, *ids).count)
    total, corpus = trace.sum_of(step, *ids), trace.corpus
    shown = [
        [corpus.words[word], times, int(corpus.counts[word])]
        for word, times in total.words[:MOST_SUMMED]
    ]
    worked: dict[str, Any] = {"count": total.count, "words": shown}
    worked["more"] = total.word_total - len(shown)
    lives = [each for each in trace.counts_of(*ids) if each.first <= step]
    if len(lives) > 1 and lives[0].first == 0 and not isinstance(trace, AcrossTrace):
        merge = trace.merges[lives[-1].first - 1]
        merged = [plain_token(merge.left), plain_token(merge.right)]
        worked |= {"was": lives[0].pair_count, "since": [lives[-1].first, merged]}
    if isinstance(trace, WordPieceTrace):
        tokens = trace.history.token_counts.at(step)
        worked["tokens"] = tokens[[i - trace.first_base_id for i in ids]].tolist()
    return worked


def _merged_at(trace: Trace, step: int) -> Two:
    merge = trace.merges[step]
    return merge.left, merge.right


def _chosen_words(words: Sequence[Row], winners: Sequence[Two]) -> Iterator[Row]:
    """One word for each winner that is missing from the most frequent words, then those words.

    The frequent words are in the corpus's order. Only a part of a long word is shown.
    """
    by_count = sorted(range(len(words)), key=lambda i: -words[i][1])
    chosen = sorted(by_count[:MOST_WORDS])
    rows = [(words[i][0][:MOST_TOKENS], words[i][1]) for i in chosen if len(words[i][0]) > 1]
    known = {pair for tokens, _ in rows for pair in pairwise(tokens)}
    for tokens, count in words:
        missing = {*winners[:MOST_WORDS]} - known  # of many ties, some
        if not missing:
            break
        places = (i for i, pair in enumerate(pairwise(tokens)) if pair in missing)
        if (place := next(places, None)) is not None:
            start = max(0, place - MOST_TOKENS // 2)
            part = tokens[start : start + MOST_TOKENS]
            known |= set(pairwise(part))
            yield part, count
    yield from rows


def believed_pairs(trace: Trace, step: int) -> dict[Two, str]:
    """The pair that each belief of `classroom.beliefs` would merge next, unless there is a tie.

    Beliefs are about counts, so the result is empty for scores, or for a corpus that is too large.
    The first belief that leads to a pair gives it its name.

    >>> from bpe_core import Corpus, train_bpe
    >>> believed_pairs(train_bpe(Corpus.from_counts({"hg": 3, "hhhg": 5})), 0)[("h", "g")]
    'pair-once-per-word'
    """
    corpus = trace.corpus
    if isinstance(trace, WordPieceTrace) or len(corpus.units) > MOST_BELIEVED:
        return {}
    believed = winners_of(Sight.of(trace, step))
    return {pair: name for name, pair in reversed(believed.items())}


def ballot_of_word(step: int, tokens: Sequence[Token], rules: Sequence[int | None]) -> Ballot:
    """The ballot after `step` merges in a word with these tokens.

    `rules` has a number for every two neighbours, None if no rule fits them; the smallest was
    learned first. Raises a ValueError if there is no rule, or nothing to choose from.

    >>> ballot = ballot_of_word(0, ["h", "u", "g", "s"], [7, 3, None])
    >>> ballot.choices, sorted(ballot.right), ballot.beliefs
    (['h + u', 'u + g', 'g + s'], [1], {0: 'leftmost-merge-first', 2: 'no-rule'})
    """
    pairs = list(pairwise(tokens))
    fitting = {pair: rule for pair, rule in zip(pairs, rules, strict=True) if rule is not None}
    if not fitting:
        raise ValueError("no rule fits this word")
    paper: Paper[Two] = Paper()
    paper.write(tokens, pairs)
    first = min(fitting.values())
    right = paper.places(pair for pair, rule in fitting.items() if rule == first)
    return Ballot(
        step=step + 1,
        shown={"kind": "pairs", "algorithm": "encode", "step": step + 1, "words": paper.rows},
        choices=[name_of(*pair) for pair in paper.numbers],
        right=right,
        beliefs=paper.beliefs(_believed(pairs, fitting), right),
        tied=right if len(right) > 1 else frozenset(),
        solution=[{"rule": fitting.get(pair)} for pair in paper.numbers],
    )


def _believed(pairs: Sequence[Two], fitting: Mapping[Two, int]) -> Iterator[tuple[Two, str]]:
    """The pair that each belief would merge next. Two have the names of `bpe_core.diagnosis`."""
    yield next(pair for pair in pairs if pair in fitting), "leftmost-merge-first"
    if longest := clear_winner({pair: len(pair[0]) + len(pair[1]) for pair in fitting}):
        yield longest[0], "longest-token"
    yield max(fitting, key=lambda pair: fitting[pair]), "latest-merge-first"
    yield from ((pair, "no-rule") for pair in pairs if pair not in fitting)


#: Most candidates that go, and most that stay, besides those that somebody may believe in.
MOST_CANDIDATES = 3


def ballot_of_round(trace: UnigramTrace, step: int) -> Ballot:
    """The ballot after `step` rounds. Raises a ValueError if no round follows.

    >>> from bpe_core import Corpus, train_unigram
    >>> counts = {"hug": 10, "pug": 5, "pun": 12, "bun": 4, "hugs": 5}
    >>> ballot = ballot_of_round(train_unigram(Corpus.from_counts(counts), vocab_size=10), 0)
    >>> ballot.step, sorted(ballot.choices[right] for right in ballot.right)
    (1, ['bu', 'gs', 'ugs'])
    """
    if not 0 <= step < len(trace):
        raise ValueError("no round follows this step")
    now = _Pruning(trace, step)
    paper: Paper[int] = Paper()
    candidates = now.candidates()
    paper.offer([trace.token(number) for number in candidates], candidates)
    words = trace.history.shown
    for place, numbers in now.segmentations():
        count = int(trace.corpus.counts[words[place]])
        paper.write([trace.token(number) for number in numbers], numbers, count)
    right = paper.places(number for number in paper.numbers if now.is_right(number))
    return Ballot(
        step=step + 1,
        shown={
            "kind": "tokens",
            "algorithm": "unigram",
            "step": step + 1,
            "words": paper.rows,
            "more": len(trace.corpus.words) - (len(paper.rows) - 1),
        },
        choices=[name_of(trace.token(number)) for number in paper.numbers],
        right=right,
        beliefs=paper.beliefs(now.believed(), right),
        tied=paper.places(number for number in paper.numbers if now.is_tied(number)),
        solution=[now.worked_out(number) for number in paper.numbers],
    )


@dataclass
class _Pruning:
    """A round of pruning: the tokens it drops, and those that somebody may believe it drops.

    Tokens are known by their number in the seed, where single units come first.
    """

    trace: UnigramTrace
    step: int

    def __post_init__(self) -> None:
        now, after = self.trace.snapshots[self.step : self.step + 2]
        self.numbers: NDArray[np.int32] = now.numbers
        self.log_probabilities = now.log_probabilities
        self.costs = dict(zip(now.numbers.tolist(), now.costs.tolist(), strict=True))
        self.stay = {*after.numbers.tolist()}
        # The highest cost of a token that goes, at which only the tie rule may decide.
        self.edge = max(cost for number, cost in self.costs.items() if number not in self.stay)
        at_edge = [number for number in self.costs if self._is_at_edge(number)]
        self.has_tie = any(number in self.stay for number in at_edge)

    def _is_at_edge(self, number: int) -> bool:
        return is_same_cost(self.costs[number], self.edge)

    def is_right(self, number: int) -> bool:
        """Whether a token goes, or costs no more than one that goes."""
        return number not in self.stay or self._is_at_edge(number)

    def is_tied(self, number: int) -> bool:
        """Whether only the tie rule decided about a token."""
        return self.has_tie and self._is_at_edge(number)

    def worked_out(self, number: int) -> dict[str, float]:
        """Return the cost of removing a token; nothing for one that always stays."""
        return {"cost": self.costs[number]} if self._is_longer(number) else {}

    def candidates(self) -> list[int]:
        """Some tokens that go and some that stay, in alphabetical order.

        Those to which a belief leads are among them. The order of the seed would reveal which go:
        frequent tokens come first in it.
        """
        view = self.trace.history.views[self.step]
        longer_first = sorted(view.likely, key=lambda number: not self._is_longer(number))
        go = view.cheapest[:MOST_CANDIDATES]
        others = (n for n in [*view.cheapest, *longer_first] if not self.is_right(n))
        stay = list(dict.fromkeys(others))[:MOST_CANDIDATES]
        found = {*go, *stay, *(number for number, _ in self._wrong_by_belief())}
        return sorted(found, key=lambda number: name_of(self.trace.token(number)))

    def segmentations(self) -> Iterator[tuple[int, Sequence[int]]]:
        """The most frequent words in the corpus's order: a place in the history, and the tokens."""
        history = self.trace.history
        counts = self.trace.corpus.counts[history.shown]
        for place in sorted(np.argsort(-counts, kind="stable")[:MOST_WORDS].tolist()):
            now = [tokens for since, tokens in history.segmentations[place] if since <= self.step]
            yield place, now[-1][:MOST_TOKENS]

    def believed(self) -> Iterator[tuple[int, str]]:
        """Tokens with the belief that they go: single units never do."""
        yield from self._wrong_by_belief()
        yield from ((number, "single-unit") for number in self.costs if not self._is_longer(number))

    def _wrong_by_belief(self) -> Iterator[tuple[int, str]]:
        """The least probable and the longest token, if they are no ties and stay."""
        longer = [number for number in self.costs if self._is_longer(number)]
        rarity = dict(zip(self.numbers.tolist(), (-self.log_probabilities).tolist(), strict=True))
        beliefs = {
            "least-probable": {number: rarity[number] for number in longer},
            "longest-dropped": {number: float(self.trace.length[number]) for number in longer},
        }
        for name, numbers in beliefs.items():
            winner = clear_winner(numbers)
            if winner and not self.is_right(winner[0]):
                yield winner[0], name

    def _is_longer(self, number: int) -> bool:
        return number >= len(self.trace.corpus.base_vocabulary)
