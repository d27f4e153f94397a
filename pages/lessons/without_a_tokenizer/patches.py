"""A text cut into entropy patches, and by BPE: what the lesson's parts draw."""

import hashlib
from dataclasses import dataclass
from itertools import accumulate, pairwise

import streamlit as st

from bpe_core import Tokenizer
from bpe_core.experiments.entropy_patches import Guess, NextBytes, Rule, patch_starts
from bpe_core.text.corpus import encode_utf8
from bpe_core.text.reading import read_counts
from pages.components.charts.shown_chart import ChartTable, shown_curves
from pages.components.charts.tables import figures_table
from pages.components.fields import parameter_switch
from pages.lessons.without_a_tokenizer import MOST_TENTHS, RULES
from pages.session import state
from pages.session.language import _, format_number
from pages.session.session_state import bound, bound_switch
from pages.session.training_request import TrainingRequest

#: The bytes that are cut, and the characters of the corpus whose bytes are counted.
MOST_BYTES, MOST_COUNTED = 1_000, 100_000


@dataclass(frozen=True)
class Cut:
    """A text in bytes with the guess before each, and where patches and BPE's tokens begin."""

    text: bytes
    guesses: list[Guess]
    entropies: list[float]
    threshold: float
    rule: Rule
    starts: list[int]
    token_starts: list[int]

    @classmethod
    def of(
        cls, table: NextBytes, text: bytes, threshold: float, rule: Rule, tokenizer: Tokenizer
    ) -> "Cut":
        """Cut a text by a table's guesses, and by a tokenizer whose units are bytes."""
        guesses = table.guesses(text)
        entropies = [guess.entropy for guess in guesses]
        tokens = tokenizer.tokens(text.decode("utf-8", "surrogatepass")) if _is_whole(text) else []
        ends = accumulate(len(token) for token in tokens)
        starts = patch_starts(entropies, threshold, rule)
        return cls(text, guesses, entropies, threshold, rule, starts, [0, *ends][: len(tokens)])

    @property
    def key(self) -> str:
        """A name that is another one for another cut."""
        content = repr((self.text, self.threshold, self.rule, self.entropies, self.token_starts))
        return hashlib.blake2b(content.encode(), digest_size=12).hexdigest()

    def pieces(self, starts: list[int]) -> list[bytes]:
        """The text between these places."""
        return [self.text[a:b] for a, b in pairwise([*starts, len(self.text)])]


def _is_whole(text: bytes) -> bool:
    try:
        text.decode("utf-8", "surrogatepass")
    except UnicodeDecodeError:
        return False
    return True


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
        st.segmented_control(
            _("Bytes of context"),
            ["1", "2", "3"],
            **bound_switch(
                "patch_context",
                str(state.chosen("context")),
                lambda n: state.choose(context=int(n)),
            ),
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
    rows = [
        [format_number(place), _name(cut.text[place - 1 : place]), format_number(round(h, 2))]
        for place, h in enumerate(shown, 1)
    ]
    table = ChartTable([_("place"), byte, "H"], rows)
    shown_curves(title, curves, table, key="patch_curve", x_title=byte, number_format=",.3~f")


def _name(byte: bytes) -> str:
    return byte.decode() if byte.isascii() and byte.decode().isprintable() else byte.hex().upper()


def draw_figures(cut: Cut) -> None:
    """Draw how many pieces there are, how long they are, and how many begin alike."""
    both = [cut.starts, cut.token_starts]
    alike = format_number(len(set(cut.starts) & set(cut.token_starts)))
    rows = [
        [_("pieces"), *(format_number(len(starts)) for starts in both)],
        [
            _("bytes per piece"),
            *(
                format_number(round(len(cut.text) / len(starts), 2)) if starts else "–"
                for starts in both
            ),
        ],
        [_("pieces that begin in the same place"), alike, alike],
    ]
    figures_table(rows, ["", _("patches"), _("tokens of BPE")])
