"""How many examples Hypothesis thinks up for a property: few in a quick run, many in a full one."""

from typing import Any

from hypothesis import settings

FULL, QUICK = 100, 10  # for a property that says nothing else
FEWEST = 5


def examples(full: int, **others: Any) -> settings:
    """So many examples in the full profile, and its share of them in a quick run.

    `others` are settings of Hypothesis that this property alone needs.

    >>> examples(400).max_examples == 4 * examples(100).max_examples
    True
    """
    share = settings.default.max_examples / FULL
    return settings(max_examples=max(FEWEST, round(full * share)), **others)
