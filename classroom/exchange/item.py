"""A question in the form that is passed to another program.

Its texts are the small part of XHTML that Moodle and QTI 2.1 both accept.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import bidirectional
from xml.etree.ElementTree import Element, tostring


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


#: Classes of characters that are read from right to left.
_FROM_RIGHT = {"R", "AL", "AN"}
#: Put around such a text, so that adjacent text keeps its place; QTI 2.1 does not have `bdi`.
_ISOLATE, _END_ISOLATE = "\u2068", "\u2069"


def mixed(tag: str, *parts: str | Element) -> Element:
    """An element that contains text and elements, in the given order.

    >>> tostring(mixed("p", "a <", mixed("b", "c"), "> d"), encoding="unicode")
    '<p>a &lt;<b>c</b>&gt; d</p>'
    """
    node = Element(tag)
    last: Element | None = None
    for part in parts:
        if isinstance(part, Element):
            node.append(part)
            last = part
        elif last is None:
            node.text = (node.text or "") + part
        else:
            last.tail = (last.tail or "") + part
    return node


def document(root: Element) -> bytes:
    """A whole file in UTF-8, with its declaration. ElementTree writes bytes in many small steps.

    >>> document(mixed("p", "哈")).decode()
    "<?xml version='1.0' encoding='UTF-8'?>\\n<p>哈</p>"
    """
    text: str = tostring(root, encoding="unicode")
    return b"<?xml version='1.0' encoding='UTF-8'?>\n" + text.encode()


def code(text: str) -> Element:
    r"""A token, or other text from a corpus, to be read letter by letter.

    >>> code("ug").text, code("\u05d0").text, code("\u0627").text
    ('ug', '\u2068\u05d0\u2069', '\u2068\u0627\u2069')
    """
    if any(bidirectional(character) in _FROM_RIGHT for character in text):
        text = f"{_ISOLATE}{text}{_END_ISOLATE}"
    return mixed("code", text)
