"""What the lesson "Fair to languages" is about: the texts, their unit, and how many merges."""

import hashlib
from dataclasses import dataclass, replace

import streamlit as st
from babel import Locale

from bpe_core import Corpus
from bpe_core.algorithms.parity.training import parallel_corpora
from bpe_core.text.corpus import UNIT_LABELS, Unit
from pages.components.fields.input_text import text_field
from pages.components.vocabularies.parallel_texts import (
    NAMED,
    OWN_EXAMPLE,
    language_names,
    paragraphs,
)
from pages.lessons.fair_to_languages import MOST_MERGES, TEXTS
from pages.session import state
from pages.session.language import BABEL_LOCALE, _, current_language, gettext, visible
from pages.session.parameters import TEXT_LIMIT
from pages.session.session_state import bound, bound_switch
from sample_corpora import content

#: The languages of the same piece of news.
NEWS = ("en", "de", "zh")
#: The most languages: a bar for each has to fit into a panel.
MOST_LANGUAGES = 14


@dataclass(frozen=True)
class Chosen:
    """The texts by the names of their languages, and the settings of the training."""

    names: tuple[str, ...]
    texts: tuple[str, ...]
    unit: Unit = "byte"
    merges: int = 0
    together: int = 0

    @property
    def key(self) -> str:
        """A name for the training: the same texts and settings have the same."""
        content = repr(self).encode("utf-8", "surrogatepass")
        return hashlib.blake2b(content, digest_size=12).hexdigest()

    def corpora(self) -> tuple[Corpus, tuple[Corpus, ...]]:
        """All texts together, and each of them. Raises a `BpeError`."""
        return parallel_corpora(self.texts, unit=self.unit, pre_tokenizer="gpt2")


def choose_texts() -> Chosen:
    """Ask for the texts."""
    way = st.segmented_control(
        _("Parallel texts"),
        list(TEXTS),
        format_func=lambda name: gettext(TEXTS[name]),
        **bound_switch("parity_texts", state.chosen("texts"), lambda n: state.choose(texts=n)),
    )
    if way == "sample":
        return Chosen(tuple(language_names()), tuple(paragraphs()))
    if way == "own":
        return _own_lines()
    names = Locale.parse(BABEL_LOCALE[current_language()]).languages
    return Chosen(
        tuple(str(names[code]) for code in NEWS),
        tuple(str(content(f"news-{code}")) for code in NEWS),
    )


def _own_lines() -> Chosen:
    given = state.chosen("lines")
    lines = OWN_EXAMPLE if given is None else given
    text_field(
        "parity_lines",
        _("The same text in several languages, one per line; the first line is 1"),
        lines,
        lambda text: state.choose(lines=text[:TEXT_LIMIT]),
    )
    texts = [line for line in lines.splitlines() if line.strip()][:MOST_LANGUAGES]
    return Chosen(tuple(visible(text, NAMED) for text in texts), tuple(texts))


def choose_numbers(chosen: Chosen) -> Chosen:
    """Ask for the unit and the numbers of merges."""
    most: int = state.chosen("most")
    together = min(state.chosen("together"), most)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        unit = st.segmented_control(
            _("Unit"),
            ["byte", "char"],
            format_func=lambda name: gettext(UNIT_LABELS[name]),
            **bound_switch("parity_unit", state.chosen("by"), lambda name: state.choose(by=name)),
        )
        st.number_input(
            _("Number of merges"),
            0,
            MOST_MERGES,
            step=10,
            width=160,
            **bound("parity_most", most, lambda n: state.choose(most=n)),
        )
        if most > 0:
            st.slider(
                _("First merges decided by all texts together"),
                0,
                most,
                width=320,
                **bound("parity_together", together, lambda n: state.choose(together=n)),
            )
    return replace(
        chosen, unit="char" if unit == "char" else "byte", merges=most, together=together
    )
