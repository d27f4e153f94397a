"""The parts of the lesson "Tokens that leave" around its walk."""

from collections.abc import Sequence

import streamlit as st

from bpe_core import Trace
from bpe_core.algorithms.picky import UNKNOWN, Left, Merged, PickyTrace
from pages.components.charts.charts import spread
from pages.components.charts.shown_chart import ChartTable, shown_curves
from pages.components.charts.tables import figures_table
from pages.components.fields import input_text_field
from pages.components.tokens.plain_text import readable
from pages.components.tokens.three_tokenizers import chip_of
from pages.components.tokens.token_rows import Chip, TokenRow, token_rows
from pages.session import state
from pages.session.language import _, format_number, ngettext
from pages.session.session_state import bound
from pages.session.training_request import bpe_request
from pages.session.usual_settings import usual_text

#: Points of a curve, rows of the table behind it.
MOST_POINTS, MOST_ROWS = 120, 11


def choose_threshold() -> int:
    """Ask for the threshold, in percent."""
    threshold: int = state.chosen("threshold")
    st.slider(
        _("Threshold: above it, a part leaves"),
        0,
        100,
        step=5,
        format="%d%%",
        width=480,
        **bound("picky_threshold", threshold, lambda n: state.choose(threshold=n)),
    )
    return threshold


def draw_junk(picky: PickyTrace, bpe: Trace) -> None:
    """Draw how many tokens are junk over the merges, with and without leaving."""
    after = after_merges(picky)
    steps = spread(len(after) - 1, MOST_POINTS)
    curves = {
        "Picky BPE": [(k, float(picky.junk[after[k]])) for k in steps],
        "BPE": [(k, float(bpe.junk_sizes[k])) for k in spread(len(bpe), MOST_POINTS)],
    }
    title, merges = _("Junk tokens"), _("merges")
    rows = [
        [format_number(k), _at(picky.junk, after, k), format_number(int(bpe.junk_sizes[k]))]
        for k in spread(len(bpe), MOST_ROWS)
    ]
    table = ChartTable([merges, *curves], rows)
    shown_curves(title, curves, table, key="picky_junk", x_title=merges)


def after_merges(picky: PickyTrace) -> list[int]:
    """For each number of merges, how many events there are before the next merge."""
    merged = [i for i, event in enumerate(picky.events) if isinstance(event, Merged)]
    return [*merged, len(picky.events)]


def _at(values: Sequence[int], after: Sequence[int], merges: int) -> str:
    return format_number(values[after[merges]]) if merges < len(after) else "–"


def draw_figures(picky: PickyTrace, bpe: Trace) -> None:
    """Draw what both come to, and BPE with a vocabulary of the same size."""
    alike = min(len(bpe), picky.sizes[-1] - len(picky.corpus.base_vocabulary))
    merged = [event for event in picky.events if isinstance(event, Merged)]
    base = bpe.first_merge_id - bpe.first_base_id
    left = sum(isinstance(event, Left) for event in picky.events)
    rows = [
        [_("merges"), *map(format_number, (len(merged), alike, len(bpe)))],
        [_("tokens that left"), format_number(left), "0", "0"],
        [_("tokens that came back"), format_number(sum(e.is_back for e in merged)), "0", "0"],
        [
            _("vocabulary size"),
            *map(format_number, (picky.sizes[-1], base + alike, base + len(bpe))),
        ],
        [
            _("junk tokens"),
            *map(format_number, (picky.junk[-1], *(int(bpe.junk_sizes[k]) for k in (alike, -1)))),
        ],
        [
            _("tokens in the corpus"),
            *map(
                format_number,
                (picky.token_counts[-1], *(int(bpe.token_counts[k]) for k in (alike, -1))),
            ),
        ],
    ]
    figures_table(rows, ["", "Picky BPE", _("BPE, same vocabulary size"), _("BPE, same settings")])


def draw_encoded(picky: PickyTrace, bpe: Trace) -> None:
    """Draw the learner's text as both encode it."""
    st.caption(
        _("Picky BPE goes through its events in order: each merge, and each token that leaves.")
    )
    text = input_text_field(usual_text(bpe_request().corpus, picky.corpus))
    tokenizer = bpe.tokenizer()
    words = {
        "Picky": [[_chip(picky, i) for i in ids] for ids in picky.encode_words(text)],
        "BPE": [[chip_of(tokenizer, i) for i in w.ids] for w in tokenizer.encoded_words(text)],
    }
    rows = [TokenRow(name, _counted(chips), chips) for name, chips in words.items()]
    token_rows(rows, key="picky_encoded")


def _chip(picky: PickyTrace, token: int) -> Chip:
    if token == UNKNOWN:
        return Chip("<unk>", is_unknown=True)
    return Chip(readable(picky.texts[token], picky.corpus))


def _counted(words: Sequence[Sequence[Chip]]) -> str:
    total = sum(map(len, words))
    return ngettext("{n} token", "{n} tokens", total).format(n=format_number(total))
