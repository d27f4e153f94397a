"""The best ways to segment a word by the scores of a Unigram file."""

from math import exp

import streamlit as st

from bpe_core.model_files.views.lattices import LatticeView
from bpe_core.unigram.lattice import Edge, Lattice
from pages.components.charts.tables import figures_table
from pages.components.vocabularies.answers import ask_all, draw_missing_answers
from pages.session.brought.model_files import Vocabulary
from pages.session.language import _, format_number, format_percent, visible

#: Segmentations that are listed.
_LISTED = 8


def draw_segmentations(vocabulary: Vocabulary, text: str) -> None:
    """A row for each segmentation; nothing for a vocabulary that has no scores."""
    summary = ask_all([(vocabulary, {"ask": "summary"})], "model file")[0].answer
    if summary is None or "lattice" not in summary["shows"]:
        return
    replies = ask_all([(vocabulary, {"ask": "lattice", "text": text})], "lattice")
    draw_missing_answers(replies)
    found: LatticeView | None = replies[0].answer
    if found is None:
        return
    figures_table(
        [
            [tokens, format_number(round(score, 2)), format_percent(share)]
            for tokens, score, share in segmentations(found)
        ],
        [_("its most likely segmentations"), _("sum of scores"), _("share of all")],
    )
    if not found["is_same"]:
        st.caption(
            _(
                "Either this file's own library gets a different result, or the "
                "word is too long for it to be compared."
            )
        )


def segmentations(found: LatticeView) -> list[tuple[str, float, float]]:
    """The best ways: tokens, the sum of their scores, and their share of all ways.

    >>> edges = [{"start": 0, "end": 1, "id": 1, "score": -1.0}]
    >>> segmentations({"characters": ["▁"], "edges": edges})
    [('▁', -1.0, 1.0)]
    """
    characters = found["characters"]
    edges = [Edge(e["start"], e["end"], e["id"], e["score"]) for e in found["edges"]]
    lattice = Lattice(len(characters), edges)
    rows = []
    for way in lattice.n_best(_LISTED):
        spans = [lattice.edges[number] for number in way.edges]
        tokens = [visible("".join(characters[edge.start : edge.end])) for edge in spans]
        share = exp(way.log_probability - lattice.log_probability)
        rows.append((" · ".join(tokens), way.log_probability, share))
    return rows
