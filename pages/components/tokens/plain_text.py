"""Tokens and rules as plain text, for paper and for files that other programs read."""

from collections.abc import Iterable

from bpe_core import TIE_RULES, Token
from classroom.values import SPACE, SPACES
from pages.session.language import _, gettext, visible

#: The most characters of a token or a word: both are short here.
_LIMIT = 48


def token_text(token: Token) -> str:
    r"""A token as text with nothing invisible in it; bytes that are not characters as numbers.

    >>> token_text(" a"), token_text("哈".encode()[:2]), token_text(b"ab"), token_text("\u202e")
    ('␣a', '⟨E5-93⟩', 'ab', '\\u202e')
    """
    text = token if isinstance(token, str) else _decoded(token)
    return visible(text.translate(SPACES), _LIMIT)


def space_sentence(tokens: Iterable[Token]) -> str:
    """Explain the sign for a space; empty if none of the tokens has one.

    >>> space_sentence(["a", " b"]), space_sentence(["a"])
    ('␣ is a space.', '')
    """
    has_spaces = any(SPACE in token_text(token) for token in tokens)
    return _("{space} is a space.").format(space=SPACE) if has_spaces else ""


def _decoded(token: bytes) -> str:
    try:
        return token.decode()
    except UnicodeDecodeError:
        return f"⟨{token.hex('-').upper()}⟩"


def tie_sentence(rule: str) -> str:
    """A sentence that says what to do when several pairs share the highest count."""
    return _("If several pairs share the highest count: ") + gettext(TIE_RULES[rule].instruction)
