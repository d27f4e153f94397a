"""Downloads of the program: as it is, as a notebook, as an exercise, and as a class.

The text of the notebook and of the exercise is in the learner's language.
"""

from collections.abc import Callable
from functools import partial

import streamlit as st

from bpe_core import Trace
from bpe_core.errors import BpeError
from bpe_core.files.exchange.program import write_program
from bpe_core.teaching_materials.exercise import GRADES, write_exercise
from bpe_core.teaching_materials.notebook import check_notebook, write_notebook
from bpe_core.teaching_materials.standalone import write_class
from pages.components.library_code import in_readers_language
from pages.session.language import N_, _, current_language, gettext, speaking, translate_error
from pages.session.traces import merges_by_key

_GRADES = {
    1: N_("Exercise 1: fill in an expression in each function"),
    2: N_("Exercise 2: write the lines"),
    3: N_("Exercise 3: write the functions"),
}


def offer_program(key: str) -> None:
    """Draw the boxes below the program; `key` is the key of the training."""
    with st.expander(_("Take it with you: program, notebook, exercises")):
        _your_words(key)
        st.caption(
            _(
                "In the exercises, parts of the program are missing. Checks at the end "
                "of each file tell you what is wrong. All you need is Python."
            )
        )
        with st.container(horizontal=True):
            for grade in GRADES:
                _button(gettext(_GRADES[grade]), f"bpe_exercise_{grade}.py", _exercise, grade)
        _button(_("For teachers: the solution"), "bpe_solution.py", _exercise, 0)
    with st.expander(_("minbpe's form: the same functions as a class")):
        source = in_readers_language(write_class().decode())
        _button(_("Download"), "tokenizer.py", write_class)
        st.code(source[source.index("class Tokenizer") :], language="python")


def _your_words(key: str) -> None:
    """Draw the downloads that contain the learner's words."""
    trace = merges_by_key(key)
    try:
        if trace is not None:
            check_notebook(trace)
    except BpeError as error:
        st.info(translate_error(error))
        return
    with st.container(horizontal=True):
        _button(_("Program with your words (.py)"), "bpe.py", _program, key)
        _button(_("Jupyter notebook with your words"), "bpe.ipynb", _notebook, key)


def _button(label: str, file_name: str, build: Callable[..., bytes], *args: object) -> None:
    """Draw a download button; the file is built on request, in a separate thread."""
    st.download_button(
        label,
        partial(_in_language, current_language(), build, *args),
        file_name=file_name,
        mime="text/x-python" if file_name.endswith(".py") else "application/x-ipynb+json",
        on_click="ignore",
        key=f"take_{file_name}",
    )


def _in_language(language: str, build: Callable[..., bytes], *args: object) -> bytes:
    """Build a file with its messages in this language, its docstrings and comments, too."""
    with speaking(language):
        return in_readers_language(build(*args).decode()).encode()


def _exercise(grade: int) -> bytes:
    return write_exercise(grade, exercise_words())


def _trace(key: str) -> Trace:
    if (trace := merges_by_key(key)) is None:
        raise LookupError("the trace is no longer held")
    return trace


def _program(key: str) -> bytes:
    return write_program(_trace(key))


def _notebook(key: str) -> bytes:
    return write_notebook(_trace(key), notebook_words())


def notebook_words() -> dict[str, str]:
    """The notebook's Markdown: its title, and the text above each cell."""
    return {
        "title": _(
            "# BPE in plain Python\n\nYour words and settings from Merge by Merge. Run the cells "
            "from top to bottom: nothing but Python is needed."
        ),
        "data": _(
            "**The corpus.** Every word with its count, how many merges to learn, and the base "
            "tokens. A token's id is its place in `TOKENS`."
        ),
        "spell": _("**Spelling.** A word becomes a list of ids, one for each unit."),
        "count": _(
            "**Count.** How often is each pair of tokens adjacent? A pair counts as often as its "
            "word occurs."
        ),
        "choose": _("**Choose.** The pair with the highest count; in a tie, the rule decides."),
        "merge": _("**Merge.** The pair becomes one token, from left to right."),
        "train": _("**Train.** Count, choose, merge, and again."),
        "run": _("**Run it.** These are the same merges as in the app, with their counts."),
        "encode": _("**Encode.** A word is split by the same merges, in the same order."),
        "decode": _("**Decode.** Each id's text, joined."),
        "own": _("**Try it.** Change the word, and run the cell again."),
    }


def exercise_words() -> dict[str, str]:
    """The messages of the exercise's checks, and the hint that goes with each."""
    return {
        "title": _(
            "Write BPE yourself: fill in what is missing, then run this file. The checks at its "
            "end say what is wrong."
        ),
        "checks-title": _("The checks. There is nothing to change below this line."),
        "wrong": _("{call} gave {found}; it should give {expected}."),
        "unwritten": _("{call}: not implemented yet."),
        "error": _("{call} stopped with an error: {error}"),
        "endless": _("{call} never finishes. Does each round of the loop change something?"),
        "result": _("{right} of {n} checks passed."),
        "all-right": _("All checks passed. You have written BPE."),
        **_hints(),
    }


def _hints() -> dict[str, str]:
    return {
        "count": _("Two adjacent tokens are one pair."),
        "frequency": _("A pair counts as often as its word occurs, not once for each word."),
        "overlap": _("Count every place at which the pair begins, even where they overlap."),
        "borders": _("A pair never reaches from one word into the next."),
        "choose": _("Take the pair with the highest count."),
        "tie": _("In a tie without a rule, take the pair that comes first in the table."),
        "prefer": _(
            "In a tie with a rule, take the pair for which the rule gives the largest value."
        ),
        "merge": _("Merge every occurrence, and keep all other tokens."),
        "left-to-right": _("Read from left to right: a token that was merged is used up."),
        "last-token": _("Do not lose the last token of the word."),
        "train": _("Each merge gets the next id, and works on what the merge before it left."),
        "renewed": _("Count again after each merge: the counts have changed."),
        "nothing-left": _("Stop where no pair is left."),
        "encode": _("Apply the merges one after another, each to the result of the one before."),
        "in-order": _("Apply the merges in the order in which they were learned."),
        "decode": _("Look each id up in the vocabulary, and join the texts."),
        "decode-bytes": _(
            "Tokens may also be bytes: join them with an empty value of the same type."
        ),
    }
