"""A question in the form that is passed to another program."""

from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree.ElementTree import Element


@dataclass(frozen=True)
class Choice:
    """One answer: its text, as inline XHTML in a `span`, and the feedback for choosing it."""

    content: Element
    feedback: str = ""


@dataclass(frozen=True)
class ExchangeItem:
    """One question with one right choice.

    - `name`: letters and digits, unique to the question; `title`: what a list of questions
      shows; `tags`: by what a list can be filtered; `language`: as in `xml:lang`
    - `scene`: what is shown before the question, as XHTML blocks; `ask`: the question, a `p`
    - `right`: the index of the right choice; `is_ordered`: the choices must keep their order
    - `why`: why it is right, a `p`; None if each choice has its own reason
    - `verdicts`: what to say to a right answer, and to a wrong one
    """

    name: str
    title: str
    language: str
    tags: Sequence[str]
    scene: Sequence[Element]
    ask: Element
    choices: Sequence[Choice]
    right: int
    is_ordered: bool
    why: Element | None
    verdicts: tuple[str, str]
