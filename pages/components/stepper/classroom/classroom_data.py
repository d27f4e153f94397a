"""What a stage is told about a class: hidden panels, a room, the guided lesson's cards, notes."""

from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

from bpe_core import Corpus
from bpe_core.algorithms.across_words.trace import AcrossTrace
from bpe_core.algorithms.unigram import UnigramTrace
from bpe_core.algorithms.wordpiece import WordPieceTrace
from bpe_core.files.exchange.other_models import AnyTrace
from classroom.beliefs import find_misconceptions
from classroom.misconceptions import Finding
from pages.components.beliefs import BELIEF_TEXTS
from pages.components.rooms.about_corpus import about_corpus
from pages.components.rooms.text import rounds_room_text, teacher_text
from pages.components.tokens.question_values import value_data
from pages.components.tokens.readable import readable
from pages.session import state
from pages.session.language import _, gettext
from pages.session.view_options import PRESENT, is_embedded

_found: WeakKeyDictionary[AnyTrace, dict[str, Finding]] = WeakKeyDictionary()


def stage_data(view: tuple[str, ...]) -> dict[str, Any]:
    """What a stage is told about a class, as values that JSON can hold."""
    panels = state.lesson().hidable_panels
    hidden = [name.removeprefix("no-") for name in view if name in panels]
    if is_embedded():
        hidden.append("below")
    data: dict[str, Any] = {
        "present": PRESENT in view,
        "hidden": hidden,
        "text": _presenter_texts(),
    }
    if PRESENT in view and state.lesson().can_be_predicted:
        data |= {"room": teacher_text(), "about": about_corpus()}
    return data


def classroom_data(trace: AnyTrace, view: tuple[str, ...], card: int) -> dict[str, Any]:
    """The same for the stepper, with notes. `card` is the guided lesson's card; 0 for none."""
    if trace not in _found:
        # Scores and rounds work differently: there the count does not decide. Nor are findings
        # about words true of lines.
        if isinstance(trace, WordPieceTrace | UnigramTrace | AcrossTrace):
            _found[trace] = {}
        else:
            _found[trace] = find_misconceptions(trace)
    notes = [_note(name, found, trace.corpus) for name, found in _found[trace].items()]
    data = stage_data(view) | {"card": card, "notes": notes, "text": classroom_text()}
    if "room" in data:
        data["about"] = about_corpus(len(trace.corpus.words))
    if isinstance(trace, UnigramTrace):  # a round has no pair
        data["hidden"].append("spotlight")
        if "room" in data:
            data["room"] = rounds_room_text()
    return data


def _note(belief: str, finding: Finding, corpus: Corpus) -> dict[str, Any]:
    read = partial(readable, corpus=corpus)
    return {
        "step": finding.step,
        "belief": gettext(BELIEF_TEXTS[belief].quote),
        "fact": gettext(BELIEF_TEXTS[belief].fact),
        "facts": {name: value_data(value, read) for name, value in finding.facts.items()},
    }


def classroom_text() -> dict[str, str]:
    """What the presenter's view and the guided lesson say."""
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
    }


def _card_texts() -> dict[str, str]:
    return {
        "card_why": _("Why split at all?"),
        "card_why_text": _(
            "A model reads numbers, not letters. So text is cut into pieces, called tokens, and "
            "each has a number, its id. A list of whole words would be huge, and would still "
            "miss some. Tick “show token ids” above the words: at first, each character is a "
            "token."
        ),
        "card_count": _("Count"),
        "card_count_text": _(
            "BPE counts how often two tokens are next to each other. Point at a pair: it is "
            "ringed in the words. The number after each word (×10) says how often the word "
            "occurs. Add them up: do you get the number beside the bar?"
        ),
        "card_merge": _("Merge"),
        "card_merge_text": _(
            "The pair with the highest count becomes one token, wherever it occurs. Take the "
            "first step."
        ),
        "card_again": _("And again"),
        "card_again_text": _(
            "The counts have changed: some pairs are new, some rarer, some gone. Before each "
            "click, say which pair is next. Go on to step 3."
        ),
        "card_ties": _("Ties"),
        "card_ties_text": _(
            "Sometimes several pairs share the highest count. BPE doesn't say which one to take, "
            "so a rule decides. Go to a step with a tie, or to the end if there is none."
        ),
        "card_stop": _("When to stop"),
        "card_stop_text": _(
            "More merges mean longer tokens and a larger vocabulary. You choose where to stop. "
            "Go to the last step and read why training stops there."
        ),
        "card_encode": _("Encode a new word"),
        "card_encode_text": _(
            "To split a word that it has never seen, BPE applies the merges it has learned, in "
            "the same order. Type a word made of letters from the corpus. Then go to another "
            "step and see how the split changes."
        ),
        "card_compare": _("What goes wrong with words or characters alone"),
        "card_compare_text": _(
            "Words alone: few tokens, but a huge vocabulary, and every new word is unknown. "
            "Characters alone: a tiny vocabulary, but very many tokens. BPE lies between the "
            "two. A handful of words is too few to show it: take 2,000, and go to the last step."
        ),
    }
