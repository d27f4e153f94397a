"""The files that can be downloaded, and which of them a training can be written as."""

from collections.abc import Callable
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from bpe_core.algorithms.unigram import UnigramTrace
from bpe_core.errors import BpeError
from bpe_core.files.exchange import FORMATS, Format, write_tokenizer
from bpe_core.files.exchange.other_models import AnyTrace
from bpe_core.files.exchange.program import check_program, write_program
from bpe_core.files.exchange.trace_tables import write_csv, write_json
from pages.components.stepper.offline import check_steps, offline_page
from pages.session.language import N_

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
    def check(trace: AnyTrace, step: int) -> None:
        write_tokenizer(trace, format.name, step)

    return Item(
        format.label,
        format.about,
        format.file_name,
        format.mime,
        lambda trace, step, _language: write_tokenizer(trace, format.name, step),
        check,
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

    This is not tried again at every step: a format that can express the most tokens can express
    fewer, and one that cannot express the fewest cannot express more. Zero merges are a special
    case.
    """
    if isinstance(trace, UnigramTrace):
        most, fewest = 0, len(trace)
    else:
        most, fewest = min(len(trace), _TRIED_STEPS), min(step, 1)
    if step and _try(trace, name, most) is None:
        return None
    return _try(trace, name, fewest) or _try(trace, name, min(step, _TRIED_STEPS))


def _try(trace: AnyTrace, name: str, step: int) -> BpeError | None:
    known = _tried.setdefault(trace, {})
    if (name, step) not in known:
        try:
            ITEMS[name].check(trace, step)
            known[name, step] = None
        except BpeError as error:
            known[name, step] = error
    return known[name, step]
