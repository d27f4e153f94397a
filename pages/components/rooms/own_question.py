"""A question with written choices, as the teacher's tab sends it."""

from typing import Any

from classroom.voting.ballot import Ballot
from pages.components.beliefs import BELIEF_TEXTS

MOST_CHOICES = 8
#: The most characters in the question, in one choice, and in the name of what a quiz is about.
QUESTION_CHARACTERS, CHOICE_CHARACTERS, FORM_CHARACTERS = 2_000, 500, 20


def ballot_of_question(message: Any) -> Ballot:
    """The ballot of `{"step": …, "text": …, "choices": […], "right": …}`. Raises a ValueError.

    `"beliefs"` may name the belief behind each choice; other names are left out. `"form"` and
    `"seed"` may say from which quiz it is.

    >>> question = {"step": 1, "text": "2 + 2?", "choices": ["3", "4"], "right": 1}
    >>> ballot = ballot_of_question({**question, "beliefs": ["words-once", ""]})
    >>> ballot.shown
    {'kind': 'choices', 'step': 1, 'text': '2 + 2?', 'choices': ['3', '4']}
    >>> sorted(ballot.right), ballot.beliefs
    ([1], {0: 'words-once'})
    >>> drawn = ballot_of_question({**question, "form": "mistakes", "seed": 3})
    >>> drawn.form, drawn.seed
    ('mistakes', 3)
    >>> ballot_of_question({**question, "choices": "34"})
    Traceback (most recent call last):
    ValueError: this is no question
    """
    values: dict[str, Any] = message if isinstance(message, dict) else {}
    step, right = values.get("step", ""), values.get("right", "")
    text, choices = values.get("text"), values.get("choices", "")
    are_numbers = type(step) is int and type(right) is int
    if not are_numbers or not _is_text(text, QUESTION_CHARACTERS) or not _are_choices(choices):
        raise ValueError("this is no question")
    shown = {"kind": "choices", "step": step, "text": text, "choices": choices}
    names = values.get("beliefs")
    beliefs = {
        choice: name
        for choice, name in enumerate(names if isinstance(names, list) else ())
        if isinstance(name, str) and name in BELIEF_TEXTS and right != choice < len(choices)
    }
    form, seed = values.get("form"), values.get("seed")
    if not isinstance(form, str) or not form.isalpha() or type(seed) is not int:
        form, seed = "", None
    return Ballot(
        step, shown, choices, frozenset([right]), beliefs, form=form[:FORM_CHARACTERS], seed=seed
    )


def _is_text(value: object, most: int) -> bool:
    return isinstance(value, str) and 0 < len(value) <= most


def _are_choices(value: object) -> bool:
    if not isinstance(value, list) or len(value) > MOST_CHOICES:
        return False
    return all(_is_text(choice, CHOICE_CHARACTERS) for choice in value)
