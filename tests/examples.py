"""How many examples a test takes: all of them in the full profile, a tenth in a quick run."""

from typing import Any

from hypothesis import settings

FULL, QUICK = 100, 10  # what Hypothesis thinks up for a property that says nothing else
FEWEST = 5


def share(full: int) -> int:
    """What the profile takes of so many: examples, or the length of a text.

    >>> share(10_000) in (1_000, 10_000)
    True
    """
    return full * settings.default.max_examples // FULL


def examples(full: int, **others: Any) -> settings:
    """So many examples of a property in the full profile, and its share of them in a quick run.

    `others` are settings of Hypothesis that this property alone needs.

    >>> examples(400).max_examples == share(400)
    True
    """
    return settings(max_examples=max(FEWEST, share(full)), **others)
