"""Questions as files that learning platforms read: Moodle XML, and QTI 2.1.

Both are written from the same `ExchangeItem`, whose texts are XHTML elements. Unlike the web
page, a platform shows them in its own style, so each token is a `<code>` element.

Moodle's own format, "Moodle XML": https://docs.moodle.org/en/Moodle_XML_format. There is no schema,
so our tests have a parser for what that page describes. It contains XHTML as escaped text.

IMS Question and Test Interoperability, version 2.1 (IMS Global, 2012), is a content package: a ZIP
with a manifest, a test that asks every item in turn, and one file for each item. Each item is
scored 0 or 1, and contains the feedback for each answer.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from io import BytesIO
from unicodedata import bidirectional
from xml.etree.ElementTree import Element, SubElement, indent, tostring
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo


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


_QTI = "http://www.imsglobal.org/xsd/imsqti_v2p1"
_PACKAGE = "http://www.imsglobal.org/xsd/imscp_v1p1"
_XSI = "http://www.w3.org/2001/XMLSchema-instance"
_TEST_FILE = "test.xml"
#: The time of every file in the ZIP, so that the same questions always make the same package.
_NO_TIME = (1980, 1, 1, 0, 0, 0)


def write_qti(items: Sequence[ExchangeItem], title: str) -> bytes:
    """All questions as one package."""
    files = {
        "imsmanifest.xml": _manifest(items),
        _TEST_FILE: _test(items, title),
        **{_file_of(item): _item(item) for item in items},
    }
    out = BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as package:
        for name, root in files.items():
            package.writestr(ZipInfo(name, _NO_TIME), document(root), ZIP_DEFLATED)
    return out.getvalue()


def _file_of(item: ExchangeItem) -> str:
    return f"items/{item.name}.xml"


def _place(choice: int) -> str:
    return f"C{choice}"


def _root(tag: str, namespace: str, schema: str, **attributes: str) -> Element:
    """The root of a document. ElementTree writes a default namespace like any other attribute."""
    location = f"{namespace} {schema}"
    names = {"xmlns": namespace, "xmlns:xsi": _XSI, "xsi:schemaLocation": location}
    return Element(tag, names | attributes)


def _item(item: ExchangeItem) -> Element:
    root = _root(
        "assessmentItem",
        _QTI,
        f"{_QTI}.xsd",
        identifier=item.name,
        title=item.title,
        adaptive="false",
        timeDependent="false",
        **{"xml:lang": item.language},
    )
    response = SubElement(
        root,
        "responseDeclaration",
        identifier="RESPONSE",
        cardinality="single",
        baseType="identifier",
    )
    SubElement(SubElement(response, "correctResponse"), "value").text = _place(item.right)
    _outcome(root, "SCORE", "float", "0")
    _outcome(root, "MAXSCORE", "float", "1")
    _outcome(root, "FEEDBACK", "identifier", None)
    root.append(_body(item))
    root.append(_processing())
    root.extend(_feedback(item))
    return root


def _outcome(root: Element, name: str, base_type: str, default: str | None) -> None:
    node = SubElement(
        root, "outcomeDeclaration", identifier=name, cardinality="single", baseType=base_type
    )
    if default is not None:
        SubElement(SubElement(node, "defaultValue"), "value").text = default


def _body(item: ExchangeItem) -> Element:
    body = Element("itemBody")
    body.extend(deepcopy(block) for block in item.scene)
    interaction = SubElement(
        body,
        "choiceInteraction",
        responseIdentifier="RESPONSE",
        shuffle="false" if item.is_ordered else "true",
        maxChoices="1",
    )
    prompt = SubElement(interaction, "prompt")
    prompt.text = item.ask.text
    prompt.extend(deepcopy(part) for part in item.ask)
    for place, choice in enumerate(item.choices):
        node = SubElement(interaction, "simpleChoice", identifier=_place(place))
        node.append(deepcopy(choice.content))
    return body


def _processing() -> Element:
    """Score 1 if the response is the correct one, and show the feedback for it."""
    rules = Element("responseProcessing")
    branch = SubElement(SubElement(rules, "responseCondition"), "responseIf")
    match = SubElement(branch, "match")
    SubElement(match, "variable", identifier="RESPONSE")
    SubElement(match, "correct", identifier="RESPONSE")
    score = SubElement(branch, "setOutcomeValue", identifier="SCORE")
    SubElement(score, "baseValue", baseType="float").text = "1"
    feedback = SubElement(rules, "setOutcomeValue", identifier="FEEDBACK")
    SubElement(feedback, "variable", identifier="RESPONSE")
    return rules


def _feedback(item: ExchangeItem) -> Iterator[Element]:
    right, wrong = item.verdicts
    for place, choice in enumerate(item.choices):
        node = Element(
            "modalFeedback",
            outcomeIdentifier="FEEDBACK",
            identifier=_place(place),
            showHide="show",
        )
        node.append(mixed("p", right if place == item.right else wrong))
        if choice.feedback:
            node.append(mixed("p", choice.feedback))
        if item.why is not None:
            node.append(deepcopy(item.why))
        yield node


def _test(items: Sequence[ExchangeItem], title: str) -> Element:
    root = _root("assessmentTest", _QTI, f"{_QTI}.xsd", identifier="test", title=title)
    part = SubElement(
        root,
        "testPart",
        identifier="part",
        navigationMode="nonlinear",
        submissionMode="individual",
    )
    section = SubElement(part, "assessmentSection", identifier="all", title=title, visible="true")
    for item in items:
        SubElement(section, "assessmentItemRef", identifier=item.name, href=_file_of(item))
    indent(root)
    return root


def _manifest(items: Sequence[ExchangeItem]) -> Element:
    root = _root("manifest", _PACKAGE, f"{_PACKAGE}.xsd", identifier="package")
    metadata = SubElement(root, "metadata")
    SubElement(metadata, "schema").text = "QTIv2.1 Package"
    SubElement(metadata, "schemaversion").text = "1.0.0"
    SubElement(root, "organizations")
    resources = SubElement(root, "resources")
    test = _resource(resources, "test", "imsqti_test_xmlv2p1", _TEST_FILE)
    for item in items:
        SubElement(test, "dependency", identifierref=item.name)
        _resource(resources, item.name, "imsqti_item_xmlv2p1", _file_of(item))
    indent(root)
    return root


def _resource(resources: Element, name: str, kind: str, file: str) -> Element:
    node = SubElement(resources, "resource", identifier=name, type=kind, href=file)
    SubElement(node, "file", href=file)
    return node


__all__ = ["FILES", "Choice", "ExchangeFile", "ExchangeItem", "code", "mixed"]


@dataclass(frozen=True)
class ExchangeFile:
    """A kind of file: its display name, the file's name and type, and the function to write it."""

    label: str
    file_name: str
    mime: str
    write: Callable[[Sequence[ExchangeItem], str], bytes]


FILES: Mapping[str, ExchangeFile] = {
    "moodle": ExchangeFile("Moodle XML", "questions.xml", "application/xml", write_moodle),
    "qti": ExchangeFile("QTI 2.1", "questions-qti.zip", "application/zip", write_qti),
}
