"""The corpus that a room names, and smaller ones that it proposes instead."""

from typing import TypedDict

from classroom.voting.ballot_rows import MOST_WORDS
from pages.session import state
from pages.session.language import in_language
from sample_corpora import CATALOGUE

#: Corpora whose words are all read at a glance, on a phone and from the last row.
SUITED = ("hug", "tea", "loop", "low", "learning")


class About(TypedDict):
    """The name of the corpus, and others with their titles, if it has too many words for a vote."""

    corpus: str
    suited: list[tuple[str, str]]


def about_corpus(words: int = 0) -> About:
    """The corpus of this link, which has so many words of which the class chooses."""
    proposed = SUITED if words > MOST_WORDS else ()
    return {
        "corpus": state.corpus(),
        "suited": [(name, in_language(CATALOGUE[name].title)) for name in proposed],
    }
