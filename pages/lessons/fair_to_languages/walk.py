"""The walk of the lesson "Fair to languages": who decides, and why the others' pair lost."""

from collections.abc import Iterator, Sequence

from bpe_core import TIE_RULES, Corpus
from bpe_core.algorithms.parity.training import ALL, ParityMerge, ParityTrace
from bpe_core.algorithms.picky.words import merge_in
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
    why_it_ended,
)
from pages.components.tokens.readable import readable
from pages.lessons.fair_to_languages.choices import Chosen
from pages.session.language import _, format_number, gettext

#: Base tokens of each text that are shown; it goes on to the end of the word.
MOST_UNITS = 60
#: The texts to choose from when the learner predicts, and the addends of a sum.
MOST_CHOICES, MOST_ADDENDS = 6, 4


def walk_of(trace: ParityTrace, chosen: Chosen) -> EventWalk:
    """All of the walk, in the learner's language."""
    base = len(trace.joint.base_vocabulary)
    rows = [
        _row(trace, corpus, name) for corpus, name in zip(trace.corpora, chosen.names, strict=True)
    ]
    events = [_start(trace, chosen), *_events(trace, chosen)]
    return EventWalk(
        texts=[readable(text, trace.joint) for text in trace.texts],
        made=[max(0, i - base + 1) for i in range(len(trace.texts))],
        marker="",
        marked=[],
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
        text=_texts(),
        context="\n".join(chosen.texts),
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
        words = [merge_in(word, merge.left, merge.right, merge.token) for word in words]
        if (now := _joined(words)) != history[-1][1]:
            history.append((step, now))
    return Row(name, "", history, is_cut)


def _joined(words: list[list[int]]) -> list[int]:
    return [token for word in words for token in word]


def _start(trace: ParityTrace, chosen: Chosen) -> Event:
    lengths = trace.lengths[0]
    if not trace.merges:
        return Event("nothing", {}, [_lengths(lengths, chosen, is_last=True), []])
    if chosen.together:
        named: dict[str, Named] = {"n": format_number(chosen.together)}
        return Event("start_together", named, [_lengths(lengths, chosen, is_last=True), []])
    question = _question(trace, 0, chosen, [])
    return Event("start", {}, [_lengths(lengths, chosen), []], question=question)


def _events(trace: ParityTrace, chosen: Chosen) -> Iterator[Event]:
    verdict = gettext(TIE_RULES[trace.tie_break].verdict)
    for step, merge in enumerate(trace.merges, 1):
        is_together = merge.language == ALL
        count = sum(merge.counts) if is_together else merge.counts[merge.language]
        tie = _("Tied pairs: {n}.").format(n=format_number(merge.tied)) + f" {verdict}"
        named: dict[str, Named] = {
            "left": merge.left,
            "right": merge.right,
            "token": merge.token,
            "count": format_number(count),
            "tie": tie if merge.tied > 1 else "",
        }
        if not is_together:
            named["language"] = chosen.names[merge.language]
        is_last = step == len(trace) or step < chosen.together
        pairs = _pairs(merge, chosen)
        yield Event(
            "together" if is_together else "merged",
            named,
            [_lengths(trace.lengths[step], chosen, is_last=is_last), pairs],
            made=merge.token,
            question=None if is_last else _question(trace, step, chosen, pairs),
        )


def _question(trace: ParityTrace, step: int, chosen: Chosen, pairs: list[Bar]) -> Question:
    """Who decides next: the longest texts to choose from, with the lengths of the step before."""
    lengths = trace.lengths[step]
    longest = sorted(range(len(lengths)), key=lambda i: -lengths[i])[:MOST_CHOICES]
    shown = sorted(longest)
    right = [k for k, i in enumerate(shown) if lengths[i] == max(lengths)]
    bars = [_lengths(trace.lengths[max(0, step - 1)], chosen, is_last=True), pairs]
    says = "asked" if step else "asked_first"
    return Question(says, {}, [chosen.names[i] for i in shown], right, bars)


def _lengths(lengths: tuple[int, ...], chosen: Chosen, *, is_last: bool = False) -> list[Bar]:
    """The tokens of each text; the one that decides next stands out, if there is a next."""
    longest = lengths.index(max(lengths))
    return [
        Bar(
            name,
            n / max(lengths),
            format_number(n),
            _("decides next") if i == longest and not is_last else "",
            stands_out=i == longest and not is_last,
        )
        for i, (name, n) in enumerate(zip(chosen.names, lengths, strict=True))
    ]


def _pairs(merge: ParityMerge, chosen: Chosen) -> list[Bar]:
    """The pair that is merged, and the one that BPE would have merged."""
    pairs = {(merge.left, merge.right): merge.counts, merge.rival: merge.rival_counts}
    most = max(merge.counts[merge.language], 1) if merge.language != ALL else sum(merge.counts)
    bars = []
    for pair, counts in pairs.items():
        total = _sum(counts)
        here = sum(counts) if merge.language == ALL else counts[merge.language]
        value = _("in all: {n}").format(n=total)
        if merge.language != ALL:
            sentence = _("{language}: {k}, in all: {n}")
            value = sentence.format(
                language=chosen.names[merge.language], k=format_number(here), n=total
            )
        is_merged = pair == (merge.left, merge.right)
        mark = _("is merged") if is_merged else _("most frequent of all")
        bars.append(Bar(list(pair), here / most, value, mark, stands_out=is_merged))
    return bars


def _sum(counts: Sequence[int]) -> str:
    """A pair's count in all texts, as a sum if it is a short one."""
    whole = format_number(sum(counts))
    addends = [format_number(n) for n in counts if n]
    return f"{' + '.join(addends)} = {whole}" if 1 < len(addends) <= MOST_ADDENDS else whole


def _texts() -> dict[str, str]:
    """Every sentence that the walk shows. The browser fills in the names in braces."""
    return {
        "transport": _("Walk through the merges"),
        "rows_title": _("How each text begins, as tokens"),
        "figures_title": _("After this step"),
        "events_title": _("All merges, in order"),
        "start": _("Nothing has been merged yet."),
        "asked_first": _("Which text decides the first merge?"),
        "asked": _(
            "The bars below show the lengths before this merge. Which text is longest after it, "
            "and decides next?"
        ),
        "start_together": _(
            "Nothing has been merged yet. All texts decide the first {n} merges together."
        ),
        "nothing": _("There is nothing to merge."),
        "merged": _(
            "{language} was longest. Its most frequent pair: {left} + {right} → {token}, "
            "count {count}. {tie}"
        ),
        "together": _("All together: {left} + {right} → {token}, count {count}. {tie}"),
        "row_merged": _("{left} + {right} → {token} ({language})"),
        "row_together": _("{left} + {right} → {token} (all together)"),
    }
