"""The ballot before a merge: which two neighbours will it join?

The class chooses within the words, so every pair of neighbours in the displayed words is a choice,
and each pair that wins or ties is among them.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise, product
from typing import Any

from bpe_core import Trace
from bpe_core.algorithms.across_words.trace import AcrossTrace
from bpe_core.algorithms.wordpiece.trace import WordPieceTrace
from bpe_core.text.corpus import plain_token
from classroom.beliefs import Row, Sight, Two, winners_of
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
        missing = set(winners) - known
        if not missing or len(rows) > 2 * MOST_WORDS:
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
    """
    corpus = trace.corpus
    if isinstance(trace, WordPieceTrace) or len(corpus.units) > MOST_BELIEVED:
        return {}
    believed = winners_of(Sight.of(trace, step))
    # The first belief that leads to a pair gives it its name.
    return {pair: name for name, pair in reversed(believed.items())}
