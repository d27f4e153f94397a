"""The curve of the entropy, and patches beside BPE in figures."""

from pages.components.charts.shown_chart import ChartTable
from pages.components.charts.shown_curves import shown_curves
from pages.components.charts.tables import figures_table
from pages.lessons.without_a_tokenizer.patches import Cut
from pages.session.language import _, format_number

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
