"""A quiz on common mistakes: which pair is merged next, where each mistake chooses another one."""

from collections.abc import Sequence

from classroom import Item, Pair
from pages.components.stepper.classroom.beliefs import mistake_behind


def running_text(item: Item) -> str:
    """The words in their order, as a learner could type them."""
    return " ".join(item.text)


def mistakes_behind(item: Item) -> Sequence[str]:
    """For each wrong choice: the mistake that leads to it, and what disproves it."""
    sentences = {each.pair: mistake_behind(item, each) for each in item.believed}
    return [sentences[pair] for pair in item.question.wrong if isinstance(pair, Pair)]
