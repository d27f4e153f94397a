"""The ballot while a word is encoded: which two neighbours are merged next?

Of the rules that fit somewhere in the word, the one that was learned first is applied first
(Sennrich et al., 2016). Unlike a step of the training, only this word decides, and no count.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from bpe_core import Token
from classroom.beliefs import Two, clear_winner
from classroom.voting.ballot import Ballot, Paper, name_of


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
