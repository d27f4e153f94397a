"""Downloads of the program: as it is, as a notebook, as an exercise, and as a class.

The text of the notebook and of the exercise is in the learner's language.
"""

from collections.abc import Callable
from functools import partial

import streamlit as st

from bpe_core import Trace
from bpe_core.errors import BpeError
from bpe_core.files.program import write_program
from bpe_core.teaching_materials.exercise import GRADES, write_exercise
from bpe_core.teaching_materials.notebook import check_notebook, write_class, write_notebook
from pages.components.library_code import in_readers_language
from pages.lessons.the_code import LESSON
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
    said = dict(LESSON.table("notebook")[1:])
    beginning = said.pop("beginning")
    return {**said, "title": f"# {said['title']}\n\n{beginning}"}


def exercise_words() -> dict[str, str]:
    """The messages of the exercise's checks, and the hint that goes with each."""
    return dict(LESSON.table("exercise")[1:])
