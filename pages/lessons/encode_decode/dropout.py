"""BPE-dropout: a word encoded a hundred times with merges left out at random."""

from collections import Counter
from collections.abc import Mapping
from itertools import islice

import streamlit as st

from bpe_core import Tokenizer
from bpe_core.encoding.encoding_steps import Cut
from pages.components.fold import fold
from pages.components.tokens.three_tokenizers import chip_of
from pages.components.tokens.token_rows import Bar, TokenRow, share_bar, token_rows
from pages.lessons.encode_decode import LESSON, NO_DROPOUT
from pages.session import state
from pages.session.language import _, format_number
from pages.session.parameters import SEEDS
from pages.session.view_options import is_stage_alone

#: How often the word is encoded, and how many of its distinct segmentations are listed.
DRAWINGS, MOST_LISTED = 100, 12
#: Most base tokens in a word for which every segmentation is examined.
MOST_EXACT = 12


def draw_dropout(tokenizer: Tokenizer, word: str | None, view: tuple[str, ...]) -> None:
    """Show the settings, and a word's distinct segmentations with how often each was drawn.

    Show nothing on the stage, or where a link hides this part. Without a word or a merge, the fold
    stays: one that came back would open as the link says, though the learner has closed it.
    """
    if NO_DROPOUT in view or is_stage_alone(LESSON):
        return
    with fold(_("BPE-dropout: other segmentations of the same word"), "dropout", "drop", "seed"):
        st.markdown(LESSON.prose("dropout"))
        if word:
            _draw(tokenizer, word)


def _draw(tokenizer: Tokenizer, word: str) -> None:
    left, right = st.columns([3, 2], vertical_alignment="bottom")
    left.slider(
        _("Probability of dropping a merge"),
        0,
        100,
        format="%d%%",
        **state.bound_to_parameter("drop"),
    )
    seed = state.chosen("seed")
    right.button(_("Draw again"), on_click=lambda: state.choose(seed=(seed + 1) % (SEEDS + 1)))
    probability = state.chosen("drop") / 100
    drawn = Counter(islice(tokenizer.drop_merges(word, probability, seed), DRAWINGS))
    exact = exact_shares(tokenizer, word, probability)
    usual = tuple(tokenizer.encode_word(word))
    rows = [_row(tokenizer, cut, n, exact, cut == usual) for cut, n in drawn.most_common()]
    columns = [
        _("tokens"),
        _("segmentation"),
        _("drawn, of {n}").format(n=format_number(DRAWINGS)),
        *([_("exact probability")] if exact else []),
    ]
    token_rows(rows[:MOST_LISTED], key="dropout", columns=columns)
    st.caption(_summary(drawn, exact, len(usual), seed))


def exact_shares(tokenizer: Tokenizer, word: str, probability: float) -> Mapping[Cut, float]:
    """The probability of each segmentation; empty for a long word, which has too many."""
    length = len(tokenizer.encoding_steps(word)[0].ids)
    return tokenizer.shares_of_cuts(word, probability) if length <= MOST_EXACT else {}


def _row(
    tokenizer: Tokenizer, cut: Cut, times: int, exact: Mapping[Cut, float], is_usual: bool
) -> TokenRow:
    bars = [Bar(times / DRAWINGS, format_number(times))]
    if exact:
        bars.append(share_bar(exact[cut]))
    chips = [chip_of(tokenizer, token_id) for token_id in cut]
    remark = _("without dropout") if is_usual else ""
    return TokenRow(format_number(len(cut)), remark, [chips], bars=tuple(bars))


def _summary(drawn: Counter[Cut], exact: Mapping[Cut, float], usual: int, seed: int) -> str:
    """How many segmentations were drawn, and how long they are on average."""
    mean = sum(len(cut) * times for cut, times in drawn.items()) / DRAWINGS
    lines = [
        _("Different segmentations drawn: {n}.").format(n=format_number(len(drawn))),
        _("Possible segmentations: {n}.").format(n=format_number(len(exact))) if exact else "",
        _("Average number of tokens: {mean}; without dropout: {usual}.").format(
            mean=format_number(round(mean, 2)), usual=format_number(usual)
        ),
        _listed(drawn),
        _("The same seed always draws the same segmentations. The link includes it."),
    ]
    return "  \n".join(filter(None, lines))  # lines of Markdown


def _listed(drawn: Counter[Cut]) -> str:
    """How often the unlisted segmentations were drawn; empty if all are listed."""
    rest = sum(times for _cut, times in drawn.most_common()[MOST_LISTED:])
    sentence = _(
        "The {limit} most frequent are listed; the others were drawn {n} times altogether."
    )
    return sentence.format(limit=MOST_LISTED, n=format_number(rest)) if rest else ""
