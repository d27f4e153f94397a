"""The sentences about each belief, one record a belief, in English.

Which beliefs there are is in `classroom.beliefs`, and in `classroom.voting` those of a vote on a
rule or a removal. The browser fills in the names in braces.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from pages.session.language import N_, gettext


@dataclass(frozen=True)
class BeliefText:
    """The sentences about a belief, as far as each is used.

    - `would_win`: why its pair would win, and why it does not
    - `at_vote`: the same in a few words, behind a choice in a room
    - `quote`: what somebody who holds it says; `fact`: how a step disproves that
    """

    would_win: str = ""
    at_vote: str = ""
    quote: str = ""
    fact: str = ""


BELIEF_TEXTS: Mapping[str, BeliefText] = {
    "words-once": BeliefText(
        would_win=N_(
            "{pair} would win if each word counted only once. But a word counts as often as it "
            "occurs."
        ),
        at_vote=N_("wins if each word is counted only once"),
    ),
    "pair-once-per-word": BeliefText(
        would_win=N_(
            "{pair} would win if a pair counted only once in each word. But every place at which "
            "it occurs counts."
        ),
        at_vote=N_("wins if a pair is counted only once in each word"),
    ),
    "overlaps-as-merged": BeliefText(
        would_win=N_(
            "{pair} would win if overlapping occurrences counted only once. But in a a a the pair "
            "counts twice."
        ),
        at_vote=N_("wins if overlapping occurrences are counted once"),
        quote=N_("“A pair that occurs twice gives two new tokens.”"),
        fact=N_(
            "The count of {pair} was {count}, but it produced fewer new tokens: {merged}. Where "
            "occurrences overlap, the token in the middle can be used only once."
        ),
    ),
    "pairs-across-words": BeliefText(
        would_win=N_(
            "{pair} would win if pairs could reach from one word into the next. But they never do."
        ),
        at_vote=N_("wins if pairs across word boundaries are counted"),
    ),
    "either-order": BeliefText(
        would_win=N_(
            "{pair} would win if a pair and its reverse counted together. But the order of the two "
            "tokens matters."
        ),
        at_vote=N_("wins if a pair and its reverse are counted together"),
    ),
    "counts-not-renewed": BeliefText(
        would_win=N_(
            "{pair} would win by the counts from the start. But each merge changes the counts, so "
            "they are counted again."
        ),
        at_vote=N_("wins if the counts from the start are never updated"),
    ),
    "longest-token": BeliefText(
        would_win=N_("{pair} would make the longest token. But the count decides, not the length."),
        at_vote=N_("would make the longest token"),
        quote=N_("“The most frequent pair is the longest one.”"),
        fact=N_(
            "{pair} is next: it occurs {count} times. {other} would make a longer token, but its "
            "count is only {n}. The count decides, not the length."
        ),
    ),
    "any-order": BeliefText(
        quote=N_("“The order of the merges doesn't matter when encoding.”"),
        fact=N_(
            "In their order, the merges so far split {word} into {tokens}. In reverse order, they "
            "would give {other}."
        ),
    ),
    "always-more-tokens": BeliefText(
        quote=N_("“Every merge increases the number of tokens in use.”"),
        fact=N_(
            "{pair} became one token, yet no more tokens are in use than before: {before}, then "
            "{after}. One of its parts was used up. The vocabulary lists {n}, including those no "
            "longer in use."
        ),
    ),
    "as-often-as-letters": BeliefText(
        quote=N_("“A token occurs as often as its letters appear together in the words.”"),
        fact=N_(
            "Step {made} made {token}, which then occurred {before} times. Then {pair} became one "
            "token, and as a separate token {token} now occurs {after} times, although the words "
            "are the same."
        ),
    ),
    "leftmost-merge-first": BeliefText(
        at_vote=N_("is first if words are merged from left to right"),
    ),
    "latest-merge-first": BeliefText(
        at_vote=N_("is first if the rule learned last goes first"),
    ),
    "no-rule": BeliefText(
        at_vote=N_("no rule merges these two"),
    ),
    "single-unit": BeliefText(
        at_vote=N_("is a single character or byte, and these always stay"),
    ),
    "least-probable": BeliefText(
        at_vote=N_("goes if the least probable token is dropped"),
    ),
    "longest-dropped": BeliefText(
        at_vote=N_("goes if the longest token is dropped"),
    ),
}


def belief_texts(field: str) -> dict[str, str]:
    """The sentences of one kind, by the names under which the browser looks them up."""
    texts = {name: getattr(text, field) for name, text in BELIEF_TEXTS.items()}
    return {f"belief_{name}": gettext(sentence) for name, sentence in texts.items() if sentence}
