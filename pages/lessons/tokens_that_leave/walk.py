"""The walk of the lesson "Tokens that leave"."""

from collections.abc import Iterator
from itertools import pairwise
from weakref import WeakKeyDictionary

import numpy as np
import streamlit as st

from bpe_core import TIE_RULES
from bpe_core.algorithms.picky.training import Left, Merged, PickyTrace
from pages.components.event_walk import (
    Bar,
    BarPanel,
    Event,
    EventWalk,
    Figure,
    History,
    Named,
    Row,
    event_walk,
    marked_tokens,
)
from pages.session.language import _, current_language, format_number, format_percent, gettext
from pages.session.lesson_fragment import lesson_fragment
from pages.session.traces import trace_by_key
from pages.session.view_options import has_left_stage, leave_stage

#: The most frequent words are shown, and of a long word its beginning, in base tokens.
MOST_WORDS, MOST_UNITS, MOST_REPLAYED = 200, 240, 2_000

#: For each trace, the walk in each language.
_walks: WeakKeyDictionary[PickyTrace, dict[str, bytes]] = WeakKeyDictionary()


@lesson_fragment
def walk(key: str, tie_rule: str, start: int, visit: int, view: tuple[str, ...]) -> None:
    """Draw the walk over the events. No step reruns this."""
    trace = trace_by_key(key)
    if not isinstance(trace, PickyTrace):
        st.rerun()
    language = current_language()
    known = _walks.setdefault(trace, {})
    if language not in known:
        known[language] = walk_of(trace, tie_rule).to_json()
    event_walk(
        known[language],
        key="picky_stepper",
        trace_key=key,
        lang=language,
        step=start,
        visit=visit,
        view=view,
        on_leave=leave_stage,
    )
    if has_left_stage(view):
        st.rerun()


def walk_of(trace: PickyTrace, tie_rule: str) -> EventWalk:
    """All of the walk, in the learner's language."""
    base = len(trace.corpus.base_vocabulary)
    made = [0] * len(trace.texts)
    for step, event in reversed(list(enumerate(trace.events, 1))):
        if isinstance(event, Merged):
            made[event.token] = step
    merges = [(e.left, e.right, e.token) for e in trace.events if isinstance(e, Merged)]
    start = Event("start" if trace.events else "nothing", {}, [[]])
    return EventWalk(
        texts=trace.texts,
        made=made,
        marker=trace.corpus.end_of_word,
        marked=marked_tokens(trace.corpus, merges),
        rows=list(_rows(trace)),
        events=[start, *_events(trace, base, gettext(TIE_RULES[tie_rule].verdict))],
        panels=[
            BarPanel(
                "used",
                _("How much of each part is used up"),
                _(
                    "count of the merge ÷ (what is left of the part + count of the merge). The "
                    "dashed line is the threshold."
                ),
                float(trace.threshold),
            )
        ],
        figures=[
            Figure("vocabulary_size", _("vocabulary size"), trace.sizes),
            Figure("token_count", _("tokens in the corpus"), trace.token_counts),
            Figure("junk", _("junk tokens"), trace.junk),
        ],
        text=_texts(trace),
    )


def _events(trace: PickyTrace, base: int, verdict: str) -> Iterator[Event]:
    """What each step is about; a leaving has the bars of the merge before it."""
    bars: list[Bar] = []
    for event in trace.events:
        if isinstance(event, Left):
            named: dict[str, Named] = {
                "token": event.token,
                "share": format_percent(float(event.share)),
                "parts": event.parts,
                "times": format_number(event.times),
            }
            yield Event("left" if event.times else "left_whole", named, [bars])
            continue
        bars = _bars(trace, event, base)
        tie = _("Tied pairs: {n}.").format(n=format_number(event.tied)) + f" {verdict}"
        yield Event(
            "back" if event.is_back else "merged",
            {
                "left": event.left,
                "right": event.right,
                "token": event.token,
                "count": format_number(event.count),
                "tie": tie if event.tied > 1 else "",
            },
            [bars],
            made=event.token,
        )


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


def _rows(trace: PickyTrace) -> Iterator[Row]:
    """The most frequent words, in the order of the corpus."""
    corpus = trace.corpus
    lengths = _lengths(trace)
    most = np.argsort(-corpus.counts, kind="stable")[:MOST_WORDS]
    for word in sorted(most.tolist()):
        units = corpus.units[corpus.starts[word] : corpus.starts[word + 1]].tolist()
        remark = f"×{format_number(int(corpus.counts[word]))}"
        yield Row("", remark, _history(trace, units, lengths), len(units) > MOST_UNITS)


def _history(trace: PickyTrace, units: list[int], lengths: list[int]) -> History:
    """How a word is cut after each event that changes what is shown of it."""
    word = units[:MOST_REPLAYED]
    found: History = [(0, word[:MOST_UNITS])]
    for step, (before, after) in enumerate(pairwise(trace.states_of(word)), 1):
        if after is not before:
            shown = _beginning(after, lengths)
            if shown != found[-1][1]:
                found.append((step, shown))
    return found


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
    more = _("The {shown} most frequent of {total} different words.").format(
        shown=format_number(MOST_WORDS), total=format_number(total)
    )
    return {
        "transport": _("Walk through the events"),
        "rows_title": _("The corpus, as tokens"),
        "more_rows": more if total > MOST_WORDS else "",
        "figures_title": _("After this step"),
        "events_title": _("All events, in order"),
        "start": _("Nothing has been merged yet."),
        "nothing": _("There is nothing to merge in this corpus"),
        "merged": _("Merge: {left} + {right} → {token}, count {count}. {tie}"),
        "back": _(
            "Merge: {left} + {right} → {token}, count {count}. It had left, and comes back. {tie}"
        ),
        "left": _(
            "{token} leaves: {share} of it is used up. What is left of it ({times}) is split into "
            "{parts}."
        ),
        "left_whole": _("{token} leaves: all of it is used up, and nothing has to be split."),
        "row_merged": _("{left} + {right} → {token}"),
        "row_back": _("{left} + {right} → {token} comes back"),
        "row_left": _("{token} leaves, split into {parts}"),
        "row_left_whole": _("{token} leaves"),
    }
