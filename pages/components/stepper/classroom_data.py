"""What a stage is told of a class: hidden panels, the guided lesson's cards, and notes."""

from typing import Any
from weakref import WeakKeyDictionary

from bpe_core.files.other_models import AnyTrace
from bpe_core.unigram import UnigramTrace
from bpe_core.wordpiece import WordPieceTrace
from classroom.misconceptions import Finding, find_misconceptions
from pages.components.question_values import value_data
from pages.session import state
from pages.session.language import N_, _, gettext
from pages.session.view_options import PRESENT

_BELIEFS = {
    "longest": N_("“The most frequent pair is the longest one.”"),
    "order": N_("“The order of the merges does not matter when encoding.”"),
    "growth": N_("“Each merge puts one more token into use.”"),
    "overlap": N_("“A pair that counts two gives two merges.”"),
    "frequency": N_("“A token stands as often as its letters stand in the words.”"),
}
_FACTS = {
    "longest": N_(
        "Next is {pair}, with the count {count}. {other} would make a longer token, but counts "
        "only {n}: the count decides, not the length."
    ),
    "order": N_(
        "The merges so far, in their order, make {tokens} of {word}. In reverse order they would "
        "make {other}."
    ),
    "growth": N_(
        "{pair} became one token, and yet no more tokens are in use than before: {before}, then "
        "{after}. A part was used up. The vocabulary lists {n}, those out of use as well."
    ),
    "overlap": N_(
        "{pair} had the count {count}, but new tokens came of it only so many: {merged}. "
        "Where pairs overlap, the token in the middle can be used only once."
    ),
    "frequency": N_(
        "{token} had the count {before} when step {made} made it. {pair} became one token, "
        "and as a token of its own it now has only the count {after}, though the words are "
        "the same."
    ),
}

_found: WeakKeyDictionary[AnyTrace, list[Finding]] = WeakKeyDictionary()


def stage_data(view: tuple[str, ...]) -> dict[str, Any]:
    """What a stage is told of a class, as JSON can hold it."""
    panels = state.lesson().hidable_panels
    hidden = [name.removeprefix("no-") for name in view if name in panels]
    return {"present": PRESENT in view, "hidden": hidden, "text": _presenter_texts()}


def classroom_data(trace: AnyTrace, view: tuple[str, ...], card: int) -> dict[str, Any]:
    """The same for the stepper, with notes. `card` is the guided lesson's; 0 for none."""
    if trace not in _found:
        # Scores and rounds tell another story: there the count does not decide.
        if isinstance(trace, WordPieceTrace | UnigramTrace):
            _found[trace] = []
        else:
            _found[trace] = find_misconceptions(trace)
    notes = [_note(finding) for finding in _found[trace]]
    data = stage_data(view) | {"card": card, "notes": notes, "text": _texts()}
    if isinstance(trace, UnigramTrace):  # a round has no pair
        data["hidden"].append("spotlight")
    return data


def _note(finding: Finding) -> dict[str, Any]:
    return {
        "step": finding.step,
        "belief": gettext(_BELIEFS[finding.kind]),
        "fact": gettext(_FACTS[finding.kind]),
        "facts": {name: value_data(value) for name, value in finding.facts.items()},
    }


def _texts() -> dict[str, str]:
    return {**_presenter_texts(), **_guide_texts(), **_card_texts()}


def _presenter_texts() -> dict[str, str]:
    return {
        "presenter": _("Presenter view"),
        "spotlight": _("Spotlight on the pair"),
        "full_screen": _("Full screen"),
        "leave": _("Leave the presenter view"),
        "really": _("Really? {belief}"),
    }


def _guide_texts() -> dict[str, str]:
    return {
        "guide_progress": _("Card {k} of {n}"),
        "guide_end": _("End the guided lesson"),
        "guide_back": _("Back"),
        "guide_next": _("Next card"),
        "guide_skip": _("Skip"),
        "guide_done": _("✓ Done"),
        "encode": _("Encode"),
        "encode_unknown": _("Not in the base vocabulary: {characters}. Try another word."),
        "show_me": _("Take me there"),
    }


def _card_texts() -> dict[str, str]:
    return {
        "card_why": _("Why split at all?"),
        "card_why_text": _(
            "A model reads numbers, not letters: each token has an id. Whole words would need a "
            "huge list, and still miss some. Switch the token ids on: at first, each character is "
            "a token."
        ),
        "card_count": _("Count"),
        "card_count_text": _(
            "BPE counts which tokens stand side by side. Point at one of the pairs: it is ringed "
            "in the words. Add up the counts of these words yourself."
        ),
        "card_merge": _("Merge"),
        "card_merge_text": _(
            "The pair with the highest count becomes one token, wherever it stands. Take the "
            "first step."
        ),
        "card_again": _("And again"),
        "card_again_text": _(
            "Now the counts are others: pairs are new, fewer, or gone. Before each click say "
            "which pair is next. Go on to step 3."
        ),
        "card_ties": _("Ties"),
        "card_ties_text": _(
            "Sometimes several pairs share the highest count. BPE does not say which to take, so "
            "a rule does. Walk to a step where a tie is told here, or to the end if there is none."
        ),
        "card_stop": _("When to stop"),
        "card_stop_text": _(
            "More merges mean longer tokens and a larger vocabulary. We choose where it ends. Go "
            "to the last step and read why it ends there."
        ),
        "card_encode": _("Encode a new word"),
        "card_encode_text": _(
            "A new word is cut by the same merges, in the same order. Type a word of the corpus's "
            "letters, and try it again at another step."
        ),
        "card_compare": _("What goes wrong with words and characters"),
        "card_compare_text": _(
            "Words alone: few tokens, but a huge vocabulary, and every new word is unknown. "
            "Characters alone: a tiny vocabulary, but very many tokens. BPE lies between: look at "
            "the table at the end of the page."
        ),
    }
