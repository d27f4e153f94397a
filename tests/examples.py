"""Set how many examples a test takes: all in `make explore`, a tenth in `make test`."""

from collections.abc import Sequence
from random import Random
from typing import Any, TypeVar

from hypothesis import settings
from hypothesis import strategies as st

from bpe_core import TIE_RULES

T = TypeVar("T")

FULL, TENTH = 100, 10  # what Hypothesis generates for a property by default
FEWEST = 5


def explores() -> bool:
    """Whether this is `make explore`."""
    return settings.default.max_examples >= FULL


def share(full: int) -> int:
    """The profile's share of `full`: a number of examples, or the length of a text.

    >>> share(10_000) in (1_000, 10_000)
    True
    """
    return full * settings.default.max_examples // FULL


def some_of(items: Sequence[T], seed: str) -> list[T]:
    """All items in `make explore`; else a few of them, and others for another seed.

    So a test with many parameters still takes each item with some of them.

    >>> len(some_of(range(8), "a test")) in (FEWEST, 8)
    True
    """
    if explores() or len(items) <= FEWEST:
        return list(items)
    return Random(seed).sample(list(items), FEWEST)


def examples(full: int, **others: Any) -> settings:
    """Settings for `full` examples of a property, of which `make test` takes its share.

    `others` are settings of Hypothesis that only this property needs.

    >>> examples(400).max_examples == share(400)
    True
    """
    return settings(max_examples=max(FEWEST, share(full)), **others)


ALPHABETS = ["a", "ab", "abc", "哈嘻a", "é👍🏽क्", "אبa ", "\ud83d\ude00a", "</w>"]

letters = st.sampled_from(ALPHABETS)
runs = st.builds(str.__mul__, st.sampled_from("ab哈"), st.integers(1, 40))
words = letters.flatmap(lambda alphabet: st.text(alphabet, min_size=1, max_size=14)) | runs
word_counts = st.dictionaries(words, st.integers(1, 6), min_size=1, max_size=8)
any_text = st.text(st.characters(codec=None) | st.sampled_from("\ud83d\ude00\ud800 \n\0")) | words
units = st.sampled_from(["char", "byte"])
markers = st.sampled_from(["", "</w>", "a", "·"])
rules = st.sampled_from([*TIE_RULES])
