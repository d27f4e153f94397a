"""A word that is being encoded, as the teacher's tab sends it.

The tab has the word's tokens and rules from the server. They come back from there because the
tokenizer may be one from the teacher's own file, which only the teacher's session holds.
"""

from typing import Any

from bpe_core import Token
from classroom.voting.ballot import Ballot
from classroom.voting.next_rule import ballot_of_word

#: The most tokens of a word: 24 characters as bytes, and an end-of-word marker.
MOST_TOKENS = 128
#: The most characters or bytes in one token.
TOKEN_LENGTH = 400


def ballot_of_own_word(message: Any) -> Ballot:
    """The ballot of `{"step": …, "tokens": […], "rules": […]}`. Raises a ValueError.

    `step` is how many merges the word has had. A token of bytes is a list of numbers. A rule is a
    number, null where none fits.

    >>> question = {"step": 0, "tokens": ["h", "u", "g"], "rules": [7, 3]}
    >>> ballot_of_own_word(question).right
    frozenset({1})
    >>> ballot_of_own_word({**question, "rules": [7]})
    Traceback (most recent call last):
    ValueError: this is no word with its rules
    """
    values: dict[str, Any] = message if isinstance(message, dict) else {}
    step, tokens, rules = values.get("step"), values.get("tokens", ""), values.get("rules", "")
    if type(step) is not int or not _are_tokens(tokens) or not _are_rules(rules, len(tokens) - 1):
        raise ValueError("this is no word with its rules")
    return ballot_of_word(step, [_token(each) for each in tokens], rules)


def _are_tokens(value: Any) -> bool:
    if not isinstance(value, list) or not 0 < len(value) <= MOST_TOKENS:
        return False
    return all(_is_text(each) or _is_bytes(each) for each in value)


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= TOKEN_LENGTH


def _is_bytes(value: Any) -> bool:
    if not isinstance(value, list) or not 0 < len(value) <= TOKEN_LENGTH:
        return False
    return all(type(byte) is int and 0 <= byte < 256 for byte in value)


def _are_rules(value: Any, length: int) -> bool:
    if not isinstance(value, list) or len(value) != length:
        return False
    return all(rule is None or type(rule) is int for rule in value)


def _token(value: Any) -> Token:
    return value if isinstance(value, str) else bytes(value)
