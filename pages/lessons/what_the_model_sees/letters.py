"""Letters and characters: what is left of them when only the ids of a text's tokens are given."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from bpe_core.experiments import token_bytes
from bpe_core.experiments.characters import line_ends, shared_radicals
from bpe_core.experiments.letters_and_digits import count_letter, spelled_out
from pages.components.charts import figures_table
from pages.components.fields import input_text_field
from pages.components.tokens.token_rows import TokenRow, token_rows
from pages.lessons.what_the_model_sees import LESSON
from pages.lessons.what_the_model_sees.experiment import Vocabulary, draw_costs, predict
from pages.session import state
from pages.session.language import _, format_number, visible

#: How many characters of the text are used.
MOST = 200
#: The most tokens whose letters are written as a sum.
MOST_ADDENDS = 6


def draw_letters(vocabularies: Sequence[Vocabulary]) -> bool:
    """Draw the experiment and return whether its answer is shown."""
    with st.container(horizontal=True):
        with st.container():
            text = input_text_field(_("strawberry"))[:MOST]
        letter = letter_to_count(text)
    if not text:
        return False
    tokens = st.container()
    question = _("What can a model read off these ids, before it has learned anything about them?")
    answers = LESSON.words("letters_answers")
    is_answered = predict("letters", question, (text, letter), lambda: "equal", answers)
    with tokens:
        rows = [_with_ids(each, text, letter if is_answered else "") for each in vocabularies]
        columns = [_("vocabulary"), _("the tokens, as you see them"), _("all that the model gets")]
        token_rows(rows, key="sees_letters", columns=columns)
    if not is_answered:
        return False
    st.header(_("With a space before it, as inside a sentence"))
    token_rows([_counted(each, " " + text, letter) for each in vocabularies], key="sees_spaced")
    draw_spelling(vocabularies, text)
    draw_shapes(vocabularies, text)
    draw_rhymes(vocabularies, text)
    return True


def letter_to_count(text: str) -> str:
    """Draw the field for the letter, or the part of a text, that is counted."""
    usual = "r" if "r" in text else _("r")
    letter = str(state.link().own.get("letter") or usual)
    st.text_input(
        _("Letter to count"), max_chars=8, width=160, **state.bound_to_parameter("letter", letter)
    )
    return letter


def _with_ids(vocabulary: Vocabulary, text: str, letter: str) -> TokenRow:
    ids = " ".join(map(str, vocabulary.encoder.encode(text)))
    row = _counted(vocabulary, text, letter)
    return replace(row, cells=(len(row.words),), last=_("ids: {ids}", ids=ids))


def _counted(vocabulary: Vocabulary, text: str, letter: str) -> TokenRow:
    """The tokens of a text, and how often the letter occurs in each of them.

    Without a letter, how many tokens there are.
    """
    row = vocabulary.row(text)  # all together, so that parts of a character say of which one
    if not letter:
        return row
    counted = count_letter(token_bytes(vocabulary.encoder, text), letter)
    remark = format_number(sum(counted.inside))
    if 1 < len(counted.inside) <= MOST_ADDENDS:
        remark = f"{' + '.join(map(format_number, counted.inside))} = {remark}"
    if counted.split:
        remark += _("; split between tokens: {n}", n=counted.split)
    return replace(row, remark=_("{letter}: {sum}", letter=visible(letter), sum=remark))


def draw_spelling(vocabularies: Sequence[Vocabulary], text: str) -> None:
    """Draw the cost of writing the text letter by letter."""
    st.header(_("Spelling it out: one token per letter, at a price"))
    forms = {
        _("as it is"): text,
        _("spaces between"): spelled_out(text, " "),
        _("hyphens between"): spelled_out(text, "-"),
    }
    draw_costs(vocabularies, forms)


#: How many vocabularies have their ids shown, starting with the first.
MOST_VOCABULARIES = 4


def draw_shapes(vocabularies: Sequence[Vocabulary], text: str) -> None:
    """Draw the characters that share a radical, with their ids; nothing if none do."""
    shared = shared_radicals(text)
    if not shared:
        return
    st.header(_("Characters that share a radical"))
    rows = [
        [f"{character} ({radical})", *_ids(vocabularies, character)]
        for radical, characters in shared.items()
        for character in characters
    ]
    figures_table(rows, [_("character (radical)"), *_names(vocabularies)])
    st.caption(LESSON.prose("radicals"))


def draw_rhymes(vocabularies: Sequence[Vocabulary], text: str) -> None:
    """Draw how the lines of a text end and which rhyme; nothing for fewer than two lines."""
    ends = line_ends(text)
    if len(ends) < 2:
        return
    st.header(_("Lines that rhyme"))
    rows = []
    for end in ends:
        others = [other for other in ends if other.line != end.line and other.rhyme == end.rhyme]
        rhymes = _(", ").join(dict.fromkeys(other.character for other in others if end.rhyme))
        ids = _ids(vocabularies, end.character)
        rows.append([end.line, f"{end.character} {end.reading}", rhymes or "–", *ids])
    columns = [_("line"), _("ends with"), _("rhymes with")]
    figures_table(rows, [*columns, *_names(vocabularies)])
    st.caption(LESSON.prose("rhymes"))


def _names(vocabularies: Sequence[Vocabulary]) -> list[str]:
    return [_("ids in {name}", name=each.name) for each in vocabularies[:MOST_VOCABULARIES]]


def _ids(vocabularies: Sequence[Vocabulary], character: str) -> list[str]:
    return [
        " ".join(map(str, each.encoder.encode(character)))
        for each in vocabularies[:MOST_VOCABULARIES]
    ]
