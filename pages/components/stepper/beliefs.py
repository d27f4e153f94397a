"""The beliefs behind a wrong prediction: each one that would have chosen the learner's pair.

The beliefs are those of `classroom.beliefs`, applied to the words as they are at the step. Their
sentences, and those about tie rules, are records of Python's and are sent to the stepper; all its
other sentences are where they are shown, in the browser's code.
"""

from functools import cache

from bpe_core import TIE_RULES, Trace
from bpe_core.algorithms.across_words.trace import AcrossTrace
from bpe_core.algorithms.wordpiece.trace import WordPieceTrace
from classroom import Believed, Item, Pair
from classroom.beliefs import Sight, winners_of
from pages.components.beliefs import belief_texts
from pages.components.component import to_json
from pages.components.tokens.plain_text import token_text
from pages.session.language import _, format_number, gettext, speaking

#: Beliefs are worked out for corpora of at most this many base tokens, which takes about 5 ms.
MOST_UNITS = 5_000


def beliefs_behind(trace: Trace, step: int, left: int, right: int) -> list[str]:
    """The names of the beliefs that would merge this pair next; none for a large corpus.

    >>> from bpe_core import Corpus, train_bpe
    >>> trace = train_bpe(Corpus.from_counts({"ab": 9, "bc": 1, "bcb": 1, "dbc": 1}))
    >>> beliefs_behind(trace, 0, 1, 2)
    ['words-once']
    """
    if isinstance(trace, WordPieceTrace | AcrossTrace) or len(trace.corpus.units) > MOST_UNITS:
        return []
    pair = (trace.vocabulary[left], trace.vocabulary[right])
    believed = winners_of(Sight.of(trace, step))
    return [name for name, its_pair in believed.items() if its_pair == pair]


def belief_text() -> dict[str, str]:
    """Return the sentences about each belief. The browser fills in the names in braces."""
    return belief_texts("would_win") | {
        "belief_refuted": _(
            "Step {k} shows it: {winner} is merged, with the count {most}; {pair} has {count}."
        ),
    }


def mistake_behind(item: Item, each: Believed) -> str:
    """The mistake that leads to this wrong answer to an item, and what disproves it."""
    texts, pair = belief_text(), _written(each.pair)
    return _(
        "{belief} {refuted}",
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


def record_text() -> dict[str, str]:
    """A sentence for each tie rule and each belief. The browser fills in the names in braces."""
    return {
        f"rule_{name}": gettext(rule.verdict) for name, rule in TIE_RULES.items()
    } | belief_text()


@cache
def record_text_json(language: str) -> bytes:
    """The same in a language, as JSON under the name that the stepper expects."""
    with speaking(language):
        return to_json({"text": record_text()})
