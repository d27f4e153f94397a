"""Moodle's own format for questions, "Moodle XML", as its documentation describes it.

Source: https://docs.moodle.org/en/Moodle_XML_format. There is no schema, so our tests have a parser
for what that page describes. Unlike QTI, this format contains XHTML as escaped text.
"""

from collections.abc import Iterable, Sequence
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from classroom.exchange.item import ExchangeItem, document

#: Moodle's filters look for formulas and links between these signs, even in a learner's word.
_FILTERED = {ord(sign): f"&#{ord(sign)};" for sign in "$@\\[{"}


def write_moodle(items: Sequence[ExchangeItem], title: str) -> bytes:
    """All questions as one file, in a category named `title` in the course.

    >>> b"<text>$course$/hug//pug</text>" in write_moodle([], "hug/pug")
    True
    """
    quiz = Element("quiz")
    category = SubElement(quiz, "question", type="category")
    path = SubElement(category, "category")
    # A slash would begin a subcategory; two of them are a literal slash.
    SubElement(path, "text").text = "$course$/" + title.replace("/", "//")
    for item in items:
        quiz.append(_question(item))
    indent(quiz)
    return document(quiz)


def _question(item: ExchangeItem) -> Element:
    question = Element("question", type="multichoice")
    SubElement(SubElement(question, "name"), "text").text = item.title
    _html(question, "questiontext", [*item.scene, item.ask])
    _html(question, "generalfeedback", [] if item.why is None else [item.why])
    for tag, text in (
        ("defaultgrade", "1"),
        ("penalty", "0.3333333"),
        ("hidden", "0"),
        # Unique in a category: a question that Moodle imports again becomes a copy without one.
        ("idnumber", item.name),
        ("single", "true"),
        ("shuffleanswers", "0" if item.is_ordered else "1"),
        ("answernumbering", "none"),
    ):
        SubElement(question, tag).text = text
    right, wrong = item.verdicts
    for tag, verdict in (
        ("correctfeedback", right),
        ("partiallycorrectfeedback", wrong),
        ("incorrectfeedback", wrong),
    ):
        _text(question, tag, verdict)
    for place, choice in enumerate(item.choices):
        answer = _html(question, "answer", [choice.content])
        answer.set("fraction", "100" if place == item.right else "0")
        _text(answer, "feedback", choice.feedback)
    tags = SubElement(question, "tags")
    for tag in item.tags:
        SubElement(SubElement(tags, "tag"), "text").text = tag
    return question


def _html(parent: Element, tag: str, blocks: Iterable[Element]) -> Element:
    node = SubElement(parent, tag, format="html")
    html = "".join(tostring(block, encoding="unicode") for block in blocks)
    SubElement(node, "text").text = html.translate(_FILTERED)
    return node


def _text(parent: Element, tag: str, text: str) -> None:
    block = Element("p")
    block.text = text
    _html(parent, tag, [block] if text else [])
