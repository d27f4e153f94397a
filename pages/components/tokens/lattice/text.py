"""The sentences that a lattice shows. The browser fills in the names in braces."""

from pages.session.language import _


def lattice_texts() -> dict[str, str]:
    """Every sentence that a lattice shows."""
    return {**_field_texts(), **_diagram_texts(), **_way_texts(), **_table_texts()}


def _field_texts() -> dict[str, str]:
    return {
        "label": _("Any word, up to {limit} characters"),
        "show": _("Show its lattice"),
        "too_long": _("This word has {n} characters; the limit is {limit}. Shorten it."),
        "empty": _("Type a word first."),
    }


def _diagram_texts() -> dict[str, str]:
    return {
        "diagram_title": _("All segmentations of the word"),
        "diagram": _("The lattice of {word}: {n} segmentations; the best is {best}"),
        "diagram_legend": _(
            "Each arc is a token with its probability; each path from left to right is a "
            "segmentation. Thick and solid: the best one. Dotted: the one you chose below."
        ),
        "left_out": _(
            "Only the first {n} units of this word are drawn. The rest, and tokens that "
            "reach into it, are left out: {rest}"
        ),
        "unknown": _(
            "Not in the vocabulary: {units}. Each becomes an unknown token, which is less "
            "probable than any other token."
        ),
    }


def _way_texts() -> dict[str, str]:
    return {
        "ways_title": _("The best segmentations"),
        "ways_legend": _(
            "Probability: the product of the tokens' probabilities. Share: its part of the "
            "summed probability of all {n} segmentations."
        ),
        "only_way": _("It is the only segmentation: no longer token fits."),
        "segmentation": _("segmentation"),
        "probability": _("probability"),
        "share": _("share"),
        "others": _("the other {n}"),
        "all": _("all {n} together"),
        "best": _("best"),
    }


def _table_texts() -> dict[str, str]:
    return {
        "table_title": _("Viterbi's table, position by position"),
        "table_legend": _(
            "Best score of a position: for each token that ends there, add its ln p to the best "
            "score at its start; the highest of these sums."
        ),
        "transport": _("Walk through the table"),
        "first": _("First position"),
        "previous": _("Previous position"),
        "next": _("Next position"),
        "last": _("Last position"),
        "next_short": _("Next"),
        "position_of": _("position {k} of {n}"),
        "position": _("position"),
        "candidates": _("compared"),
        "score": _("best score"),
        "back": _("back pointer"),
        "back_to": _("{token} from {k}"),
        "start": _("start"),
        "trace_back": _(
            "Reading backwards from position {n}: {steps}. So the best segmentation is {best}."
        ),
        "then": _(", then "),
        "sums": _(
            "ln p is the natural logarithm of the probability. Adding logarithms multiplies the "
            "probabilities."
        ),
    }
