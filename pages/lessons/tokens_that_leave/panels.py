"""The parts of the lesson "Tokens that leave": its walk, and what is around it."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np
import streamlit as st

from bpe_core import Trace
from bpe_core.algorithms.picky import UNKNOWN, Left, Merged, PickyTrace
from pages.components.charts import figures_table
from pages.components.charts.charts import spread
from pages.components.charts.shown_chart import ChartTable, shown_curves
from pages.components.event_walk import (
    Bar,
    BarPanel,
    Event,
    EventWalk,
    Figure,
    History,
    Named,
    Question,
    Row,
    about_tie,
    event_walk,
    marked_tokens,
    walk_in_language,
    why_it_ended,
)
from pages.components.fields import input_text_field
from pages.components.stepper.payload import MOST_UNITS, MOST_WORDS
from pages.components.tokens.plain_text import readable
from pages.components.tokens.three_tokenizers import chip_of
from pages.components.tokens.token_rows import Chip, TokenRow, in_tokens, token_rows
from pages.components.walk_follower import WalkStart
from pages.lessons.tokens_that_leave import LESSON
from pages.session import state
from pages.session.language import _, format_number, format_percent
from pages.session.lesson_fragment import lesson_fragment
from pages.session.traces import shown_trace
from pages.session.training_request import bpe_request
from pages.session.usual_settings import usual_text

#: Points of a curve, rows of the table behind it.
MOST_POINTS, MOST_ROWS = 120, 11


def choose_threshold() -> int:
    """Ask for the threshold, in percent."""
    st.slider(
        _("Threshold: above it, a part leaves"),
        0,
        100,
        step=5,
        format="%d%%",
        width=480,
        **state.bound_to_parameter("threshold"),
    )
    return int(state.chosen("threshold"))


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
        (k, picky.junk[after[k]] if k < len(after) else "–", int(bpe.junk_sizes[k]))
        for k in spread(len(bpe), MOST_ROWS)
    ]
    table = ChartTable([merges, *curves], rows)
    shown_curves(title, curves, table, key="picky_junk", x_title=merges)


def after_merges(picky: PickyTrace) -> list[int]:
    """For each number of merges, how many events there are before the next merge."""
    merged = [i for i, event in enumerate(picky.events) if isinstance(event, Merged)]
    return [*merged, len(picky.events)]


def draw_figures(picky: PickyTrace, bpe: Trace) -> None:
    """Draw what both come to, and BPE with a vocabulary of the same size."""
    alike = min(len(bpe), picky.sizes[-1] - len(picky.corpus.base_vocabulary))
    merged = [event for event in picky.events if isinstance(event, Merged)]
    left = sum(isinstance(event, Left) for event in picky.events)
    back = sum(event.is_back for event in merged)
    base = bpe.first_merge_id - bpe.first_base_id
    ends = (alike, len(bpe))
    tokens = picky.token_counts[-1]
    rows = [
        (_("merges"), len(merged), *ends),
        (_("tokens that left"), left, 0, 0),
        (_("tokens that came back"), back, 0, 0),
        (_("vocabulary size"), picky.sizes[-1], *(base + k for k in ends)),
        (_("junk tokens"), picky.junk[-1], *(int(bpe.junk_sizes[k]) for k in ends)),
        (_("tokens in the corpus"), tokens, *(int(bpe.token_counts[k]) for k in ends)),
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
    rows = [TokenRow(name, in_tokens(sum(map(len, chips))), chips) for name, chips in words.items()]
    token_rows(rows, key="picky_encoded")


def _chip(picky: PickyTrace, token: int) -> Chip:
    if token == UNKNOWN:
        return Chip("<unk>", is_unknown=True)
    return Chip(readable(picky.texts[token], picky.corpus))


#: Base tokens of a long word that are followed; fewer are shown.
MOST_REPLAYED = 2_000

#: The addends of a sum that are shown, besides the rest.
MOST_ADDENDS = 3
#: How often each word has the pair of a step, by step.
Sums = defaultdict[int, list[int]]


@lesson_fragment
def walk(start: WalkStart, tie_rule: str) -> None:
    """Draw the walk over the events. No step reruns this."""
    trace = shown_trace(start.trace_key, PickyTrace)
    sent = walk_in_language(trace, lambda: walk_of(trace, tie_rule))
    event_walk(sent, start, key="picky_stepper")


def walk_of(trace: PickyTrace, tie_rule: str) -> EventWalk:
    """All of the walk, in the learner's language."""
    base = len(trace.corpus.base_vocabulary)
    made = [0] * len(trace.texts)
    for step, event in reversed(list(enumerate(trace.events, 1))):
        if isinstance(event, Merged):
            made[event.token] = step
    merges = [(e.left, e.right, e.token) for e in trace.events if isinstance(e, Merged)]
    start = Event("nothing", {}, [[]])
    if trace.events and isinstance(first := trace.events[0], Merged):
        start = Event("start", {}, [_bars(trace, first, base)])
    rows, sums = _rows(trace)
    return EventWalk(
        texts=[readable(text, trace.corpus) for text in trace.texts],
        made=made,
        marker=trace.corpus.end_of_word,
        marked=marked_tokens(trace.corpus, merges),
        rows=rows,
        events=[start, *_events(trace, base, sums, tie_rule)],
        panels=[
            BarPanel(
                "used",
                _("How much of each part is used up"),
                LESSON.prose("shares"),
                float(trace.threshold),
            )
        ],
        figures=[
            Figure("vocabulary_size", _("vocabulary size"), trace.sizes),
            Figure("token_count", _("tokens in the corpus"), trace.token_counts),
            Figure("junk", _("junk tokens"), trace.junk),
        ],
        text=_texts(trace),
        end=why_it_ended(trace.stopped_because) if trace.events else "",
    )


