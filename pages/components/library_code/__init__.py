"""Show how a lesson's step is done with `tokenizers`, `tiktoken` or `sentencepiece`.

Each program stands alone. The comments at its end are what it prints, and a test runs it.
"""

from pathlib import Path

import streamlit as st

from pages.components.late_box import late_box
from pages.session import state
from pages.session.language import N_, _, gettext
from pages.session.lesson_fragment import lesson_fragment
from pages.session.view_options import is_stage_alone

#: The programs by name: in their file, each is a cell, as notebooks and editors know them.
PROGRAMS = {
    name: source.strip() + "\n"
    for name, _, source in (
        cell.partition("\n")
        for cell in Path(__file__).with_name("programs.py").read_text("utf-8").split("# %% ")[1:]
    )
}

#: What the programs that the lessons show say in docstrings and comments.
COMMENTS = (
    N_(
        "Byte pair encoding as a textbook prints it (Gage, 1994; Sennrich, Haddow and Birch, 2016)."
    ),
    N_(
        "A word is a list of token ids, a corpus a list of words with their counts, and "
        "`vocabulary[id]` the\ntext of a token. Unlike the package's fast trainer, this one counts "
        "all pairs again at each step."
    ),
    N_("How often each pair of adjacent tokens occurs in the corpus."),
    N_("The most frequent pair; in a tie the one that `prefer` ranks highest, or the first seen."),
    N_("The word with every occurrence of the pair merged, from left to right."),
    N_("Learn up to `num_merges` merges, in order; each one adds a token to the vocabulary."),
    N_("The word's tokens: each merge is applied, in the order in which it was learned."),
    N_("The text of these tokens."),
    N_("Learns from text, then turns any text into ids and back."),
    N_("Learn merges until the vocabulary has this size, or nothing is left to merge."),
    N_("Texts that are one token each, with their ids; they are never merged or split."),
    N_("The ids of some text; special tokens cut it."),
    N_("The text of these ids; bytes that are not a whole character become the sign �."),
    N_("Write the merges into a `.model` file, as minbpe reads it."),
    N_("Read what `save` wrote: each line is a merge, and its token gets the next id."),
    N_("the pattern that cuts text into words; here there is none"),
    N_("GPT-2's rule"),
    N_("a published one:"),
    N_("h + ug: -6.0 is more than hu + g: -6.5"),
    N_(
        "Its WordPieceTrainer merges by count, as BPE does; only encoding is WordPiece's longest "
        "match."
    ),
)


def in_readers_language(source: str) -> str:
    """Translate what a program of ours says in docstrings and comments; its code and lines stay.

    >>> from pages.session.language import speaking
    >>> with speaking("zh"):
    ...     print(in_readers_language("cut = 1  # GPT-2's rule"))
    cut = 1  # GPT-2 的规则
    """
    for comment in COMMENTS:
        source = source.replace(comment, gettext(comment))
    return source


def library_code(*names: str) -> None:
    """Draw these programs, folded; nothing on the stage."""
    if not is_stage_alone(state.lesson()):
        _fold_of_programs(names)


@lesson_fragment
def _fold_of_programs(names: tuple[str, ...]) -> None:
    """Draw the fold, and the programs once it is open: what colours them is a large script."""
    box = late_box(_("The same with a library"), "library_code")
    if box.open:
        with box:
            for name in names:
                st.code(in_readers_language(PROGRAMS[name]), language="python")
