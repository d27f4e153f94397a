"""Take home: a training as a file, for other programs, for spreadsheets, or without a network.

Nothing is built before it is asked for: then a thread beside the page builds it.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import streamlit as st

from bpe_core.errors import BpeError
from bpe_core.files import FORMATS, write_tokenizer
from bpe_core.files.other_models import AnyTrace
from bpe_core.files.program import check_program, write_program
from bpe_core.files.trace_tables import write_csv, write_json
from bpe_core.side_by_side import SideBySide
from pages.ui import state
from pages.ui.language import N_, _, current_language, gettext, translate_error
from pages.ui.stepper.offline import check_steps, offline_page
from pages.ui.traces import held

#: Up to this step a whole file is tried in place, in some 20 ms, to know whether it can be.
_TRIED_STEPS = 1_000


@dataclass(frozen=True)
class Wish:
    """At which step, in which language, and with which of the training's settings."""

    step: int
    language: str
    min_frequency: int


@dataclass(frozen=True)
class Item:
    """A file to take home. `check` raises where it cannot be."""

    title: str
    told: str
    file_name: str
    mime: str
    build: Callable[[AnyTrace, Wish], bytes]
    check: Callable[[AnyTrace, int], object] = lambda trace, step: None


def _tokenizer(format: str, title: str, told: str) -> Item:
    def check(trace: AnyTrace, step: int) -> None:
        write_tokenizer(trace, format, step if step <= _TRIED_STEPS else 1)

    found = FORMATS[format]
    return Item(
        title,
        told,
        found.file_name,
        found.mime,
        lambda trace, wish: write_tokenizer(trace, format, wish.step),
        check,
    )


ITEMS = {
    "page": Item(
        N_("This stepper as a web page"),
        N_("One HTML file with the whole walk, in both languages. It opens without a network."),
        "merge-by-merge.html",
        "text/html",
        lambda trace, wish: offline_page(trace, wish.step, wish.language),
        lambda trace, _step: check_steps(trace),
    ),
    "tokenizer.json": _tokenizer(
        "tokenizer.json",
        N_("Tokenizer: tokenizer.json (Hugging Face)"),
        N_("The tokenizer as it is at this step, for the library tokenizers and all that use it."),
    ),
    "gpt2": _tokenizer(
        "gpt2",
        N_("Tokenizer: vocab.json and merges.txt (GPT-2)"),
        N_("The tokenizer as it is at this step, in the two files of GPT-2, packed as ZIP."),
    ),
    "minbpe": _tokenizer(
        "minbpe",
        N_("Tokenizer: .model (minbpe)"),
        N_("The tokenizer as it is at this step, for minbpe: short, and readable line by line."),
    ),
    "tiktoken": _tokenizer(
        "tiktoken",
        N_("Tokenizer: ranks (tiktoken)"),
        N_("The tokenizer as it is at this step, for tiktoken, which needs the pattern as well."),
    ),
    "subword-nmt": _tokenizer(
        "subword-nmt",
        N_("Tokenizer: codes (subword-nmt)"),
        N_("The tokenizer as it is at this step, for the program with which BPE was published."),
    ),
    "python": Item(
        N_("A short Python program"),
        N_("Your own words and settings in a page of code. It prints the same merges."),
        "bpe.py",
        "text/x-python",
        lambda trace, wish: write_program(trace, min_frequency=wish.min_frequency),
        lambda trace, _step: check_program(trace),
    ),
    "csv": Item(
        N_("Every step as a table (CSV)"),
        N_("One row a step, for a spreadsheet."),
        "steps.csv",
        "text/csv",
        lambda trace, _wish: write_csv(trace),
    ),
    "json": Item(
        N_("Everything as JSON"),
        N_("Settings, words, vocabulary and every step, for programs of your own."),
        "training.json",
        "application/json",
        lambda trace, _wish: write_json(trace),
    ),
}


def take_home(trace: AnyTrace, key: str, step: int) -> None:
    """Offer the files of a training at a step. `key` is what its trace is held under."""
    with st.expander(_("Take home")):
        chosen = st.selectbox(
            _("What to take home"),
            ITEMS,
            format_func=lambda name: gettext(ITEMS[name].title),
            key="take_home",
        )
        item = ITEMS[chosen]
        st.caption(gettext(item.told))
        try:
            item.check(trace, step)
        except BpeError as error:
            st.info(translate_error(error))
            return
        wish = Wish(step, current_language(), state.settings().min_frequency)
        st.download_button(
            _("Download"),
            partial(_build, key, item, wish),
            file_name=item.file_name,
            mime=item.mime,
            on_click="ignore",
            key=f"download_{chosen}",
        )


def _build(key: str, item: Item, wish: Wish) -> bytes:
    """The file. The trace is looked up: a button's function is kept as long as its page."""
    trace = held(key)
    if trace is None or isinstance(trace, SideBySide):
        raise LookupError("the trace is no longer held")
    try:
        return item.build(trace, wish)
    except BpeError:
        # Its text may repeat the learner's, and what is raised here goes to the log.
        raise LookupError("the format cannot say this") from None
