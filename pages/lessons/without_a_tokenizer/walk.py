"""The walk over the bytes of a text: what may come next, and whether a patch begins."""

from collections.abc import Iterator
from itertools import accumulate
from math import log2

from bpe_core.experiments.entropy_patches import Guess
from pages.components.event_walk import (
    Bar,
    BarPanel,
    Event,
    EventWalk,
    Figure,
    Named,
    Question,
    Row,
)
from pages.lessons.without_a_tokenizer.patches import Cut
from pages.session.language import _, format_number, format_percent, format_rounded

#: The bytes that may come next of which bars are drawn, besides the one that comes.
MOST_BARS = 5
#: The addends of an entropy that are shown, besides the rest.
MOST_ADDENDS = 3


class Tokens:
    """Ids for what the walk shows: a patch has one of its own, other bytes share theirs."""

    def __init__(self) -> None:
        self.texts: list[bytes] = []
        self._known: dict[bytes, int] = {}

    def new(self, piece: bytes) -> int:
        """An id of its own."""
        self.texts.append(piece)
        return len(self.texts) - 1

    def shared(self, piece: bytes) -> int:
        """The same id for the same bytes."""
        if piece not in self._known:
            self._known[piece] = self.new(piece)
        return self._known[piece]


def walk_of(cut: Cut) -> EventWalk:
    """All of the walk, in the learner's language."""
    tokens = Tokens()
    patches = [tokens.new(piece) for piece in cut.pieces(cut.starts)]
    by_bpe = [tokens.shared(piece) for piece in cut.pieces(cut.token_starts)]
    rows = [Row(_("patches"), "", [(0, patches)], gives_answer=True)]
    if cut.token_starts:
        rows.append(Row(_("tokens of BPE"), "", [(0, by_bpe)]))
    events = [Event("start" if cut.text else "nothing", {}, [[]]), *_events(cut, tokens, patches)]
    begun = [0, *accumulate(int(place in set(cut.starts)) for place in range(len(cut.text)))]
    return EventWalk(
        texts=tokens.texts,
        made=[],
        rows=rows,
        events=events,
        panels=[
            BarPanel(
                "guess",
                _("What may come next"),
                _("p is a byte's share of all that came after the context; H = −Σ p · log₂ p."),
            )
        ],
        figures=[
            Figure("bytes_read", _("bytes"), [*range(len(cut.text) + 1)]),
            Figure("patches", _("patches"), begun),
        ],
        text=_texts(),
        context=cut.text.decode("utf-8", "replace"),
    )


def _events(cut: Cut, tokens: Tokens, patches: list[int]) -> Iterator[Event]:
    starts = set(cut.starts)
    number = -1
    for place, guess in enumerate(cut.guesses):
        number += place in starts
        byte = cut.text[place]
        named: dict[str, Named] = {
            "byte": tokens.shared(bytes([byte])),
            "context": _context(guess, tokens),
            "bits": _entropy_sum(guess),
            "rise": format_rounded(cut.entropies[place] - cut.entropies[place - 1] if place else 0),
            "threshold": format_rounded(cut.threshold),
        }
        says = "begins" if place in starts else "goes_on"
        if cut.rule == "rise":
            says = f"rise_{says}"
        if not place:
            says = "first"
        yield Event(
            says,
            named,
            [_bars(guess.counts, byte, tokens)],
            made=patches[number],
            question=_question(cut, place + 1, tokens),
        )


def _question(cut: Cut, place: int, tokens: Tokens) -> Question | None:
    """Whether a patch begins at a place, from what may come there."""
    if place >= len(cut.text):
        return None
    guess = cut.guesses[place]
    named: dict[str, Named] = {
        "context": _context(guess, tokens),
        "before": format_rounded(cut.entropies[place - 1]),
        "threshold": format_rounded(cut.threshold),
    }
    choices = [_("Yes: a patch begins"), _("No: the patch goes on")]
    right = [0 if place in set(cut.starts) else 1]
    bars = [_bars(guess.counts, None, tokens)]
    return Question("rise_asked" if cut.rule == "rise" else "asked", named, choices, right, bars)


def _context(guess: Guess, tokens: Tokens) -> Named:
    return tokens.shared(guess.context) if guess.context else _("an unknown context")


def _entropy_sum(guess: Guess) -> str:
    """H as a sum over the most frequent bytes; the others are the last addend.

    >>> from collections import Counter
    >>> _entropy_sum(Guess(b"", Counter(b"abca")))
    '0.5 + 0.5 + 0.5 = 1.5'
    """
    total = sum(guess.counts.values())
    counts = sorted(guess.counts.values(), reverse=True)
    addends = [-n / total * log2(n / total) for n in counts[:MOST_ADDENDS]]
    if len(counts) > MOST_ADDENDS:
        addends.append(guess.entropy - sum(addends))
    whole = format_rounded(guess.entropy)
    if len(addends) < 2:
        return whole
    is_exact = round(sum(round(x, 2) for x in addends), 2) == round(guess.entropy, 2)
    return f"{' + '.join(map(format_rounded, addends))} {'=' if is_exact else '≈'} {whole}"


def _bars(counts: dict[int, int], comes: int | None, tokens: Tokens) -> list[Bar]:
    """The most frequent bytes, and the one that comes if that is told."""
    total = sum(counts.values())
    shown = sorted(counts, key=lambda byte: (-counts[byte], byte))[:MOST_BARS]
    if comes is not None and comes not in shown:
        shown.append(comes)
    bars = []
    for byte in shown:
        share = counts.get(byte, 0) / total
        fraction = f"{format_number(counts.get(byte, 0))} ÷ {format_number(total)}"
        bars.append(
            Bar(
                tokens.shared(bytes([byte])),
                share,
                f"{fraction} = {format_percent(share)}",
                _("comes") if byte == comes else "",
                stands_out=byte == comes,
            )
        )
    return bars


def _texts() -> dict[str, str]:
    """Every sentence that the walk shows. The browser fills in the names in braces."""
    return {
        "transport": _("Walk through the bytes"),
        "rows_title": _("The text, in patches and in tokens"),
        "figures_title": _("So far"),
        "events_title": _("All bytes, in order"),
        "start": _("Nothing has been read yet. Before each byte: how hard is it to guess?"),
        "nothing": _("There is no text to cut. Enter one above."),
        "first": _("{byte} is the first byte, so a patch begins."),
        "asked": _("After {context} comes one of the bytes below. Is H above {threshold}?"),
        "rise_asked": _(
            "After {context} comes one of the bytes below. Before the previous byte, H was "
            "{before}. Does it rise by more than {threshold}?"
        ),
        "begins": _("After {context}: H = {bits}, more than {threshold}. {byte} begins a patch."),
        "goes_on": _(
            "After {context}: H = {bits}, not more than {threshold}. {byte} stays in the patch."
        ),
        "rise_begins": _(
            "After {context}: H = {bits}, a change of {rise}, more than {threshold}. {byte} begins "
            "a patch."
        ),
        "rise_goes_on": _(
            "After {context}: H = {bits}, a change of {rise}, not more than {threshold}. {byte} "
            "stays in the patch."
        ),
        **{f"row_{says}": _("{byte} begins a patch") for says in ("first", "begins")},
        "row_rise_begins": _("{byte} begins a patch"),
        **{f"row_{says}": _("{byte} stays") for says in ("goes_on", "rise_goes_on")},
    }
