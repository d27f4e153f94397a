"""Ask for the texts of "Fair to languages", their unit, and the number of merges."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import streamlit as st
from babel import Locale

from bpe_core import BpeError
from bpe_core.specification import TEXTS_END, TrainingSpecification
from bpe_core.text.corpus import UNIT_LABELS, Unit
from bpe_core.text.parallel import read_parallel
from pages.components.fields import parameter_switch
from pages.components.fields.own_text import own_text_field
from pages.components.lesson_head import arriving_text
from pages.components.vocabularies.parallel_texts import (
    NAMED,
    language_names,
    own_lines,
    paragraphs,
)
from pages.lessons.fair_to_languages import MOST_MERGES, TEXTS
from pages.session import state
from pages.session.language import BABEL_LOCALE, _, current_language, translate_error, visible
from pages.session.link import OWN
from pages.session.training_request import TrainingRequest, digest_of
from sample_corpora import content

#: The languages of the same piece of news.
NEWS = ("en", "de", "zh")
#: The most languages: a bar for each has to fit into a panel.
MOST_LANGUAGES = 14


@dataclass(frozen=True)
class Chosen:
    """The texts by the names of their languages, and the settings of the training."""

    names: Sequence[str]
    texts: Sequence[str]
    unit: Unit = "byte"
    merges: int = 0
    together: int = 0

    @property
    def shown(self) -> Sequence[int]:
        """The places of the texts as they are shown: the reader's language comes first.

        In the training they keep their order, which decides ties, and with them what a link shows.
        """
        language = current_language()
        own = _name_of(language, language)
        return sorted(range(len(self.names)), key=lambda place: self.names[place] != own)

    def request(self) -> TrainingRequest:
        """The training. Its name is of the names, too, because these are shown with its trace."""
        specification = TrainingSpecification(
            algorithm="parity",
            source="text",
            unit=self.unit,
            pre_tokenizer="gpt2",
            num_merges=self.merges,
            together=self.together,
        )
        text = TEXTS_END.join(text.replace(TEXTS_END, " ") for text in self.texts)
        return TrainingRequest(specification, OWN, text, digest_of(self.names, self.texts))


def choose() -> Chosen:
    """Ask for the texts, their unit, and the numbers of merges. Raises a `BpeError`."""
    most: int = state.chosen("most")
    together = min(state.chosen("together"), most)
    with st.container(horizontal=True, vertical_alignment="bottom"):
        way = parameter_switch(_("Parallel texts"), TEXTS, "texts", key="parity_texts")
        units = {name: UNIT_LABELS[name] for name in ("byte", "char")}
        unit = parameter_switch(_("Unit"), units, "by", key="parity_unit")
        st.number_input(
            _("Number of merges"),
            0,
            MOST_MERGES,
            step=10,
            width=140,
            **state.bound_to_parameter("most"),
        )
        if most > 0:
            st.slider(
                _("First merges decided by all texts together"),
                0,
                most,
                **state.bound_to_parameter("together", together),
            )
    names, texts = _texts(way)
    if len(texts) > MOST_LANGUAGES:
        st.caption(_("Only the first {n} texts are compared.", n=MOST_LANGUAGES))
    return Chosen(
        tuple(names[:MOST_LANGUAGES]),
        tuple(texts[:MOST_LANGUAGES]),
        "char" if unit == "char" else "byte",
        most,
        together,
    )


def _texts(way: str) -> tuple[Sequence[str], Sequence[str]]:
    """The texts that were chosen, and the names of their languages."""
    if way == "sample":
        return language_names(), paragraphs()
    if way == "own":
        return own_lines("parity")
    if way == "files":
        return _own_files()
    names = [_name_of(code, current_language()) for code in NEWS]
    return names, [str(content(f"news-{code}")) for code in NEWS]


@cache
def _name_of(code: str, language: str) -> str:
    """The name of a language, in another or in itself."""
    return str(Locale.parse(BABEL_LOCALE[language]).languages[code])


def _own_files() -> tuple[Sequence[str], Sequence[str]]:
    table = state.link().text
    with st.expander(_("Your own files"), expanded=not table):
        own_text_field(table, is_parallel=True)
    arriving_text()
    if not table:
        return [], []
    read = read_parallel(table)
    try:
        read.check_lines()
    except BpeError as notice:
        st.warning(translate_error(notice))
    return [visible(name, NAMED) for name in read.names], read.texts
