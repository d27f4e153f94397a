"""The walk of the lesson "Fair to languages", and what it comes to beside BPE.

A step says who decides, and why the others' pair lost. Below: how the languages' costs differ.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from bpe_core import Corpus
from bpe_core.algorithms.bpe.tokenizer import merge_word
from bpe_core.algorithms.parity import ALL, ParityMerge, ParityTrace
from pages.components.charts import figures_table, ratio
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
    walk_in_language,
    why_it_ended,
)
from pages.components.tokens.plain_text import readable
from pages.components.walk_follower import WalkStart
from pages.lessons.fair_to_languages import LESSON
from pages.lessons.fair_to_languages.choices import Chosen
from pages.session.language import _, format_change, format_number
from pages.session.lesson_fragment import lesson_fragment
from pages.session.traces import shown_trace

#: Base tokens of each text that are shown; it goes on to the end of the word.
MOST_UNITS = 60
#: The texts to choose from when the learner predicts, and the addends of a sum.
MOST_CHOICES, MOST_ADDENDS = 6, 4
#: Characters of all texts in which the characters of bytes are looked up that no row shows.
MOST_CONTEXT = 20_000
#: Points of a curve, rows of the table behind it.
MOST_POINTS, MOST_ROWS = 120, 11


@lesson_fragment
def walk(start: WalkStart, chosen: Chosen) -> None:
    """Draw the walk over the merges. No step reruns this."""
    trace = shown_trace(start.trace_key, ParityTrace)
    sent = walk_in_language(trace, lambda: walk_of(trace, chosen))
    event_walk(sent, start, key="parity_stepper")


def walk_of(trace: ParityTrace, chosen: Chosen) -> EventWalk:
    """All of the walk, in the learner's language."""
    base = len(trace.corpus.base_vocabulary)
    rows = [_row(trace, trace.corpus.each[i], chosen.names[i]) for i in chosen.shown]
    events = [*_events(trace, chosen)]
    return EventWalk(
        texts=[readable(text, trace.corpus) for text in trace.texts],
        made=[max(0, i - base + 1) for i in range(len(trace.texts))],
        rows=rows,
        events=events,
        panels=[
            BarPanel(
                "lengths",
                _("Tokens of each text after this step"),
                _("The longest text decides the next merge."),
            ),
            BarPanel(
                "pairs",
                _("Why not the most frequent pair of all?"),
                _("Bars: how often a pair occurs in the text that decides."),
            ),
        ],
        figures=[
            Figure("vocabulary_size", _("vocabulary size"), [*range(base, len(trace.texts) + 1)]),
            Figure("token_count", _("tokens of all texts"), [sum(n) for n in trace.lengths]),
            Figure(
                "spread",
                _("longest text, in % of the shortest"),
                [round(100 * ratio_of(n)) for n in trace.lengths],
            ),
        ],
        text=LESSON.words("walk"),
        context="\n".join(text[: MOST_CONTEXT // len(rows)] for text in chosen.texts),
        end=_why_it_ended(trace),
    )


def _why_it_ended(trace: ParityTrace) -> str:
    """Why there is no further merge. Other texts may have pairs left, but it is not their turn."""
    if not trace.merges:
        return ""
    if trace.stopped_because == "nothing_left":
        return _("Training stops here: in the longest text, every word is one token.")
    return why_it_ended(trace.stopped_because)


def ratio_of(lengths: tuple[int, ...]) -> float:
    """How many times as long as the shortest text the longest one is."""
    return max(lengths) / min(lengths)


def _row(trace: ParityTrace, corpus: Corpus, name: str) -> Row:
    """The beginning of a text as tokens, from each step on that changes it."""
    words: list[list[int]] = []
    for word in corpus.running_words:
        if sum(map(len, words)) >= MOST_UNITS:
            break
        words.append(corpus.units[corpus.starts[word] : corpus.starts[word + 1]].tolist())
    is_cut = sum(map(len, words)) < len(corpus.units) or len(words) < corpus.word_total
    history: History = [(0, _joined(words))]
    for step, merge in enumerate(trace.merges, 1):
        if not any(merge.left in word for word in words):
            continue
        words = [merge_word(word, {merge.left << 32 | merge.right: merge.token}) for word in words]
        if (now := _joined(words)) != history[-1][1]:
            history.append((step, now))
    return Row(name, "", history, is_cut)


def _joined(words: list[list[int]]) -> list[int]:
    return [token for word in words for token in word]


def _events(trace: ParityTrace, chosen: Chosen) -> Iterator[Event]:
    """The start, then each merge with the lengths after it."""
    most = max(trace.lengths[0])
    bars = _lengths(trace.lengths[0], most, chosen)
    if not trace.merges:
        yield Event("nothing", {}, [bars, []])
    elif chosen.together:
        yield Event("start_together", {"n": format_number(chosen.together)}, [bars, []])
    else:
        question = _question(trace.lengths[0], chosen, [bars, []], "asked_first")
        coming = [
            _with_next(bars, trace.lengths[0], chosen),
            _pairs(trace.merges[0], chosen, _("is merged first")),
        ]
        yield Event("start", {}, coming, question=question)
    for step, merge in enumerate(trace.merges, 1):
        before, lengths = bars, trace.lengths[step]
        bars, pairs = _lengths(lengths, most, chosen), _pairs(merge, chosen, _("is merged"))
        has_turn = step < len(trace) and step >= chosen.together
        yield Event(
            "together" if merge.language == ALL else "merged",
            _named(merge, chosen, trace.tie_break),
            [_with_next(bars, lengths, chosen) if has_turn else bars, pairs],
            made=merge.token,
            question=_question(lengths, chosen, [before, pairs], "asked") if has_turn else None,
        )


def _named(merge: ParityMerge, chosen: Chosen, tie_rule: str) -> dict[str, Named]:
    """Return the values of the names in the sentence about a merge."""
    is_together = merge.language == ALL
    count = sum(merge.counts) if is_together else merge.counts[merge.language]
    language: dict[str, Named] = {} if is_together else {"language": chosen.names[merge.language]}
    return language | {
        "left": merge.left,
        "right": merge.right,
        "token": merge.token,
        "count": format_number(count),
        "tie": about_tie(merge.tied, tie_rule),
    }


def _question(
    lengths: tuple[int, ...], chosen: Chosen, bars: Sequence[Sequence[Bar]], says: str
) -> Question:
    """Who decides next: the longest texts to choose from. Until then, `bars` are shown."""
    longest = sorted(range(len(lengths)), key=lambda i: -lengths[i])[:MOST_CHOICES]
    shown = [i for i in chosen.shown if i in longest]
    right = [k for k, i in enumerate(shown) if lengths[i] == max(lengths)]
    return Question(says, {}, [chosen.names[i] for i in shown], right, bars)


def _lengths(lengths: tuple[int, ...], most: int, chosen: Chosen) -> list[Bar]:
    """The tokens of each text. `most` has the longest bar at every step, to compare them."""
    return [Bar(chosen.names[i], lengths[i] / most, lengths[i]) for i in chosen.shown]


def _with_next(bars: list[Bar], lengths: tuple[int, ...], chosen: Chosen) -> list[Bar]:
    """The same, with the text that decides next standing out."""
    place = chosen.shown.index(lengths.index(max(lengths)))
    marked = replace(bars[place], mark=_("decides next"), stands_out=True)
    return [*bars[:place], marked, *bars[place + 1 :]]


def _pairs(merge: ParityMerge, chosen: Chosen, merged: str) -> list[Bar]:
    """The pair that is merged, marked as `merged`, and the one that BPE would have merged."""
    pairs = {(merge.left, merge.right): merge.counts, merge.rival: merge.rival_counts}
    most = sum(merge.counts) if merge.language == ALL else merge.counts[merge.language]
    bars = []
    for pair, counts in pairs.items():
        total = _sum(counts)
        if merge.language == ALL:
            here, value = sum(counts), _("in all: {n}", n=total)
        else:
            here, name = counts[merge.language], chosen.names[merge.language]
            value = _("{language}: {k}, in all: {n}", language=name, k=here, n=total)
        is_merged = pair == (merge.left, merge.right)
        mark = merged if is_merged else _("most frequent of all")
        bars.append(Bar(list(pair), here / most, value, mark, stands_out=is_merged))
    return bars


def _sum(counts: Sequence[int]) -> str:
    """A pair's count in all texts, as a sum if it is a short one."""
    whole = format_number(sum(counts))
    addends = [format_number(n) for n in counts if n]
    return f"{' + '.join(addends)} = {whole}" if 1 < len(addends) <= MOST_ADDENDS else whole


def draw_ratio(parity: ParityTrace, bpe: ParityTrace) -> None:
    """Draw how far the longest and the shortest text are apart, over the merges."""
    named = {_("parity-aware BPE"): parity, "BPE": bpe}
    curves = {
        name: [(k, ratio_of(trace.lengths[k])) for k in spread(len(trace), MOST_POINTS)]
        for name, trace in named.items()
    }
    title, merges = _("Longest text ÷ shortest text"), _("merges")
    rows = [
        (k, *(ratio(ratio_of(trace.lengths[k])) for trace in named.values()))
        for k in spread(len(bpe), MOST_ROWS)
    ]
    table = ChartTable([merges, *curves], rows)
    shown_curves(title, curves, table, key="parity_ratio", x_title=merges, number_format=",.3~f")


def draw_cost(parity: ParityTrace, bpe: ParityTrace, names: Sequence[str]) -> None:
    """Draw the tokens of each text, and what parity costs or saves it."""
    before, after = bpe.lengths[-1], parity.lengths[-1]
    counts = zip(
        (*names, _("all texts")), (*before, sum(before)), (*after, sum(after)), strict=True
    )
    rows = [(name, was, now, format_change(now, was)) for name, was, now in counts]
    columns = [_("tokens of the text"), "BPE", _("parity-aware BPE"), _("difference")]
    figures_table(rows, columns)
