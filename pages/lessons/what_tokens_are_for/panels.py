"""Draw how well a bigram model predicts unread text, and how much a token tells."""

from collections import Counter
from html import escape
from typing import Any

import altair as alt
import numpy as np
import streamlit as st

from bpe_core import Trace
from bpe_core.experiments.costs import bits_of, character_in
from bpe_core.experiments.unread_text import (
    Size,
    UnreadText,
    UnreadTextJob,
    UnreadTextStoppedError,
    Unseen,
)
from bpe_core.text.corpus import encode_utf8
from pages.components.charts import figures_table, ratio
from pages.components.charts.charts import CURVES_HEIGHT, checked, in_colour
from pages.components.charts.shown_chart import ChartTable, curves_in_words, shown_chart
from pages.components.lesson_head import fold
from pages.components.tokens.three_tokenizers import plain_of
from pages.components.training import WorkerAnswers
from pages.lessons.what_tokens_are_for import LESSON
from pages.session import state
from pages.session.language import (
    _,
    current_language,
    format_number,
    format_percent,
    format_rounded,
    visible,
)
from pages.session.lesson_fragment import lesson_fragment
from pages.session.session_state import SessionValue
from pages.session.training_request import TrainingRequest, bpe_request
from sample_corpora import CATALOGUE, content, corpus_for
from server.workers.jobs import JobProgress

TIME_LIMIT = 60
#: How many answers are kept, of 20 kB at most.
MOST_CACHED = 64
#: Whether it was let read: nine tenths of a long text take a while.
_has_read = SessionValue[bool]("unread_text")


def draw_unread() -> None:
    """Let the model read nine tenths; then draw what it never saw, and the curves."""
    with st.container(border=True):
        st.header(_("5 Text it has not read"))
        st.markdown(LESSON.prose("unread"))
        name, text = _text_of(bpe_request())
        is_read = _has_read.get() or state.chosen("guess") is not None
        with st.container(horizontal=True, vertical_alignment="center"):
            if not is_read:
                st.button(_("Let it read nine tenths"), on_click=_let_it_read)
            if name:
                st.caption(_("The text here: {title}", title=name))
        if not is_read:
            return
        found = ANSWERS.ask([name or bpe_request().digest], UnreadTextJob(), text)
        if found is not None:
            _draw_unseen(found)
            _draw_sizes(found)


def _let_it_read() -> None:
    _has_read.put(True)


def _text_of(request: TrainingRequest) -> tuple[str, str]:
    """The running text, with its title if it is a sample of ours."""
    if request.text is not None and not request.specification.is_table(request.text):
        return "", request.text
    name = request.corpus
    if request.text is not None or CATALOGUE[name].kind != "text":
        name = corpus_for(current_language(), "prose_for")
    return CATALOGUE[name].title[current_language()], str(content(name))


def _draw_unseen(found: UnreadText) -> None:
    """Tell what has the probability 0, and what counts make of it."""
    if not found.unseen:
        return
    first = found.first
    st.markdown(LESSON.prose("never_seen", k=first.merges, n=first.unseen, total=first.tokens))
    st.html(f'<div class="unseen">{"".join(map(_mended, found.unseen))}</div>')


def _mended(unseen: Unseen) -> str:
    """A pair that was never seen; unfolded, its sum."""
    before = _shown(unseen.before) or escape(_("beginning"))
    after, count = _shown(unseen.after), format_number(unseen.count)
    head = _("{before} then {after}: 0 of {count}", before=before, after=after, count=count)
    body = LESSON.prose(
        "smoothed",
        times=unseen.different,
        share=f"{unseen.share:.4f}",
        total=f"{count} + {format_number(unseen.different)}",
        smoothed=f"{unseen.smoothed:.5f}",
    )
    return f"<details><summary>{head}</summary>{escape(body)}</details>"


def _shown(token: str) -> str:
    text = escape(visible(token.replace(" ", "␣")))
    return f"<code>{text}</code>" if text else ""


