"""The parts of the lesson "Merges across spaces", and its walk."""

from collections.abc import Mapping
from itertools import islice

import numpy as np
import streamlit as st

from bpe_core import Trace
from bpe_core.algorithms.across_words.trace import AcrossTrace
from bpe_core.specification import Algorithm
from bpe_core.text.pre_tokenization import PRE_TOKENIZERS
from pages.components.charts import figures_table, ratio
from pages.components.fields import input_text_field, parameter_switch
from pages.components.lesson_head import fold
from pages.components.stepper import stepper
from pages.components.tokens.plain_text import readable
from pages.components.tokens.three_tokenizers import chip_of
from pages.components.tokens.token_rows import Bar, Chip, TokenRow, in_tokens, token_rows
from pages.components.walk_follower import WalkStart
from pages.lessons.across_spaces import LESSON, MOST_SWITCH, WAYS, usual_switch
from pages.session import state
from pages.session.language import _, format_large, gettext
from pages.session.lesson_fragment import lesson_fragment
from pages.session.traces import shown_trace
from pages.session.training_request import MOST_ACROSS, bpe_request

#: Merges listed, and characters of the corpus that are encoded until the learner types a text.
MOST_LISTED, MOST_SAMPLE = 12, 160
#: With fewer spaces than one in so many characters, a text has none to speak of.
FEW = 15
#: So many characters and lines of the corpus are searched for spaces.
MOST_SEARCHED, MOST_LINES = 20_000, 1_000

Three = Mapping[str, AcrossTrace]


def choose_way() -> tuple[Algorithm, int]:
    """Ask for the algorithm and, for SuperBPE, when the walls fall."""
    specification = bpe_request().specification
    merges = min(specification.vocab_size or specification.num_merges or 0, MOST_SWITCH)
    chosen = state.chosen("switch")
    switch = usual_switch(merges) if chosen is None else min(chosen, merges)
    name = parameter_switch(
        _("Algorithm"), WAYS, "way", key="across_way", label_visibility="collapsed"
    )
    if name == "superbpe" and merges > 0:
        st.slider(
            _("Merges before the walls fall"),
            0,
            merges,
            width=480,
            **state.bound_to_parameter("switch", switch),
        )
    return "boundless" if name == "boundless" else "superbpe", switch


def tell_about_walls(trace: AcrossTrace) -> None:
    """Say how the text was cut, and how many walls there are."""
    walls = int((trace.opened >= 0).sum())
    cut = gettext(PRE_TOKENIZERS[trace.corpus.pre_tokenizer].label)
    message = _(
        "Pre-tokenization: {cut}. Each line stays whole; walls between words: {n}.",
        cut=cut,
        n=walls,
    )
    st.caption(message, width="content")


def tell_what_is_missing(trace: AcrossTrace) -> None:
    """Say which part of the text is left out, and where there is nothing to lift."""
    if len(bpe_request().text or "") > MOST_ACROSS:
        st.caption(LESSON.prose("longer", n=format_large(MOST_ACROSS)))
    if not (trace.opened >= 0).any() and not len(trace.corpus.running_words):
        st.info(_("A list of words has no walls: choose running text."))
    elif _has_few_spaces(trace):
        st.info(LESSON.prose("few_spaces"))


def _has_few_spaces(trace: AcrossTrace) -> bool:
    rule = PRE_TOKENIZERS[trace.corpus.pre_tokenizer]
    sign = rule.space if trace.corpus.unit == "char" else " "
    begin = "".join(islice(trace.corpus.words, MOST_LINES))[:MOST_SEARCHED]
    return begin.count(sign) * FEW < len(begin)


def crossing_table(trace: AcrossTrace) -> None:
    """List the first merges whose token contains the border of two words."""
    steps = np.flatnonzero(trace.crossings()).tolist()
    with fold(_("Tokens with a word boundary inside"), "crossing"):
        if not steps:
            st.caption(_("None of these merges crosses a word boundary."))
            return
        message = _(
            "{n} of {all} merges, the first of them in step {k}.",
            n=len(steps),
            all=len(trace),
            k=steps[0] + 1,
        )
        st.caption(message)
        rows = []
        for merge in (trace.merges[step] for step in steps[:MOST_LISTED]):
            ids = merge.left_id, merge.right_id, merge.token_id
            left, right, new = (Chip(readable(trace.vocabulary[i], trace.corpus)) for i in ids)
            bars = (Bar(merge.count, merge.count),)
            rows.append(TokenRow(merge.step, "", [[left, right], [new]], bars=bars))
        columns = [_("Step"), _("Pair"), _("New token"), _("Count")]
        token_rows(rows, key="across_crossing", columns=columns)


def figures(traces: Three) -> None:
    """Draw what each way comes to on the corpus."""
    every = list(traces.values())
    bytes_total = every[0].corpus.text_bytes
    tokens = [int(trace.token_counts[-1]) for trace in every]
    crossing = [int(np.count_nonzero(trace.crossings())) for trace in every]
    rows = [
        (_("vocabulary size"), *(len(trace.vocabulary) for trace in every)),
        (_("tokens with a word boundary inside"), *crossing),
        (_("tokens in the corpus"), *tokens),
        (_("bytes per token"), *(ratio(bytes_total / max(n, 1)) for n in tokens)),
    ]
    figures_table(rows, ["", *traces])


def _first_line(trace: AcrossTrace) -> str:
    """How the corpus begins, as text."""
    sign = trace.tokenizer(0).pre_tokenizer.space
    return str(trace.corpus.words[0]).replace(sign, " ").strip()[:MOST_SAMPLE]


def encoded(traces: Three) -> None:
    """Draw the learner's text as each way encodes it."""
    with fold(_("Encode some text"), "encoded"):
        text = input_text_field(_first_line(next(iter(traces.values()))))
        rows = []
        for name, trace in traces.items():
            tokenizer = trace.tokenizer()
            encoded = tokenizer.encoded_words(text)
            lines = [[chip_of(tokenizer, i) for i in line.ids] for line in encoded]
            rows.append(TokenRow(name, in_tokens(sum(map(len, lines))), lines))
        token_rows(rows, key="across_encoded", layout="list")


@lesson_fragment
def walk(start: WalkStart) -> None:
    """Draw the stepper. This runs again for a prediction, not for a step."""
    trace = shown_trace(start.trace_key, Trace)
    stepper(trace, start, key="across_stepper")
