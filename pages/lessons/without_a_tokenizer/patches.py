"""A text cut into entropy patches, and by BPE: its walk, its curve and its figures."""

from collections.abc import Iterator
from itertools import accumulate, pairwise
from math import log2

import streamlit as st

from bpe_core import Tokenizer
from bpe_core.experiments.entropy_patches import Guess, NextBytes, Rule, patch_starts
from bpe_core.text.corpus import encode_utf8
from bpe_core.text.reading import read_counts
from pages.components.charts import figures_table, ratio
from pages.components.charts.shown_chart import ChartTable, shown_curves
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
from pages.components.fields import parameter_switch
from pages.lessons.without_a_tokenizer import LESSON, MOST_TENTHS, RULES
from pages.session import state
from pages.session.language import _, format_number, format_percent, format_rounded
from pages.session.session_state import bound, bound_switch
from pages.session.training_request import TrainingRequest, digest_of

#: The bytes that are cut, and the characters of the corpus whose bytes are counted.
MOST_BYTES, MOST_COUNTED = 1_000, 100_000


class Cut:
    """A text in bytes with the guess before each, and where patches and BPE's tokens begin.

    It is cut by a table's guesses, and by a tokenizer whose units are bytes.
    """

    def __init__(
        self, table: NextBytes, text: bytes, threshold: float, rule: Rule, tokenizer: Tokenizer
    ) -> None:
        self.text, self.threshold, self.rule = text, threshold, rule
        self.guesses = table.guesses(text)
        self.entropies = [guess.entropy for guess in self.guesses]
        self.starts = patch_starts(self.entropies, threshold, rule)
        try:
            tokens = tokenizer.tokens(text.decode("utf-8", "surrogatepass"))
        except UnicodeDecodeError:  # it ends inside a character
            tokens = []
        self.token_starts = [0, *accumulate(map(len, tokens))][: len(tokens)]

    @property
    def key(self) -> str:
        """A name that is another one for another cut."""
        return digest_of(self.text, self.threshold, self.rule, self.entropies, self.token_starts)

    def pieces(self, starts: list[int]) -> list[bytes]:
        """The text between these places."""
        return [self.text[a:b] for a, b in pairwise([*starts, len(self.text)])]


def table_of(request: TrainingRequest, order: int) -> NextBytes:
    """The table of the corpus: of its text, or of its words, each as often as it occurs."""
    specification, text = request.source()
    text = text[:MOST_COUNTED]
    if specification.is_table(text):
        words = read_counts(text, specification.delimiter)
        return NextBytes(((encode_utf8(word), n) for word, n in words.items()), order)
    return NextBytes([(encode_utf8(text), 1)], order)


def choose_rule() -> tuple[int, Rule, float]:
    """Ask for the bytes of context, the rule, and the threshold in bits."""
    tenths: int = state.chosen("threshold")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        context = str(state.chosen("context"))
        st.segmented_control(
            _("Bytes of context"),
            ["1", "2", "3"],
            **bound_switch("patch_context", context, lambda n: state.choose(context=int(n))),
        )
        parameter_switch(_("A patch begins"), RULES, "rule", key="patch_rule")
        st.slider(
            _("Threshold, in bits"),
            0.0,
            MOST_TENTHS / 10,
            step=0.1,
            width=320,
            **bound(
                "patch_threshold", tenths / 10, lambda x: state.choose(threshold=round(10 * x))
            ),
        )
    rule: Rule = "rise" if state.chosen("rule") == "rise" else "global"
    return state.chosen("context"), rule, tenths / 10


#: The bytes whose entropy is drawn: more would not be told apart.
MOST_DRAWN = 160


def draw_curve(cut: Cut) -> None:
    """Draw the entropy before each of the first bytes, and the threshold where it is a level."""
    shown = cut.entropies[:MOST_DRAWN]
    last = float(max(len(shown), 1))
    curves = {"H": [(float(place), h) for place, h in enumerate(shown, 1)]}
    if cut.rule == "global":
        curves[_("threshold")] = [(1.0, cut.threshold), (last, cut.threshold)]
    title, byte = _("Entropy of the next byte, in bits"), _("byte")
    if len(shown) < len(cut.entropies):
        title = _("Entropy of the first {n} bytes, in bits", n=len(shown))
    rows = [
        (place, _name(cut.text[place - 1 : place]), ratio(h)) for place, h in enumerate(shown, 1)
    ]
    table = ChartTable([_("place"), byte, "H"], rows)
    shown_curves(title, curves, table, key="patch_curve", x_title=byte, number_format=",.3~f")


def _name(byte: bytes) -> str:
    return byte.decode() if byte.isascii() and byte.decode().isprintable() else byte.hex().upper()


def draw_figures(cut: Cut) -> None:
    """Draw how many pieces there are, how long they are, and how many begin alike."""
    both = [cut.starts, cut.token_starts]
    alike = len(set(cut.starts) & set(cut.token_starts))
    sizes = (ratio(len(cut.text) / len(starts)) if starts else "–" for starts in both)
    rows = [
        (_("number of pieces"), *map(len, both)),
        (_("bytes per piece"), *sizes),
        (_("pieces that begin in the same place"), alike, alike),
    ]
    figures_table(rows, ["", _("patches"), _("tokens of BPE")])


#: The bytes that may come next of which bars are drawn, besides the one that comes.
MOST_BARS = 5
#: The addends of an entropy that are shown, besides the rest.
MOST_ADDENDS = 3


class Tokens:
    """Ids for what the walk shows: the pieces have one each, other bytes share theirs."""

    def __init__(self, pieces: list[bytes]) -> None:
        self.texts = pieces
        self._known: dict[bytes, int] = {}

    def shared(self, piece: bytes) -> int:
        """The same id for the same bytes."""
        if piece not in self._known:
            self._known[piece] = len(self.texts)
            self.texts.append(piece)
        return self._known[piece]


def walk_of(cut: Cut) -> EventWalk:
    """All of the walk, in the learner's language."""
    tokens = Tokens(cut.pieces(cut.starts))
    patches = [*range(len(tokens.texts))]
    by_bpe = [tokens.shared(piece) for piece in cut.pieces(cut.token_starts)]
    rows = [Row(_("patches"), "", [(0, patches)], gives_answer=True)]
    if cut.token_starts:
        rows.append(Row(_("tokens of BPE"), "", [(0, by_bpe)]))
    events = [Event("start" if cut.text else "nothing", {}, [[]]), *_events(cut, tokens)]
    starts = set(cut.starts)
    begun = [*accumulate((place in starts for place in range(len(cut.text))), initial=0)]
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
        text=LESSON.words("walk"),
        context=cut.text.decode("utf-8", "replace"),
    )


def _events(cut: Cut, tokens: Tokens) -> Iterator[Event]:
    starts = set(cut.starts)
    patch = -1
    for place, guess in enumerate(cut.guesses):
        patch += place in starts
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
        yield Event(
            says if place else "first",
            named,
            [_bars(guess.counts, byte, tokens)],
            made=patch,
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
