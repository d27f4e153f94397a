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
from xml.etree.ElementTree import Element, indent, tostring
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


def mixed(tag: str, *parts: str | Element, **attributes: str) -> Element:
    """An element that contains text and elements, in the given order.

    >>> tostring(mixed("p", "a <", mixed("b", "c"), "> d"), encoding="unicode")
    '<p>a &lt;<b>c</b>&gt; d</p>'
    """
    node = Element(tag, attributes)
    for part in parts:
        if isinstance(part, Element):
            node.append(deepcopy(part))
        elif len(node):
            node[-1].tail = (node[-1].tail or "") + part
        else:
            node.text = (node.text or "") + part
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

    >>> code("ug").text, code("\u05d0").text, code("a\u0627").text
    ('ug', '\u2068\u05d0\u2069', '\u2068a\u0627\u2069')
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
    # A slash would begin a subcategory; two of them are a literal slash.
    path = mixed("text", "$course$/" + title.replace("/", "//"))
    category = mixed("question", mixed("category", path), type="category")
    quiz = mixed("quiz", category, *map(_question, items))
    indent(quiz)
    return document(quiz)


def _question(item: ExchangeItem) -> Element:
    right, wrong = item.verdicts
    settings = {
        "defaultgrade": "1",
        "penalty": "0.3333333",
        "hidden": "0",
        # Unique in a category: a question that Moodle imports again becomes a copy without one.
        "idnumber": item.name,
        "single": "true",
        "shuffleanswers": "0" if item.is_ordered else "1",
        "answernumbering": "none",
    }
    feedback = {
        "correctfeedback": right,
        "partiallycorrectfeedback": wrong,
        "incorrectfeedback": wrong,
    }
    answers = [
        _html(
            "answer",
            [choice.content],
            _html("feedback", _paragraph(choice.feedback)),
            fraction="100" if place == item.right else "0",
        )
        for place, choice in enumerate(item.choices)
    ]
    return mixed(
        "question",
        mixed("name", mixed("text", item.title)),
        _html("questiontext", [*item.scene, item.ask]),
        _html("generalfeedback", [] if item.why is None else [item.why]),
        *(mixed(tag, text) for tag, text in settings.items()),
        *(_html(tag, _paragraph(verdict)) for tag, verdict in feedback.items()),
        *answers,
        mixed("tags", *(mixed("tag", mixed("text", tag)) for tag in item.tags)),
        type="multichoice",
    )


def _html(tag: str, blocks: Iterable[Element], *parts: Element, **attributes: str) -> Element:
    html = "".join(tostring(block, encoding="unicode") for block in blocks)
    return mixed(tag, mixed("text", html.translate(_FILTERED)), *parts, format="html", **attributes)


def _paragraph(text: str) -> list[Element]:
    return [mixed("p", text)] if text else []


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


def _root(tag: str, namespace: str, *parts: Element, **attributes: str) -> Element:
    """The root of a document. ElementTree writes a default namespace like any other attribute."""
    location = f"{namespace} {namespace}.xsd"
    names = {"xmlns": namespace, "xmlns:xsi": _XSI, "xsi:schemaLocation": location}
    return mixed(tag, *parts, **names, **attributes)


def _item(item: ExchangeItem) -> Element:
    correct = mixed("correctResponse", mixed("value", _place(item.right)))
    return _root(
        "assessmentItem",
        _QTI,
        mixed(
            "responseDeclaration",
            correct,
            identifier="RESPONSE",
            cardinality="single",
            baseType="identifier",
        ),
        _outcome("SCORE", "float", mixed("defaultValue", mixed("value", "0"))),
        _outcome("MAXSCORE", "float", mixed("defaultValue", mixed("value", "1"))),
        _outcome("FEEDBACK", "identifier"),
        _body(item),
        _PROCESSING,
        *_feedback(item),
        identifier=item.name,
        title=item.title,
        adaptive="false",
        timeDependent="false",
        **{"xml:lang": item.language},
    )


def _outcome(name: str, base_type: str, *default: Element) -> Element:
    return mixed(
        "outcomeDeclaration", *default, identifier=name, cardinality="single", baseType=base_type
    )


def _body(item: ExchangeItem) -> Element:
    prompt = mixed("prompt", item.ask.text or "", *item.ask)
    choices = [
        mixed("simpleChoice", choice.content, identifier=_place(place))
        for place, choice in enumerate(item.choices)
    ]
    interaction = mixed(
        "choiceInteraction",
        prompt,
        *choices,
        responseIdentifier="RESPONSE",
        shuffle="false" if item.is_ordered else "true",
        maxChoices="1",
    )
    return mixed("itemBody", *item.scene, interaction)


_RESPONSE = mixed("variable", identifier="RESPONSE")
#: Score 1 if the response is the correct one, and show the feedback for it.
_PROCESSING = mixed(
    "responseProcessing",
    mixed(
        "responseCondition",
        mixed(
            "responseIf",
            mixed("match", _RESPONSE, mixed("correct", identifier="RESPONSE")),
            mixed("setOutcomeValue", mixed("baseValue", "1", baseType="float"), identifier="SCORE"),
        ),
    ),
    mixed("setOutcomeValue", _RESPONSE, identifier="FEEDBACK"),
)


def _feedback(item: ExchangeItem) -> Iterator[Element]:
    right, wrong = item.verdicts
    for place, choice in enumerate(item.choices):
        yield mixed(
            "modalFeedback",
            mixed("p", right if place == item.right else wrong),
            *_paragraph(choice.feedback),
            *([] if item.why is None else [item.why]),
            outcomeIdentifier="FEEDBACK",
            identifier=_place(place),
            showHide="show",
        )


def _test(items: Sequence[ExchangeItem], title: str) -> Element:
    references = [
        mixed("assessmentItemRef", identifier=item.name, href=_file_of(item)) for item in items
    ]
    section = mixed("assessmentSection", *references, identifier="all", title=title, visible="true")
    modes = {"navigationMode": "nonlinear", "submissionMode": "individual"}
    part = mixed("testPart", section, identifier="part", **modes)
    root = _root("assessmentTest", _QTI, part, identifier="test", title=title)
    indent(root)
    return root


def _manifest(items: Sequence[ExchangeItem]) -> Element:
    metadata = mixed(
        "metadata", mixed("schema", "QTIv2.1 Package"), mixed("schemaversion", "1.0.0")
    )
    uses = [mixed("dependency", identifierref=item.name) for item in items]
    resources = mixed(
        "resources",
        _resource("test", "imsqti_test_xmlv2p1", _TEST_FILE, *uses),
        *(_resource(item.name, "imsqti_item_xmlv2p1", _file_of(item)) for item in items),
    )
    parts = (metadata, mixed("organizations"), resources)
    root = _root("manifest", _PACKAGE, *parts, identifier="package")
    indent(root)
    return root


def _resource(name: str, kind: str, file: str, *uses: Element) -> Element:
    return mixed("resource", mixed("file", href=file), *uses, identifier=name, type=kind, href=file)


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
