"""The ballots that a teacher's tab sends: a question with written choices, or a word to encode.

A word's tokens and rules come back from the tab because the tokenizer may be one from the teacher's
own file, which only the teacher's session holds.
"""

from collections.abc import Callable, Mapping
from typing import Any

from classroom.voting.ballot import Ballot
from classroom.voting.walk_ballots import ballot_of_word
from pages.components.beliefs import BELIEF_TEXTS
from pages.session.language import HTML_LANG

MOST_CHOICES = 8
#: The most characters in the question, in one choice, and in the name of what a quiz is about.
QUESTION_CHARACTERS, CHOICE_CHARACTERS, FORM_CHARACTERS = 2_000, 500, 20
#: The most words and merges that are shown beside a question.
MOST_ROWS = 40
#: The most tokens of a word: 24 characters as bytes, and an end-of-word marker.
MOST_TOKENS = 128
#: The most characters or bytes in one token.
TOKEN_LENGTH = 400


def ballot_of_question(message: Any) -> Ballot:
    """The ballot of `{"step": …, "text": …, "choices": […], "right": …}`. Raises a ValueError.

    `"beliefs"` may name the belief behind each choice; other names are left out. `"form"` and
    `"seed"` may say from which quiz it is, `"languages"` what its text and its choices are in
    others, by `lang`, and `"scene"` which words, merges and running text it is about.

    >>> question = {"step": 1, "text": "2 + 2?", "choices": ["3", "4"], "right": 1}
    >>> ballot = ballot_of_question({**question, "beliefs": ["words-once", "words-once"]})
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
    step, right, choices = values.get("step"), values.get("right"), values.get("choices", "")
    if type(step) is not int or type(right) is not int or not _is_asked(values):
        raise ValueError("this is no question")
    shown = {"kind": "choices", "step": step, "text": values["text"], "choices": choices}
    if languages := values.get("languages"):
        shown["languages"] = _in_languages(languages, len(choices))
    if scene := values.get("scene"):
        shown["scene"] = _scene(scene)
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


def ballot_of_sent_word(message: Any) -> Ballot:
    """The ballot of `{"step": …, "tokens": […], "rules": […]}`. Raises a ValueError.

    `step` is how many merges the word has had. A token of bytes is a list of numbers. A rule is a
    number, null where none fits.

    >>> question = {"step": 0, "tokens": ["h", "u", "g"], "rules": [7, None]}
    >>> ballot_of_sent_word(question).right
    frozenset({0})
    >>> ballot_of_sent_word({**question, "rules": [7]})
    Traceback (most recent call last):
    ValueError: this is no word with its rules
    """
    values: dict[str, Any] = message if isinstance(message, dict) else {}
    step, tokens, rules = values.get("step"), values.get("tokens", ""), values.get("rules", "")
    are_rules = _is_list(rules, MOST_TOKENS, lambda rule: rule is None or type(rule) is int)
    is_word = _are_tokens(tokens) and are_rules and len(rules) == len(tokens) - 1
    if type(step) is not int or not is_word:
        raise ValueError("this is no word with its rules")
    read = [token if isinstance(token, str) else bytes(token) for token in tokens]
    return ballot_of_word(step, read, rules)


def _is_asked(values: Mapping[str, Any]) -> bool:
    """Whether there is a question, and choices to answer it."""
    return _is_text(values.get("text"), QUESTION_CHARACTERS) and _is_list(
        values.get("choices"), MOST_CHOICES, lambda choice: _is_text(choice, CHOICE_CHARACTERS)
    )


def _in_languages(value: Any, choices: int) -> dict[str, Any]:
    """The question and its choices by language, without anything else."""
    if not isinstance(value, dict) or not value.keys() <= {*HTML_LANG.values()}:
        raise ValueError("these are no languages")
    for each in value.values():
        if not isinstance(each, dict) or not _is_asked(each) or len(each["choices"]) != choices:
            raise ValueError("this is no translation")
    return {
        lang: {"text": each["text"], "choices": each["choices"]} for lang, each in value.items()
    }


def _scene(value: Any) -> dict[str, Any]:
    """Keep the fields of a question's scene, and nothing else."""
    values = value if isinstance(value, dict) else {}
    step, words, rules = values.get("step"), values.get("words", ""), values.get("rules")
    running = values.get("running", "")
    is_step = step is None or type(step) is int
    is_running = running == "" or _is_text(running, QUESTION_CHARACTERS)
    if not is_step or not is_running or not _is_list(words, MOST_ROWS, _is_row):
        raise ValueError("this is nothing to ask about")
    if not _is_list(rules, MOST_ROWS, lambda rule: _are_tokens(rule) and len(rule) == 3):
        raise ValueError("these are no merges")
    rows = [{"tokens": tokens, "choices": [], "count": count} for tokens, count in words]
    return {"step": step, "words": rows, "rules": rules, "running": running}


def _is_row(value: Any) -> bool:
    """Whether this is a word's tokens and its count."""
    is_pair = isinstance(value, list) and len(value) == 2
    return is_pair and _are_tokens(value[0]) and type(value[1]) is int


def _are_tokens(value: Any) -> bool:
    def is_token(each: Any) -> bool:
        return _is_text(each, TOKEN_LENGTH) or (
            _is_list(each, TOKEN_LENGTH, lambda byte: type(byte) is int and 0 <= byte < 256)
            and bool(each)
        )

    return _is_list(value, MOST_TOKENS, is_token) and bool(value)


def _is_text(value: object, most: int) -> bool:
    return isinstance(value, str) and 0 < len(value) <= most


def _is_list(value: Any, most: int, is_each: Callable[[Any], bool]) -> bool:
    return isinstance(value, list) and len(value) <= most and all(map(is_each, value))
