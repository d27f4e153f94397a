"""The beliefs behind a wrong prediction: each one that would have chosen the learner's pair.

The beliefs are those of `classroom.beliefs`, applied to the words as they are at the step.
"""

from bpe_core import Trace
from bpe_core.algorithms.across_words.trace import AcrossTrace
from bpe_core.algorithms.wordpiece import WordPieceTrace
from classroom import Believed, Item, Pair
from classroom.beliefs import BELIEFS, Sight, clear_winner
from pages.components.tokens.plain_text import token_text
from pages.session.language import _, format_number

#: Beliefs are worked out for corpora of at most this many base tokens, which takes about 5 ms.
MOST_UNITS = 5_000


def beliefs_behind(trace: Trace, step: int, left: int, right: int) -> list[str]:
    """The names of the beliefs that would merge this pair next; none for a large corpus.

    >>> from bpe_core import Corpus, train_bpe
    >>> trace = train_bpe(Corpus.from_counts({"ab": 9, "bc": 1, "bcb": 1, "dbc": 1}))
    >>> beliefs_behind(trace, 0, 1, 2)
    ['words-once']
    """
    corpus = trace.corpus
    if isinstance(trace, WordPieceTrace | AcrossTrace) or len(corpus.units) > MOST_UNITS:
        return []
    words = trace.state_at(step).words
    running = corpus.running_words.tolist()
    sight = Sight(
        words=words,
        before=trace.state_at(0).words,
        merged=[(merge.left, merge.right) for merge in trace.merges[:step]],
        running=[words[i][0] for i in running] if len(running) == corpus.word_total else (),
    )
    pair = (trace.vocabulary[left], trace.vocabulary[right])
    winners = {name: clear_winner(numbers(sight)) for name, numbers in BELIEFS.items()}
    return [name for name, winner in winners.items() if winner and winner[0] == pair]


def belief_text() -> dict[str, str]:
    """What the app says about each belief. The browser fills in the names in braces."""
    return {
        "belief_words-once": _(
            "{pair} would win if each word counted only once. But a word counts as often as it "
            "occurs."
        ),
        "belief_pair-once-per-word": _(
            "{pair} would win if a pair counted only once in each word. But every place at which "
            "it occurs counts."
        ),
        "belief_overlaps-as-merged": _(
            "{pair} would win if overlapping occurrences counted only once. But in a a a the pair "
            "counts twice."
        ),
        "belief_pairs-across-words": _(
            "{pair} would win if pairs could reach from one word into the next. But they never do."
        ),
        "belief_either-order": _(
            "{pair} would win if a pair and its reverse counted together. But the order of the two "
            "tokens matters."
        ),
        "belief_counts-not-renewed": _(
            "{pair} would win by the counts from the start. But each merge changes the counts, so "
            "they are counted again."
        ),
        "belief_longest-token": _(
            "{pair} would make the longest token. But the count decides, not the length."
        ),
        "belief_refuted": _(
            "Step {k} shows it: {winner} is merged, with the count {most}; {pair} has {count}."
        ),
    }


def mistake_behind(item: Item, each: Believed) -> str:
    """The mistake that leads to this wrong answer to an item, and what disproves it."""
    texts, pair = belief_text(), _written(each.pair)
    return _("{belief} {refuted}").format(
        belief=texts[f"belief_{each.belief}"].format(pair=pair),
        refuted=texts["belief_refuted"].format(
            k=format_number(item.step),
            winner=_written(item.answer),
            most=format_number(item.count),
            pair=pair,
            count=format_number(each.count),
        ),
    )


def _written(pair: Pair) -> str:
    return f"{token_text(pair.left)} + {token_text(pair.right)}"
