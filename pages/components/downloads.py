"""Downloads: a training as a file, for other programs, for spreadsheets, or without a network.

Nothing is looked up before the box is opened, and no file is built before it is asked for. Then a
thread beside the page builds it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal, NamedTuple
from weakref import WeakKeyDictionary

import streamlit as st
from streamlit.elements.lib.mutable_expander_container import ExpanderContainer

from bpe_core.algorithms.bpe.trace import Trace
from bpe_core.algorithms.three_algorithms import SideBySide
from bpe_core.algorithms.unigram.trace import UnigramTrace
from bpe_core.errors import BpeError
from bpe_core.files.exchange import FORMATS, AnyTrace, Format, write_tokenizer
from bpe_core.files.program import check_program, write_program
from bpe_core.files.trace_tables import write_csv, write_json
from pages.components.late_box import late_box
from pages.components.stepper.offline import check_steps, offline_page
from pages.session import state
from pages.session.language import N_, _, current_language, gettext, translate_error
from pages.session.session_state import is_open
from pages.session.traces import trace_by_key

#: Up to this step a whole file is built as a trial, in about 20 ms, to learn whether that works.
_TRIED_STEPS = 1_000


@dataclass(frozen=True)
class Item:
    """A file to download, built for a step and a language. `check` raises if it cannot be built."""

    title: str
    about: str
    file_name: str
    mime: str
    build: Callable[[AnyTrace, int, str], bytes]
    check: Callable[[AnyTrace, int], object] = lambda trace, step: None


def _tokenizer(format: Format) -> Item:
    return Item(
        format.label,
        format.about,
        format.file_name,
        format.mime,
        lambda trace, step, _language: write_tokenizer(trace, format.name, step),
        lambda trace, step: write_tokenizer(trace, format.name, step),
    )


ITEMS = {
    "page": Item(
        N_("The stepper as a web page"),
        N_(
            "One HTML file with all the steps, in both languages: slides that work offline. "
            "Printed, it has one step a page."
        ),
        "merge-by-merge.html",
        "text/html",
        offline_page,
        lambda trace, _step: check_steps(trace),
    ),
    **{name: _tokenizer(format) for name, format in FORMATS.items()},
    "python": Item(
        N_("A short Python program"),
        N_(
            "Your words and settings in a page of code. It prints the same merges, and encodes "
            "and decodes."
        ),
        "bpe.py",
        "text/x-python",
        lambda trace, _step, _language: write_program(trace),
        lambda trace, _step: check_program(trace),
    ),
    "csv": Item(
        N_("Every step as a table (CSV)"),
        N_("One row per step, for a spreadsheet."),
        "steps.csv",
        "text/csv",
        lambda trace, _step, _language: write_csv(trace),
    ),
    "json": Item(
        N_("Everything as JSON"),
        N_("Settings, words, vocabulary and every step, for programs of your own."),
        "training.json",
        "application/json",
        lambda trace, _step, _language: write_json(trace),
    ),
}


#: The results of trials for each training: whether an item is available at a step.
_tried: WeakKeyDictionary[AnyTrace, dict[tuple[str, int], BpeError | None]] = WeakKeyDictionary()


def refusal(trace: AnyTrace, name: str, step: int) -> BpeError | None:
    """Why an item is not available at a step; None if it is.

    A format that can express the most tokens can express fewer, except for none at all.
    """
    most = 0 if isinstance(trace, UnigramTrace) else min(len(trace), _TRIED_STEPS)
    if step and _try(trace, name, most) is None:
        return None
    return _try(trace, name, min(step, _TRIED_STEPS))


def _try(trace: AnyTrace, name: str, step: int) -> BpeError | None:
    known = _tried.setdefault(trace, {})
    if (name, step) not in known:
        try:
            ITEMS[name].check(trace, step)
            known[name, step] = None
        except BpeError as error:
            known[name, step] = error
    return known[name, step]


_BOX = "downloads_box"
OneOf = Literal["bpe", "wordpiece", "unigram"]
#: Three trainings side by side, in their order.
THREE: tuple[OneOf, ...] = ("bpe", "wordpiece", "unigram")


class Offered(NamedTuple):
    """A training at a step, by the key of its trace.

    If three trainings are side by side, `one_of` says which one is meant. Without a step, the one
    that the learner has reached is used.
    """

    key: str
    step: int | None = None
    one_of: OneOf = "bpe"

    def trace(self) -> AnyTrace | None:
        """The trace, as long as it is held."""
        trace = trace_by_key(self.key)
        if isinstance(trace, SideBySide):
            one: AnyTrace = getattr(trace, self.one_of)
            return one
        return trace if isinstance(trace, Trace | UnigramTrace) else None


@st.fragment
def offer_downloads(offered: Mapping[str, Offered]) -> None:
    """Offer the files of a training, or of one of several by their names."""
    if (box := downloads_box()).open:
        with box:
            draw_downloads(_one_of(offered))


def is_box_open() -> bool:
    """Whether the learner has opened the box; an open one follows the walk."""
    return is_open(_BOX)


def downloads_box() -> ExpanderContainer:
    """The box, which is empty until it is open."""
    return late_box(_("Downloads"), _BOX)


def _one_of(offered: Mapping[str, Offered]) -> Offered:
    """The only training, or the one that the learner chooses from several."""
    if len(offered) == 1:
        return next(iter(offered.values()))
    return offered[st.selectbox(_("Which training"), offered, key="downloads_of")]


def draw_downloads(offered: Offered) -> None:
    """Draw the choice of files for a training, and the download button."""
    if (trace := offered.trace()) is None:
        return
    titles = {name: gettext(item.title) for name, item in ITEMS.items()}
    chosen = st.selectbox(
        _("What to download"), titles, format_func=titles.__getitem__, key="downloads_kind"
    )
    step = min(state.link().step, len(trace)) if offered.step is None else offered.step
    item = ITEMS[chosen]
    place = _("step {k} of {n}", k=step, n=len(trace))
    st.caption(_("{about} ({place})", about=gettext(item.about), place=place))
    if (error := refusal(trace, chosen, step)) is not None:
        st.info(translate_error(error))
        return
    st.download_button(
        _("Download"),
        partial(_build, offered, item, step, current_language()),
        file_name=item.file_name,
        mime=item.mime,
        on_click="ignore",
        key=f"download_{chosen}",
    )


def _build(offered: Offered, item: Item, step: int, language: str) -> bytes:
    """Build the file. It looks up the trace, because the function is kept as long as the page."""
    if (trace := offered.trace()) is None:
        raise LookupError("the trace is no longer held")
    try:
        return item.build(trace, step, language)
    except BpeError:
        # The error may repeat the learner's text, and what is raised here goes to the log.
        raise LookupError("the format cannot say this") from None