def _events(trace: PickyTrace, base: int, sums: Sums, tie_rule: str) -> Iterator[Event]:
    """Describe each step; a leaving has the bars of the merge before it."""
    bars: list[Bar] = []
    parts: list[int] = []
    for step, event in enumerate(trace.events, 1):
        following = trace.events[step] if step < len(trace) else None
        if isinstance(event, Left):
            named: dict[str, Named] = {
                "token": event.token,
                "share": format_percent(float(event.share)),
                "parts": event.parts,
                "times": format_number(event.times),
            }
            parts.remove(event.token)
            question = _question(trace, parts, following)
            says = "left" if event.times else "left_whole"
            yield Event(says, named, [bars], question=question)
            continue
        parts = list(dict.fromkeys((event.left, event.right)))
        bars = _bars(trace, event, base)
        yield Event(
            "back" if event.is_back else "merged",
            {
                "left": event.left,
                "right": event.right,
                "token": event.token,
                "count": _sum(sums.get(step, []), event.occurrences),
                "tie": about_tie(event.tied, tie_rule),
            },
            [bars],
            made=event.token,
            question=_question(trace, parts, following),
        )


def _question(
    trace: PickyTrace, parts: Sequence[int], following: Merged | Left | None
) -> Question | None:
    """Which of the last merge's parts leaves now, if any."""
    if not parts or following is None:
        return None
    right = parts.index(following.token) if isinstance(following, Left) else len(parts)
    threshold = format_percent(float(trace.threshold))
    none = _("none: another merge follows")
    return Question("asked", {"threshold": threshold}, [*parts, none], [right])


def _sum(addends: Sequence[int], count: int) -> str:
    """How often a pair occurs, as a sum over words; what comes from other words is the last one."""
    shown = sorted(addends, reverse=True)[:MOST_ADDENDS]
    if rest := count - sum(shown):
        shown.append(rest)
    whole = format_number(count)
    return whole if len(shown) < 2 else " + ".join(map(format_number, shown)) + f" = {whole}"


def _bars(trace: PickyTrace, event: Merged, base: int) -> list[Bar]:
    """How much of each part is used up, as a sum."""
    bars = {}
    parts = zip((event.left, event.right), event.rests, event.shares, strict=True)
    for part, rest, share in parts:
        times = format_number(event.times)
        total = f"{times} ÷ ({format_number(rest)} + {times})"
        mark = ""
        if share > trace.threshold:
            mark = _("base token: stays") if part < base else _("leaves")
        bars[part] = Bar(
            part,
            float(share),
            f"{total} = {format_percent(float(share))}",
            mark,
            stands_out=bool(mark) and part >= base,
        )
    return list(bars.values())


def _rows(trace: PickyTrace) -> tuple[list[Row], Sums]:
    """The most frequent words, in the order of the corpus, and what each gives to the counts."""
    corpus = trace.corpus
    lengths = _lengths(trace)
    most = np.argsort(-corpus.counts, kind="stable")[:MOST_WORDS]
    rows, sums = [], Sums(list)
    for word in sorted(most.tolist()):
        units = corpus.units[corpus.starts[word] : corpus.starts[word + 1]].tolist()
        times = int(corpus.counts[word])
        history: History = [(0, units[:MOST_UNITS])]
        before = units[:MOST_REPLAYED]
        for step, after in trace.changes_of(before):
            if (shown := _beginning(after, lengths)) != history[-1][1]:
                history.append((step, shown))
            event = trace.events[step - 1]
            if isinstance(event, Merged):
                occurrences = list(pairwise(before)).count((event.left, event.right))
                sums[step].append(times * occurrences)
            before = after
        rows.append(Row("", f"×{format_number(times)}", history, len(units) > MOST_UNITS))
    return rows, sums


def _beginning(word: list[int], lengths: list[int]) -> list[int]:
    """The tokens that begin within the base tokens that are shown."""
    shown, units = [], 0
    for token in word:
        if units >= MOST_UNITS:
            break
        shown.append(token)
        units += lengths[token]
    return shown


def _lengths(trace: PickyTrace) -> list[int]:
    """How many base tokens each token is made of."""
    lengths = [1] * len(trace.texts)
    for event in trace.events:
        if isinstance(event, Merged):
            lengths[event.token] = lengths[event.left] + lengths[event.right]
    return lengths


def _texts(trace: PickyTrace) -> dict[str, str]:
    """Every sentence that the walk shows. The browser fills in the names in braces."""
    total = len(trace.corpus.words)
    more = _("The {shown} most frequent of {total} different words.", shown=MOST_WORDS, total=total)
    return {"more_rows": more if total > MOST_WORDS else ""} | LESSON.words("walk")
