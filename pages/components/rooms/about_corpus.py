"""The corpus that a room names, and smaller ones that it proposes instead."""

from typing import TypedDict

from classroom.voting.ballot import MOST_WORDS
from pages.session import state
from pages.session.language import in_language
from sample_corpora import CATALOGUE


class About(TypedDict):
    """The name of the corpus, whether it has too many words for a vote, and others with titles."""

    corpus: str
    is_large: bool
    suited: list[tuple[str, str]]


def about_corpus(words: int = 0) -> About:
    """The corpus of this link, which has so many words of which the class chooses."""
    corpus = state.corpus()
    return {
        "corpus": corpus,
        "is_large": words > MOST_WORDS,
        "suited": [
            (name, in_language(entry.title))
            for name, entry in CATALOGUE.items()
            if entry.suits_a_vote and name != corpus
        ],
    }