@lesson_fragment
def _draw_sizes(found: UnreadText) -> None:
    """Ask where the fewest bits are, and then draw the curves."""
    sizes = [size.whole.vocabulary_size for size in found.sizes]
    guess = state.chosen("guess")
    if guess is None:
        with st.container(key="guess_of_size"):
            marked = st.select_slider(
                _("Which vocabulary size needs the fewest bits for it?"),
                sizes,
                sizes[len(sizes) // 2],
                format_func=format_number,
                width=640,
            )
            st.button(_("Show the curves"), on_click=lambda: state.choose(guess=marked))
        return
    best = min(found.sizes, key=lambda size: size.whole.per_byte)
    bits, least, most = map(format_rounded, (best.whole.per_byte, *best.spread))
    size = best.whole.vocabulary_size
    st.markdown(LESSON.prose("marked", guess=guess, best=size, bits=bits, least=least, most=most))
    _draw_curves(found.sizes, guess)


def _draw_curves(sizes: list[Size], guess: int) -> None:
    per_byte, per_token, size = _("bits per byte"), _("bits per token"), _("vocabulary size")
    rows = [
        (
            each.whole.vocabulary_size,
            ratio(each.whole.per_byte),
            " – ".join(map(ratio, each.spread)),
            ratio(each.whole.bits / each.whole.tokens),
            each.whole.unseen,
        )
        for each in sizes
    ]
    columns = [size, per_byte, _("in the ten tenths"), per_token, _("unseen tokens")]
    curves = {
        per_byte: [(s.whole.vocabulary_size, s.whole.per_byte) for s in sizes],
        per_token: [(s.whole.vocabulary_size, s.whole.bits / s.whole.tokens) for s in sizes],
    }
    title = _("Bits of text that was not read")
    shown_chart(
        title,
        unread_chart(sizes, guess),
        key="unread_bits",
        words=curves_in_words(title, curves, size),
        figures=ChartTable(columns, rows),
    )


def unread_chart(sizes: list[Size], guess: int) -> dict[str, Any]:
    """Bits per byte with their spread; bits per token, faint; and the size that was marked."""
    rows = [
        {
            "size": size.whole.vocabulary_size,
            "least": size.spread[0],
            "most": size.spread[1],
            "byte": size.whole.per_byte,
            "token": size.whole.bits / size.whole.tokens,
        }
        for size in sizes
    ]
    x = alt.X("size:O", title=_("vocabulary size"), axis=alt.Axis(labelAngle=0, format=",d"))
    # Bits per token leave the plot: on their scale, nobody would see that the others rise again.
    lowest = 0.8 * min(row["least"] for row in rows)
    highest = 1.2 * max(row["most"] for row in rows)
    scale = alt.Scale(domain=[lowest, highest], nice=False)
    y, token = alt.Y("byte:Q", title=None, scale=scale), alt.Y("token:Q", title=None, scale=scale)
    base = alt.Chart(alt.Data(values=rows)).encode(x=x)
    name = alt.Chart(alt.Data(values=rows[-1:])).encode(x=x)
    seen = [row for row in rows if row["token"] <= highest]
    name_of_faint = alt.Chart(alt.Data(values=seen[-1:])).encode(x=x)
    text: dict[str, Any] = {"align": "right", "baseline": "bottom", "dy": -6, "fontSize": 12}
    fewest = [
        base.mark_area(opacity=0.2).encode(
            y=alt.Y("least:Q", title=None, scale=scale), y2="most:Q"
        ),
        base.mark_line(strokeWidth=2.5, point=True).encode(y=y),
        name.mark_text(**text).encode(y=y, text=alt.value(_("bits per byte"))),
    ]
    faint = [
        base.mark_line(strokeDash=[3, 3], opacity=0.55, clip=True).encode(y=token),
        name_of_faint.mark_text(**text).encode(y=token, text=alt.value(_("bits per token"))),
        alt.Chart(alt.Data(values=[{"size": guess}])).mark_rule(strokeDash=[6, 3]).encode(x=x),
    ]
    if guess not in {size.whole.vocabulary_size for size in sizes}:  # marked on another text
        faint.pop()
    layers = [in_colour(layer, 0) for layer in fewest] + [in_colour(layer) for layer in faint]
    return checked(alt.layer(*layers), CURVES_HEIGHT)


def _progress_text(progress: JobProgress) -> str:
    if progress.total is None:
        return _("The text is being read.")
    return _("Trained and counted: {done} of {total}", done=progress.done, total=progress.total)


ANSWERS: WorkerAnswers[UnreadText] = WorkerAnswers(
    "bpe_core.experiments.unread_text",
    UnreadText.from_json,
    _progress_text,
    UnreadTextStoppedError(seconds=TIME_LIMIT),
    most=MOST_CACHED,
    time_limit=TIME_LIMIT,
)


#: A letter and a Chinese character, each with the sample that it is counted in.
CHARACTERS = {"t": "english", "茶": "chinese"}


def draw_information(trace: Trace) -> None:
    """Draw the bits of a token and of a byte, and what a single character tells."""
    with fold(_("How much information is in one token? Bits per byte"), "information"):
        st.markdown(LESSON.prose("information"))
        plain, size = plain_of(trace, trace.corpus), trace.corpus.text_bytes
        ways = {
            _("word-based"): plain.words.frequencies,
            _("character-based"): plain.characters.frequencies,
            "BPE": trace.frequencies_at(len(trace)),
        }
        found = [bits_of(each, size) for each in ways.values()]
        rows = [
            (_("bits per token"), *(ratio(each.per_token) for each in found)),
            (_("bits per byte of text"), *(ratio(each.per_byte) for each in found)),
        ]
        figures_table(rows, ["", *ways])
        st.markdown(LESSON.prose("character"))
        _draw_characters()


def _draw_characters() -> None:
    rows = []
    for character, corpus in CHARACTERS.items():
        text = str(content(corpus))
        sentence = character_in(text, character)
        all_of_it = Counter("".join(text.split()))
        average = bits_of(np.array(list(all_of_it.values())), len(encode_utf8(text)))
        rows.append(
            (
                character,
                format_percent(sentence.share),
                ratio(sentence.bits),
                _("{n} of {total}", n=sentence.followers, total=len(all_of_it)),
                ratio(average.per_token),
            )
        )
    figures_table(rows, ["", *LESSON.titles("characters_titles")])
