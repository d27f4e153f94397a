"""The lattice of a word, with the scores of a Unigram file."""

from typing import Any

import streamlit as st

from bpe_core.algorithms.unigram.lattice import Edge, Lattice
from bpe_core.files.inspection.views.lattices import LatticeView
from pages.components.tokens.lattice import LONGEST_WORD, word_lattice
from pages.components.tokens.lattice.payload import lattice_data
from pages.components.vocabularies.answers import ask_all, draw_missing_answers
from pages.lessons.tokenizer_file.life.walked_text import WalkedText
from pages.session.language import _
from pages.session.uploads.model_files import Vocabulary


def draw_lattice(vocabulary: Vocabulary, walked: WalkedText) -> None:
    """Draw the lattice of the walked word, or nothing if the vocabulary has no scores."""
    summary = ask_all([(vocabulary, {"ask": "summary"})], "model file")[0].answer
    if summary is None or "lattice" not in summary["shows"]:
        return
    question = {"ask": "lattice", "text": walked.text, "word": walked.chosen}
    replies = ask_all([(vocabulary, question)], "lattice")
    draw_missing_answers(replies)
    lattice: LatticeView | None = replies[0].answer
    if lattice is None:
        return
    if not lattice["is_same"]:
        st.caption(
            _(
                "Either this file's own library gets a different result, or the word is too long "
                "for it to be compared."
            )
        )
    has_bytes = "byte" in summary["kinds"]
    word_lattice(data_of(lattice, has_bytes=has_bytes), key="file_lattice")


def data_of(lattice: LatticeView, *, has_bytes: bool = False) -> dict[str, Any]:
    """Return the lattice for the browser; the scores are those of the file.

    >>> edges = [{"start": 0, "end": 1, "id": 1, "score": -1.0}]
    >>> data = data_of({"characters": ["▁"], "edges": edges, "tokens": {}, "left_out": ""})
    >>> data["edges"], data["best"], data["ways"]
    ([[0, 1, -1.0, True]], [0], [{'edges': [0], 'score': -1.0, 'share': 1.0}])
    """
    characters = lattice["characters"]
    known = {int(i) for i, token in lattice["tokens"].items() if token["kind"] != "unknown"}
    edges = [
        Edge(e["start"], e["end"], e["id"] if e["id"] in known else _NO_TOKEN, e["score"])
        for e in lattice["edges"]
    ]
    return lattice_data(
        Lattice(len(characters), edges),
        [*characters],
        left_out=[*lattice["left_out"][: LONGEST_WORD + 1]],
        unknown_id=_NO_TOKEN,
        has_bytes=has_bytes,
    )


#: The key that represents an unknown token, whichever id a file gives it.
_NO_TOKEN = -1
