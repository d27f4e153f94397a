"""What a worksheet says, and how a token is written on paper."""

from collections.abc import Callable
from dataclasses import dataclass

from bpe_core import TIE_RULES, Token
from classroom.values import SPACES
from pages.session.language import _, gettext, visible

#: Characters of a token or a word: both are short here.
_LIMIT = 48


def token_text(token: Token) -> str:
    r"""A token as text in which nothing is unseen; bytes that are no characters as numbers.

    >>> token_text(" a"), token_text("哈".encode()[:2]), token_text(b"ab"), token_text("\u202e")
    ('␣a', '⟨E5-93⟩', 'ab', '\\u202e')
    """
    text = token if isinstance(token, str) else _decoded(token)
    return visible(text.translate(SPACES), _LIMIT)


def _decoded(token: bytes) -> str:
    try:
        return token.decode()
    except UnicodeDecodeError:
        return f"⟨{token.hex('-').upper()}⟩"


@dataclass(frozen=True)
class Pen:
    """Who fills in the sheet: its heading, what is written where an answer belongs, and what is
    left blank beside the heading.
    """

    heading: str
    write: Callable[[str], str]
    blanks: tuple[str, ...]


def student() -> Pen:
    """Leaves every answer open, and has a name."""
    return Pen(_("Worksheet: merge by hand"), lambda _answer: "", (_("Name"), _("Date")))


def teacher() -> Pen:
    """Fills in every answer."""
    return Pen(_("Answers: merge by hand"), lambda answer: answer, ())


def before_blank(label: str) -> str:
    """A label with the colon of the language."""
    return _("{label}: ").format(label=label)


def instructions() -> list[str]:
    """How it is done, one sentence after the other."""
    return [
        _("Count: how often is each pair of tokens adjacent? A word counts as often as it occurs."),
        _("Merge: the pair with the highest count becomes one token, wherever it occurs."),
        _("Write the words down again, and count again."),
    ]


def tie_sentence(rule: str) -> str:
    """What to do where several pairs share the highest count."""
    return _("If several pairs share the highest count: ") + gettext(TIE_RULES[rule].instruction)
