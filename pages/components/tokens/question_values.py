"""The values of `classroom` in the JSON form that `values.js` draws."""

from collections.abc import Callable
from typing import Any

from bpe_core import TIE_RULES, Token
from bpe_core.text.corpus import UNIT_LABELS, plain_token
from classroom.values import Pair, Sum, Tokens, Value, Word
from pages.session.language import gettext


def name_of(name: str) -> str:
    """The name of a unit in words, or of a tie rule with what it decides."""
    return gettext(UNIT_LABELS[name] if name in UNIT_LABELS else TIE_RULES[name].verdict)


def value_data(value: Value, read: Callable[[Token], Token] = lambda token: token) -> Any:
    """A value as JSON can hold it: numbers as they are, anything else under the name of its kind.

    Tokens and words are shown as `read` has them.

    >>> value_data(Pair("h", b"u")), value_data(3), value_data(Word("hug"))
    ({'pair': ['h', [117]]}, 3, {'word': 'hug'})
    """
    if isinstance(value, Tokens):
        return {"tokens": [plain_token(read(token)) for token in value.tokens]}
    if isinstance(value, Pair):
        return {"pair": [plain_token(read(value.left)), plain_token(read(value.right))]}
    if isinstance(value, Word):
        return {"word": read(value.text)}
    if isinstance(value, Sum):
        return {"sum": [list(addend) for addend in value.addends]}
    return {"text": name_of(value)} if isinstance(value, str) else value
